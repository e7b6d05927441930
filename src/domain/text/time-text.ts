/** A moment in Unix ms as RFC 3339, for programs; null for what is none: dates end 8.64e15 ms from 1970 on either side. */
export const timeText = (ms: number | null | undefined): string | null =>
  typeof ms !== 'number' || !(Math.abs(ms) <= 8.64e15) ? null : new Date(ms).toISOString()
