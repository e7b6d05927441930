import { expect, test } from 'vitest'
import { appKeys, openKeys } from '../../../../../screens/app/app-keys.ts'
import { verbs } from '../../../../../screens/app/overlays/palette/verbs.ts'
import { screens } from '../../../../../screens/table.ts'
import { helpOf } from '../../../../../src/ui/keys/bindings.ts'
import type { Organisation } from '../../../../helpers/demos.ts'
import { type OpenedScreen, type OpenOptions, openScreen, sharedDemo } from '../../../../helpers/screen.tsx'
import { testFront } from '../../../../helpers/test-server.ts'
import { serveSettings } from '../../../controls/diff/diff-service.ts'

const demo = sharedDemo()
let opened: OpenedScreen

const onUsage = async (): Promise<void> => {
  opened = await openScreen(demo, { columns: 100, rows: 30, screen: 'usage' })
  await opened.loaded()
  await opened.press(':')
  await opened.frameWith('── Command')
}

test('the palette lists every action of the screen and of the application, by its help', async () => {
  await onUsage()
  // Other views have further actions.
  const keys = screens.usage.keys.map(helpOf).filter((help) => !help.startsWith('when opened: '))
  const all = [...keys, ...[...openKeys, ...appKeys].map(helpOf)]
  const seen = new Set<string>()
  for (let step = 0; step < 2 * (all.length + verbs.length); step++) {
    const selected = opened.frame().find((row) => row.startsWith('▌') && !row.includes(' %')) ?? ''
    for (const help of all) if (selected.startsWith(`▌${help} `)) seen.add(help)
    await opened.press('Down')
  }
  expect([...seen].sort()).toEqual([...new Set(all)].sort())
})

test('typed text narrows the list, and Enter runs the first result', async () => {
  await onUsage()
  await opened.press('s', 'n', 'a')
  await opened.frameWith('▌sort by name')
  await opened.press('Enter')
  const frame = await opened.frameWith('MODEL▴')
  expect(frame.join('\n')).not.toContain('Command')
})

test('keys of the screen are text in the palette, and Esc changes nothing', async () => {
  await onUsage()
  const before = opened.frame().slice(0, 10)
  await opened.press('q', 'd', '2', 't')
  await opened.frameWith(': qd2t')
  await opened.frameWith('No matches.')
  await opened.press('Enter', 'Esc')
  await opened.frameWith((frame) => !frame.join('\n').includes('Command'))
  expect(opened.frame().slice(0, 10)).toEqual(before)
  expect(opened.quits()).toBe(0)
})

test('Tab completes a verb, its problem is shown next to it, and Up recalls earlier input', async () => {
  await onUsage()
  await opened.press(...'ra', 'Tab')
  await opened.frameWith('▌range DAYS')
  await opened.press(...'30')
  await opened.frameWith('▌show Oct 22–Nov 20')
  await opened.press('x')
  await opened.frameWith((frame) => frame.some((row) => /^ : range 30x .*✗ "30x" is not a valid day/.test(row)))
  await opened.press('Enter', 'Backspace', 'Enter')
  expect((await opened.loaded())[0]).toContain('Oct 22–Nov 20')
  await opened.press(':', ...'filter son', 'Enter')
  await opened.frameWith('/ son  1 of')
  await opened.press(':', 'Up')
  await opened.frameWith(' : filter son')
  await opened.press('Up')
  await opened.frameWith(' : range 30')
  await opened.press('Up', 'Down', 'Down')
  await opened.frameWith('▌open the row or the chosen day')
  await opened.press(...'theme', 'Tab')
  await opened.frameWith(' : theme auto')
})

test('settings show their values, change at once, are saved, and stay open until Esc', async () => {
  await onUsage()
  await opened.press(...'settings', 'Enter')
  await opened.frameWith((frame) => frame.some((row) => /mouse +off/.test(row)))
  await opened.press('m')
  await opened.frameWith((frame) => frame.some((row) => /^▌.*mouse +on/.test(row)))
  await opened.frameWith('Mouse: on. Saved in config.json.')
  await opened.press('n', 'd')
  await opened.frameWith((frame) => frame.some((row) => /comparison +off/.test(row)))
  await opened.frameWith((frame) => frame.some((row) => /undo +comparison: on → off/.test(row)))
  await opened.press('u')
  await opened.frameWith('Undone: comparison on.')
  await opened.press('d')
  await opened.frameWith('Comparison: off. Saved in config.json.')
  const { isMouse, isPrivate, isComparing } = opened.session.get()
  expect([isMouse, isPrivate, isComparing]).toEqual([true, true, false])
  await opened.press('t')
  await opened.frameWith('contrasts of 7:1')
  await opened.press('Esc')
  await opened.frameWith('── Settings, saved in config.json ─')
  await opened.press('Esc')
  await opened.frameWith((frame) => !frame.join('\n').includes('Settings'))
})

