import { expect, test } from 'vitest'
import { currentLine } from '../../../screens/overview/current-line.ts'
import type { Overview } from '../../../src/domain/overview/overview-figures.ts'
import { textWidth } from '../../../src/domain/text/width.ts'
import { createTheme } from '../../../src/ui/layout/theme.ts'

const plainTheme = createTheme({ colors: 'none', background: 'dark', isAscii: false })

const shown: Pick<Overview, 'seats' | 'today'> = {
  seats: { seats: 66, active: 55, inactive: 5, never: 6, 'no seat': 2 },
  today: {
    asOf: '2026-11-21T12:00:00Z',
    reporting: 31,
    known: 55,
    activeNow: 12,
    sessions: 88,
    toolCalls: 12_345,
    commits: 14,
    pullRequests: undefined,
    tokens: 1_200_000,
    series: [1, 2, undefined, 4],
  },
}

test('the line has the seats and as many figures of today as fit', () => {
  expect([60, 80, 120, 160].map((width) => currentLine(shown, width, plainTheme))).toEqual([
    '── 66 seats ────────────────────────────────────────────────',
    '── 66 seats ────── today, measured here  31 of 55 users report  12 active now ──',
    '── 66 seats  6 never used ────── today so far, measured here  31 of 55 users report  12 active now  88 sessions  ▃▅ █ ──',
    '── 66 seats  6 never used ─────────────── today so far, measured here  31 of 55 users report  12 active now  88 sessions  12,345 tool calls  14 commits  ▃▅ █ ──',
  ])
})

test('the line fills the window, whatever is known', () => {
  for (const known of [{}, { seats: shown.seats }, { today: shown.today }, shown])
    for (let width = 20; width < 220; width++)
      expect(textWidth(currentLine({ seats: undefined, today: undefined, ...known }, width, plainTheme))).toBe(width)
})
