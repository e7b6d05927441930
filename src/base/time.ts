export const HOUR_MS = 3_600_000
export const DAY_MS = 24 * HOUR_MS

/** Whether a value is a valid timestamp in Unix ms: ±8.64e15 ms around 1970. A server may send any number. */
export const isValidTimestamp = (value: unknown): value is number =>
  typeof value === 'number' && Math.abs(value) <= 8.64e15

/** Whether this machine knows a time zone, such as `Europe/Berlin`. */
export const isTimeZone = (name: string): boolean => {
  try {
    return Boolean(new Intl.DateTimeFormat('en', { timeZone: name }))
  } catch {
    return false
  }
}
