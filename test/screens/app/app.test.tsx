import { expect, test } from 'vitest'
import { appKeys, openKeys } from '../../../screens/app/app-keys.ts'
import { SCREEN_NAMES } from '../../../screens/kit/screen/names.ts'
import { screens } from '../../../screens/table.ts'
import { type Binding, helpOf, keysLabel } from '../../../src/ui/keys/bindings.ts'
import type { Organisation } from '../../helpers/demos.ts'
import { startFront } from '../../helpers/front-server.ts'
import { type OpenedScreen, type OpenOptions, openScreen, sharedDemo } from '../../helpers/screen.tsx'

const demo = sharedDemo()

const openLoaded = async (options: OpenOptions = {}, organisation: Organisation = demo): Promise<OpenedScreen> => {
  const opened = await openScreen(organisation, options)
  await opened.loaded()
  return opened
}

/** For keys that need no data of an organisation. */
const openEmpty = (options: OpenOptions = {}): Promise<OpenedScreen> => openScreen(undefined, options)

const titleOf = (opened: OpenedScreen): string => /^ acme > (\w+)/.exec(opened.frame()[0] ?? '')?.[1] ?? ''
const lastRow = (opened: OpenedScreen): string => opened.frame().at(-1) ?? ''

test('screens open by their number, and each by a letter after g', async () => {
  const opened = await openEmpty()
  for (const name of [...SCREEN_NAMES].reverse()) {
    const { key, title } = screens[name]
    if (key === undefined) continue
    await opened.press(key)
    expect(titleOf(opened)).toBe(title)
  }
  for (const name of [...SCREEN_NAMES].reverse()) {
    await opened.press('g', screens[name].letter)
    expect(titleOf(opened)).toBe(screens[name].title)
  }
})

test('a number switches screens without opening a level, and shows a screen as it was left', async () => {
  const opened = await openLoaded({ columns: 140, rows: 30, screen: 'readiness' })
  await opened.press('j', 'Enter')
  await opened.frameWith((frame) => / Readiness > \S/.test(frame[0] ?? ''))
  await opened.press('6')
  expect(opened.frame()[0]).toMatch(/^ acme > Computers {2}/)
  await opened.press('Esc', '4')
  await opened.frameWith((frame) => / Readiness > \S/.test(frame[0] ?? ''))
  await opened.press('4')
  await opened.frameWith((frame) => /^ acme > Readiness {2}/.test(frame[0] ?? ''))
  await opened.press('4')
  expect(lastRow(opened)).toBe(' Readiness is the current screen.')
  await opened.press('q')
  expect(opened.quits()).toBe(1)
})

test('the hint for q is quit at the top level and back on others, in every window', async () => {
  for (const columns of [60, 140]) {
    const opened = await openLoaded({ columns, rows: 30, screen: 'readiness' })
    const hints = () => opened.frame().at(-2) ?? ''
    expect(hints()).not.toContain('back')
    if (columns === 140) expect(hints()).toMatch(/q quit$/)
    await opened.press('Enter')
    await opened.frameWith(() => hints().endsWith(' q back'))
    opened.unmount()
  }
})

test('- toggles the previous screen, [ and ] move through the history', async () => {
  const opened = await openEmpty()
  await opened.press('2')
  const steps = { '-': 'Overview', '- ': 'Usage', '[': 'Overview', '[ ': 'Usage', ']': 'Overview', '] ': 'Usage' }
  for (const [key, title] of Object.entries(steps)) {
    await opened.press(key.trim())
    expect([key, titleOf(opened)]).toEqual([key, title])
  }
})

