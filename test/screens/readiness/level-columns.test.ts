import { stripVTControlCharacters } from 'node:util'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { levelBars } from '../../../screens/readiness/level-columns.ts'
import type { ReadinessBrief } from '../../../src/domain/readiness/readiness-output.ts'
import { textWidth } from '../../../src/domain/text/width.ts'
import { createTheme } from '../../../src/ui/layout/theme.ts'
import { forMany } from '../../helpers/for-all.ts'

const barsOf = (counts: readonly number[], width: number, isAscii = false): string => {
  const [one = 0, two = 0, three = 0, four = 0, five = 0] = counts
  const perLevel = { 1: one, 2: two, 3: three, 4: four, 5: five }
  const brief: ReadinessBrief = {
    repositories: counts.reduce((sum, count) => sum + count, 0),
    perLevel,
    organisationLevel: undefined,
    medianLevel: undefined,
    fell: [],
    rose: [],
  }
  const theme = createTheme({ colors: 'none', background: 'dark', isAscii })
  return stripVTControlCharacters(levelBars(brief, width, theme))
}

test('bars of levels share the room of the pane, and are columns in a narrow one', () => {
  expect(barsOf([2, 3, 3, 1, 0], 60)).toBe(' L1 ▇▇ 2  L2 ▇▇▇ 3  L3 ▇▇▇ 3  L4 ▇ 1  L5 0')
  expect(barsOf([2, 3, 3, 1, 0], 40)).toBe(' L1 ▃ 2  L2 ▄ 3  L3 ▄ 3  L4 ▂ 1  L5 0')
  expect(barsOf([2, 3, 3, 1, 0], 40, true)).toBe(' L1 - 2  L2 : 3  L3 : 3  L4 . 1  L5 0')
})

test('bars of levels differ exactly if their counts do, and fit the pane', () => {
  const count = fc.oneof(fc.nat(3), fc.nat(30), fc.nat(300))
  const counts = fc.array(count, { minLength: 5, maxLength: 5 })
  forMany(1_000, counts, fc.integer({ min: 46, max: 220 }), (of, width) => {
    const line = barsOf(of, width)
    expect(textWidth(line)).toBeLessThanOrEqual(width)
    const bars = [...line.matchAll(/L\d ([▁-█]*) ?\d+/g)].map(([, bar]) => bar ?? '')
    expect(bars).toHaveLength(5)
    for (const [a, first] of of.entries())
      for (const [b, second] of of.entries()) expect(bars[a] === bars[b]).toBe(first === second)
  })
})
