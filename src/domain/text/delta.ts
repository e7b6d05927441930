import { decimal, shortNumber } from './format.ts'
import { signsFor } from './signs.ts'

/** How a value changed. `new`: there was nothing before. `gone`: nothing is left. `unknown`: one of the two is missing. */
type DeltaKind = 'up' | 'down' | 'same' | 'new' | 'gone' | 'unknown'

export type Delta = {
  /** Up, down or the same, as {@link signsFor} has it. */
  sign: string
  /** The size of the change without a sign, `18.2 %`, `1.0 pt` or `402x`, or a word where there is no such size. */
  text: string
  kind: DeltaKind
  /** The change as a fraction of the value before, of a share the difference; undefined where there is none. */
  fraction: number | undefined
}

const NAMES = { up: 'up', down: 'down', same: 'same', new: 'up', gone: 'down', unknown: 'same' } as const

export type DeltaOptions = {
  ascii?: boolean
  /** What the two are. Shares, as fractions of 1, change in points. @default 'count' */
  of?: 'count' | 'ratio' | 'share' | undefined
}

/** From so many times the value before on, it is told how many times it is: percents of it would be long and say less. */
const TIMES = 10

/**
 * The change from `before` to `now`: in percent, of shares in points, and as `402x` where it is ten times the value before or
 * more. One that rounds to 0.0 is `same`.
 */
export const delta = (
  now: number | null | undefined,
  before: number | null | undefined,
  { ascii = false, of = 'count' }: DeltaOptions = {},
): Delta => {
  const kindOf = (kind: DeltaKind, text: string, fraction?: number): Delta => ({
    sign: signsFor(ascii)[NAMES[kind]],
    text,
    kind,
    fraction,
  })
  if (typeof now !== 'number' || typeof before !== 'number') return kindOf('unknown', '?')
  if (!Number.isFinite(now) || !Number.isFinite(before)) return kindOf('unknown', '?')
  if (of === 'share') {
    const points = decimal(Math.abs(now - before) * 100, 1)
    const kind = points === '0.0' ? 'same' : now > before ? 'up' : 'down'
    return kindOf(kind, `${points} pt`, now - before)
  }
  if (before === 0) return now === 0 ? kindOf('same', '0.0 %', 0) : kindOf('new', 'new')
  const fraction = (now - before) / Math.abs(before)
  if (now === 0) return kindOf('gone', 'gone', fraction)
  if (before > 0 && now / before >= TIMES) return kindOf('up', `${shortNumber(now / before)}x`, fraction)
  const text = `${decimal(Math.abs(fraction) * 100, 1)} %`
  if (text === '0.0 %') return kindOf('same', text, fraction)
  return kindOf(fraction > 0 ? 'up' : 'down', text, fraction)
}

/** What the members of the value before and of the change are called, behind the name of the value. */
export const PREVIOUS = '_previous'
export const CHANGE = '_change'

/**
 * What stands behind a value that is compared: the value before, and the change as a fraction of it, of a share the difference.
 * Each is null where there is none: nothing was known before, or there was nothing that a change could be a fraction of.
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

/** The value where it is a number. */
export const numberOf = (value: unknown): number | undefined => (typeof value === 'number' ? value : undefined)