test('[ and ] go through orders, ranges and levels with the selected row', async () => {
  const opened = await openLoaded({ columns: 120, rows: 36, screen: 'usage' })
  const shown = () => {
    const frame = opened.frame()
    const [crumbs = ''] = (frame[0] ?? '').split(/ {2,}/)
    return [
      crumbs.replace(/^.*by model/, ''),
      / (\d+d) /.exec(frame[0] ?? '')?.[1],
      frame.find((row) => row.startsWith('▌')),
    ]
  }
  const places: unknown[] = []
  for (const keys of ['j', 's n', 't 4', 'k', 'Enter']) {
    await opened.press(...keys.split(' '))
    await opened.loaded()
    if (keys !== 'j' && keys !== 's n') places.push(shown())
  }
  // A move is not a place: going back shows the row that was selected last.
  const [, before, level] = places
  expect(level).toEqual([expect.stringMatching(/^ > \w/), '90d', expect.any(String)])
  await opened.press('[')
  await opened.loaded()
  expect(shown()).toEqual(before)
  await opened.press('[')
  await opened.loaded()
  expect(shown()[1]).toBe('14d')
  expect(opened.frame().at(-1)).toContain('--sort name')
  await opened.press('[')
  expect(opened.frame().at(-1)).not.toContain('--sort name')
  await opened.press('[')
  expect(lastRow(opened)).toBe(' There is no earlier place.')
  await opened.press('g', '3', ']')
  await opened.loaded()
  expect(shown()).toEqual(level)
})

test('Enter on an unusual day opens Usage at that day, and after q the row is still selected', async () => {
  const opened = await openLoaded({ columns: 120, rows: 36 })
  // Two budgets and a limit are more urgent.
  await opened.press('j', 'j', 'j', 'j', 'Enter')
  await opened.frameWith((frame) => frame[0]?.includes('Overview > Usage: productivity figures, 17 Nov Tue') ?? false)
  await opened.press('q')
  expect(titleOf(opened)).toBe('Overview')
  expect(opened.frame().find((row) => row.includes('▌'))).toContain('17 Nov')
})

test.each([
  ['overview', 'g'],
  ['usage', 'g'],
  ['usage', 's'],
] as const)('on %s the popup after %s lists the next keys and closes with the next key', async (screen, prefix) => {
  const opened = await openEmpty({ screen })
  const before = opened.frame()
  await opened.press(prefix)
  const text = opened.frame().join('\n')
  expect(text).toContain(`── ${prefix} ─`)
  const following = [...screens[screen].keys, ...openKeys, ...appKeys].flatMap((binding: Binding) => {
    const { keys, begins } = binding
    const further = keys
      .filter((key) => key.startsWith(`${prefix} `))
      .map((key) => `${key.slice(2)}  ${helpOf(binding)}`)
    return begins && further.length > 0 ? [`1…9  ${helpOf(binding)}`] : further
  })
  expect(following.length).toBeGreaterThan(2)
  for (const one of following) expect(text).toContain(one)
  await opened.press('Esc')
  expect(opened.frame()).toEqual(before)
  expect(opened.quits()).toBe(0)
})

/** The texts of a binding in help. */
const meaningsOf = ({ help, sortsBy, inside }: Binding): string[] =>
  [help?.replace(/^(?:sort by|open) (?=[a-zA-Z])/, ''), sortsBy, inside].filter((text) => text !== undefined)

test.each(SCREEN_NAMES)('help on %s lists every binding of the screen and of the app', async (screen) => {
  const opened = await openEmpty({ screen, columns: 100, rows: 140 })
  await opened.press('?')
  const lines = opened.frame()
  const isListed = (binding: Binding): boolean =>
    meaningsOf(binding).every((text) => lines.some((line) => line.includes(keysLabel(binding)) && line.includes(text)))
  const ofRange: readonly string[] = ['range', 'earlierDays', 'laterDays', 'compare']
  const rangeKeys: readonly Binding[] = appKeys.filter(({ action }) => ofRange.includes(action))
  const others: readonly Binding[] = appKeys.filter((binding) => !rangeKeys.includes(binding))
  const all = [...screens[screen].keys, ...openKeys, ...others]
  expect(all.filter((binding) => !isListed(binding))).toEqual([])
  // Screens without a range have no keys for it.
  for (const binding of rangeKeys) expect(isListed(binding)).toBe(screens[screen].isByRange)
  expect(lines[3]).toContain(screens[screen].summary)
  await opened.press('1')
  // On a slow machine the first row still counts requests in flight.
  expect(opened.frame().slice(1)).toEqual([...lines.slice(1, -1), ' 1 does nothing here. Press Esc to close.'])
  await opened.press('Tab')
  const notes = opened
    .frame()
    .map((line) => line.trim())
    .join(' ')
  for (const note of screens[screen].notes) expect(notes).toContain(note.slice(0, 40))
  await opened.press('q')
  expect(titleOf(opened)).toBe(screens[screen].title)
  expect(opened.quits()).toBe(0)
})

