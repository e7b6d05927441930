import { fullNumber } from '../text/format.ts'
import { SIGN_ROWS } from '../text/signs.ts'
import type { Change } from './diff-settings.ts'

export type ChangeCounts = Record<Change['kind'], number>

/** In display order. */
export const CHANGE_KINDS: readonly Change['kind'][] = ['changed', 'added', 'removed', 'reordered']

export const CHANGE_SIGNS: Readonly<Record<Change['kind'], string>> = {
  changed: SIGN_ROWS.changed.sign,
  added: SIGN_ROWS.added.sign,
  removed: SIGN_ROWS.removed.sign,
  reordered: SIGN_ROWS.moved.sign,
}

export const countChanges = (changes: readonly Pick<Change, 'kind'>[]): ChangeCounts => {
  const counts = { changed: 0, added: 0, removed: 0, reordered: 0 }
  for (const { kind } of changes) counts[kind] += 1
  return counts
}

/** `14 changed  3 added`. Kinds without changes are left out; empty if there are none. */
export const countsInWords = (counts: ChangeCounts): string =>
  CHANGE_KINDS.flatMap((kind) => (counts[kind] > 0 ? [`${fullNumber(counts[kind])} ${kind}`] : [])).join('  ')

/** The counts in a few cells: `~14 +3`. @param isSpoken - Whether they are read aloud, so that they are words. */
export const countsInSigns = (counts: ChangeCounts, isSpoken = false): string =>
  isSpoken ? countsInWords(counts) : signedCounts(counts)

const signedCounts = (counts: ChangeCounts): string =>
  CHANGE_KINDS.flatMap((kind) => (counts[kind] > 0 ? [`${CHANGE_SIGNS[kind]}${fullNumber(counts[kind])}`] : [])).join(
    ' ',
  )
