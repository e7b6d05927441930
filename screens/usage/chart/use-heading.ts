import { useMemo } from 'react'
import { type Day, lengthOf, type Range } from '../../../src/domain/calendar/calendar.ts'
import { dayLabel } from '../../../src/domain/text/format.ts'
import type { View, ViewData } from '../../../src/domain/usage/views/view.ts'
import type { Theme } from '../../../src/ui/layout/theme.ts'
import { useSessionState } from '../../kit/session/session.ts'
import { unusualText } from '../views/unusual-days.ts'
import type { Charted } from './charted.ts'
import { headingLine } from './heading.ts'
import type { ViewChart } from './use-chart.ts'

export type HeadingOptions = {
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
