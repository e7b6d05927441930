import { expect, test } from 'vitest'
import { previewLines } from '../../../../screens/people/leaderboard/preview.ts'
import { leaderboardOf } from '../../../../src/domain/people/leaderboard.ts'
import { createTheme } from '../../../../src/ui/layout/theme.ts'
import { peopleOf, previous, range } from '../../../domain/people/people-rows.ts'
import { personDay } from '../../../helpers/person-day.ts'

const theme = createTheme({ colors: 'none', background: 'dark', isAscii: false })
const plain = (text: string): string => text.replaceAll(/\x1b\[[\d;]*m/g, '')

test('in the preview labels stand in the same cells whoever is shown, and no figure is cut', () => {
  const rows = [
    personDay('a', '2026-11-05', { billable_tokens: 1_234_567, user_email: 'a.very.long.name@somewhere.example' }),
    personDay('b', '2026-11-05', { billable_tokens: 1, messages: 0, user_email: null, primary_model: undefined }),
    personDay('b', '2026-11-01', { billable_tokens: 9_000 }),
  ]
  const board = leaderboardOf(peopleOf(rows), { range, previous })
  for (const width of [60, 80, 120, 200]) {
    const of = (entry: number) => previewLines(board, entry, { width, isPrivate: false }, theme)
    const labels = ['model', 'mode', 'share', 'sessions', 'messages', 'asked', 'tools', 'commits', 'created', 'edited']
    const placesIn = (lines: string[]) =>
      labels.map((label) =>
        plain(lines.join('\n').padEnd(9))
          .split('\n')
          .map((row) => row.indexOf(` ${label} `)),
      )
    expect(of(0)).toHaveLength(3)
    expect(placesIn(of(0).map((row) => `${row} `))).toEqual(placesIn(of(1).map((row) => `${row} `)))
    expect(Math.max(...of(0).map((row) => plain(row).length))).toBeLessThanOrEqual(width)
    expect(plain(of(0)[1] ?? '')).toContain('credits 1,234,567 ▲ new')
    expect(plain(of(1)[1] ?? '')).toContain('credits 1         ▼ 100.0 %')
  }
})
