import { splitLines } from '../../../src/domain/settings-diff/split-lines.ts'
import { hunksOf, type UnifiedLine } from '../../../src/domain/settings-diff/unified-text.ts'
import { type WordPiece, wordMarks } from '../../../src/domain/settings-diff/word-marks.ts'
import { fullNumber } from '../../../src/domain/text/format.ts'
import { safeText } from '../../../src/domain/text/safe-text.ts'
import { cutStyled, padStyled } from '../../../src/ui/layout/columns.ts'
import type { Theme } from '../../../src/ui/layout/theme.ts'

/** A row of the text diff: a line of one or both sides, or a fold of unchanged lines. */
export type TextRow =
  | {
      is: 'line'
      id: string
      /** Index of the line; of a replaced line, the index of the old one. */
      at: number
      /** The same line on both sides if it is unchanged. In unified text a changed row has only one of them. */
      before: UnifiedLine | undefined
      after: UnifiedLine | undefined
      /** The line that replaced this one, or that this one replaced. */
      other: UnifiedLine | undefined
    }
  | { is: 'fold'; id: string; at: number; from: number; to: number; isOpen: boolean }

export type TextStyle = 'unified' | 'split'

/** Unchanged lines shown before and after each change. */
const CONTEXT = 3
/** A fold needs a row itself, so folding fewer lines saves almost nothing. */
const MIN_FOLDED = 3

/** @param opened - Ids of the open folds. */
export const textRows = (lines: readonly UnifiedLine[], style: TextStyle, opened: ReadonlySet<string>): TextRow[] => {
  const hunks = hunksOf(lines, 0)
  if (hunks.length === 0) return []
  let at = 0
  const rows = hunks.flatMap(({ from, to }, index) => {
    const same = sameRows(lines, at, from, index > 0 ? CONTEXT : 0, CONTEXT, opened)
    at = to
    return [...same, ...changedRows(lines, from, to, style)]
  })
  return [...rows, ...sameRows(lines, at, lines.length, CONTEXT, 0, opened)]
}

const lineRow = (
  at: number,
  before: UnifiedLine | undefined,
  after: UnifiedLine | undefined,
  other?: UnifiedLine,
): TextRow => ({ is: 'line', id: `line ${at}`, at, before, after, other })

/** Folds unchanged lines, except `first` lines at the start and `last` lines at the end. */
const sameRows = (
  lines: readonly UnifiedLine[],
  from: number,
  to: number,
  first: number,
  last: number,
  opened: ReadonlySet<string>,
): TextRow[] => {
  const [start, end] = [from + first, to - last]
  const shown = (top: number, bottom: number): TextRow[] =>
    lines.slice(top, bottom).map((line, index) => lineRow(top + index, line, line))
  if (end - start < MIN_FOLDED) return shown(from, to)
  const id = `fold ${start}`
  const isOpen = opened.has(id)
  const fold: TextRow = { is: 'fold', id, at: start, from: start, to: end, isOpen }
  return [...shown(from, start), fold, ...(isOpen ? shown(start, end) : []), ...shown(end, to)]
}

const changedRows = (lines: readonly UnifiedLine[], from: number, to: number, style: TextStyle): TextRow[] => {
  const changed = lines.slice(from, to)
  const pairs = splitLines(changed)
  if (style === 'split') {
    const places = new Map(changed.map((line, index) => [line, from + index]))
    return pairs.map(({ before, after }) =>
      lineRow(places.get((before ?? after) as UnifiedLine) ?? from, before, after),
    )
  }
  const others = new Map<UnifiedLine, UnifiedLine>()
  for (const { before, after } of pairs) if (before && after) others.set(before, after).set(after, before)
  return changed.map((line, index) => {
    const [before, after] = line.sign === '-' ? [line, undefined] : [undefined, line]
    return lineRow(from + index, before, after, others.get(line))
  })
}

/** A row of unified or split text, without the selection. @param place - Path of the folded lines, as safe text. */
export const textRowText = (row: TextRow, style: TextStyle, width: number, theme: Theme, place: string): string => {
  if (row.is === 'fold') return foldText(row, place, theme)
  const { before, after, other } = row
  if (style === 'unified') {
    const line = (before ?? after) as UnifiedLine
    const marks = other && (line.sign === '-' ? marksOf(line, other).before : marksOf(other, line).after)
    return lineText(line, marks, width, theme)
  }
  const cells = Math.floor((width - 3) / 2)
  const marks = before !== after && before && after ? marksOf(before, after) : undefined
  const left = before ? lineText(before, marks?.before, cells, theme) : ''
  const right = after ? lineText(after, marks?.after, cells, theme) : ''
  return `${padStyled(left, cells)} ${theme.muted(theme.signs.vertical)} ${right}`
}

const foldText = ({ from, to, isOpen }: Extract<TextRow, { is: 'fold' }>, place: string, theme: Theme): string => {
  const sign = isOpen ? theme.signs.open : theme.signs.closed
  const words = `${sign} ${fullNumber(to - from)} unchanged lines`
  return theme.muted(place === '' ? words : `${words}   ${place}`)
}

const marksOf = (before: UnifiedLine, after: UnifiedLine) => wordMarks(before.text, after.text)

const lineText = (line: UnifiedLine, pieces: readonly WordPiece[] | undefined, width: number, theme: Theme): string => {
  const room = Math.max(1, width - 2)
  if (line.sign === ' ') return cutStyled(`  ${safeStart(line.text, room)}`, width)
  const paint = line.sign === '-' ? theme.bad : theme.good
  // Without a common word, the whole line is painted.
  const marked = pieces?.some(({ isSame }) => isSame)
    ? cutCommonStart(pieces, room)
        .map(({ text, isSame }) => (isSame ? text : theme.strong(paint(text))))
        .join('')
    : paint(safeStart(line.text, room))
  return cutStyled(`${paint(line.sign)} ${marked}`, width)
}

/** Escapes the start of a text. It keeps up to two characters per cell; the caller cuts the rest. */
const safeStart = (text: string, cells: number): string => safeText(text.slice(0, cells * 2), 'text')

/** Characters kept before the first difference of a line that is too long. */
const LEAD = 16

const NAME = /^ *(?:"(?:[^"\\]|\\.)*": )?/

const cutCommonStart = (pieces: readonly WordPiece[], room: number): WordPiece[] => {
  const [lead, ...rest] = pieces
  const shown = rest.map((piece) => ({ ...piece, text: safeStart(piece.text, room) }))
  if (!lead?.isSame || lead.text.length <= room - LEAD) {
    return lead ? [{ ...lead, text: safeStart(lead.text, room) }, ...shown] : []
  }
  const name = NAME.exec(lead.text)?.[0] ?? ''
  const kept = name.length < room - 2 * LEAD ? name : ''
  const end = Array.from(lead.text.slice(kept.length)).slice(-LEAD).join('')
  return [{ text: safeText(`${kept}…${end}`, 'text'), isSame: true }, ...shown]
}
