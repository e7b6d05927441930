import type { QuietHours } from '../../config/notifier/notifier-schema.ts'

/** Whether a moment, Unix ms, is in quiet hours; the first minute is, the last one is not. */
export const isQuiet = ({ from, to, timeZone }: QuietHours, at: number): boolean => {
  const now = clockAt(at, timeZone)
  return from < to ? from <= now && now < to : from <= now || now < to
}

/** The time of day there, `22:05`. */
const clockAt = (at: number, timeZone: string | undefined): string =>
  new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit', hourCycle: 'h23', timeZone }).format(at)
