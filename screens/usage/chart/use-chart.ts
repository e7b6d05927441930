import { useMemo } from 'react'
import { median } from '../../../src/base/numbers.ts'
import { addDays, type Day, daysOf, type Range } from '../../../src/domain/calendar/calendar.ts'
import { chartSentence } from '../../../src/domain/charts/chart-sentence.ts'
import { stackedBar } from '../../../src/domain/charts/stacked-bar.ts'
import { unitText } from '../../../src/domain/usage/views/units.ts'
import type { MeasureInfo } from '../../../src/domain/usage/views/view.ts'
import { filled } from '../../../src/ui/layout/columns.ts'
import type { Theme } from '../../../src/ui/layout/theme.ts'
import { chartLines } from '../../kit/charts/chart-text.ts'
import { useSessionState } from '../../kit/session/session.ts'
import { unusualDays } from '../views/unusual-days.ts'
import { type Charted, within } from './charted.ts'
import { dayLines, revisionCause, revisionFact } from './day-lines.ts'
import { chosenDay, type SharedState } from './shared-state.ts'
import { chartRows, formsFor, usageChart } from './usage-chart.ts'
import type { DayRevisions } from './use-day-revisions.ts'

export type ChartOptions = {
  /** Undefined until there is data. */
  charted: Charted | undefined
  /** The measure that is going to be charted, which decides the form until then. */
  expected: MeasureInfo
  range: Range
  /** The days that are known, from before the range. */
  known: Range
  /** The period before, where it is compared. */
  compared: Range | undefined
  /** Whether the weeks before the range are known, which unusual days are judged by. */
  hasHistory: boolean
  isLoading: boolean
  revisions: DayRevisions
  shared: SharedState
  width: number
  /** Of the whole view. */
  height: number
  theme: Theme
  /** Styles the drawing, as old figures are. */
  aged: (line: string) => string
}

export type ViewChart = ReturnType<typeof useChart>

/** The chart of a view and what is told of its selected day, in as many rows as it always takes. */
export const useChart = (options: ChartOptions) => {
  const {
    charted,
    expected,
    range,
    known,
    compared,
    hasHistory,
    isLoading,
    revisions,
    shared,
    width,
    height,
    theme,
    aged,
  } = options
  const freeRows = freeRowsOf(height, shared.extraRows)
  const dayRows = height >= 14 ? 2 : 1
  const forms = formsFor(charted ?? expected)
  const form = forms.includes(shared.form) ? shared.form : (forms[0] ?? 'bars')
  const plotRows = chartRows(form, charted?.lines.length ?? 1, freeRows)

  const at = useSessionState('at')
  const labels = useMemo(() => daysOf(range), [range])
  const day = chosenDay(shared, range)
  const content = useMemo(() => {
    if (!charted) return undefined
    const first = charted.lines[0]?.values ?? []
    const unusual = charted.isStacked || !hasHistory ? [] : unusualDays(first, known, range, charted.unit)
    return {
      unusual,
      unit: charted.unit,
      isStacked: charted.isStacked,
      lines: charted.lines.map(({ name, values }) => ({ name, values: within(values, known, range) })),
      ghost: compared && within(first, known, compared),
      marks: labels.map((one) => unusual.includes(one)),
      events: labels.map((one) => revisions.days.has(one)),
      knownDays: at === undefined ? 0 : labels.filter((one) => one <= at).length,
    }
  }, [charted, hasHistory, known, range, compared, labels, revisions, at])
  const chart = useMemo(
    () =>
      content &&
      usageChart(content, form, {
        labels,
        selected: labels.indexOf(day),
        width,
        height: plotRows,
        ascii: theme.isAscii,
      }),
    [content, form, labels, day, width, plotRows, theme],
  )
  const plot = useMemo(() => {
    if (theme.isLinear)
      return (
        content?.lines.map((line) =>
          chartSentence({ ...content, ...line, labels, text: (value) => unitText(value, content.unit) }),
        ) ?? []
      )
    return chart ? chartLines(chart, theme).map(aged) : []
  }, [chart, content, labels, theme, aged])
  const explained = useMemo(() => {
    if (!charted || !content) return ['', '']
    const at = labels.indexOf(day)
    const others = content.lines.slice(1).map(({ name, values }) => ({ name, value: values[at] }))
    const name = others.length > 0 ? content.lines[0]?.name : undefined
    const reading = hasHistory ? charted.read(day) : undefined
    const change = revisionFact(revisions.on(day), theme)
    const cause = revisionCause([...revisions.on(day), ...revisions.on(addDays(day, -1))], day)
    const isUnusual = content.unusual.includes(day)
    const facts = { day, unit: charted.unit, reading, isLoading, isUnusual, others, name, change, cause }
    const [first, second] = dayLines(facts, width, theme)
    return [first ?? '', (charted.isStacked ? wholeRange(charted, width, theme) : second) ?? '']
  }, [charted, content, labels, day, hasHistory, isLoading, revisions, width, theme])
  const isAdded = charted?.unit === 'count' && charted.lines.length === 1
  return {
    /** The rows of the drawing and of the selected day. */
    lines: [...filled(plot, Math.max(plot.length, plotRows)), ...explained.slice(0, dayRows)],
    day,
    /** Rows of the drawing alone, and the day that stands at a cell of them. */
    plotRows,
    dayAt: (cell: number): Day | undefined => labels[chart?.dayAt?.(cell) ?? -1],
    unusual: content?.unusual ?? none,
    /** What a column stands for, where it is more than a day. */
    note: chart?.note,
    /** The day in the middle, where days are added up. */
    medianDay: useMemo(() => (isAdded ? median(content?.lines[0]?.values ?? []) : undefined), [isAdded, content]),
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

const none: readonly string[] = []

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
