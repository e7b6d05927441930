import { isContainer } from '../../../src/base/json.ts'
import { CHANGE_SIGNS, countChanges, countsInSigns } from '../../../src/domain/settings-diff/change-counts.ts'
import type { Change } from '../../../src/domain/settings-diff/diff-settings.ts'
import { pathText } from '../../../src/domain/settings-diff/setting-path.ts'
import { type WordPiece, wordMarks } from '../../../src/domain/settings-diff/word-marks.ts'
import { truncate, wrapText } from '../../../src/domain/text/fit.ts'
import { fullNumber } from '../../../src/domain/text/format.ts'
import { safeText } from '../../../src/domain/text/safe-text.ts'
import { textWidth } from '../../../src/domain/text/width.ts'
import { cutStyled } from '../../../src/ui/layout/columns.ts'
import { styledWidth } from '../../../src/ui/layout/styled-width.ts'
import type { Paint, Theme } from '../../../src/ui/layout/theme.ts'
import { briefJson, entryText } from '../../kit/tree/value-text.ts'

const GAP = 2

/** The changes of a value in about `cells` cells: old and new value, added and removed entries, or the changed parts. */
export const changesText = (changes: readonly Change[], cells: number, theme: Theme): string => {
  const isOfWholeValueOrEntries = changes.every(
    ({ path: [first, ...rest] }) => first === undefined || (first.is === 'entry' && rest.length === 0),
  )
  return isOfWholeValueOrEntries ? valueText(changes, cells, theme) : partsText(changes)
}

/** The paths of the changed parts of an object or list. */
const partsText = (changes: readonly Change[]): string => {
  const shown = changes.slice(0, MAX_PARTS).map(({ kind, path }) => `${CHANGE_SIGNS[kind]} ${safeText(pathText(path))}`)
  return [...shown, ...(changes.length > MAX_PARTS ? [`${fullNumber(changes.length - MAX_PARTS)} more`] : [])].join(
    '  ',
  )
}

/** Maximum number of parts in one line; more never fit. */
const MAX_PARTS = 12

/** The old and new value of a part, in one line of about `cells` cells. */
export const valueText = (changes: readonly Change[], cells: number, theme: Theme): string => {
  const [first] = changes
  if (!first) return ''
  if (changes.length > 1 || first.path.at(-1)?.is === 'entry') return entriesText(changes, cells, theme)
  switch (first.kind) {
    case 'added':
      return briefJson(first.after, cells)
    case 'removed':
      return briefJson(first.before, cells)
    case 'reordered':
      return `${fullNumber(first.moved)} moved`
    case 'changed':
      return changedText(first.before, first.after, cells, theme)
  }
}

const changedText = (before: unknown, after: unknown, cells: number, theme: Theme): string => {
  const [old, now] = [briefJson(before, cells), briefJson(after, cells)]
  // Two masked secrets look the same.
  if (old === now && textWidth(old) < cells - 8) return `${old} changed`
  const whole = `${old} ${theme.muted(theme.signs.to)} ${now}`
  if (styledWidth(whole) <= cells) return whole
  const pieces = longPieces(before, after)
  if (pieces) return markedLine(pieces, theme)
  if (isContainer(before) === isContainer(after)) return whole
  // An object and a scalar: show the start of both.
  const half = Math.max(8, Math.floor((cells - 3) / 2))
  return `${truncate(old, half)} ${theme.muted(theme.signs.to)} ${now}`
}

const entriesText = (changes: readonly Change[], cells: number, theme: Theme): string => {
  const parts: string[] = []
  let used = 0
  for (const change of changes) {
    const part =
      change.kind === 'reordered'
        ? theme.muted(`${fullNumber(change.moved)} moved`)
        : change.kind === 'added'
          ? `${theme.good('+')} ${entryText(change.after)}`
          : `${theme.bad('-')} ${entryText(change.before)}`
    parts.push(part)
    used += styledWidth(part) + GAP
    if (used > cells) break
  }
  const whole = parts.join('  ')
  if (parts.length === changes.length && used - GAP <= cells) return whole
  for (let shown = parts.length - 1; shown > 0; shown -= 1) {
    const line = [...parts.slice(0, shown), restText(changes.slice(shown), theme)].join('  ')
    if (styledWidth(line) <= cells) return line
  }
  // Not even one entry fits: cut it and keep the count of the others.
  const rest = changes.length > 1 ? `  ${restText(changes.slice(1), theme)}` : ''
  return cutStyled(parts[0] ?? '', Math.max(1, cells - styledWidth(rest))) + rest
}

