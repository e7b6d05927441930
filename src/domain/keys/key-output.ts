import type { OutputRow } from '../output/csv.ts'
import { timeText } from '../text/time-text.ts'
import type { KeyRow } from './key-rows.ts'
import { keyNote } from './key-words.ts'

export const KEY_COLUMNS = [
  'service_account',
  'id',
  'name',
  'fingerprint',
  'state',
  'needs',
  'createdAt',
  'expiresAt',
  'revokedAt',
  'note',
] as const

/** A key for programs that read tables: null for what is not known or does not apply, times as RFC 3339. */
export const keyOutput = (row: KeyRow, now: number, isAscii = false): OutputRow => {
  const { account, key, state, cares, createdAt, dueAt } = row
  return {
    service_account: account,
    id: key.id ?? null,
    name: key.name ?? null,
    fingerprint: key.fingerprint ?? null,
    state,
    needs: cares.join(', ') || null,
    createdAt: timeText(createdAt),
    expiresAt: timeText(dueAt),
    revokedAt: timeText(key.revokedAt),
    note: keyNote(row, now, isAscii),
  }
}
