import type { UnifiedLine } from '../../../src/domain/settings-diff/unified-text.ts'
import { type WordPiece, wordMarks } from '../../../src/domain/settings-diff/word-marks.ts'
import { fullNumber } from '../../../src/domain/text/format.ts'
import { safeText } from '../../../src/domain/text/safe-text.ts'
import { cutStyled, padStyled } from '../../../src/ui/layout/columns.ts'
import type { Theme } from '../../../src/ui/layout/theme.ts'
import type { TextRow, TextStyle } from './diff-text-rows.ts'

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
