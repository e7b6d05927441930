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
