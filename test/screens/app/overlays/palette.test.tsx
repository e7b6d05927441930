import { beforeAll, expect, test } from 'vitest'
import { appKeys, openKeys } from '../../../../screens/app/app-keys.ts'
import { screens } from '../../../../screens/app/table.ts'
import { type Organisation, startDemo } from '../../../helpers/demos.ts'
import { isLoaded, type OpenedScreen, openScreen } from '../../../helpers/screen.tsx'

let demo: Organisation
let opened: OpenedScreen

beforeAll(async () => {
  demo = await startDemo()
})

const onUsage = async (): Promise<void> => {
  opened = await openScreen(demo, { columns: 100, rows: 30, screen: 'usage' })
  await opened.frameWith(isLoaded)
  await opened.press(':')
  await opened.frameWith('── Command')
}

test('the palette holds every action of the screen and of the application, by its help', async () => {
  await onUsage()
  const all = [...screens.usage.keys, ...openKeys, ...appKeys].map(({ help }) => help)
  const seen = new Set<string>()
  for (let step = 0; step < all.length; step++) {
    const selected = opened.frame().find((row) => row.startsWith('▌') && !row.includes(' %')) ?? ''
    for (const help of all) if (selected.startsWith(`▌${help} `)) seen.add(help)
    await opened.press('Down')
  }
  expect([...seen].sort()).toEqual([...new Set(all)].sort())
  opened.unmount()
})

test('what is typed narrows the list and Enter does the first', async () => {
  await onUsage()
  await opened.press('s', 'n', 'a')
  await opened.frameWith('▌sort by name')
  await opened.press('Enter')
  const frame = await opened.frameWith('MODEL▴')
  expect(frame.join('\n')).not.toContain('Command')
  opened.unmount()
})

test('letters that are keys elsewhere are text here, and Esc leaves everything as it was', async () => {
  await onUsage()
  const before = opened.frame().slice(0, 10)
  await opened.press('q', 'd', '2', 't')
  await opened.frameWith(': qd2t')
  await opened.frameWith('Nothing that can be done here is called so.')
  await opened.press('Enter', 'Esc')
  await opened.frameWith((frame) => !frame.join('\n').includes('Command'))
  expect(opened.frame().slice(0, 10)).toEqual(before)
  expect(opened.quits()).toBe(0)
  opened.unmount()
})

test('an action that opens something opens it, and pasted text is typed', async () => {
  await onUsage()
  opened.paste('open Overview')
  await opened.frameWith('▌open Overview')
  await opened.press('Enter')
  await opened.frameWith('READINESS')
  opened.unmount()
})