/** Counts the entries that do not fit: `and +3 -1`. */
const restText = (changes: readonly Change[], theme: Theme): string => {
  const counts = countChanges([])
  for (const change of changes) {
    if (change.kind === 'reordered') counts.reordered += change.moved
    else counts[change.kind] += 1
  }
  return theme.muted(`and ${countsInSigns(counts, theme.isLinear)}`)
}

/** A piece of two merged texts. Untrusted text; secrets are masked. */
type MarkedPiece = { is: 'same' | 'gone' | 'new'; text: string }

/** Merges two texts and marks their differences; undefined if they share no word. */
export const markedPieces = (before: string, after: string): MarkedPiece[] | undefined => {
  const marks = wordMarks(before, after)
  if (!marks.after.some(({ isSame, text }) => isSame && /[\p{L}\p{N}]/u.test(text))) return undefined
  return merged(marks.before, marks.after)
}

/** The common text, with the removed and then the added piece at each difference. */
const merged = (before: readonly WordPiece[], after: readonly WordPiece[]): MarkedPiece[] => {
  const same = before.map(({ text, isSame }) => (isSame ? text : '')).join('')
  const changes = [...changedAt(before, 'gone'), ...changedAt(after, 'new')].sort((a, b) => a.at - b.at)
  const pieces = changes.flatMap(({ at, is, text }, index): MarkedPiece[] => [
    { is: 'same', text: same.slice(changes[index - 1]?.at ?? 0, at) },
    { is, text },
  ])
  pieces.push({ is: 'same', text: same.slice(changes.at(-1)?.at ?? 0) })
  return pieces.filter(({ text }) => text !== '')
}

/** The pieces that only one text has, each with the length of the common text before it. */
const changedAt = (pieces: readonly WordPiece[], is: MarkedPiece['is']) => {
  let at = 0
  return pieces.flatMap(({ text, isSame }) => {
    if (!isSame) return { at, is, text }
    at += text.length
    return []
  })
}

const paintOf = ({ is }: MarkedPiece, theme: Theme): Paint =>
  is === 'gone' ? theme.bad : is === 'new' ? theme.good : (text) => text

/** Marks like `[-old-]` and `{+new+}` show changes without colour, and where only spaces differ. */
const withMarks = ({ is, text }: MarkedPiece): string =>
  is === 'gone' ? `[-${text}-]` : is === 'new' ? `{+${text}+}` : text

/** Marked texts wrapped to `width` cells. Line breaks of the texts remain. */
export const markedLines = (pieces: readonly MarkedPiece[], width: number, theme: Theme): string[] => {
  const parts = pieces.map((piece) => ({ text: safeText(withMarks(piece), 'text'), paint: paintOf(piece, theme) }))
  const plain = parts.map(({ text }) => text).join('')
  let at = 0
  return wrapText(plain, width).map((line) => {
    // Wrapping drops the line break and the spaces around it.
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

/** A line wrapped to `width` cells, with its indent on each row. */
export const indentedLines = (line: string, width: number): string[] => {
  const text = safeText(line, 'text')
  const indent = /^ */.exec(text)?.[0].length ?? 0
  return wrapText(text.slice(indent), Math.max(8, width - indent)).map((part) => ' '.repeat(indent) + part)
}

/** Cells of common text before the first difference in one line. */
const LEAD = 12

/** Marked texts in one line, starting shortly before the first difference. Not cut to a width. */
const markedLine = (pieces: readonly MarkedPiece[], theme: Theme): string =>
  pieces
    .map((piece, index) => {
      const isLead = index === 0 && piece.is === 'same' && piece.text.length > LEAD
      const text = isLead ? `…${[...piece.text].slice(-LEAD).join('')}` : piece.text
      return paintOf(piece, theme)(safeText(withMarks({ ...piece, text })))
    })
    .join('')

/** Maximum length of texts that are shown in full, old and new. */
const MAX_SHORT_CHARS = 32

/** Both texts merged if either is too long to compare at a glance. */
export const longPieces = (before: unknown, after: unknown): MarkedPiece[] | undefined =>
  typeof before === 'string' && typeof after === 'string' && Math.max(before.length, after.length) > MAX_SHORT_CHARS
    ? markedPieces(before, after)
    : undefined
