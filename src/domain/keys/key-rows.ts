import { DAY_MS, isValidTimestamp } from '../../base/time.ts'
import type { Lenient } from '../../contract/lenient.ts'
import type { ServiceAccountKey } from '../../contract/service-accounts.ts'

/** A key needs attention from `warning` days before its expiry, and urgently from `critical` days before it. */
export const EXPIRING_DAYS = { warning: 30, critical: 7 } as const

/** Minimum age of an old key, in days. */
const OLD_DAYS = 365

/** Why an active key needs attention. */
export const KEY_CONCERNS = ['expiring', 'neverExpires', 'old'] as const
export type KeyConcern = (typeof KEY_CONCERNS)[number]

export const KEY_STATES = ['active', 'expired', 'revoked'] as const

/** A key of a service account with its computed state. */
export type KeyRow = {
  /** Id of the service account. */
  account: string
  key: Lenient<ServiceAccountKey>
  state: (typeof KEY_STATES)[number]
  /** Time when it stopped working, Unix ms; undefined if it is active or the time is unknown. */
  endedAt: number | undefined
  /** Unix ms; undefined if unknown. */
  createdAt: number | undefined
  /** Future expiry of an active key, Unix ms; undefined if it never expires, isn't active, or the expiry is unknown. */
  expiresAt: number | undefined
  /** Expiry of a key in any state, Unix ms; undefined if it never expires or the expiry is unknown. */
  dueAt: number | undefined
  /** Whether the response contains an expiry in a format that the API doesn't document. The expiry is then unknown. */
  isExpiryUnknown: boolean
  /** Most urgent first; empty for a key that isn't active. */
  concerns: readonly KeyConcern[]
}

/** @param now Unix ms by the server's clock. */
export const keyRow = (account: string, key: Lenient<ServiceAccountKey>, now: number): KeyRow => {
  const [createdAt, expiresAt, revokedAt] = [key.createdAt, key.expiresAt, key.revokedAt].map(timeOf)
  // Tolerant parsing leaves the field with the value undefined if it wasn't a number.
  const hasExpiry = Object.hasOwn(key, 'expiresAt') && key.expiresAt !== null
  const isExpiryUnknown = hasExpiry && expiresAt === undefined
  const row = { account, key, createdAt, expiresAt: undefined, dueAt: expiresAt, isExpiryUnknown, concerns: [] }
  if (key.isRevoked ?? (key.revokedAt ?? undefined) !== undefined)
    return { ...row, state: 'revoked', endedAt: revokedAt }
  if (expiresAt !== undefined && expiresAt <= now) return { ...row, state: 'expired', endedAt: expiresAt }
  return { ...row, state: 'active', endedAt: undefined, expiresAt, concerns: concernsOf(row, now) }
}

/** A lower time must be in seconds: read as milliseconds, it falls in the early 1970s. */
const EARLIEST_MS = 100_000_000_000

/** A timestamp of a key, Unix ms; undefined if invalid. */
const timeOf = (ms: number | null | undefined): number | undefined =>
  isValidTimestamp(ms) && ms >= EARLIEST_MS ? ms : undefined

type Times = Pick<KeyRow, 'createdAt' | 'dueAt' | 'isExpiryUnknown'>

const concernsOf = ({ createdAt, dueAt: expiresAt, isExpiryUnknown }: Times, now: number): KeyConcern[] => [
  ...(expiresAt !== undefined && expiresAt <= now + EXPIRING_DAYS.warning * DAY_MS ? (['expiring'] as const) : []),
  ...(expiresAt === undefined && !isExpiryUnknown ? (['neverExpires'] as const) : []),
  ...(createdAt !== undefined && createdAt < now - OLD_DAYS * DAY_MS ? (['old'] as const) : []),
]

/**
 * Sorts by urgency: keys that expire soonest, keys that never expire, old keys; then other active keys by expiry; then
 * keys that aren't active, the most recently ended first. Equal keys keep their order.
 */
export const byUrgency = (a: KeyRow, b: KeyRow): number => {
  const ranks = rankOf(a) - rankOf(b)
  if (ranks !== 0) return ranks
  if (a.state !== 'active') return (b.endedAt ?? 0) - (a.endedAt ?? 0)
  // Of the keys that never expire, the oldest is the most urgent.
  if (a.expiresAt === undefined || b.expiresAt === undefined) return (a.createdAt ?? 0) - (b.createdAt ?? 0)
  return a.expiresAt - b.expiresAt
}

const rankOf = ({ state, concerns: [first] }: KeyRow): number => {
  if (state !== 'active') return 4
  return first === undefined ? 3 : { expiring: 0, neverExpires: 1, old: 2 }[first]
}

export const countKeys = (rows: readonly KeyRow[]) => {
  const countWith = (concern: KeyConcern) => rows.filter(({ concerns }) => concerns.includes(concern)).length
  return {
    all: rows.length,
    active: rows.filter(({ state }) => state === 'active').length,
    expiring: countWith('expiring'),
    neverExpires: countWith('neverExpires'),
    old: countWith('old'),
  }
}

type Account = { id: string; item: readonly Lenient<ServiceAccountKey>[] | undefined }

/** Active keys of the accounts: those with an expiry, and counts of those that never expire or are old. */
export const keyAttentionData = (accounts: readonly Account[], now: number) => {
  const rows = accounts.flatMap(({ id, item = [] }) => item.map((key) => keyRow(id, key, now)))
  const { neverExpires, old } = countKeys(rows)
  const neglected = rows
    .filter(({ concerns }) => concerns.includes('neverExpires') || concerns.includes('old'))
    .sort(byUrgency)
  return {
    keys: rows.flatMap(({ key: { id = '', name = id }, expiresAt }) =>
      expiresAt === undefined ? [] : [{ id, name, expiresAt }],
    ),
    /** Ids of the neglected keys, most urgent first. Keys without an id are left out. */
    neglectedKeys: { neverExpires, old, ids: neglected.flatMap(({ key }) => key.id ?? []) },
  }
}
