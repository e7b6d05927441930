import { DAY_MS } from '../../base/time.ts'
import { dayOf } from '../calendar/calendar.ts'
import { outputOf } from '../output/csv.ts'
import { age, moment, monthLabel, UNKNOWN } from '../text/format.ts'
import { signsFor } from '../text/signs.ts'
import { timeText } from '../text/time-text.ts'
import type { KeyConcern, KeyRow } from './key-rows.ts'

/** `28 Nov, in 6 d`, `never`, or `?` if unknown; empty for a key that isn't active. */
export const expiryText = ({ state, expiresAt, isExpiryUnknown }: KeyRow, now: number): string => {
  if (state !== 'active') return ''
  if (isExpiryUnknown) return UNKNOWN
  return expiresAt === undefined ? 'never' : `${shortDay(expiresAt)}, in ${leftText(expiresAt - now)}`
}

/** Why a key needs attention or doesn't work: `! expiring`, `◇ never expires, 1 y old`, `revoked 3 Mar 2026`. */
export const keyNote = (row: KeyRow, now: number, isAscii = false): string => {
  const { state, endedAt, concerns, createdAt } = row
  if (state !== 'active') return endedAt === undefined ? state : `${state} ${dayText(endedAt, now)}`
  if (concerns.length === 0) return ''
  const words: Record<KeyConcern, string> = {
    expiring: 'expiring',
    neverExpires: 'never expires',
    old: `${ageText(now - (createdAt ?? now))} old`,
  }
  return `${signsFor(isAscii)[concerns.includes('expiring') ? 'attention' : 'notable']} ${concerns.map((concern) => words[concern]).join(', ')}`
}

/** `3 Mar`, with the year if it isn't the current one; `?` for an invalid timestamp. */
const dayText = (ms: number, now: number): string => {
  const short = shortDay(ms)
  if (short === UNKNOWN || dayOf(ms).slice(0, 4) === dayOf(now).slice(0, 4)) return short
  return `${short} ${dayOf(ms).slice(0, 4)}`
}

const shortDay = (ms: number): string => {
  if (moment(ms) === UNKNOWN) return UNKNOWN
  const day = dayOf(ms)
  return `${Number(day.slice(8))} ${monthLabel(day)}`
}

/** `6 d`, `7 h`, `12 min`. */
const leftText = (ms: number): string => (ms < 60_000 ? 'less than a minute' : age(ms))

/** `1 y`, `90 d`. */
const ageText = (ms: number): string => {
  const days = Math.floor(ms / DAY_MS)
  return days < 365 ? `${days} d` : `${Math.floor(days / 365)} y`
}

/**
 * Draws the lifetime of a key in `cells` cells from creation to expiry, with a mark for now: `├──────●─┤`; `├────●` if
 * it never expires; `├──×` if it has ended. The longest lifetime of all keys, `spanMs`, has the full width. Empty if
 * the creation time is unknown.
 */
export const lifeLine = (
  { createdAt, expiresAt, endedAt, state }: KeyRow,
  { now, spanMs, cells, isAscii }: { now: number; spanMs: number; cells: number; isAscii: boolean },
): string => {
  if (createdAt === undefined || cells < 3) return ''
  const [begin, line, today, end, cross] = isAscii ? ['|', '-', '*', '|', '#'] : ['├', '─', '●', '┤', '×']
  const placeOf = (ms: number): number =>
    Math.min(cells - 1, Math.max(1, Math.round(((ms - createdAt) / Math.max(1, spanMs)) * (cells - 1))))
  const upTo = (place: number, sign: string): string => begin + line.repeat(place - 1) + sign
  if (state !== 'active') return upTo(placeOf(endedAt ?? now), cross)
  if (expiresAt === undefined) return upTo(placeOf(now), today)
  const last = Math.max(2, placeOf(expiresAt))
  const at = Math.min(last - 1, placeOf(now))
  return upTo(at, today) + line.repeat(last - at - 1) + end
}

/** The longest lifetime of the keys, ms. It is the scale of {@link lifeLine}. */
export const longestLife = (rows: readonly KeyRow[], now: number): number =>
  rows.reduce(
    (most, { createdAt, expiresAt, endedAt }) => Math.max(most, (expiresAt ?? endedAt ?? now) - (createdAt ?? now)),
    1,
  )

/** What is computed for a key. Times are ISO 8601; `needs` says why an active key needs attention. */
export const keyComputed = ({ state, concerns, createdAt, dueAt, key }: KeyRow, now: number) => ({
  state,
  needs: concerns,
  createdAt: timeText(createdAt),
  expiresAt: timeText(dueAt),
  revokedAt: timeText(key.revokedAt),
  daysLeft: state === 'active' && dueAt !== undefined ? Math.floor((dueAt - now) / DAY_MS) : null,
})

/** Columns for machine-readable tables, with times as RFC 3339. */
export const { columns: KEY_COLUMNS, rowOf: keyOutput } = outputOf<[row: KeyRow, now: number, isAscii?: boolean]>({
  serviceAccountId: ({ account }) => account,
  id: ({ key }) => key.id,
  name: ({ key }) => key.name,
  fingerprint: ({ key }) => key.fingerprint,
  state: ({ state }) => state,
  needs: ({ concerns }) => concerns.join(', ') || null,
  createdAt: ({ createdAt }) => timeText(createdAt),
  expiresAt: ({ dueAt }) => timeText(dueAt),
  revokedAt: ({ key }) => timeText(key.revokedAt),
  note: keyNote,
})
