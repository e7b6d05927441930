import { DAY_MS, isMoment } from '../../base/time.ts'
import type { Lenient } from '../../contract/lenient.ts'
import type { ServiceAccountKey } from '../../contract/service-accounts.ts'

/** How many days before it expires a key needs care, and grave care. */
export const EXPIRING_DAYS = { soon: 30, very: 7 } as const

/** The age from which a key counts as old, in days. */
const OLD_DAYS = 365

/** Why a key that works needs care. */
export const KEY_CARES = ['expiring', 'neverExpires', 'old'] as const
export type KeyCare = (typeof KEY_CARES)[number]

export const KEY_STATES = ['active', 'expired', 'revoked'] as const
type KeyState = (typeof KEY_STATES)[number]

/** A key of a service account, and what is to be said of it. */
export type KeyRow = {
  /** Of its service account. */
  account: string
  key: Lenient<ServiceAccountKey>
  state: KeyState
  /** When it stopped to work, Unix ms; undefined: it works, or that was not told. */
  endedAt: number | undefined
  /** Unix ms; undefined where it is not known. */
  createdAt: number | undefined
  /** When it will stop to work, Unix ms; undefined: never, it has already, or that is not known. */
  expiresAt: number | undefined
  /** When it expires or did, whether it works or not, Unix ms; undefined: never, or not known. */
  dueAt: number | undefined
  /** Whether the answer says when it expires in a form that the API does not have, so that it is not known. */
  isExpiryUnknown: boolean
  /** The gravest first; none for a key that does not work any more. */
  cares: readonly KeyCare[]
}

/** @param now Unix ms by the server's clock. */
export const keyRow = (account: string, key: Lenient<ServiceAccountKey>, now: number): KeyRow => {
  const [createdAt, expiresAt, revokedAt] = [key.createdAt, key.expiresAt, key.revokedAt].map(timeOf)
  // What was no number is there without a value.
  const isTold = Object.hasOwn(key, 'expiresAt') && key.expiresAt !== null
  const isExpiryUnknown = isTold && expiresAt === undefined
  const row = { account, key, createdAt, expiresAt: undefined, dueAt: expiresAt, isExpiryUnknown, cares: [] }
  if (key.isRevoked ?? (key.revokedAt ?? undefined) !== undefined)
    return { ...row, state: 'revoked', endedAt: revokedAt }
  if (expiresAt !== undefined && expiresAt <= now) return { ...row, state: 'expired', endedAt: expiresAt }
  return { ...row, state: 'active', endedAt: undefined, expiresAt, cares: caresOf(row, now) }
}

/** Times before this are in seconds: as milliseconds they lie in the first years of the 1970s. */
const EARLIEST_MS = 100_000_000_000

/** A time of a key, Unix ms; undefined for what is none. */
const timeOf = (ms: number | null | undefined): number | undefined =>
  isMoment(ms) && ms >= EARLIEST_MS ? ms : undefined

type Times = Pick<KeyRow, 'createdAt' | 'dueAt' | 'isExpiryUnknown'>

const caresOf = ({ createdAt, dueAt: expiresAt, isExpiryUnknown }: Times, now: number): KeyCare[] => [
  ...(expiresAt !== undefined && expiresAt <= now + EXPIRING_DAYS.soon * DAY_MS ? (['expiring'] as const) : []),
  ...(expiresAt === undefined && !isExpiryUnknown ? (['neverExpires'] as const) : []),
  ...(createdAt !== undefined && createdAt < now - OLD_DAYS * DAY_MS ? (['old'] as const) : []),
]

/**
 * What needs care first: what expires first, what never expires, what is old; then the rest that works, by when it expires; then
 * what does not work any more, what ended last first. Equals stand in the order in which they came.
 */
export const byCare = (a: KeyRow, b: KeyRow): number => {
  const ranks = rankOf(a) - rankOf(b)
  if (ranks !== 0) return ranks
  if (a.state !== 'active') return (b.endedAt ?? 0) - (a.endedAt ?? 0)
  // Of those that never expire the oldest was neglected longest.
  if (a.expiresAt === undefined || b.expiresAt === undefined) return (a.createdAt ?? 0) - (b.createdAt ?? 0)
  return a.expiresAt - b.expiresAt
}

const rankOf = ({ state, cares: [first] }: KeyRow): number => {
  if (state !== 'active') return 4
  return first === undefined ? 3 : { expiring: 0, neverExpires: 1, old: 2 }[first]
}

/** How many there are of each kind. */
export type KeyCounts = { all: number; active: number; expiring: number; neverExpires: number; old: number }

export const countKeys = (rows: readonly KeyRow[]): KeyCounts => {
  const having = (care: KeyCare) => rows.filter(({ cares }) => cares.includes(care)).length
  return {
    all: rows.length,
    active: rows.filter(({ state }) => state === 'active').length,
    expiring: having('expiring'),
    neverExpires: having('neverExpires'),
    old: having('old'),
  }
}

type Account = { id: string; item: readonly Lenient<ServiceAccountKey>[] | undefined }

/** The keys of accounts that work: those that will expire, and how many nobody seems to look after. */
export const keysInCare = (accounts: readonly Account[], now: number) => {
  const rows = accounts.flatMap(({ id, item = [] }) => item.map((key) => keyRow(id, key, now)))
  const { neverExpires, old } = countKeys(rows)
  const neglected = rows.filter(({ cares }) => cares.includes('neverExpires') || cares.includes('old')).sort(byCare)
  return {
    keys: rows.flatMap(({ key: { id = '', name = id }, expiresAt }) =>
      expiresAt === undefined ? [] : [{ id, name, expiresAt }],
    ),
    /** Ids of the keys that have one, most urgent first. */
    neglectedKeys: { neverExpires, old, ids: neglected.flatMap(({ key }) => key.id ?? []) },
  }
}
