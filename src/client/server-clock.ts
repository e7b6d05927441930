import { DAY_MS } from '../base/time.ts'

/** Parses an HTTP date to Unix milliseconds. `Date.parse` alone accepts too many formats. */
export const parseHttpDate = (text: string | undefined): number | undefined => {
  if (text === undefined || !/^[A-Z][a-z]{2,8},? .*\d\d:\d\d:\d\d GMT$/.test(text.trim())) return undefined
  const at = Date.parse(text)
  return Number.isNaN(at) ? undefined : at
}

/** Tracks the server's time: its last Date plus the time since, measured by a clock that never jumps. */
export const createServerClock = (now: () => number, monotonicNow: () => number) => {
  let last: { date: number; at: number } | undefined
  const serverNow = (): number | undefined => (last === undefined ? undefined : last.date + monotonicNow() - last.at)
  return {
    /** Stores the Date header of a response. Returns its time, or undefined for an invalid date, which is ignored. */
    observe: (text: string | undefined): number | undefined => {
      const date = parseHttpDate(text)
      if (date !== undefined) last = { date, at: monotonicNow() }
      return date
    },
    /** The server's time in Unix milliseconds; undefined before the first response. */
    now: serverNow,
    /** The server's clock minus this machine's clock, in milliseconds; undefined before the first response. */
    skewMs: (): number | undefined => {
      const server = serverNow()
      return server === undefined ? undefined : server - now()
    },
  }
}

export type ServerClock = ReturnType<typeof createServerClock>

/**
 * Parses a Retry-After header to milliseconds: seconds, or a date relative to the response's own Date (`answeredAt`,
 * Unix milliseconds), because this machine's clock may be wrong. A negative wait is 0. An invalid value, or one of more
 * than ten years, is undefined.
 */
export const retryAfterMs = (header: string | undefined, answeredAt: number): number | undefined => {
  const text = header?.trim() ?? ''
  const isSeconds = /^-?\d{1,9}(\.\d{1,9})?$/.test(text)
  const waitMs = isSeconds ? Math.ceil(Number(text) * 1000) : (parseHttpDate(text) ?? Number.NaN) - answeredAt
  return waitMs <= TEN_YEARS_MS ? Math.max(0, waitMs) : undefined
}

const TEN_YEARS_MS = 10 * 366 * DAY_MS

/** `45 seconds`, `12 minutes`, `3 hours`, `2 days`. Always rounds up. */
export const waitWords = (ms: number): string => {
  const seconds = Math.ceil(ms / 1000)
  const units = [
    ['second', 1, 120],
    ['minute', 60, 7200],
    ['hour', 3600, 172_800],
    ['day', 86_400, Number.POSITIVE_INFINITY],
  ] as const
  const [unit, length] = units.find(([, , end]) => seconds < end) ?? units[3]
  const count = Math.ceil(seconds / length)
  return `${count} ${unit}${count === 1 ? '' : 's'}`
}
