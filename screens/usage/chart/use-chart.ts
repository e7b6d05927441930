import { useMemo } from 'react'
import { median } from '../../../src/base/numbers.ts'
import { addDays, type Day, daysOf } from '../../../src/domain/calendar/calendar.ts'
import { chartSentence } from '../../../src/domain/charts/chart-sentence.ts'
import { stackedBar } from '../../../src/domain/charts/stacked-bar.ts'
import { unitText } from '../../../src/domain/usage/views/units.ts'
import { filled } from '../../../src/ui/layout/columns.ts'
import type { Theme } from '../../../src/ui/layout/theme.ts'
import { chartLines } from '../../kit/charts/chart-text.ts'
import { useSession, useSessionState } from '../../kit/session/session.ts'
import type { Breakdown } from '../breakdown/use-breakdown.ts'
import type { Charted } from './charted.ts'
import { dayLines, revisionCause, revisionFact } from './day-lines.ts'
import type { SharedState } from './shared-state.ts'
import { chartRows, contentOf, formsFor, usageChart } from './usage-chart.ts'
import type { DayRevisions } from './use-day-revisions.ts'

type ChartPlace = {
  shared: SharedState
  width: number
  /** Of the whole view. */
  height: number
  /** Styles the drawing, as old figures are. */
  aged: (line: string) => string
}

/** The chart of a view and the text of its selected day, in as many rows as it always takes. */
export const useChart = (
  breakdown: Breakdown,
  charted: Charted | undefined,
  revisions: DayRevisions,
  { shared, width, height, aged }: ChartPlace,
) => {
  const { theme } = useSession()
  const at = useSessionState('at')
  const { choice, range, hasHistory } = breakdown
  const freeRows = freeRowsOf(height, shared.extraRows)
  // The first measure is charted once there is data, and decides the form until then.
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
    const told = { day, unit: charted.unit, reading, isLoading, isUnusual, others, name, change, cause }
    const [first, second] = dayLines(told, width, theme)
    return [first, charted.isStacked ? wholeRange(charted, width, theme) : second]
  }
  const plot = theme.isLinear
    ? (content?.lines.map((line) =>
        chartSentence({ ...content, ...line, labels, text: (value) => unitText(value, content.unit) }),
      ) ?? [])
    : chart
      ? chartLines(chart, theme).map(aged)
      : []
  const [first] = content?.lines ?? []
  const isAdded = content?.unit === 'count' && content.lines.length === 1
  return {
    /** The rows of the drawing and of the selected day. */
    lines: [...filled(plot, Math.max(plot.length, plotRows)), ...textsOfDay().slice(0, height >= 14 ? 2 : 1)],
    day,
    /** Rows of the drawing alone, and the day that stands at a cell of them. */
    plotRows,
    dayAt: (cell: number): Day | undefined => labels[chart?.dayAt?.(cell) ?? -1],
    unusual: content?.unusual ?? [],
    /** What a column stands for, where it is more than a day. */
    note: chart?.note,
    /** The day in the middle, where days are added up. */
    medianDay: isAdded ? median(first?.values ?? []) : undefined,
    /** Whether so many rows more, or fewer, change anything. */
    grows: (rows: number): boolean => freeRowsOf(height, shared.extraRows + rows) !== freeRows,
    showNextForm: () =>
      forms.length > 1
        ? shared.setForm(forms[(forms.indexOf(form) + 1) % forms.length] ?? 'bars')
        : 'This is drawn in one form only.',
  }
}

/**
 * Rows that a chart may take, in a body of `height` rows: by the window alone, so that nothing jumps when another breakdown has other
 * rows. A tall window has room for more of the table than most breakdowns fill.
 *
 * @param extra - More than usual; negative: fewer.
 */
const freeRowsOf = (height: number, extra: number): number => {
  const usual = Math.min(height, TALL_FROM) * 0.36 + Math.max(0, height - TALL_FROM) * 0.7
  return Math.max(4, Math.min(Math.floor(usual) + extra, height - 9))
}

/** Rows of a view from which on a window is tall. */
export const TALL_FROM = 36

/** The parts of a whole over the range, as one bar. */
const wholeRange = ({ figures }: Charted, width: number, theme: Theme): string => {
  const label = ' all days '
  const bar = stackedBar(
    figures.map(({ value }) => value),
    Math.max(0, width - label.length - 1),
    theme.isAscii,
  )
  return `${theme.muted(label)}${theme.accent(bar)}`
}
