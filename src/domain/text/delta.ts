import { decimal } from './format.ts'

/** How a value changed. `new`: there was nothing before. `gone`: nothing is left. `unknown`: one of the two is missing. */
export type DeltaKind = 'up' | 'down' | 'same' | 'new' | 'gone' | 'unknown'

export type Delta = {
  sign: '▲' | '▼' | '=' | '^' | 'v'
  /** The size of the change without a sign, `18.2 %`, or a word where there is no such size. */
  text: string
  kind: DeltaKind
  /** The change as a fraction of the value before; undefined where there is none. For sorting. */
  fraction: number | undefined
}

const signs = { up: '▲', down: '▼', same: '=', new: '▲', gone: '▼', unknown: '=' } as const
const asciiSigns = { up: '^', down: 'v', same: '=', new: '^', gone: 'v', unknown: '=' } as const

/** The change from `before` to `now`. One that rounds to 0.0 % is `same`. */
export const delta = (
  now: number | null | undefined,
  before: number | null | undefined,
  { ascii = false }: { ascii?: boolean } = {},
): Delta => {
  const kindOf = (kind: DeltaKind, text: string, fraction?: number): Delta => ({
    sign: (ascii ? asciiSigns : signs)[kind],
    text,
    kind,
    fraction,
  })
  if (typeof now !== 'number' || typeof before !== 'number') return kindOf('unknown', '?')
  if (!Number.isFinite(now) || !Number.isFinite(before)) return kindOf('unknown', '?')
  if (before === 0) return now === 0 ? kindOf('same', '0.0 %', 0) : kindOf('new', 'new')
  const fraction = (now - before) / Math.abs(before)
  if (now === 0) return kindOf('gone', 'gone', fraction)
  const size = Math.abs(fraction) * 100
  const text = `${decimal(size, size < 999.95 ? 1 : 0)} %`
  if (text === '0.0 %') return kindOf('same', text, fraction)
  return kindOf(fraction > 0 ? 'up' : 'down', text, fraction)
}
