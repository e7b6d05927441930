import { AppError } from '../../base/errors.ts'
import { type Day, isDay } from '../../domain/calendar/calendar.ts'
import { judgeNotFuture } from '../../domain/calendar/known-at.ts'

/** Which revision is meant: `latest~2`, a number, or the one that held at the end of a UTC day. */
export type RevisionName =
  | { is: 'latest'; back: number; text: string }
  | { is: 'number'; revision: number; text: string }
  | { is: 'day'; day: Day; text: string }

/** How a revision is named, for help. */
export const REVISION_HELP =
  'A revision is its number, latest, latest~N for the Nth before it, or a date: what held at the end of that day, UTC.'

/** @throws AppError of kind `usage` on what names no revision, and on a day in the future. */
export const parseRevisionName = (text: string, nowMs: number): RevisionName => {
  const latest = /^latest(?:~(\d{1,6}))?$/.exec(text)
  if (latest) return { is: 'latest', back: Number(latest[1] ?? 0), text }
  if (/^\d{1,15}$/.test(text)) return { is: 'number', revision: Number(text), text }
  if (isDay(text)) {
    judgeNotFuture(text, nowMs)
    return { is: 'day', day: text, text }
  }
  throw new AppError(
    'usage',
    `"${text}" names no revision: give a number, latest, latest~3 or a date such as 2026-11-01.`,
  )
}
