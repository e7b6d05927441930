import { median } from '../../../src/base/numbers.ts'
import { type Day, daysOf, type Range } from '../../../src/domain/calendar/calendar.ts'
import { barChart } from '../../../src/domain/charts/bar-chart.ts'
import { wrapText } from '../../../src/domain/text/fit.ts'
import { dayLabel, fullNumber, percent } from '../../../src/domain/text/format.ts'
import { axisOf, unitText, usualDifferenceText } from '../../../src/domain/usage/views/units.ts'
import type { UsageRow } from '../../../src/domain/usage/views/usage-rows.ts'
import type { GroupInfo } from '../../../src/domain/usage/views/view.ts'
import type { Theme } from '../../../src/ui/layout/theme.ts'
import { changeText, chartLines } from '../../kit/charts/chart-text.ts'
import { type Fact, factLines } from '../../kit/detail/fact-lines.ts'

type RowDetailOptions = {
  group: Pick<GroupInfo, 'counted' | 'unit' | 'details' | 'shareOf'>
  range: Range
  /** The chosen day, which the chart marks. */
  day: Day
  /** The unusual days of the row; undefined if they are not known. */
  unusual: readonly Day[] | undefined
  /** Whether the chart above the table already shows the row. */
  isCharted: boolean
  width: number
  height: number
}

/** Rows of a chart next to the table. With fewer rows, it shows no more than the sparkline in the table. */
const MIN_CHART_ROWS = 7
const MAX_CHART_ROWS = 16

/** A row of a breakdown next to its table: its name and figures in full, and its days as a bar chart. */
export const rowDetail = (row: UsageRow, options: RowDetailOptions, theme: Theme): string[] => {
  const { range, day, isCharted, width, height } = options
  const unit = row.unit ?? options.group.unit
  const name = wrapText(row.name, width).map(theme.strong)
  const { own, known } = factsOf(row, unit, options, theme)
  const about = [...name, ...factLines([...known, ...own], width, theme)]
  if (isCharted || theme.isLinear) return about
  const rowsBelow = (lines: readonly string[]) => Math.min(MAX_CHART_ROWS, height - lines.length)
  // A short pane omits the figures that the table shows.
  const shown = rowsBelow(about) < MIN_CHART_ROWS ? [...name, ...factLines(own, width, theme)] : about
  const rows = rowsBelow(shown)
  if (rows < MIN_CHART_ROWS) return about
  const labels = daysOf(range)
  const place = { labels, selected: labels.indexOf(day), width, height: rows, ascii: theme.isAscii }
  const chart = barChart({ ...place, values: row.series, axis: axisOf(unit) })
  const gap = height > shown.length + rows ? [''] : []
  return [...shown, ...gap, ...chartLines(chart, theme)]
}

/** The facts that only this pane shows, and those that the table shows too. */
const factsOf = (
  row: UsageRow,
  unit: NonNullable<UsageRow['unit']>,
  { group, range, day, unusual }: RowDetailOptions,
  theme: Theme,
): { own: Fact[]; known: Fact[] } => {
  const { value, before, change, usual, difference, share, input, output, series, isPartial } = row
  const text = (number: number | undefined) => unitText(number, unit)
  const values = series.flatMap((each, index) => (each === undefined ? [] : [{ each, index }]))
  const highest = values.reduce<(typeof values)[number] | undefined>(
    (a, b) => (a && a.each >= b.each ? a : b),
    undefined,
  )
  const days = daysOf(range)
  const middle = median(values.map(({ each }) => each))
  const was = before === undefined ? '' : ` from ${text(before)}`
  const known: Fact[] = [
    ...group.details
      .filter(({ title }) => title !== '')
      .map(({ id, title }): Fact => [title.toLowerCase(), row.details[id] || undefined]),
    // Each figure has its own word, such as the mean of the days.
    [(group.counted ?? row.details.word ?? 'value').toLowerCase(), `${text(value)}${isPartial ? '?' : ''}`],
    ['share', share === undefined || group.shareOf === undefined ? undefined : `${percent(share)} of ${group.shareOf}`],
    ['usual', usual === undefined ? undefined : text(unit === 'count' ? Math.round(usual) : usual)],
    ['vs usual', difference === undefined ? undefined : usualDifferenceText(difference, unit, theme.isAscii)],
    ['in', input === undefined ? undefined : `${fullNumber(input)} tokens`],
    ['out', output === undefined ? undefined : `${fullNumber(output)} tokens`],
  ]
  const own: Fact[] = [
    [dayLabel(day), days.length < 2 ? undefined : text(series[days.indexOf(day)])],
    ['change', change && (changeText(change, theme, isPartial) + was || undefined)],
    [
      'highest',
      highest && days.length > 1 && highest.each > 0
        ? `${text(highest.each)} on ${dayLabel(days[highest.index])}`
        : undefined,
    ],
    [
      'median day',
      middle === undefined || days.length < 2 ? undefined : text(unit === 'count' ? Math.round(middle) : middle),
    ],
    ['unusual', unusual && unusual.length > 0 ? `! ${unusual.map((one) => dayLabel(one)).join(', ')}` : undefined],
  ]
  return { own, known }
}
