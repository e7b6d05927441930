import { longestIncreasing } from './sequences.ts'
import type { UnifiedLine } from './unified-text.ts'

/** A row of the two-column view. An unchanged line is the same object in both columns. */
export type SplitRow = { before: UnifiedLine | undefined; after: UnifiedLine | undefined }

/**
 * Converts unified lines to two columns: removed lines next to added ones, in the order of each side. Lines of the same
 * property in a hunk share a row.
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
      // A removed line after an added one starts a new hunk.
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

/** Includes the indent, so that properties of different parents are distinct. */
const MEMBER = /^ *"(?:[^"\\]|\\.)*": /u

/** Pairs of line indexes with the same property, ascending on both sides. */
const sameMembers = (olds: readonly UnifiedLine[], nows: readonly UnifiedLine[]): [number, number][] => {
  if (olds.length === 0 || nows.length === 0) return []
  const memberOf = (line: UnifiedLine | undefined): string => MEMBER.exec(line?.text ?? '')?.[0] ?? ''
  const places = Map.groupBy([...olds.keys()].reverse(), (at) => memberOf(olds[at]))
  places.delete('')
  const from = nows.map((line) => places.get(memberOf(line))?.pop() ?? -1)
  return longestIncreasing(from).map((nowAt) => [from[nowAt] as number, nowAt])
}
