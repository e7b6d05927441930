import { decimal, shortNumber } from './format.ts'
import { signsFor } from './signs.ts'

/** `new`: the previous value was 0. `gone`: the current value is 0. `unknown`: a value is missing. */
type DeltaKind = 'up' | 'down' | 'same' | 'new' | 'gone' | 'unknown'

export type Delta = {
  /** Sign for up, down or the same, from {@link signsFor}. */
  sign: string
  /** Size of the change without a sign, `18.2 %`, `1.0 pt` or `402x`, or a word if there is no such size. */
  text: string
  kind: DeltaKind
  /** The change as a fraction of the previous value; for shares, the difference. Undefined if there is none. */
  fraction: number | undefined
}

const NAMES = { up: 'up', down: 'down', same: 'same', new: 'up', gone: 'down', unknown: 'same' } as const

export type DeltaOptions = {
  ascii?: boolean
  /** The type of the values. Shares are fractions of 1, and their change is in points. @default 'count' */
  of?: 'count' | 'ratio' | 'share' | undefined
}

/** Ratio from which a change is shown as a multiple: percentages would be long and harder to read. */
const TIMES = 10

/**
 * The change from `before` to `now`: in percent, in points for shares, and as `402x` if the value is at least ten times
 * the previous one. A change that rounds to 0.0 is `same`.
 */
export const delta = (
  now: number | null | undefined,
  before: number | null | undefined,
  { ascii = false, of = 'count' }: DeltaOptions = {},
): Delta => {
  const deltaOf = (kind: DeltaKind, text: string, fraction?: number): Delta => ({
    sign: signsFor(ascii)[NAMES[kind]],
    text,
    kind,
    fraction,
  })
  if (typeof now !== 'number' || typeof before !== 'number') return deltaOf('unknown', '?')
  if (!Number.isFinite(now) || !Number.isFinite(before)) return deltaOf('unknown', '?')
  if (of === 'share') {
    const points = decimal(Math.abs(now - before) * 100, 1)
    const kind = points === '0.0' ? 'same' : now > before ? 'up' : 'down'
    return deltaOf(kind, `${points} pt`, now - before)
  }
  if (before === 0) return now === 0 ? deltaOf('same', '0.0 %', 0) : deltaOf('new', 'new')
  const fraction = (now - before) / Math.abs(before)
  if (now === 0) return deltaOf('gone', 'gone', fraction)
  if (before > 0 && now / before >= TIMES) return deltaOf('up', `${shortNumber(now / before)}x`, fraction)
  const text = `${decimal(Math.abs(fraction) * 100, 1)} %`
  if (text === '0.0 %') return deltaOf('same', text, fraction)
  return deltaOf(fraction > 0 ? 'up' : 'down', text, fraction)
}

/** Suffixes of the fields for the previous value and the change. */
export const PREVIOUS = '_previous'
export const CHANGE = '_change'

/**
 * The fields for a comparison: the previous value, and the change as a fraction of it (for shares, the difference). A
 * field is null if the previous value is unknown, or if a fraction of it doesn't exist.
 */
export const compared = (
  member: string,
  now: unknown,
  before: unknown,
  of: DeltaOptions['of'] = 'count',
): Record<string, number | null> => ({
  [member + PREVIOUS]: numberOf(before) ?? null,
  [member + CHANGE]: delta(numberOf(now), numberOf(before), { of }).fraction ?? null,
})

export const numberOf = (value: unknown): number | undefined => (typeof value === 'number' ? value : undefined)
