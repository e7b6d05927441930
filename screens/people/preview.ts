import type { Leaderboard } from '../../src/domain/people/leaderboard.ts'
import type { SumField } from '../../src/domain/people/people-fields.ts'
import { fit } from '../../src/domain/text/fit.ts'
import { fullNumber, NONE, percent, UNKNOWN } from '../../src/domain/text/format.ts'
import { safeText } from '../../src/domain/text/safe-text.ts'
import { asManyAsFit, padStyled } from '../../src/ui/layout/columns.ts'
import type { Theme } from '../../src/ui/layout/theme.ts'
import { deltaText, nameText, sumText } from './cells.ts'

/** Rows of {@link previewLines}. */
export const PREVIEW_ROWS = 3

/** From this width on there is room for ids, and from that one for the longest. */
const WITH_ID = 100
const WITH_LONG_ID = 140
const DELTA_CELLS = 9

export type PreviewOptions = {
  width: number
  /** Whether names are pseudonyms, which no id stands beside. */
  isPrivate: boolean
}

/** Cells of the columns that figures stand in, in both rows of them. */
const COLUMNS = [27, 14, 19, 27, 14, 18]
const columns = (parts: readonly string[]): string[] => parts.map((part, index) => padStyled(part, COLUMNS[index] ?? 0))

/**
 * The selected person in three rows: who it is, then every measure, those that narrow windows have no column for as well. Each
 * part has a place of its own: from one person to the next only figures change, which is calmer and much less to send.
 */
export const previewLines = (
  board: Leaderboard,
  entry: number,
  { width, isPrivate }: PreviewOptions,
  theme: Theme,
): string[] => {
  const nameCells = width < WITH_ID ? 24 : 32
  const idCells = isPrivate || width < WITH_ID ? 0 : width < WITH_LONG_ID ? 17 : 32
  const sum = (field: SumField, cells: number): string => fit(sumText(board.sumAt(field, entry), cells), cells)
  const figure = (label: string, field: SumField, cells: number): string => `${theme.muted(label)} ${sum(field, cells)}`
  // Whoever is gone has no word that could be missing.
  const lacking = board.wordAt('state', entry) === 'gone' ? NONE : UNKNOWN
  const word = (label: string, text: string | undefined, cells: number): string =>
    `${theme.muted(label)} ${fit(text === undefined ? lacking : safeText(text), cells)}`
  const [name, id] = [board.nameAt(entry), board.idAt(entry)]
  const share = board.numbers('share')[entry]
  const languages = board
    .languagesAt(entry)
    .map(({ word: text, days }) => `${safeText(text)} ${theme.muted(String(days))}`)
  const change = deltaText(board.deltaAt('credits', entry), DELTA_CELLS, theme)
  const rows = [
    [
      theme.strong(fit(nameText(name, nameCells), nameCells)),
      ...(idCells > 0 ? [theme.muted(fit(id === name ? '' : safeText(id), idCells))] : []),
      word('model', board.wordAt('model', entry), 12),
      word('tier', board.wordAt('tier', entry), 8),
      word('mode', board.wordAt('mode', entry), 11),
      ...languages,
    ],
    columns([
      `${figure('credits', 'credits', 9)} ${change}`,
      `${theme.muted('share')} ${percent(Number.isNaN(share) ? undefined : share)}`,
      figure('sessions', 'sessions', 6),
      `${figure('messages', 'messages', 6)} ${figure('asked', 'asked', 5)}`,
      figure('tools', 'tools', 8),
      figure('per message', 'autonomy', 6),
    ]),
    columns([
      `${theme.muted('active')} ${sumText(board.sumAt('days', entry), 5)} ${theme.muted('of')} ${fullNumber(board.days.length)} ${theme.muted('days')}`,
      figure('commits', 'commits', 6),
      figure('pull requests', 'prs', 5),
      `${figure('created', 'created', 6)} ${figure('edited', 'edited', 5)}`,
      figure('mcp', 'mcp', 8),
      figure('skills', 'skills', 8),
      figure('slash', 'slash', 6),
      figure('hooks', 'hooks', 6),
    ]),
  ]
  return rows.map((parts) => ` ${asManyAsFit(parts, width - 2, '  ')}`)
}
