import { expect, test } from 'vitest'
import { tileLines, tilesOf } from '../../../screens/overview/tiles.ts'
import { daysOf } from '../../../src/domain/calendar/calendar.ts'
import { overviewOf } from '../../../src/domain/overview/overview-figures.ts'
import { createTheme } from '../../../src/ui/layout/theme.ts'

const theme = createTheme({ colors: 'none', background: 'dark', isAscii: false })
const isFailed = { credits: false, activity: false, tools: false, productivity: false }
const range = { from: '2026-11-01', to: '2026-11-02' }
const [first, second] = [range.from, range.to].map((date) => ({ date }))
const textOf = (days: object, width: number, failed = {}): string => {
  const overview = overviewOf({ range, now: Date.UTC(2026, 10, 20), ...days })
  return tileLines(tilesOf(overview, { ...isFailed, ...failed }), width, theme)
    .join('\n')
    .replaceAll(/\x1b\[[\d;]*m/g, '')
}

test.each([80, 120])('figures, notes and changes are marked if days are missing, in %i cells', (width) => {
  const text = textOf(
    {
      previous: { from: '2026-10-30', to: '2026-10-31' },
      activity: [
        { date: '2026-10-31', daily_active_users: 2 },
        { ...first, daily_active_users: 0, monthly_active_users: 1, sessions: 10, user_messages: 30 },
        { ...second, daily_active_users: 1, sessions: 10 },
      ],
      productivity: [{ ...first, git_commits: 3, git_prs_created: 2 }],
      tools: [{ ...first, tool_calls: 5, autonomy_ratio_p50: 2.5 }],
    },
    width,
  )
  // The mean of few users has a decimal.
  expect(text).toMatch(/ 0\.5 daily +▼ 75\.0 %\?/)
  for (const note of ['stickiness 50 %?', '3.0? turns each', '2? pull requests', 'p50 2.5? a turn'])
    expect(text).toContain(note)
})

test('a failed figure is unknown, and a loading one is …', () => {
  const text = textOf({}, 80, { tools: true })
  expect(text).toMatch(/TOOL CALLS +\? .*not known/)
  expect(text).toMatch(/CREDITS +…/)
})

test.each([
  [80, 'Nov ≈3,000, Oct 3,100'],
  [100, 'month ends ≈3,000'],
  [120, 'Nov ≈3,000, Oct 3,100'],
  [200, 'Nov ≈3,000 (3,000–3,000), Oct 3,100'],
])('in %i cells the forecast of the month is next to the month before, if there is room', (width, note) => {
  const credits = daysOf({ from: '2026-10-01', to: '2026-11-02' }).map((date) => ({ date, billable_tokens: 100 }))
  expect(textOf({ credits }, width)).toContain(note)
})
