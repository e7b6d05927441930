import { usageError } from '../../base/errors.ts'
import { type Day, isDay } from '../../domain/calendar/calendar.ts'
import { judgeNotFuture } from '../../domain/calendar/known-at.ts'
import { toJson } from '../../domain/output/output.ts'
import type { Blame } from '../../domain/revisions/blame.ts'
import type { RevisionBrief } from '../../domain/revisions/revision-brief.ts'
import { MASK, shownSettings } from '../../domain/secrets/mask-settings.ts'
import { moment } from '../../domain/text/format.ts'
import type { Format } from '../kit/output-format.ts'
import type { ColumnLayout } from '../output/row-layout.ts'

/** When a revision was made, as people read it; null where that is not known. */
export const timeText = ({ updatedAt }: Pick<RevisionBrief, 'updatedAt'>): string | null =>
  updatedAt === undefined ? null : moment(Date.parse(updatedAt))

export const revisionColumns = [
  { member: 'revision', title: 'REV', kind: 'count' },
  { member: 'time', title: 'TIME', kind: 'day' },
  { member: 'who', title: 'BY', kind: 'text' },
] as const satisfies readonly ColumnLayout[]

/**
 * A setting as a member of a row: what it is for json and ndjson, its JSON as text for the other formats; null for none. A
 * masked secret alone is `••••••` in both.
 */
export const valueMember = (value: unknown, format: Format): unknown => {
  if (value === undefined) return null
  const shown = shownSettings(value)
  if (format === 'json' || format === 'ndjson') return shown
  return shown === MASK ? MASK : toJson(shown)
}

/** How far back a command looked. */
export const lookedText = ({ looked, isWhole }: Pick<Blame, 'looked' | 'isWhole'>): string => {
  const { count, newest, oldest } = looked
  const span = count === 0 ? '' : `, ${newest} back to ${oldest}`
  const end = isWhole ? ', the whole history.' : '.'
  return `Looked at ${count} ${count === 1 ? 'revision' : 'revisions'}${span}${end}`
}

/** The same as members of an answer. */
export const lookedMembers = ({ looked, isWhole }: Pick<Blame, 'looked' | 'isWhole'>): object => ({
  revisions: looked.count,
  newest: looked.newest ?? null,
  oldest: looked.oldest ?? null,
  is_whole: isWhole,
})

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
  throw usageError(`"${text}" names no revision: give a number, latest, latest~3 or a date such as 2026-11-01.`)
}
