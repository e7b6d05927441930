import { DAY_MS } from '../base/time.ts'
import { parseHttpDate } from './server-clock.ts'

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
