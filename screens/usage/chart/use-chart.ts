import { useMemo } from 'react'
import { median } from '../../../src/base/numbers.ts'
import { addDays, type Day, daysOf } from '../../../src/domain/calendar/calendar.ts'
import { describeChart } from '../../../src/domain/charts/describe-chart.ts'
import { stackedBar } from '../../../src/domain/charts/stacked-bar.ts'
import { unitText } from '../../../src/domain/usage/views/units.ts'
import { filled } from '../../../src/ui/layout/columns.ts'
import type { Theme } from '../../../src/ui/layout/theme.ts'
import { chartLines } from '../../kit/charts/chart-text.ts'
import { useSession, useSessionState } from '../../kit/session/session.ts'
import type { Breakdown } from '../breakdown/use-breakdown.ts'
import type { Charted } from './chart-content.ts'
import { dayLines, revisionCause, revisionFact } from './day-lines.ts'
import type { SharedState } from './shared-state.ts'
import { chartRows, contentOf, formsFor, usageChart } from './usage-chart.ts'
import type { DayRevisions } from './use-day-revisions.ts'

type ChartPlace = {
  shared: SharedState
  width: number
  /** Height of the whole view. */
  height: number
  /** Dims a line of the chart while stale data is shown. */
  dimIfStale: (line: string) => string
}

/** The chart of a view and the text of its selected day. The number of rows depends only on the form and the window. */
export const useChart = (
  breakdown: Breakdown,
  charted: Charted | undefined,
  revisions: DayRevisions,
  { shared, width, height, dimIfStale }: ChartPlace,
) => {
  const { theme } = useSession()
  const at = useSessionState('at')
  const { choice, range, hasHistory } = breakdown
  const freeRows = freeRowsOf(height, shared.extraRows)
  // Until data arrives, the form follows the first measure, which is charted first.
  const forms = formsFor(charted ?? choice.view.measures[0])
  const form = forms.includes(shared.form) ? shared.form : (forms[0] ?? 'bars')
  const plotRows = chartRows(form, charted?.lines.length ?? 1, freeRows)
  const labels = daysOf(range)
  const day = shared.dayIn(range)
  const selected = labels.indexOf(day)
  const content = charted && contentOf(charted, breakdown, revisions, at)
  const place = { labels, selected, width, height: plotRows, ascii: theme.isAscii }
  const chart = content && usageChart(content, form, place)
  const reading = useMemo(() => (hasHistory ? charted?.read(day) : undefined), [charted, hasHistory, day])
  const textsOfDay = (): string[] => {
    if (!charted || !content) return ['', '']
    const others = content.lines.slice(1).map(({ name, values }) => ({ name, value: values[selected] }))
    const name = others.length > 0 ? content.lines[0]?.name : undefined
    const change = revisionFact(revisions.on(day), theme)
    const cause = revisionCause([...revisions.on(day), ...revisions.on(addDays(day, -1))], day)
    const { isLoading } = breakdown
    const isUnusual = content.unusual.includes(day)
    const dayText = { day, unit: charted.unit, reading, isLoading, isUnusual, others, name, change, cause }
    const [first, second] = dayLines(dayText, width, theme)
    return [first, charted.isStacked ? totalsBar(charted, width, theme) : second]
  }
  const plot = theme.isLinear
    ? (content?.lines.map((line) =>
        describeChart({ ...content, ...line, labels, text: (value) => unitText(value, content.unit) }),
      ) ?? [])
    : chart
      ? chartLines(chart, theme).map(dimIfStale)
      : []
  const [first] = content?.lines ?? []
  const isSummable = content?.unit === 'count' && content.lines.length === 1
  return {
    /** Rows of the chart and of the selected day. */
    lines: [...filled(plot, Math.max(plot.length, plotRows)), ...textsOfDay().slice(0, height >= 14 ? 2 : 1)],
    day,
    /** Rows of the chart alone, and the day at a cell of a row. */
    plotRows,
    dayAt: (cell: number): Day | undefined => labels[chart?.dayAt?.(cell) ?? -1],
    unusual: content?.unusual ?? [],
    /** How many days each column stands for, in words; undefined if it is one. */
    note: chart?.note,
    /** Median of the daily values, for a single line of counts; otherwise undefined. */
    medianDay: isSummable ? median(first?.values ?? []) : undefined,
    /** Whether that many more rows, or fewer if negative, would change the height. */
    canGrow: (rows: number): boolean => freeRowsOf(height, shared.extraRows + rows) !== freeRows,
    showNextForm: () => shared.setForm(forms[(forms.indexOf(form) + 1) % forms.length] ?? 'bars'),
  }
}

/**
 * Rows available to the chart in a body of `height` rows. They depend only on the window, so that the layout stays the
 * same when another breakdown has more or fewer rows. Of the rows of a tall window the chart gets more than the table,
 * because most breakdowns are short.
 *
 * @param extra - Rows added to the usual height; negative to remove some.
 */
const freeRowsOf = (height: number, extra: number): number => {
  const usual = Math.min(height, SHORT_HEIGHT) * 0.36 + Math.max(0, height - SHORT_HEIGHT) * 0.6
  return Math.max(4, Math.min(Math.floor(usual) + extra, height - 9))
}

/** Up to this height, in rows, the chart gets the smaller share. */
const SHORT_HEIGHT = 20

/** Minimum height of a view with another chart below a short table, in rows. */
export const MIN_TALL_HEIGHT = 36

/** The shares of a total over the range, as one bar. */
const totalsBar = ({ figures }: Charted, width: number, theme: Theme): string => {
  const label = ' all days '
  const bar = stackedBar(
    figures.map(({ value }) => value),
    Math.max(0, width - label.length - 1),
    theme.isAscii,
  )
  return `${theme.muted(label)}${theme.accent(bar)}`
}
