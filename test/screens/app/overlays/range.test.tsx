import { expect, test } from 'vitest'
import { textWidth } from '../../../../src/domain/text/width.ts'
import { type OpenedScreen, openScreen, sharedDemo } from '../../../helpers/screen.tsx'

const demo = sharedDemo()

const openLoaded = async (columns = 80, rows = 24): Promise<OpenedScreen> => {
  const opened = await openScreen(demo, { columns, rows, screen: 'usage' })
  await opened.loaded()
  return opened
}

/** The same without an organisation, which the range does not need. */
const openEmpty = (columns = 80, rows = 24): Promise<OpenedScreen> =>
  openScreen(undefined, { columns, rows, screen: 'usage' })

/** Replaces the text of the field that `t f` opens. */
const enterRange = async (opened: OpenedScreen, text: string): Promise<void> => {
  await opened.press('t', 'f', '^u')
  await opened.paste(text)
  await opened.press('Enter')
}

test.each([
  ['1', '7d', '--last 7d', 'Nov 14–20'],
  ['2', '14d', '--last 14d', 'Nov 07–20'],
  ['3', '30d', '--last 30d', 'Oct 22–Nov 20'],
  ['4', '90d', '--last 90d', 'Aug 23–Nov 20'],
  ['m', 'month', '--from 2026-11-01 --to 2026-11-20', 'Nov 01–20'],
  ['l', 'last month', '--from 2026-10-01 --to 2026-10-31', 'Oct 01–31'],
  ['a', 'all', '--from 2026-01-14 --to 2026-11-20', 'Jan 14–Nov 20'],
])('t and %s select that range immediately', async (key, name, options, days) => {
  const opened = await openEmpty(120, 36)
  await opened.press('t', key)
  const frame = opened.frame()
  expect(frame[0]).toContain(` ${name}  ${days}`)
  expect(frame.at(-1)).toContain(` = qd analytics tokens --by model ${options}`)
  expect(frame.join('\n')).not.toContain('── Range')
})

test('the popup starts at the current range, j and k move, and Enter selects', async () => {
  const opened = await openEmpty()
  await opened.press('t')
  const selected = () => opened.frame().find((row) => /^▌\w {2}(last|month|all)/.test(row))
  expect(selected()).toBe('▌2  last 14 days   Nov 07–20              14 days')
  await opened.press('k', 'k', 'k')
  expect(selected()).toContain('last 7 days')
  await opened.press(...'jjjjjjjj')
  expect(opened.frame().find((row) => row.startsWith('▌f'))).toBe('▌f  from..to       custom range')
  await opened.press('Up')
  expect(selected()).toContain('all days')
  await opened.press('Up', 'Enter')
  expect(opened.frame()[0]).toContain('last month')
  await opened.press('t')
  expect(selected()).toContain('last month')
})

test.each(['Esc', 'q', 't', '^c'])('%s does not change the range', async (key) => {
  const opened = await openLoaded()
  const before = opened.frame()
  await opened.press('t', 'j', key)
  expect(opened.frame()).toEqual(before)
  expect(opened.quits()).toBe(0)
})

test('the error of an invalid range is shown in full', async () => {
  const opened = await openScreen(undefined, { columns: 60, rows: 15, screen: 'usage' })
  const before = opened.frame()
  const text = '2026-11-01..2026-11-21'
  await enterRange(opened, text)
  const frame = opened.frame()
  expect(frame).toHaveLength(15)
  expect(Math.max(...frame.map(textWidth))).toBeLessThanOrEqual(60)
  expect(frame.map((row) => row.trim()).join(' ')).toContain(
    'The range ends on 2026-11-21, but the last day with data is yesterday, 2026-11-20 UTC: end there or earlier.',
  )
  // The field keeps the typed text, and nothing else changes.
  expect(frame.join('\n')).toContain(`\n from..to  ${text}`)
  await opened.press('Esc', 'Esc')
  // The first row has a spinner.
  expect(opened.frame().slice(1)).toEqual(before.slice(1))
})

test('the field starts with the current range; the first key or paste replaces it, and a key that moves edits it', async () => {
  const opened = await openEmpty()
  await opened.press('t', 'f')
  expect(opened.frame().join('\n')).toContain(' from..to  2026-11-07..2026-11-20')
  await opened.press('3', '0', 'd')
  expect(opened.frame().join('\n')).toMatch(/from\.\.to {2}30d\b/)
  await opened.press('Esc', 'f', 'Left', '9')
  expect(opened.frame().join('\n')).toContain(' from..to  2026-11-07..2026-11-290')
  await opened.press('Esc', 'f')
  await opened.paste(' oct\n')
  await opened.press('Enter')
  expect(opened.frame()[0]).toContain('Oct 01–31')
})

test('a range of one day is called a day', async () => {
  const opened = await openLoaded(120, 36)
  await enterRange(opened, '2026-11-13')
  const frame = await opened.loaded()
  expect(frame.join('\n')).toMatch(/OUT {2}1 DAY {4}NOTE$/m)
})

test('a range too early to compare is shown without comparison', async () => {
  const opened = await openLoaded(120, 36)
  await opened.press('t', 'a')
  const frame = await opened.loaded()
  expect(frame[0]).not.toContain(' vs ')
  expect(frame.join('\n')).not.toMatch(/[▲▼]/)
})

test('{ and } move the range by its length and stop at the ends of the data', async () => {
  const opened = await openLoaded(120, 30)
  const days = () => / (\w{3} \d\d–(?:\w{3} )?\d\d)/.exec(opened.frame()[0] ?? '')?.[1]
  expect(days()).toBe('Nov 07–20')
  expect(opened.frame().at(-2)).toContain('t{} range')
  await opened.press('{')
  expect(days()).toBe('Oct 24–Nov 06')
  expect(opened.frame().at(-1)).toContain('--from 2026-10-24 --to 2026-11-06')
  await opened.press('{')
  expect(days()).toBe('Oct 10–23')
  await opened.press('}', '}')
  expect(days()).toBe('Nov 07–20')
  expect(opened.frame().at(-1)).toContain('--last 14d')
  await opened.press('}')
  expect(opened.frame().at(-1)).toContain('Yesterday is the last day with data.')
})