test.each(SCREEN_NAMES)('%s shows the range only if it uses one, and only then t opens its popup', async (screen) => {
  const { isByRange } = screens[screen]
  const opened = await openEmpty({ screen, columns: 120 })
  expect(/14d +Nov 07–20/.test(opened.frame()[0] ?? '')).toBe(isByRange)
  await opened.press('t')
  expect(opened.frame().join('\n').includes('month to date')).toBe(isByRange)
})

test('help in a small window scrolls to its last line and no further', async () => {
  const opened = await openEmpty({ columns: 60, rows: 16, screen: 'usage' })
  await opened.press('?')
  const top = opened.frame()[3]
  const seen = new Set(opened.frame().slice(3, -2))
  for (let before = ''; before !== opened.frame().join('\n'); ) {
    before = opened.frame().join('\n')
    await opened.press('^d')
    for (const row of opened.frame().slice(3, -2)) seen.add(row)
  }
  const bottom = opened.frame()
  await opened.press('j', 'G')
  expect(opened.frame()).toEqual(bottom)
  for (const binding of [...screens.usage.keys, ...openKeys, ...appKeys])
    for (const text of meaningsOf(binding)) expect([...seen].some((row) => row.includes(text.slice(0, 30)))).toBe(true)
  await opened.press('g', 'g')
  expect(opened.frame()[3]).toBe(top)
  await opened.press('G', 'Esc', '?')
  expect(opened.frame()[3]).toBe(top)
})

test('d toggles the comparison without a request', async () => {
  const front = await startFront(demo)
  const opened = await openScreen(front, { columns: 120, rows: 36 })
  await opened.loaded()
  // The stream of today is open while Overview is shown.
  const requested = () => front.requests.filter(({ path }) => !path.endsWith('/live/stream')).length
  const first = requested()
  const before = opened.frame()
  expect(before[0]).toContain('Nov 07–20 vs Oct 24–Nov 06')
  expect(before[4]).toMatch(/▲/)
  await opened.press('d')
  expect(opened.frame()[0]).not.toContain(' vs ')
  expect(opened.frame()[4]).not.toMatch(/[▲▼]/)
  expect(lastRow(opened)).toMatch(/^ = qd overview --last 14d {3}/)
  await opened.press('2')
  await opened.loaded()
  expect(opened.frame().join('\n')).not.toMatch(/[▲▼] +[\d.]+ %|·/)
  await opened.press('1', 'd')
  expect(opened.frame()).toEqual(before)
  expect(requested()).toBe(first)
  await front.close()
})

test('Y copies the command for the view, with its range', async () => {
  const opened = await openLoaded({ columns: 120, rows: 36 })
  const keys = [
    ['Y'],
    ['d', 'Y'],
    ['2', 'Y'],
    ['F', 'Enter', 'Y'],
    ['t', 'm', 'Y'],
    ['t', 'l', 'Y'],
    ['t', 'a', 'Y'],
    ['1', 'Y'],
  ]
  for (const each of keys) {
    await opened.press(...each)
    await opened.loaded()
    expect(lastRow(opened)).toBe(` Sent to the terminal: ${opened.copied.at(-1)}`)
  }
  expect(opened.copied).toEqual([
    'qd overview --last 14d --compare prev',
    'qd overview --last 14d',
    'qd analytics tokens --by model --last 14d',
    'qd analytics tokens --by person --last 14d',
    'qd analytics tokens --by person --from 2026-11-01 --to 2026-11-20',
    'qd analytics tokens --by person --from 2026-10-01 --to 2026-10-31',
    'qd analytics tokens --by person --from 2026-01-14 --to 2026-11-20',
    'qd overview --from 2026-01-14 --to 2026-11-20',
  ])
  await opened.press('j')
  expect(lastRow(opened)).toMatch(/^ = qd overview/)
})

