import { sparkline } from '../../src/domain/charts/sparkline.ts'
import { coverageText, liveFigures } from '../../src/domain/live/live-brief.ts'
import type { Overview } from '../../src/domain/overview/overview-figures.ts'
import type { SeatCounts } from '../../src/domain/seats/seats.ts'
import { counted, fullNumber } from '../../src/domain/text/format.ts'
import { textWidth } from '../../src/domain/text/width.ts'
import type { Theme } from '../../src/ui/layout/theme.ts'
import { MARK } from '../../src/ui/linear/linear-marks.ts'
import { rule } from '../kit/screen/frame.ts'

/** Quarters of an hour in the sparkline. */
const QUARTERS = 8
/** Part of the width that seats may take next to the activity of today. */
const SEATS_SHARE = 0.2

/**
 * The rule below the tiles. It contains the seats, and the activity of today where the server measures it, so that they
 * need no rows of their own and nothing moves when they arrive. Less important figures are left out if room is short.
 */
export const currentLine = (
  { seats, today }: Pick<Overview, 'seats' | 'today'>,
  width: number,
  theme: Theme,
): string => {
  const ofSeats = seats ? seatTexts(seats) : []
  const source = today
    ? [
        width < MIN_WIDTH_CHART ? 'today, measured here' : 'today so far, measured here',
        coverageText(today.reporting, today.known),
      ]
    : []
  const figures = today ? liveFigures(today) : []
  if (theme.isLinear) {
    const texts = [ofSeats[0] ?? '', [...source, ...figures].join(', ')].filter((text) => text !== '')
    return texts.length === 0 ? rule(width, theme) : MARK.aside + texts.join('; ')
  }
  const free = width - ENDS
  const left = ofSeats.find((text) => textWidth(text) <= (today ? SEATS_SHARE * width : free)) ?? ''
  const chart =
    today && width >= MIN_WIDTH_CHART ? [sparkline(today.series.slice(-QUARTERS), { ascii: theme.isAscii })] : []
  let right = today ? [...source, ...figures, ...chart] : []
  const room = free - (left === '' ? 0 : textWidth(left) + GAP)
  // The last figures are the least important ones.
  for (let count = figures.length - 1; count >= 0 && textWidth(right.join('  ')) > room; count--)
    right = [...source, ...figures.slice(0, count), ...chart]
  const texts = [left, textWidth(right.join('  ')) > room ? '' : right.join('  ')].filter((text) => text !== '')
  if (texts.length === 0) return rule(width, theme)
  const line = (cells: number) => theme.muted(theme.signs.rule.repeat(Math.max(0, cells)))
  const between = width - texts.reduce((sum, text) => sum + textWidth(text) + 2, 4)
  return `${line(2)} ${texts.join(` ${line(between)} `)} ${line(texts.length === 1 ? between + 2 : 2)}`
}

/** Cells of the rule and the spaces at both ends, and between two texts. */
const ENDS = 6
const GAP = 4
const MIN_WIDTH_CHART = 100

/** The longest text first. */
const seatTexts = ({ seats, active, inactive, never }: SeatCounts): string[] => {
  const all = counted(seats, 'seat')
  const used = `${fullNumber(active)} active`
  const unused = never > 0 ? `${fullNumber(never)} never used` : inactive > 0 ? `${fullNumber(inactive)} inactive` : ''
  return [[all, used, unused], [all, unused], [all]].map((parts) => parts.filter((part) => part !== '').join('  '))
}
