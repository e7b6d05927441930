import { DAY_MS } from '../base/time.ts'

export type ServerClock = {
  /** Takes the Date header of an answer; anything that is no HTTP date is ignored. Answers the moment it names. */
  hear(date: string | undefined): number | undefined
  /** Unix milliseconds by the server, undefined before the first answer. */
  now(): number | undefined
  /** Server minus own clock in milliseconds, undefined before the first answer. */
  skewMs(): number | undefined
}

/** Reads an HTTP date to Unix milliseconds. `Date.parse` alone takes almost anything for a date. */
export const parseHttpDate = (text: string | undefined): number | undefined => {
  if (text === undefined || !/^[A-Z][a-z]{2,8},? .*\d\d:\d\d:\d\d GMT$/.test(text.trim())) return undefined
  const at = Date.parse(text)
  return Number.isNaN(at) ? undefined : at
}

/** Keeps the server's time: its last Date plus what has passed since on a clock that never jumps. */
export const createServerClock = (now: () => number, monotonicNow: () => number): ServerClock => {
  let heard: { date: number; at: number } | undefined
  const serverNow = (): number | undefined => (heard === undefined ? undefined : heard.date + monotonicNow() - heard.at)
  return {
    hear: (text) => {
      const date = parseHttpDate(text)
      if (date !== undefined) heard = { date, at: monotonicNow() }
      return date
    },
    now: serverNow,
    skewMs: () => {
      const server = serverNow()
      return server === undefined ? undefined : server - now()
    },
  }
}

/**
 * Milliseconds that a Retry-After header asks for. Seconds, or a date against the answer's own Date (`answeredAt`, Unix
 * milliseconds), because our clock may be off. Negative is 0; what is neither, or longer than ten years, is nonsense and
 * undefined.
 */
export const retryAfterMs = (header: string | undefined, answeredAt: number): number | undefined => {
  const text = header?.trim() ?? ''
  if (/^-?\d{1,9}(\.\d{1,9})?$/.test(text)) {
    const ms = Math.max(0, Math.ceil(Number(text) * 1000))
    return ms > TEN_YEARS_MS ? undefined : ms
  }
  const until = parseHttpDate(text)
  if (until === undefined) return undefined
  const ms = Math.max(0, until - answeredAt)
  return ms > TEN_YEARS_MS ? undefined : ms
}

const TEN_YEARS_MS = 10 * 366 * DAY_MS

/** `45 seconds`, `12 minutes`, `3 hours`, `2 days`: never shorter than what is meant. */
export const waitWords = (ms: number): string => {
  const seconds = Math.ceil(ms / 1000)
  const [count, unit] =
    seconds < 120
      ? [seconds, 'second']
      : seconds < 7200
        ? [Math.ceil(seconds / 60), 'minute']
        : seconds < 172_800
          ? [Math.ceil(seconds / 3600), 'hour']
          : [Math.ceil(seconds / 86_400), 'day']
  return `${count} ${unit}${count === 1 ? '' : 's'}`
}
