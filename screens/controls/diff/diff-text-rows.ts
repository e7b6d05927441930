import { memoizePerObject } from '../../../src/base/memoize.ts'
import { splitLines } from '../../../src/domain/settings-diff/split-lines.ts'
import { hunksOf, type UnifiedLine } from '../../../src/domain/settings-diff/unified-text.ts'

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
const FEWEST_FOLDED = 3

/** Runs of lines that differ, cached by the lines. */
export const changedRuns = memoizePerObject((lines: readonly UnifiedLine[]) => hunksOf(lines, 0))

/** Rows of unified lines. @param opened - Ids of the folds that are open. */
export const textRows = (lines: readonly UnifiedLine[], style: TextStyle, opened: ReadonlySet<string>): TextRow[] => {
  const rows: TextRow[] = []
  const hunks = changedRuns(lines)
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
  if (end - start < FEWEST_FOLDED) {
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
