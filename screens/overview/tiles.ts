import { bucket, sparkline } from '../../src/domain/charts/sparkline.ts'
import type { Figure, Overview } from '../../src/domain/overview/overview-figures.ts'
import { fit } from '../../src/domain/text/fit.ts'
import { decimal, percent, shortNumber } from '../../src/domain/text/format.ts'
import { textWidth } from '../../src/domain/text/width.ts'
import { beside, cutStyled, padStyled } from '../../src/ui/layout/columns.ts'
import type { Theme } from '../../src/ui/layout/theme.ts'
import { isBeside } from '../../src/ui/linear/linear-marks.ts'
import { changeText } from '../kit/charts/chart-text.ts'
import { NOT_KNOWN } from '../kit/query/states.ts'

/** One figure of the organisation with its course over the range. */
export type Tile = {
  label: string
  figure: Figure | undefined
  /** Text of the value; a unit stands behind it. */
  value: string
  unit: string
  note: string
  /** The same and more, shown where there is room for it. */
  longNote?: string
  isFailed: boolean
}

/** What is known of each endpoint that a tile is made from. */
export type TileStates = Record<'credits' | 'activity' | 'tools' | 'productivity', 'loading' | 'ready' | 'failed'>

export const tilesOf = (overview: Overview, states: TileStates): Tile[] => {
  const {
    credits,
    month,
    people,
    stickiness,
    sessions,
    turnsPerSession,
    commits,
    pullRequests,
    toolCalls,
    callsPerTurn,
  } = overview
  const tile = (
    label: string,
    state: keyof TileStates,
    figure: Figure | undefined,
    value: string,
    unit: string,
    note: string,
    longNote = note,
  ): Tile => {
    const isFailed = states[state] === 'failed' && figure === undefined
    const isWaiting = figure === undefined && !isFailed
    return {
      label,
      figure,
      isFailed,
      value: isFailed ? '?' : isWaiting ? '…' : value,
      unit: figure ? unit : '',
      note: isFailed ? NOT_KNOWN : isWaiting ? '' : note,
      ...(figure && { longNote }),
    }
  }
  return [
    tile(
      'CREDITS',
      'credits',
      credits,
      shortNumber(credits?.value),
      '',
      month ? `month ends ≈${shortNumber(month.expected)}` : '',
      month && `month ends ≈${shortNumber(month.expected)} (${shortNumber(month.low)}–${shortNumber(month.high)})`,
    ),
    tile(
      'PEOPLE',
      'activity',
      people,
      peopleText(people?.value),
      'daily',
      `stickiness ${partialText(stickiness, percent(stickiness?.value, 0))}`,
    ),
    tile(
      'SESSIONS',
      'activity',
      sessions,
      shortNumber(sessions?.value),
      '',
      `${partialText(turnsPerSession, decimal(turnsPerSession?.value, 1))} turns each`,
    ),
    tile(
      'COMMITS',
      'productivity',
      commits,
      shortNumber(commits?.value),
      '',
      `${partialText(pullRequests, shortNumber(pullRequests?.value))} pull requests`,
    ),
    tile(
      'TOOL CALLS',
      'tools',
      toolCalls,
      shortNumber(toolCalls?.value),
      '',
      `p50 ${partialText(callsPerTurn, decimal(callsPerTurn?.value, 1))} a turn`,
    ),
  ]
}

/** Below ten people a decimal matters. */
const peopleText = (value: number | undefined): string =>
  value !== undefined && value < 10
    ? decimal(value, Number.isInteger(value) ? 0 : 1)
    : shortNumber(value && Math.round(value))

/** From this width on tiles stand beside each other; below it each is one row. */
const BESIDE = 100

/** Rows of the tiles. */
export const tileLines = (tiles: readonly Tile[], width: number, theme: Theme): string[] => {
  if (!isBeside(width, BESIDE)) return tiles.map((tile) => tileRow(tile, width, theme))
  const tileWidth = Math.floor((width - 1) / tiles.length) - 1
  const blocks = tiles.map((tile) => ({ lines: tileBlock(tile, tileWidth, theme), width: tileWidth }))
  return beside(blocks, ' ').map((line) => ` ${line}`)
}

/** How many rows {@link tileLines} takes. */
export const tileHeight = (width: number): number => (isBeside(width, BESIDE) ? 4 : 5)

const tileBlock = (tile: Tile, width: number, theme: Theme): string[] => {
  const value = figureText(tile, theme)
  const change = changeOf(tile, theme)
  // The change starts where it starts in every tile, unless the figure is too long for that.
  const figure = change && width >= 21 ? `${padStyled(value, 10)} ${change}` : change ? `${value}  ${change}` : value
  return [
    theme.muted(tile.label),
    figure,
    course(tile, width - 1, theme),
    theme.muted(fit(noteOf(tile, width - 1), width - 1)),
  ]
}

const noteOf = ({ note, longNote = note }: Tile, width: number): string =>
  textWidth(longNote) <= width ? longNote : note

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
  const line = padStyled(course(tile, width - fixed, theme), width - fixed)
  return ` ${cells.join(' ')} ${line} ${noteWidth > 0 ? theme.muted(fit(tile.note, noteWidth)) : ''}`
}

const figureText = ({ value, unit, isFailed, figure }: Tile, theme: Theme): string =>
  `${isFailed ? theme.bad(value) : theme.strong(value)}${isPartial(figure) ? theme.warn('?') : ''}${unit ? ` ${theme.muted(unit)}` : ''}`

const changeOf = ({ figure }: Tile, theme: Theme): string =>
  changeText(figure?.change, theme, isPartial(figure) || (figure?.previousMissingDays ?? 0) > 0)

// A figure that is not known at all says so by itself.
const isPartial = (figure: Figure | undefined): boolean => figure?.value !== undefined && figure.missingDays > 0

/** A figure of a note, marked like the figure of a tile. */
const partialText = (figure: Figure | undefined, text: string): string => (isPartial(figure) ? `${text}?` : text)

const course = ({ figure }: Tile, width: number, theme: Theme): string =>
  theme.accent(sparkline(bucket(figure?.series ?? [], width), { ascii: theme.isAscii }))
