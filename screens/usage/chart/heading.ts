import { useMemo } from 'react'
import { type Day, lengthOf, type Range } from '../../../src/domain/calendar/calendar.ts'
import { SHADES } from '../../../src/domain/charts/stacked-bar.ts'
import { dayLabel, fullNumber, percent } from '../../../src/domain/text/format.ts'
import type { NumberKind } from '../../../src/domain/usage/measure.ts'
import { unitText } from '../../../src/domain/usage/views/units.ts'
import { VIEW_NAMES, type View, type ViewData, type ViewName } from '../../../src/domain/usage/views/view.ts'
import { asManyAsFit, near } from '../../../src/ui/layout/columns.ts'
import { styledWidth } from '../../../src/ui/layout/styled-width.ts'
import type { Theme } from '../../../src/ui/layout/theme.ts'
import { changeText } from '../../kit/charts/chart-text.ts'
import { useSessionState } from '../../kit/session/session.ts'
import { unusualText } from '../views/unusual-days.ts'
import type { Charted, HeadFigure } from './charted.ts'
import type { ViewChart } from './use-chart.ts'

type HeadingOptions = {
  view: View
  /** Undefined until there is any. */
  data: ViewData | undefined
  range: Range
  today: Day
  charted: Charted | undefined
  /** The id of the measure that is shown unless a row is. */
  measure: string
  chart: ViewChart
  isFailed: boolean
  /** The first day whose data came after the last look; undefined: nobody knows. */
  newFrom: Day | undefined
  width: number
  theme: Theme
}

/** The first row of a view: the views, the figures of what is charted, and the facts of the view beside its first measure. */
export const useHeading = (options: HeadingOptions): string => {
  const { view, data, range, today, charted, measure, chart, isFailed, newFrom, width, theme } = options
  const { note, unusual, medianDay } = chart
  const hasFacts = charted?.course === undefined && measure === view.measures[0].id
  const facts = useMemo(() => (data && hasFacts ? data.facts(range, today) : []), [data, hasFacts, range, today])
  const at = useSessionState('at')
  return useMemo(() => {
    const notes = [
      ...(at === undefined ? [] : [asOfNote(at, range)]),
      ...newDaysNote(newFrom, range),
      ...(note === undefined ? [] : [note]),
    ]
    const heading = {
      view: view.name,
      unit: charted?.unit ?? 'count',
      isKnown: charted !== undefined || isFailed,
      isStacked: charted?.isStacked ?? false,
      figures: charted?.figures ?? unknownFigures,
      note: notes.length > 0 ? notes.join(', ') : undefined,
      unusual: unusualText(unusual),
      medianDay,
      facts,
    }
    return headingLine(heading, width, theme)
  }, [view, charted, unusual, medianDay, isFailed, note, facts, at, newFrom, range, width, theme])
}

/** What the band below the chart stands for. */
const asOfNote = (at: Day, { from, to }: Range): string => {
  if (at < from) return `nothing of this was known on ${dayLabel(at)}`
  return at >= to ? `all known on ${dayLabel(at)}` : `the band was known on ${dayLabel(at)}`
}

/** How many of the last days nobody has looked at yet. */
const newDaysNote = (from: Day | undefined, { from: first, to }: Range): string[] => {
  if (from === undefined || from > to || from <= first) return []
  const count = lengthOf({ from, to })
  return [`${count} new ${count === 1 ? 'day' : 'days'}`]
}

const unknownFigures = [
  { label: 'total', value: undefined, isPartial: false, change: undefined, isChangePartial: false },
]

type Heading = {
  view: ViewName
  unit: NumberKind
  /** Whether the days have come or could not be loaded. Until then `…` stands for each figure. */
  isKnown: boolean
  isStacked: boolean
  figures: readonly HeadFigure[]
  /** What a column of the chart stands for, where it is more than a day. */
  note: string | undefined
  /** The unusual days, in a few words. */
  unusual: string | undefined
  /** The median of the days, where days are added up. */
  medianDay: number | undefined
  facts: readonly { label: string; text: string }[]
}

/** The views on the left, the one that is shown in brackets; on the right its figures, as many as fit. */
const headingLine = (heading: Heading, width: number, theme: Theme): string => {
  const parts = partsOf(heading, theme)
  const tabs = VIEW_NAMES.map((name) => (name === heading.view ? theme.accent(`[${name}]`) : theme.muted(` ${name} `)))
  const full = ` ${tabs.join('')}`
  // Where room is short, the names of the other views make place for the first figure.
  const least = [parts[0] ?? '', heading.note ?? ''].join('   ')
  const isFull = styledWidth(full) + styledWidth(least) + 4 <= width
  const left = isFull ? full : ` ${theme.accent(`[${heading.view}]`)}`
  return near(left, `${asManyAsFit(parts, width - styledWidth(left) - 3, heading.isStacked ? '  ' : '   ')} `, width)
}

const partsOf = (
  { isKnown, isStacked, unit, figures, note, unusual, medianDay, facts }: Heading,
  theme: Theme,
): string[] => {
  const labelled = (label: string, text: string) => `${theme.muted(label)} ${text}`
  const figureTexts = figures.map(({ label, value, isPartial, change, isChangePartial }, index) => {
    // The parts of a whole are a legend: one decimal less leaves room for all of them.
    const written = isStacked ? percent(value, 0) : unitText(value, unit)
    const text = isKnown ? written : '…'
    const shade = isStacked ? `${SHADES[index] ?? ''} ` : ''
    const delta = changeText(change, theme, isChangePartial)
    return `${shade}${labelled(label, theme.strong(text))}${isPartial ? theme.warn('?') : ''}${delta ? ` ${delta}` : ''}`
  })
  const median = isKnown ? fullNumber(medianDay === undefined ? undefined : Math.round(medianDay)) : '…'
  return [
    ...figureTexts,
    ...(note === undefined ? [] : [theme.muted(note)]),
    ...(unusual === undefined ? [] : [theme.warn(unusual)]),
    ...(figures.length === 1 && unit === 'count' ? [labelled('median day', median)] : []),
    ...facts.map(({ label, text }) => labelled(label, text)),
  ]
}
