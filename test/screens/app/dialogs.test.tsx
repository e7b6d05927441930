import { Text } from 'ink'
import type { ComponentType } from 'react'
import { expect, test } from 'vitest'
import { Dialog } from '../../../src/ui/dialog/dialog.tsx'
import { noKeys } from '../../../src/ui/keys/bindings.ts'
import { useKeys } from '../../../src/ui/keys/use-keys.ts'
import { loadDialog } from '../../helpers/dialog.tsx'

const heard: string[] = []
const Listening = () => {
  useKeys(noKeys, {}, { kind: 'overlay', isExclusive: true, type: ({ id }) => heard.push(id) > 0 })
  return (
    <Dialog title="Listening" keys={noKeys}>
      <Text> to what is typed</Text>
    </Dialog>
  )
}

test('keys typed while a dialog loads are delivered to it in order', async () => {
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

test("a dialog that can't be loaded shows a notice, and keys work again", async () => {
  const opened = await loadDialog(() => Promise.reject(new Error('no such file')), {})
  await opened.until(() => opened.notice() === "Couldn't load this dialog: no such file")
  await opened.press('x')
  expect(opened.dialog()).toEqual([])
})
