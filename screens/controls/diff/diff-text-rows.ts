import { splitLines } from '../../../src/domain/settings-diff/split-lines.ts'
import { hunksOf, type UnifiedLine } from '../../../src/domain/settings-diff/unified-text.ts'
import { type WordPiece, wordMarks } from '../../../src/domain/settings-diff/word-marks.ts'
import { fullNumber } from '../../../src/domain/text/format.ts'
import { safeText } from '../../../src/domain/text/safe-text.ts'
import { cutStyled, padStyled } from '../../../src/ui/layout/columns.ts'
import type { Theme } from '../../../src/ui/layout/theme.ts'

/** A row of both settings as text: a line of one or of both sides, or lines that did not change, folded into one. */
export type TextRow =
  | {
      is: 'line'
      id: string
      /** Index of its line, or of the old one. */
      at: number
      /** The same line in both where nothing changed; in unified text one of them only. */
      before: UnifiedLine | undefined
      after: UnifiedLine | undefined
      /** The line that this one replaced, or that replaced it. */
      other: UnifiedLine | undefined
    }
  | { is: 'fold'; id: string; at: number; from: number; to: number; isOpen: boolean }

export type TextStyle = 'unified' | 'split'

/** Unchanged lines that are shown around each change. */
const CONTEXT = 3
/** Fewer lines take hardly more room than the row of a fold. */
const MIN_FOLDED = 3

/** Rows of unified lines. @param opened - Ids of the folds that are open. */
export const textRows = (lines: readonly UnifiedLine[], style: TextStyle, opened: ReadonlySet<string>): TextRow[] => {
  const rows: TextRow[] = []
  const hunks = hunksOf(lines, 0)
  let at = 0
  for (const [index, { from, to }] of hunks.entries()) {
    putSame(rows, lines, at, from, { before: index > 0, after: true, opened })
    if (style === 'unified') putUnified(rows, lines, from, to)
    else putSplit(rows, lines, from, to)
    at = to
  }
  if (hunks.length > 0) putSame(rows, lines, at, lines.length, { before: true, after: false, opened })
  return rows
}

type Around = { before: boolean; after: boolean; opened: ReadonlySet<string> }

const putSame = (rows: TextRow[], lines: readonly UnifiedLine[], from: number, to: number, around: Around): void => {
  const start = from + (around.before ? CONTEXT : 0)
  const end = to - (around.after ? CONTEXT : 0)
  const put = (first: number, last: number): void => {
    for (let at = first; at < last; at += 1) {
      const line = lines[at]
      rows.push({ is: 'line', id: `line ${at}`, at, before: line, after: line, other: undefined })
    }
  }
  if (end - start < MIN_FOLDED) {
    put(from, to)
    return
  }
  put(from, start)
  const id = `fold ${start}`
  const isOpen = around.opened.has(id)
  rows.push({ is: 'fold', id, at: start, from: start, to: end, isOpen })
  if (isOpen) put(start, end)
  put(end, to)
}

const putUnified = (rows: TextRow[], lines: readonly UnifiedLine[], from: number, to: number): void => {
  const others = new Map<UnifiedLine, UnifiedLine>()
  for (const { before, after } of splitLines(lines.slice(from, to))) {
    if (!before || !after) continue
    others.set(before, after)
    others.set(after, before)
  }
  for (let at = from; at < to; at += 1) {
    const line = lines[at] as UnifiedLine
    const isBefore = line.sign === '-'
    const [before, after] = isBefore ? [line, undefined] : [undefined, line]
    rows.push({ is: 'line', id: `line ${at}`, at, before, after, other: others.get(line) })
  }
}

const putSplit = (rows: TextRow[], lines: readonly UnifiedLine[], from: number, to: number): void => {
  const places = new Map<UnifiedLine, number>()
  for (let at = from; at < to; at += 1) places.set(lines[at] as UnifiedLine, at)
  for (const { before, after } of splitLines(lines.slice(from, to))) {
    const at = places.get((before ?? after) as UnifiedLine) ?? from
    rows.push({ is: 'line', id: `line ${at}`, at, before, after, other: undefined })
  }
}

/** A row of unified text or of two columns, without the selection. @param place - Where the folded lines are, safe text. */
export const textRowText = (row: TextRow, style: TextStyle, width: number, theme: Theme, place: string): string => {
  if (row.is === 'fold') return foldText(row, place, theme)
  const { before, after, other } = row
  if (style === 'unified') {
    const line = (before ?? after) as UnifiedLine
    return lineText(
      line,
      before === after
        ? undefined
        : line.sign === '-'
          ? other && marksOf(line, other).before
          : other && marksOf(other, line).after,
      width,
      theme,
    )
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

type Marks = { before: WordPiece[]; after: WordPiece[] }

const marksOf = (before: UnifiedLine, after: UnifiedLine): Marks => wordMarks(before.text, after.text)

const lineText = (line: UnifiedLine, pieces: readonly WordPiece[] | undefined, width: number, theme: Theme): string => {
  const room = Math.max(1, width - 2)
  if (line.sign === ' ') return cutStyled(`  ${startOf(line.text, room)}`, width)
  const paint = line.sign === '-' ? theme.bad : theme.good
  // Without a common word the whole line is painted.
  const marked = pieces?.some(({ isSame }) => isSame)
    ? around(pieces, room)
        .map(({ text, isSame }) => (isSame ? text : theme.strong(paint(text))))
        .join('')
    : paint(startOf(line.text, room))
  return cutStyled(`${paint(line.sign)} ${marked}`, width)
}

/** The start of a text that may be seen in some cells, safe, still to be cut to them. */
const startOf = (text: string, cells: number): string => safeText(text.slice(0, cells * 2), 'text')

/** Characters kept before the first difference of a line that would be cut before it. */
const LEAD = 16

const NAME = /^ *(?:"(?:[^"\\]|\\.)*": )?/

const around = (pieces: readonly WordPiece[], room: number): WordPiece[] => {
  const [lead, ...rest] = pieces
  const shown = rest.map((piece) => ({ ...piece, text: startOf(piece.text, room) }))
  if (!lead?.isSame || lead.text.length <= room - LEAD) {
    return lead ? [{ ...lead, text: startOf(lead.text, room) }, ...shown] : []
  }
  const name = NAME.exec(lead.text)?.[0] ?? ''
  const kept = name.length < room - 2 * LEAD ? name : ''
  const end = Array.from(lead.text.slice(kept.length)).slice(-LEAD).join('')
  return [{ text: safeText(`${kept}…${end}`, 'text'), isSame: true }, ...shown]
}
