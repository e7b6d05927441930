import { SHADES } from '../../../src/domain/charts/stacked-bar.ts'
import type { Delta } from '../../../src/domain/text/delta.ts'
import { fullNumber, percent } from '../../../src/domain/text/format.ts'
import type { NumberKind } from '../../../src/domain/usage/measure.ts'
import { unitText } from '../../../src/domain/usage/views/units.ts'
import { VIEW_NAMES, type ViewName } from '../../../src/domain/usage/views/view.ts'
import { asManyAsFit, near } from '../../../src/ui/layout/columns.ts'
import { styledWidth } from '../../../src/ui/layout/styled-width.ts'
import type { Theme } from '../../../src/ui/layout/theme.ts'
import { changeText } from '../../kit/charts/change-text.ts'

/** One figure of the head: a line of the measure over the range. */
export type HeadFigure = {
  label: string
  value: number | undefined
  isPartial: boolean
  change: Delta | undefined
  /** Whether days are missing in one of the two values that the change is between. */
  isChangePartial: boolean
}

export type Heading = {
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
export const headingLine = (heading: Heading, width: number, theme: Theme): string => {
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
