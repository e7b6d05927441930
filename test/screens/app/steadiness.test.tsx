import { expect, test } from 'vitest'
import type { ScreenName } from '../../../screens/kit/screen/names.ts'
import { textWidth } from '../../../src/domain/text/width.ts'
import { openScreen, sharedDemo } from '../../helpers/screen.tsx'

const demo = sharedDemo()

const sizes = [
  [60, 15],
  [80, 24],
  [99, 30],
  [100, 20],
  [120, 36],
  [200, 60],
] as const

// The rule of Overview has texts once seats and activity are known.
const ruleRows = (frame: readonly string[]): number[] => frame.flatMap((row, y) => (/^──.*──$/.test(row) ? [y] : []))

const rowOf = (frame: readonly string[], label: string): number => frame.findIndex((row) => row.includes(label))

/** The parts that are in the same row in every frame. In the smallest window, the panes of Overview without focus have no room. */
const labelsOf: Partial<Record<ScreenName, (rows: number) => string[]>> = {
  overview: (rows) => [
    ...['CREDITS', 'PEOPLE', 'SESSIONS', 'COMMITS', 'TOOL CALLS'],
    ...(rows > 15 ? ['READINESS', 'CONTROLS'] : ['NEEDS ATTENTION']),
  ],
  usage: () => ['[credits]', 'total', 'CREDITS'],
  people: () => ['PERSON'],
  readiness: () => ['REPOSITORY'],
}
const cases = (Object.keys(labelsOf) as ScreenName[]).flatMap((screen) =>
  sizes.map((size) => [screen, ...size] as const),
)

test.each(cases)('nothing on %s moves while it loads at %ix%i', async (screen, columns, rows) => {
  const opened = await openScreen(undefined, { columns, rows, screen })
  opened.connect({ ...demo })
  const last = await opened.loaded()
  expect(ruleRows(last).length).toBeGreaterThan(0)
  for (const frame of opened.frames()) {
    expect(ruleRows(frame)).toEqual(ruleRows(last))
    for (const label of [...(labelsOf[screen]?.(rows) ?? []), ' = qd ']) {
      expect([label, rowOf(frame, label)]).toEqual([label, rowOf(last, label)])
      expect(rowOf(frame, label)).toBeGreaterThan(0)
    }
  }
})

test.each([
  [59, 24],
  [80, 14],
  [20, 5],
  [30, 8],
])('a window of %ix%i shows that it is too small, and keys still work', async (columns, rows) => {
  const opened = await openScreen(demo, { columns, rows })
  const frame = opened.frame()
  expect(frame).toHaveLength(rows)
  expect(Math.max(...frame.map(textWidth))).toBeLessThanOrEqual(columns)
  expect(` too small: ${columns}x${rows}, needs 60x15`.startsWith(frame.join('') || '?')).toBe(true)
  await opened.press('2')
  await opened.resize(80, 24)
  expect(opened.frame()[0]).toContain('acme > Usage')
  await opened.resize(columns, rows)
  await opened.press('q')
  expect(opened.quits()).toBe(1)
})