/** Runs the first result of the palette, and returns its row. */
const goTo = async (typed: string, options: OpenOptions = {}, organisation: Organisation = demo) => {
  opened = await openScreen(organisation, { columns: 120, rows: 36, screen: 'usage', ...options })
  await opened.loaded()
  await opened.press(':', ...typed)
  const found = () => opened.frame().find((row) => /^▌.*(person|repository|revision|control|range)$/.test(row))
  await opened.frameWith(() => found() !== undefined)
  const row = found() ?? ''
  await opened.press('Enter')
  return row
}

test('users, repositories, revisions, paths and ranges are found by name', async () => {
  expect(await goTo('a.chen')).toMatch(/^▌a\.chen@northwind\.example +person$/)
  expect((await opened.frameWith('of all credits'))[0]).toContain('People > a.chen@northwind.example')
  expect(await goTo('checkout')).toMatch(/^▌checkout {2}L\d .*repository$/)
  expect((await opened.loaded())[0]).toContain('Readiness > checkout')
  expect(await goTo('418')).toMatch(/^▌revision 418 {2}2026-11-\d\d .*revision$/)
  await opened.frameWith('= qd controls diff 417 418')
  expect(await goTo('sandbox')).toMatch(/^▌sandbox .*control$/)
  const settings = await opened.frameWith('= qd controls show 418')
  expect(settings.find((row) => row.startsWith('▌'))).toContain('sandbox')
  expect(await goTo('oct')).toMatch(/^▌show Oct 01–31 {2}oct +range$/)
  expect((await opened.loaded())[0]).toContain('Oct 01–31')
})

test('on a screen without a range the palette says that other screens use it', async () => {
  await goTo('oct', { screen: 'controls' })
  await opened.frameWith('This screen has no range of days. The others show Oct 01–31.')
})

test('a user without usage in the range is found and opened at the last day with data', async () => {
  const range = { is: 'between', range: { from: '2026-11-15', to: '2026-11-15' } } as const
  const row = await goTo('a.chen', { state: { range } })
  expect(row).toMatch(/^▌a\.chen@northwind\.example {2}last seen 1\d Nov \w+ +person$/)
  expect((await opened.frameWith('of all credits'))[0]).not.toContain('Nov 15')
})

test('a revision older than the loaded ones is opened by its number', async () => {
  const settings = Array.from({ length: 60 }, (_, at) => ({ sessionRetentionDays: at }))
  const { organisation } = await serveSettings(settings)
  expect(await goTo('rev 5', {}, organisation)).toMatch(/^▌revision 5 {2}older revision/)
  await opened.frameWith('= qd controls diff 4 5')
})

test('a failed query is named, and other places are still found', async () => {
  const front = await testFront(demo, (path) =>
    path.endsWith('/maturity-level-reports') ? { status: 403, body: { status: 403, title: 'Forbidden' } } : undefined,
  )
  expect(await goTo('a.chen', {}, front)).toContain('a.chen')
  await opened.press(':', ...'zzzz')
  const frame = await opened.frameWith('repositories unavailable')
  expect(frame.join('\n')).toContain('No matches in the loaded data.')
})

test('nothing is requested before text is typed, and management data only for its own verbs', async () => {
  const front = await testFront(demo)
  opened = await openScreen(front, { columns: 120, rows: 36, screen: 'keys' })
  await opened.loaded()
  const before = front.requests.length
  await opened.press(':')
  await opened.frameWith('── Command')
  expect(front.requests.length).toBe(before)
  await opened.press(...'418')
  await opened.frameWith('revision 418')
  expect(front.requests.map(({ path }) => path).filter((path) => path.includes('wiki'))).toEqual([])
})

test('a pasted link opens its place, an invalid one shows its problem, and one of another profile switches first', async () => {
  const opened = await openScreen(demo, { columns: 100, rows: 30 })
  await opened.loaded()
  await opened.press(':')
  await opened.paste('qd:///usage/tools?last=30d')
  await opened.frameWith('Usage  tools  last 30d')
  await opened.press('Enter')
  expect((await opened.frameWith('[tools]')).join('\n')).toContain('30d')
  await opened.press(':')
  await opened.paste('qd://')
  await opened.frameWith('The link must have the form qd://PROFILE/SCREEN')
  await opened.press('^u')
  await opened.paste('qd://elsewhere/usage')
  await opened.frameWith('switch to profile elsewhere, then open the link')
})
