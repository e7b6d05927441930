import { type Day, lengthOf, type Range } from '../../src/domain/calendar/calendar.ts'
import { SHADES } from '../../src/domain/charts/stacked-bar.ts'
import { dayLabel, fullNumber, percent } from '../../src/domain/text/format.ts'
import { unitText } from '../../src/domain/usage/views/units.ts'
import { joinFitting, justify } from '../../src/ui/layout/columns.ts'
import { styledWidth } from '../../src/ui/layout/styled-width.ts'
import type { Theme } from '../../src/ui/layout/theme.ts'
import { changeText } from '../kit/charts/chart-text.ts'
import { tabText } from '../kit/screen/tab-text.ts'
import type { ShownView } from './use-shown-view.ts'
import { unusualText } from './views/unusual-days.ts'
import { USAGE_TABS } from './views/usage-state.ts'

type HeadingDays = {
  today: Day
  /** The day of `:at`, up to which the axis is thick; undefined means now. */
  at: Day | undefined
  /** First day whose data is newer than the last visit; undefined if unknown. */
  newFrom: Day | undefined
}

/** The first row: all views on the left, with the current one in brackets; the figures that fit on the right. */
export const viewHeading = (shown: ShownView, days: HeadingDays, width: number, theme: Theme): string => {
  const { range, choice } = shown.breakdown
  const notes = [
    ...(days.at === undefined ? [] : [asOfNote(days.at, range, theme)]),
    ...newDaysNote(days.newFrom, range),
    ...(shown.chart.note === undefined ? [] : [shown.chart.note]),
  ].join(', ')
  const parts = partsOf(shown, days.today, notes, theme)
  const { name: own } = choice.view
  const tabs = USAGE_TABS.map((name) => tabText(name, name === own, theme))
  const full = ` ${tabs.join('')}`
  // In a narrow window, the first figure replaces the names of the other views.
  const minRight = [parts[0] ?? '', notes].join('   ')
  const left = styledWidth(full) + styledWidth(minRight) + 4 <= width ? full : ` ${tabText(own, true, theme)}`
  const gap = shown.charted?.isStacked ? '  ' : '   '
  return justify(left, `${joinFitting(parts, width - styledWidth(left) - 3, gap)} `, width)
}

/** Explains the thick part of the axis, which marks the days up to `at`. Nothing is drawn for screen readers. */
const asOfNote = (at: Day, { from, to }: Range, theme: Theme): string => {
  if (at < from) return `no days known as of ${dayLabel(at)}`
  if (at >= to) return `all days known as of ${dayLabel(at)}`
  return theme.isLinear ? `days up to ${dayLabel(at)} are known` : `thick axis: known as of ${dayLabel(at)}`
}

/** How many days of the range are newer than the last visit. */
const newDaysNote = (from: Day | undefined, { from: first, to }: Range): string[] => {
  if (from === undefined || from > to || from <= first) return []
  const count = lengthOf({ from, to })
  return [`${count} new ${count === 1 ? 'day' : 'days'}`]
}

const unknownFigures = [
  { label: 'total', value: undefined, isPartial: false, change: undefined, isChangePartial: false },
]

const partsOf = (
  { breakdown, charted, chart, measure, failures }: ShownView,
  today: Day,
  notes: string,
  theme: Theme,
): string[] => {
  const { figures = unknownFigures, unit = 'count', isStacked = false } = charted ?? {}
  const { data, choice, range } = breakdown
  // A figure is shown as … until its days are loaded or their load has failed.
  const isKnown = charted !== undefined || failures.length > 0
  const labelled = (label: string, text: string) => `${theme.muted(label)} ${text}`
  const figureTexts = figures.map(({ label, value, isPartial, change, isChangePartial }, index) => {
    // Stacked figures are the legend of the chart. Without decimals, all of them fit.
    const written = isStacked ? percent(value, 0) : unitText(value, unit)
    const shade = isStacked ? `${SHADES[index] ?? ''} ` : ''
    const delta = changeText(change, theme, isChangePartial)
    return `${shade}${labelled(label, theme.strong(isKnown ? written : '…'))}${isPartial ? theme.warn('?') : ''}${delta ? ` ${delta}` : ''}`
  })
  const { unusual, medianDay } = chart
  const median = isKnown ? fullNumber(medianDay === undefined ? undefined : Math.round(medianDay)) : '…'
  const hasFacts = data && charted?.rowName === undefined && measure === choice.view.measures[0].id
  const unusualNote = unusualText(unusual)
  return [
    ...figureTexts,
    ...(notes === '' ? [] : [theme.muted(notes)]),
    ...(unusualNote === undefined ? [] : [theme.warn(unusualNote)]),
    ...(figures.length === 1 && unit === 'count' ? [labelled('median day', median)] : []),
    ...(hasFacts ? data.facts(range, today).map(({ label, text }) => labelled(label, text)) : []),
  ]
}
