import type { KeyRow } from './key-rows.ts'

/**
 * A key's life in `cells` cells, from its creation to its expiry with now on it: `├──────●─┤`; `├────●` where it never expires,
 * `├──×` where it ended. The longest known life of all keys, `spanMs`, takes all cells. Empty where its creation is not known.
 */
export const lifeLine = (
  { createdAt, expiresAt, endedAt, state }: KeyRow,
  { now, spanMs, cells, isAscii }: { now: number; spanMs: number; cells: number; isAscii: boolean },
): string => {
  if (createdAt === undefined || cells < 3) return ''
  const [begin, line, today, end, cross] = isAscii ? ['|', '-', '*', '|', 'x'] : ['├', '─', '●', '┤', '×']
  const placeOf = (ms: number): number =>
    Math.min(cells - 1, Math.max(1, Math.round(((ms - createdAt) / Math.max(1, spanMs)) * (cells - 1))))
  const upTo = (place: number, sign: string): string => begin + line.repeat(place - 1) + sign
  if (state !== 'active') return upTo(placeOf(endedAt ?? now), cross)
  if (expiresAt === undefined) return upTo(placeOf(now), today)
  const last = Math.max(2, placeOf(expiresAt))
  const at = Math.min(last - 1, placeOf(now))
  return upTo(at, today) + line.repeat(last - at - 1) + end
}

/** The longest life of keys, ms: what a line of all cells stands for. */
export const longestLife = (rows: readonly KeyRow[], now: number): number =>
  rows.reduce(
    (most, { createdAt, expiresAt, endedAt }) => Math.max(most, (expiresAt ?? endedAt ?? now) - (createdAt ?? now)),
    1,
  )
