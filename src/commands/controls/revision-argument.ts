import { AppError } from '../../base/errors.ts'
import type { Source } from '../../cache/load/source.ts'
import { type ControlRevision, HISTORY_LIMIT } from '../../contract/controls.ts'
import type { Lenient } from '../../contract/lenient.ts'
import { type Day, isDay } from '../../domain/calendar/calendar.ts'
import { firstGap } from '../../domain/revisions/revision-gap.ts'
import { loadOptions } from '../kit/cache-use.ts'
import type { Deps } from '../kit/command.ts'

/** Which revision is meant: `latest~2`, a number, or the one that held at the end of a UTC day. */
export type RevisionName =
  | { is: 'latest'; back: number; text: string }
  | { is: 'number'; revision: number; text: string }
  | { is: 'day'; day: Day; text: string }

/** How a revision is named, for help. */
export const REVISION_HELP =
  'A revision is its number, latest, latest~N for the Nth before it, or a date: what held at the end of that day, UTC.'

/** @throws AppError of kind `usage` on what names no revision. */
export const parseRevisionName = (text: string): RevisionName => {
  const latest = /^latest(?:~(\d{1,6}))?$/.exec(text)
  if (latest) return { is: 'latest', back: Number(latest[1] ?? 0), text }
  if (/^\d{1,15}$/.test(text)) return { is: 'number', revision: Number(text), text }
  if (isDay(text)) return { is: 'day', day: text, text }
  throw new AppError(
    'usage',
    `"${text}" names no revision: give a number, latest, latest~3 or a date such as 2026-11-01.`,
  )
}

export type Revision = Lenient<ControlRevision>

/** Revisions, newest first, as many as were needed, and when they were fetched. */
export type History = {
  rows: Revision[]
  isWhole: boolean
  at: number
  incomplete: string | undefined
  problems: number
  /** Whether only what is kept was looked at. @default false */
  isOffline?: boolean
}

/** Loads the history newest first, a little at first and then more, until somebody has what was looked for, or all of it. */
export type LoadHistory = (isEnough: (rows: readonly Revision[]) => boolean) => Promise<History>

/** Revisions that are asked for at first. */
export const FIRST_PAGE = 20
/** More than a walk brings: all there is. */
export const ALL_REVISIONS = 100_000

/** A page more; of a long history a quarter more, as each step reads again what is kept. */
const stepAfter = (limit: number): number => HISTORY_LIMIT.max * Math.max(1, Math.ceil(limit / 4 / HISTORY_LIMIT.max))

/** The history through the ledger, secrets masked. */
export const loadMaskedHistory =
  (source: Source, deps: Deps): LoadHistory =>
  async (isEnough) => {
    const options = loadOptions(deps)
    for (let limit = FIRST_PAGE; ; limit = Math.min(ALL_REVISIONS, limit + stepAfter(limit))) {
      // What has just been asked for is kept: only the first walk is forced.
      const forced = limit === FIRST_PAGE ? options : { ...options, isForced: false }
      const { data, at, incomplete, problems } = await source.loadRevisions(limit, forced)
      const isEnd = data.length < limit || limit === ALL_REVISIONS
      const history = { rows: data, isWhole: isEnd, at, incomplete, problems, isOffline: source.isOffline }
      if (isEnough(data)) return history
      if (isEnd) return { ...history, incomplete: incomplete ?? olderNotKept(source, data) }
    }
  }

/** Offline, says that older revisions than these may be missing; undefined where there are none, or the server was asked. */
export const olderNotKept = ({ isOffline }: Source, rows: readonly Revision[]): string | undefined => {
  const oldest = rows.at(-1)?.revision
  return isOffline && oldest !== undefined && oldest > 1
    ? `Offline: nothing older than revision ${oldest} is kept on this machine.`
    : undefined
}

/** Whether the revision that is meant is among these, or cannot be further down. */
export const isReached = (rows: readonly Revision[], name: RevisionName): boolean => {
  if (name.is === 'latest') return rows.length > name.back
  const oldest = rows.at(-1)
  if (name.is === 'number') return rows.some(({ revision }) => revision !== undefined && revision <= name.revision)
  return oldest !== undefined && heldOn(oldest, name.day)
}

const heldOn = ({ updatedAt }: Revision, day: Day): boolean =>
  updatedAt !== undefined && new Date(updatedAt).toISOString().slice(0, 10) <= day

/**
 * The revision that is meant. Where numbers are missing above one that is not named by its own, nobody knows which it is.
 *
 * @throws AppError of kind `notFound`, or `incomplete` where it may be one that could not be looked at.
 */
export const revisionAmong = (
  { rows, incomplete, isOffline }: Pick<History, 'rows' | 'incomplete' | 'isOffline'>,
  name: RevisionName,
): Revision => {
  const at =
    name.is === 'latest'
      ? name.back
      : rows.findIndex((row) => (name.is === 'number' ? row.revision === name.revision : heldOn(row, name.day)))
  const found = rows[at]
  if (found && incomplete !== undefined && name.is !== 'number' && firstGap(rows.slice(0, at + 1)))
    throw new AppError('incomplete', `Which revision ${name.text} is cannot be told. ${incomplete}`)
  if (found) return found
  if (incomplete !== undefined) throw new AppError('incomplete', `Revision ${name.text} was not found. ${incomplete}`)
  const known = knownText(rows)
  if (isOffline)
    throw new AppError('incomplete', `Revision ${name.text} is not kept on this machine, which has ${known}.`)
  throw new AppError('notFound', `There is no revision ${name.text}: The history has ${known}.`)
}

const knownText = (rows: readonly Revision[]): string => {
  const [newest, oldest] = [rows[0]?.revision, rows.at(-1)?.revision]
  if (newest === undefined) return 'no revisions'
  return newest === oldest ? `revision ${newest} alone` : `revisions ${oldest} to ${newest}`
}
