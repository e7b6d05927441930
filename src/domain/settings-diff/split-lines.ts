import { longestRising } from './sequences.ts'
import type { UnifiedLine } from './unified-text.ts'

/** A row of two columns; a line that both have is the same object in both. */
export type SplitRow = { before: UnifiedLine | undefined; after: UnifiedLine | undefined }

/**
 * Unified lines as two columns: removed lines beside added ones, in the order of each side. Where both sides of a hunk
 * have a member of the same name, both stand in one row.
 */
export const splitLines = (lines: readonly UnifiedLine[]): SplitRow[] => {
  const rows: SplitRow[] = []
  let [olds, nows]: [UnifiedLine[], UnifiedLine[]] = [[], []]
  const flush = (): void => {
    putRun(rows, olds, nows)
    olds = []
    nows = []
  }
  for (const line of lines) {
    if (line.sign === '+') nows.push(line)
    else {
      // A removed line behind an added one begins another hunk.
      if (nows.length > 0 || line.sign === ' ') flush()
      if (line.sign === '-') olds.push(line)
      else rows.push({ before: line, after: line })
    }
  }
  flush()
  return rows
}

const putRun = (rows: SplitRow[], olds: readonly UnifiedLine[], nows: readonly UnifiedLine[]): void => {
  let [old, now] = [0, 0]
  const upTo = (oldEnd: number, nowEnd: number): void => {
    for (; old < oldEnd || now < nowEnd; old += 1, now += 1) {
      rows.push({ before: old < oldEnd ? olds[old] : undefined, after: now < nowEnd ? nows[now] : undefined })
    }
    old = oldEnd
    now = nowEnd
  }
  for (const [oldAt, nowAt] of sameMembers(olds, nows)) {
    upTo(oldAt, nowAt)
    rows.push({ before: olds[oldAt], after: nows[nowAt] })
    old = oldAt + 1
    now = nowAt + 1
  }
  upTo(olds.length, nows.length)
}

/** With its indent, so that members of different parts are not taken for each other. */
const MEMBER = /^ *"(?:[^"\\]|\\.)*": /u

/** Indexes of lines of one member, ascending on both. */
const sameMembers = (olds: readonly UnifiedLine[], nows: readonly UnifiedLine[]): [number, number][] => {
  if (olds.length === 0 || nows.length === 0) return []
  const places = new Map<string, number[]>()
  for (let at = olds.length - 1; at >= 0; at -= 1) {
    const member = MEMBER.exec(olds[at]?.text ?? '')?.[0]
    if (member === undefined) continue
    const own = places.get(member)
    if (own) own.push(at)
    else places.set(member, [at])
  }
  const from = nows.map(({ text }) => places.get(MEMBER.exec(text)?.[0] ?? '')?.pop() ?? -1)
  return longestRising(from).map((nowAt) => [from[nowAt] as number, nowAt])
}
