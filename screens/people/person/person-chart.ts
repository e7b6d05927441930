import type { Day } from '../../../src/domain/calendar/calendar.ts'
import { barChart } from '../../../src/domain/charts/bar-chart.ts'
import { chartSentence } from '../../../src/domain/charts/chart-sentence.ts'
import type { Leaderboard } from '../../../src/domain/people/leaderboard.ts'
import { type FieldName, fields, isSumField } from '../../../src/domain/people/people-fields.ts'
import { fullNumber } from '../../../src/domain/text/format.ts'
import { near } from '../../../src/ui/layout/columns.ts'
import type { Theme } from '../../../src/ui/layout/theme.ts'
import { chartLines } from '../../kit/charts/chart-lines.ts'

export type PersonChart = {
  board: Leaderboard
  entry: number
  /** The field of the chosen column. The chart shows credits where that is no sum. */
  field: FieldName
  /** The selected day. */
  day: Day | undefined
}

const chartedOf = (field: FieldName) => (isSumField(field) ? field : 'credits')

/** A person's days as bars, and those of the period before as dots. */
export const personChart = (
  { board, entry, field, day }: PersonChart,
  width: number,
  height: number,
  theme: Theme,
): { lines: string[]; dayAt: (cell: number) => Day | undefined } => {
  const charted = chartedOf(field)
  const values = board.seriesAt(charted, entry)
  if (theme.isLinear)
    return {
      lines: [chartSentence({ name: fields[charted].longLabel, values, labels: board.days, text: fullNumber })],
      dayAt: () => undefined,
    }
  const chart = barChart({
    values,
    ghost: board.seriesBeforeAt(charted, entry),
    labels: board.days,
    selected: day === undefined ? undefined : board.days.indexOf(day),
    width,
    height,
    ascii: theme.isAscii,
  })
  return { lines: chartLines(chart, theme), dayAt: (cell) => board.days[chart.dayAt?.(cell) ?? -1] }
}

/** What the chart shows, and how many columns there is no room for. */
export const chartTitle = (field: FieldName, hidden: number, width: number, theme: Theme): string => {
  const more = hidden > 0 ? `h/l measure, ${hidden} more ${hidden === 1 ? 'column' : 'columns'} ` : 'h/l measure '
  return near(` ${theme.accent(`[${fields[chartedOf(field)].longLabel} by day]`)}`, theme.muted(more), width)
}