test('the command names the profile if the shell would use another organisation', async () => {
  const opened = await openLoaded({ columns: 120, profileToName: 'acme' })
  await opened.press('2')
  await opened.frameWith('qd analytics')
  await opened.press('Y')
  expect(opened.copied).toEqual([expect.stringMatching(/^qd analytics tokens .*--last 14d .*--profile acme$/)])
  await opened.press('j')
  expect(lastRow(opened)).toMatch(/^ = qd analytics tokens .* --profile acme +Y copies$/)
})

test('@ lists the sent requests with details and never shows the key', async () => {
  const opened = await openLoaded({ columns: 120, rows: 36 }, { ...demo })
  await opened.press('@')
  const requests = opened.frame().slice(5, -3).filter(Boolean)
  expect(requests).toHaveLength(opened.queries().requests().length)
  for (const row of requests) expect(row).toMatch(/^[ ▌]09:00:00 {2}200 +\d+ ms +(?:[\d.]+ \w+ {2})?GET \/api\//)
  await opened.press('Enter')
  await opened.frameWith('Bearer $QUARTERDECK_API_KEY')
  expect(opened.frames().flat().join('\n')).not.toContain(demo.key)
  await opened.press('@', '@')
  expect(opened.frame()[3]).toContain('CREDITS')
})

test('^c cancels loading; on an idle screen a second press quits', async () => {
  const front = await startFront(demo, (path) => (path.endsWith('/tokens') ? 'hold' : undefined))
  const opened = await openScreen(front, { screen: 'usage' })
  await opened.frameWith('2 req')
  await opened.press('^c')
  expect(opened.quits()).toBe(0)
  expect(lastRow(opened)).toBe(' Loading cancelled. Press R to load again, or Ctrl-C again to quit.')
  await opened.frameWith('0 req')
  expect(opened.frame().join('\n')).toContain('Loading was cancelled')
  const held = front.requests.filter(({ path }) => path.endsWith('/tokens'))
  await opened.frameWith(() => held.every(({ state }) => state === 'abandoned'))
  front.play()
  await opened.press('R')
  await opened.loaded()
  expect(opened.frame().join('\n')).not.toContain('Loading was cancelled')
  await opened.press('^c')
  expect(opened.quits()).toBe(0)
  expect(lastRow(opened)).toBe(' Nothing is loading. Press Ctrl-C again to quit.')
  await opened.press('j', '^c')
  expect(opened.quits()).toBe(0)
  await opened.press('^c')
  expect(opened.quits()).toBe(1)
  await front.close()
})

test('Ctrl-C twice quits even while a cancelled request is in flight; another key in between resets the count', async () => {
  const opened = await openLoaded()
  const { connection } = opened.session.get()
  if (connection.is !== 'ready') throw new Error('no connection')
  opened.session.set({ connection: { is: 'ready', queries: { ...connection.queries, inFlight: () => 1 } } })
  await opened.frameWith('1 req')
  await opened.press('^c', 'j', '^c')
  expect(opened.quits()).toBe(0)
  await opened.press('^c')
  expect(opened.quits()).toBe(1)
})

test('^z suspends', async () => {
  const opened = await openEmpty()
  await opened.press('^z')
  expect(opened.suspends()).toBe(1)
})

test('the first row shows RO and DEMO', async () => {
  const opened = await openScreen(undefined, { columns: 120, state: { isReadOnly: true, isDemo: true } })
  expect(opened.frame()[0]).toMatch(/^ {2}DEMO {3}RO {2}Overview/)
})
