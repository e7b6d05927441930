import { isValidTimestamp } from '../../base/time.ts'
import { age, UNKNOWN } from './format.ts'

/** A timestamp in Unix ms as RFC 3339, for scripts; null if invalid. */
export const timeText = (ms: number | null | undefined): string | null =>
  isValidTimestamp(ms) ? new Date(ms).toISOString() : null

/** A duration: `12 s`, `2 min 51 s`, `1 h 4 min`, `3 d 2 h`; `?` if unknown. */
export const duration = (ms: number | undefined): string => {
  if (ms === undefined || !Number.isFinite(ms)) return UNKNOWN
  const seconds = Math.max(0, Math.round(ms / 1000))
  if (seconds < 60) return `${seconds} s`
  if (seconds < 3600) return joined(Math.floor(seconds / 60), 'min', seconds % 60, 's')
  if (seconds < 86_400) return joined(Math.floor(seconds / 3600), 'h', Math.floor((seconds % 3600) / 60), 'min')
  return joined(Math.floor(seconds / 86_400), 'd', Math.floor((seconds % 86_400) / 3600), 'h')
}

const joined = (large: number, largeUnit: string, small: number, smallUnit: string): string =>
  small === 0 ? `${large} ${largeUnit}` : `${large} ${largeUnit} ${small} ${smallUnit}`

/** Maximum difference between this machine's clock and the server's without a warning, in ms. */
const TOLERATED_MS = 5 * 60_000

/** Whether this machine's clock is far enough off to warn the user: days start and end by the server's clock. */
export const isClockOff = (skewMs: number): boolean => Math.abs(skewMs) > TOLERATED_MS

/** The first half of a sentence about this machine's clock. @param skewMs The server's clock minus ours, ms. */
export const clockSkewText = (skewMs: number): string =>
  `This machine's clock is ${age(Math.abs(skewMs))} ${skewMs > 0 ? 'behind' : 'ahead of'} the server clock`
