import { bucket, sparkline } from '../../src/domain/charts/sparkline.ts'
import type { Figure, Overview } from '../../src/domain/overview/overview-figures.ts'
import { fit } from '../../src/domain/text/fit.ts'
import { decimal, percent, shortNumber } from '../../src/domain/text/format.ts'
import { textWidth } from '../../src/domain/text/width.ts'
import { cutStyled, joinColumns, padStyled } from '../../src/ui/layout/columns.ts'
import type { Theme } from '../../src/ui/layout/theme.ts'
import { hasSideBySidePanes } from '../../src/ui/linear/linear-marks.ts'
import { changeText } from '../kit/charts/chart-text.ts'
import { NOT_KNOWN } from '../kit/query/states.ts'

/** A figure of the organisation with its sparkline over the range. */
type Tile = ReturnType<typeof tilesOf>[number]

type TileQuery = 'credits' | 'activity' | 'tools' | 'productivity'

/** The tiles. A long note is shown if it fits. @param isFailed - Whether each query failed. */
export const tilesOf = (overview: Overview, isFailed: Readonly<Record<TileQuery, boolean>>) => {
  const { credits, month, people, sessions, commits, toolCalls } = overview
  /** A figure in a note, marked like the figure of a tile. */
  const noted = (name: OverviewFigure, text: (value: number | undefined) => string): string =>
    `${text(overview[name]?.value)}${isPartial(overview[name]) ? '?' : ''}`
  const tenths = (value: number | undefined): string => decimal(value, 1)
  const ends = month ? `month ends ≈${shortNumber(month.expected)}` : ''
  const between = month ? ` (${shortNumber(month.low)}–${shortNumber(month.high)})` : ''
  const tiles: [label: string, query: TileQuery, figure: Figure | undefined, note: string, longNote?: string][] = [
    ['CREDITS', 'credits', credits, ends, `${ends}${between}`],
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
  return tiles.map(([label, query, figure, note, longNote = note]) => {
    if (!figure && isFailed[query])
      return { label, figure, isFailed: true, value: '?', unit: '', note: NOT_KNOWN, longNote: NOT_KNOWN }
    if (!figure) return { label, figure, isFailed: false, value: '…', unit: '', note: '', longNote: '' }
    const isPeople = figure === people
    const value = isPeople ? peopleText(figure.value) : shortNumber(figure.value)
    return { label, figure, isFailed: false, value, unit: isPeople ? 'daily' : '', note, longNote }
  })
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

const noteOf = ({ note, longNote }: Tile, width: number): string => (textWidth(longNote) <= width ? longNote : note)

/** Cells of a figure with its unit, `12.3k daily`, and of its change, `▲ 123.4 %?`. */
const FIGURE = 11
const CHANGE = 10

const tileRow = (tile: Tile, width: number, theme: Theme): string => {
  if (theme.isLinear)
    return [tile.label, figureText(tile, theme), changeOf(tile, theme), noteOf(tile, width)].join('   ')
  const cells = [
    theme.muted(fit(tile.label, 10)),
    padStyled(cutStyled(figureText(tile, theme), FIGURE), FIGURE),
    padStyled(cutStyled(changeOf(tile, theme), CHANGE), CHANGE),
  ]
  const noteWidth = width >= 80 ? 20 : 0
  // The label and five spaces.
  const fixed = 10 + 5 + FIGURE + CHANGE + noteWidth
  const line = padStyled(tileSparkline(tile, width - fixed, theme), width - fixed)
  return ` ${cells.join(' ')} ${line} ${noteWidth > 0 ? theme.muted(fit(tile.note, noteWidth)) : ''}`
}

const figureText = ({ value, unit, isFailed, figure }: Tile, theme: Theme): string =>
  `${isFailed ? theme.bad(value) : theme.strong(value)}${isPartial(figure) ? theme.warn('?') : ''}${unit ? ` ${theme.muted(unit)}` : ''}`

const changeOf = ({ figure }: Tile, theme: Theme): string =>
  changeText(figure?.change, theme, isPartial(figure) || (figure?.previousMissingDays ?? 0) > 0)

// An unknown figure needs no mark.
const isPartial = (figure: Figure | undefined): boolean => figure?.value !== undefined && figure.missingDays > 0

const tileSparkline = ({ figure }: Tile, width: number, theme: Theme): string =>
  theme.accent(sparkline(bucket(figure?.series ?? [], width), { clips: true, ascii: theme.isAscii }))
