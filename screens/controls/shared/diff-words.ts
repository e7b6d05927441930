import { type WordPiece, wordMarks } from '../../../src/domain/settings-diff/word-marks.ts'
import { wrapText } from '../../../src/domain/text/fit.ts'
import { safeText } from '../../../src/domain/text/safe-text.ts'
import type { Paint, Theme } from '../../../src/ui/layout/theme.ts'

/** A piece of two texts merged into one. Untrusted text; secrets are masked. */
export type MarkedPiece = { is: 'same' | 'gone' | 'new'; text: string }

/** Two texts as one, with what differs told apart; undefined where they have no word in common. */
export const markedPieces = (before: string, after: string): MarkedPiece[] | undefined => {
  const marks = wordMarks(before, after)
  if (!marks.after.some(({ isSame, text }) => isSame && /[\p{L}\p{N}]/u.test(text))) return undefined
  return merged(marks.before, marks.after)
}

const merged = (before: readonly WordPiece[], after: readonly WordPiece[]): MarkedPiece[] => {
  const pieces: MarkedPiece[] = []
  const put = (is: MarkedPiece['is'], text: string): void => {
    const last = pieces.at(-1)
    if (last?.is === is) last.text += text
    else pieces.push({ is, text })
  }
  let [old, now] = [0, 0]
  // How much of both current pieces, which are the same text, has been put already.
  let [oldDone, nowDone] = [0, 0]
  while (old < before.length || now < after.length) {
    const [one, other] = [before[old], after[now]]
    if (one && !one.isSame) {
      put('gone', one.text)
      old += 1
    } else if (other && !other.isSame) {
      put('new', other.text)
      now += 1
    } else if (one && other) {
      const length = Math.min(one.text.length - oldDone, other.text.length - nowDone)
      put('same', one.text.slice(oldDone, oldDone + length))
      oldDone += length
      nowDone += length
      if (oldDone === one.text.length) [old, oldDone] = [old + 1, 0]
      if (nowDone === other.text.length) [now, nowDone] = [now + 1, 0]
    } else break
  }
  return pieces
}

const paintOf = ({ is }: MarkedPiece, theme: Theme): Paint =>
  is === 'gone' ? theme.bad : is === 'new' ? theme.good : (text) => text

/** With its marks: `[-old-]`, `{+new+}`, which tell without colour and where spaces differ. */
const withMarks = ({ is, text }: MarkedPiece): string =>
  is === 'gone' ? `[-${text}-]` : is === 'new' ? `{+${text}+}` : text

/** Marked texts wrapped to `width` cells; line breaks of the texts stay. */
export const markedLines = (pieces: readonly MarkedPiece[], width: number, theme: Theme): string[] => {
  const parts = pieces.map((piece) => ({ text: safeText(withMarks(piece), 'text'), paint: paintOf(piece, theme) }))
  const plain = parts.map(({ text }) => text).join('')
  let at = 0
  return wrapText(plain, width).map((line) => {
    // Where a line breaks, spaces and the break are left out.
    const start = plain.indexOf(line, at)
    at = start + line.length
    return painted(parts, start, at)
  })
}

const painted = (parts: readonly { text: string; paint: Paint }[], from: number, to: number): string => {
  let line = ''
  let start = 0
  for (const { text, paint } of parts) {
    const end = start + text.length
    if (end > from && start < to) line += paint(text.slice(Math.max(0, from - start), to - start))
    start = end
  }
  return line
}

/** Cells of what is the same before the first difference in one line. */
const LEAD = 12

/** Marked texts in one line, from shortly before where they first differ. As long as they are. */
export const markedLine = (pieces: readonly MarkedPiece[], theme: Theme): string =>
  pieces
    .map((piece, index) => {
      const isLead = index === 0 && piece.is === 'same' && piece.text.length > LEAD
      const text = isLead ? `…${[...piece.text].slice(-LEAD).join('')}` : piece.text
      return paintOf(piece, theme)(safeText(withMarks({ ...piece, text })))
    })
    .join('')

/** Longest texts that are shown whole, old and new. */
const SHORT = 32

/** Both texts as one, where each is too long to see at once what differs. */
export const longPieces = (before: unknown, after: unknown): MarkedPiece[] | undefined =>
  typeof before === 'string' && typeof after === 'string' && Math.max(before.length, after.length) > SHORT
    ? markedPieces(before, after)
    : undefined
