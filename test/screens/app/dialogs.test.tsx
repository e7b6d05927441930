import { Text } from 'ink'
import type { ComponentType } from 'react'
import { expect, test } from 'vitest'
import { Dialog } from '../../../src/ui/dialog/dialog.tsx'
import { noKeys } from '../../../src/ui/keys/bindings.ts'
import { useKeys } from '../../../src/ui/keys/use-keys.ts'
import { startDemo } from '../../helpers/demos.ts'
import { loadDialog } from '../../helpers/dialog.tsx'
import { openScreen } from '../../helpers/screen.tsx'

const heard: string[] = []
const Listening = () => {
  useKeys(noKeys, {}, { kind: 'overlay', isExclusive: true, type: ({ id }) => heard.push(id) > 0 })
  return (
    <Dialog title="Listening" keys={noKeys}>
      <Text> to what is typed</Text>
    </Dialog>
  )
}

test('what is typed while a dialog is being loaded waits for it, in its order', async () => {
  const { promise, resolve } = Promise.withResolvers<ComponentType<object>>()
  const opened = await loadDialog(() => promise, {})
  opened.keys('abc')
  await new Promise((passed) => setTimeout(passed))
  expect(heard).toEqual([])
  expect(opened.dialog()).toEqual([])
  resolve(Listening)
  await opened.until(() => heard.length === 3)
  expect(heard).toEqual(['a', 'b', 'c'])
  expect(opened.dialog()[1]).toBe(' to what is typed')
})

test('a dialog that cannot be loaded is told, and keys are heard again', async () => {
  const opened = await loadDialog(() => Promise.reject(new Error('no such file')), {})
  await opened.until(() => opened.told() === 'This dialog could not be loaded: no such file')
  await opened.press('x')
  expect(opened.dialog()).toEqual([])
})

test('a key and what answers it may come in one piece, the first time a dialog is opened', async () => {
  const opened = await openScreen(await startDemo(), { columns: 120, rows: 36, screen: 'usage' })
  await opened.loaded()
  opened.keys('t4')
  await opened.frameWith('--last 90d')
  opened.keys('tf\x152026-11-13\rd')
  await opened.frameWith('--from 2026-11-13 --to 2026-11-13')
})

test('a dialog leaves the rows around it as they were, to the byte', async () => {
  const opened = await openScreen(await startDemo(), { columns: 120, rows: 36, screen: 'usage' })
  await opened.loaded()
  const before = opened.styledFrame()
  await opened.press('^s')
  const top = (await opened.frameWith('── Export ')).findIndex((row) => row.startsWith('── Export '))
  expect(top).toBeGreaterThan(20)
  expect(opened.styledFrame().slice(0, top)).toEqual(before.slice(0, top))
  await opened.press('Esc')
  expect(opened.styledFrame()).toEqual(before)
})
