import { addDays, firstOfMonth } from '../../src/domain/calendar/calendar.ts'
import { bucket, sparkline } from '../../src/domain/charts/sparkline.ts'
import type { Figure, Overview } from '../../src/domain/overview/overview-figures.ts'
import { fit } from '../../src/domain/text/fit.ts'
import { decimal, monthLabel, percent, shortNumber } from '../../src/domain/text/format.ts'
import { textWidth } from '../../src/domain/text/width.ts'
import type { Forecast } from '../../src/domain/usage/forecast.ts'
import { cutStyled, joinColumns, padStyled } from '../../src/ui/layout/columns.ts'
import type { Theme } from '../../src/ui/layout/theme.ts'
import { hasSideBySidePanes } from '../../src/ui/linear/linear-marks.ts'
import { changeText } from '../kit/charts/chart-text.ts'
import { NOT_KNOWN } from '../kit/query/states.ts'

/** A figure of the organisation with its sparkline over the range. */
type Tile = ReturnType<typeof tilesOf>[number]

type TileQuery = 'credits' | 'activity' | 'tools' | 'productivity'

/** The tiles. The first of the notes that fits is shown. @param isFailed - Whether each query failed. */
export const tilesOf = (overview: Overview, isFailed: Readonly<Record<TileQuery, boolean>>) => {
  const { credits, month, people, sessions, commits, toolCalls } = overview
  /** A figure in a note, marked like the figure of a tile. */
  const noted = (name: OverviewFigure, text: (value: number | undefined) => string): string =>
    `${text(overview[name]?.value)}${isPartial(overview[name]) ? '?' : ''}`
  const tenths = (value: number | undefined): string => decimal(value, 1)
  const tiles: [label: string, query: TileQuery, figure: Figure | undefined, ...notes: string[]][] = [
    ['CREDITS', 'credits', credits, ...(month ? monthNotes(month) : [''])],
    ['PEOPLE', 'activity', people, `stickiness ${noted('stickiness', (value) => percent(value, 0))}`],
    ['SESSIONS', 'activity', sessions, `${noted('turnsPerSession', tenths)} turns each`],
    [
      'COMMITS',
      'productivity',
      commits,
      `${noted('pullRequests', shortNumber)} ${overview.pullRequests?.value === 1 ? 'pull request' : 'pull requests'}`,
    ],
    ['TOOL CALLS', 'tools', toolCalls, `p50 ${noted('callsPerTurn', tenths)} a turn`],
  ]
  return tiles.map(([label, query, figure, ...notes]) => {
    if (!figure && isFailed[query]) return { label, figure, isFailed: true, value: '?', unit: '', notes: [NOT_KNOWN] }
    if (!figure) return { label, figure, isFailed: false, value: '…', unit: '', notes: [] }
    const isPeople = figure === people
    const value = isPeople ? peopleText(figure.value) : shortNumber(figure.value)
    return { label, figure, isFailed: false, value, unit: isPeople ? 'daily' : '', notes }
  })
}

/** The forecast of the month with the month before, the longest note first. */
const monthNotes = ({ end, expected, low, high, lastMonth }: Forecast): string[] => {
  const about = `≈${shortNumber(expected)}`
  const between = ` (${shortNumber(low)}–${shortNumber(high)})`
  const ends = `month ends ${about}`
  if (lastMonth === undefined) return [ends + between, ends]
  const last = `, ${monthLabel(addDays(firstOfMonth(end), -1))} ${shortNumber(lastMonth)}`
  return [`${monthLabel(end)} ${about}${between}${last}`, `${monthLabel(end)} ${about}${last}`, ends]
}

type OverviewFigure = 'stickiness' | 'turnsPerSession' | 'pullRequests' | 'callsPerTurn'

/** Below ten people a decimal matters. */
const peopleText = (value: number | undefined): string =>
  value !== undefined && value < 10
    ? decimal(value, Number.isInteger(value) ? 0 : 1)
    : shortNumber(value && Math.round(value))

/** Minimum width in cells for tiles side by side. In a narrower window each tile is one row. */
const MIN_WIDTH_SIDE_BY_SIDE = 100

export const tileLines = (tiles: readonly Tile[], width: number, theme: Theme): string[] => {
  if (!hasSideBySidePanes(width, MIN_WIDTH_SIDE_BY_SIDE)) return tiles.map((tile) => tileRow(tile, width, theme))
  const tileWidth = Math.floor((width - 1) / tiles.length) - 1
  const blocks = tiles.map((tile) => ({ lines: tileBlock(tile, tileWidth, theme), width: tileWidth }))
  return joinColumns(blocks, ' ').map((line) => ` ${line}`)
}

/** The number of rows of {@link tileLines}. */
export const tileHeight = (width: number): number => (hasSideBySidePanes(width, MIN_WIDTH_SIDE_BY_SIDE) ? 4 : 5)

const tileBlock = (tile: Tile, width: number, theme: Theme): string[] => {
  const value = figureText(tile, theme)
  const change = changeOf(tile, theme)
  // The change starts in the same column of every tile, unless the figure is too long.
  const figure = change && width >= 21 ? `${padStyled(value, 10)} ${change}` : change ? `${value}  ${change}` : value
  return [
    theme.muted(tile.label),
    figure,
    tileSparkline(tile, width - 1, theme),
    theme.muted(fit(noteOf(tile, width - 1), width - 1)),
  ]
}

const noteOf = ({ notes }: Tile, width: number): string =>
  notes.find((note) => textWidth(note) <= width) ?? notes.at(-1) ?? ''

/** Cells of a figure with its unit, `12.3k daily`, and of its change, `▲ 123.4 %?`. */
const FIGURE = 11
const CHANGE = 10
/** Cells of a note: `Nov ≈1.04M, Oct 1.01M`. */
const NOTE = 21

const tileRow = (tile: Tile, width: number, theme: Theme): string => {
  if (theme.isLinear)
    return [tile.label, figureText(tile, theme), changeOf(tile, theme), noteOf(tile, width)].join('   ')
  const cells = [
    theme.muted(fit(tile.label, 10)),
    padStyled(cutStyled(figureText(tile, theme), FIGURE), FIGURE),
    padStyled(cutStyled(changeOf(tile, theme), CHANGE), CHANGE),
  ]
  const noteWidth = width >= 80 ? NOTE : 0
  // The label and five spaces.
  const fixed = 10 + 5 + FIGURE + CHANGE + noteWidth
  const line = padStyled(tileSparkline(tile, width - fixed, theme), width - fixed)
  return ` ${cells.join(' ')} ${line} ${noteWidth > 0 ? theme.muted(fit(noteOf(tile, noteWidth), noteWidth)) : ''}`
}

const figureText = ({ value, unit, isFailed, figure }: Tile, theme: Theme): string =>
  `${isFailed ? theme.bad(value) : theme.strong(value)}${isPartial(figure) ? theme.warn('?') : ''}${unit ? ` ${theme.muted(unit)}` : ''}`

const changeOf = ({ figure }: Tile, theme: Theme): string =>
  changeText(figure?.change, theme, isPartial(figure) || (figure?.previousMissingDays ?? 0) > 0)

// An unknown figure needs no mark.
const isPartial = (figure: Figure | undefined): boolean => figure?.value !== undefined && figure.missingDays > 0

const tileSparkline = ({ figure }: Tile, width: number, theme: Theme): string =>
  theme.accent(sparkline(bucket(figure?.series ?? [], width), { clips: true, ascii: theme.isAscii }))
