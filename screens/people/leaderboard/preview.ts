import type { Leaderboard } from '../../../src/domain/people/leaderboard.ts'
import { type FieldWith, fieldsWith } from '../../../src/domain/people/people-fields.ts'
import { fit } from '../../../src/domain/text/fit.ts'
import { fullNumber, NONE, UNKNOWN } from '../../../src/domain/text/format.ts'
import { safeText } from '../../../src/domain/text/safe-text.ts'
import { asManyAsFit, padStyled } from '../../../src/ui/layout/columns.ts'
import type { Theme } from '../../../src/ui/layout/theme.ts'
import { changeText } from '../../kit/charts/change-text.ts'
import { nameText, percentText, sumText } from '../shared/cells.ts'

/** Rows of {@link previewLines}. */
export const PREVIEW_ROWS = 3

/** The narrowest windows with room for an id, and for the longest one. */
const WITH_ID = 100
const WITH_LONG_ID = 140

export type PreviewOptions = {
  width: number
  /** Whether names are pseudonyms, which no id stands beside. */
  isPrivate: boolean
  /** Whether all people are loaded. */
  isExact: boolean
}

/** Cells of the parts that figures stand in, in both rows of them. */
const PART_CELLS = [27, 14, 19, 27, 14, 18]

type Previewed = FieldWith<'preview'>

/** The fields of a row, part by part. */
const partsOf = (row: number): Previewed[][] => {
  const own = fieldsWith('preview').filter(({ preview }) => preview.row === row)
  const count = Math.max(...own.map(({ preview }) => preview.part)) + 1
  return Array.from({ length: count }, (_, part) => own.filter(({ preview }) => preview.part === part))
}
const [words, used, made] = [partsOf(0), partsOf(1), partsOf(2)]

/**
 * The selected person in three rows: who it is, then every measure, those that narrow windows have no column for as well. Each
 * part has a place of its own: from one person to the next only figures change, which is calmer and much less to send.
 */
export const previewLines = (
  board: Leaderboard,
  entry: number,
  { width, isPrivate, isExact }: PreviewOptions,
  theme: Theme,
): string[] => {
  const nameCells = width < WITH_ID ? 24 : 32
  const idCells = isPrivate || width < WITH_ID ? 0 : width < WITH_LONG_ID ? 17 : 32
  const [name, id] = [board.nameAt(entry), board.idAt(entry)]
  const languages = board
    .languagesAt(entry)
    .map(({ word: text, days }) => `${safeText(text)} ${theme.muted(String(days))}`)
  const texts = (parts: Previewed[][]): string[] =>
    parts.map((fields) => fields.map((field) => fieldText(board, entry, field, isExact, theme)).join(' '))
  const figures = (parts: Previewed[][]): string[] =>
    texts(parts).map((text, part) => padStyled(text, PART_CELLS[part] ?? 0))
  const rows = [
    [
      theme.strong(fit(nameText(name, nameCells), nameCells)),
      ...(idCells > 0 ? [theme.muted(fit(id === name ? '' : safeText(id), idCells))] : []),
      ...texts(words),
      ...languages,
    ],
    figures(used),
    figures(made),
  ]
  return rows.map((parts) => ` ${asManyAsFit(parts, width - 2, '  ')}`)
}

const fieldText = (board: Leaderboard, entry: number, field: Previewed, isExact: boolean, theme: Theme): string => {
  const { cells, label = field.name } = field.preview
  if (field.name === 'days') {
    const active = sumText(board.sumAt('days', entry), cells)
    return `${theme.muted('active')} ${active} ${theme.muted('of')} ${fullNumber(board.days.length)} ${theme.muted('days')}`
  }
  const said = `${theme.muted(label)} ${fit(valueText(board, entry, field, isExact), cells)}`
  return field.name === 'credits' ? `${said} ${changeText(board.deltaAt('credits', entry), theme)}` : said
}

const valueText = (board: Leaderboard, entry: number, field: Previewed, isExact: boolean): string => {
  if (field.kind === 'number') return sumText(board.sumAt(field.name, entry), field.preview.cells)
  if (field.kind === 'percent') return percentText(board.numberAt(field.name, entry), isExact)
  const word = board.wordAt(field.name, entry)
  if (word !== undefined) return safeText(word)
  // A person without rows has no word that could be missing.
  return board.isActive(entry) ? UNKNOWN : NONE
}
