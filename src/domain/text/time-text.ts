import { isMoment } from '../../base/time.ts'

/** A moment in Unix ms as RFC 3339, for programs; null for what is none. */
export const timeText = (ms: number | null | undefined): string | null =>
  isMoment(ms) ? new Date(ms).toISOString() : null
