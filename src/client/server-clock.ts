import { DAY_MS } from '../base/time.ts'

/** Reads an HTTP date to Unix milliseconds. `Date.parse` alone takes almost anything for a date. */
export const parseHttpDate = (text: string | undefined): number | undefined => {
  if (text === undefined || !/^[A-Z][a-z]{2,8},? .*\d\d:\d\d:\d\d GMT$/.test(text.trim())) return undefined
  const at = Date.parse(text)
  return Number.isNaN(at) ? undefined : at
}

/** Keeps the server's time: its last Date plus what has passed since on a clock that never jumps. */
export const createServerClock = (now: () => number, monotonicNow: () => number) => {
  let heard: { date: number; at: number } | undefined
  const serverNow = (): number | undefined => (heard === undefined ? undefined : heard.date + monotonicNow() - heard.at)
  return {
    /** Takes the Date header of an answer; anything that is no HTTP date is ignored. Answers the moment it names. */
    hear: (text: string | undefined): number | undefined => {
      const date = parseHttpDate(text)
      if (date !== undefined) heard = { date, at: monotonicNow() }
      return date
    },
    /** Unix milliseconds by the server, undefined before the first answer. */
    now: serverNow,
    /** Server minus own clock in milliseconds, undefined before the first answer. */
    skewMs: (): number | undefined => {
      const server = serverNow()
      return server === undefined ? undefined : server - now()
    },
  }
}

export type ServerClock = ReturnType<typeof createServerClock>

/**
 * Milliseconds that a Retry-After header asks for. Seconds, or a date against the answer's own Date (`answeredAt`, Unix
 * milliseconds), because our clock may be off. Negative is 0; what is neither, or longer than ten years, is nonsense and
 * undefined.
 */
export const retryAfterMs = (header: string | undefined, answeredAt: number): number | undefined => {
  const text = header?.trim() ?? ''
  const isSeconds = /^-?\d{1,9}(\.\d{1,9})?$/.test(text)
  const asked = isSeconds ? Math.ceil(Number(text) * 1000) : (parseHttpDate(text) ?? Number.NaN) - answeredAt
  return asked <= TEN_YEARS_MS ? Math.max(0, asked) : undefined
}

const TEN_YEARS_MS = 10 * 366 * DAY_MS

/** `45 seconds`, `12 minutes`, `3 hours`, `2 days`: never shorter than what is meant. */
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
