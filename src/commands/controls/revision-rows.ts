import { usageError } from '../../base/errors.ts'
import { assertNotFuture } from '../../domain/calendar/as-of.ts'
import { type Day, isDay } from '../../domain/calendar/calendar.ts'
import { toJson } from '../../domain/output/output.ts'
import type { Blame } from '../../domain/revisions/blame.ts'
import type { RevisionBrief } from '../../domain/revisions/revision-brief.ts'
import { MASK, shownSettings } from '../../domain/secrets/mask-settings.ts'
import { counted, moment } from '../../domain/text/format.ts'
import type { Format } from '../kit/output-format.ts'
import type { ColumnLayout } from '../output/row-layout.ts'

/** When a revision was made, for tables; null if not known. */
export const timeText = ({ updatedAt }: Pick<RevisionBrief, 'updatedAt'>): string | null =>
  updatedAt === undefined ? null : moment(Date.parse(updatedAt))

export const revisionColumns = [
  { member: 'revision', title: 'REV', kind: 'count' },
  { member: 'time', title: 'TIME', kind: 'day' },
  { member: 'who', title: 'BY', kind: 'text' },
] as const satisfies readonly ColumnLayout[]

/**
 * A setting as a member of a row: the value itself for json and ndjson, its JSON text for other formats, null if there
 * is none. A masked secret is `••••••` in both.
 */
export const valueMember = (value: unknown, format: Format): unknown => {
  if (value === undefined) return null
  const shown = shownSettings(value)
  if (format === 'json' || format === 'ndjson') return shown
  return shown === MASK ? MASK : toJson(shown)
}

/** Note on how many revisions were loaded, and how far back. */
export const searchedRevisionsText = ({ searched, isWhole }: Pick<Blame, 'searched' | 'isWhole'>): string => {
  const { count, newest, oldest } = searched
  const span = count === 0 ? '' : `, ${newest} back to ${oldest}`
  const end = isWhole ? ', the complete history.' : '.'
  return `Searched ${counted(count, 'revision')}${span}${end}`
}

/** The same as members of the JSON output. */
export const searchedRevisionsMembers = ({ searched, isWhole }: Pick<Blame, 'searched' | 'isWhole'>): object => ({
  revisions: searched.count,
  newest: searched.newest ?? null,
  oldest: searched.oldest ?? null,
  isWhole: isWhole,
})

/** How a revision is named: `latest~2`, a number, or the one in effect at the end of a UTC day. */
export type RevisionName =
  | { is: 'latest'; back: number; text: string }
  | { is: 'number'; revision: number; text: string }
  | { is: 'day'; day: Day; text: string }

/** The names of revisions, for help. */
export const REVISION_HELP =
  'A revision is named by its number, by latest or latest~N (N revisions earlier), or by a date: the revision in effect at the end of that day (UTC).'

/** @throws AppError of kind `usage` on a text that names no revision, and on a day in the future. */
export const parseRevisionName = (text: string, nowMs: number): RevisionName => {
  const latest = /^latest(?:~(\d{1,6}))?$/.exec(text)
  if (latest) return { is: 'latest', back: Number(latest[1] ?? 0), text }
  if (/^\d{1,15}$/.test(text)) return { is: 'number', revision: Number(text), text }
  if (isDay(text)) {
    assertNotFuture(text, nowMs)
    return { is: 'day', day: text, text }
  }
  throw usageError(`"${text}" is not a revision: use a number, latest, latest~3 or a date such as 2026-11-01.`)
}
