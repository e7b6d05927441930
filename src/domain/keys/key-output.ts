import type { OutputRow } from '../output/csv.ts'
import { timeText } from '../text/time-text.ts'
import type { KeyRow } from './key-rows.ts'

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
] as const

/** A key for programs that read tables: null for what is not told or does not apply, times as RFC 3339. */
export const keyOutput = ({ account, key, state, cares, createdAt, dueAt }: KeyRow): OutputRow => ({
  service_account: account,
  id: key.id ?? null,
  name: key.name ?? null,
  fingerprint: key.fingerprint ?? null,
  state,
  needs: cares.join(', ') || null,
  createdAt: timeText(createdAt),
  expiresAt: timeText(dueAt),
  revokedAt: timeText(key.revokedAt),
})
