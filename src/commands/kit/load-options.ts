import { AppError } from '../../base/errors.ts'
import type { DayTable } from '../../cache/ledger/ledger.ts'
import type { LedgerStatus } from '../../cache/ledger/ledger-status.ts'
import { cacheClearedMessage } from '../../cache/load/kit/offline.ts'
import type { LoadOptions, Source } from '../../cache/load/source.ts'
import type { CallOptions } from '../../client/client.ts'
import { type Day, daysOf, type Range } from '../../domain/calendar/calendar.ts'
import { joinDays, spansWithout } from '../../domain/calendar/spans.ts'
import { age, rangeLabel } from '../../domain/text/format.ts'
import { safeText } from '../../domain/text/safe-text.ts'
import type { Deps } from './command.ts'
import { noteProblems, noteTo } from './notes.ts'

/**
 * Options of a command's requests: an interruption cancels them. On a terminal, long waits that the server requests are
 * honoured and announced.
 */
export const callOptions = ({
  signal,
  err,
  isErrorTerminal,
}: Pick<Deps, 'signal' | 'err' | 'isErrorTerminal'>): CallOptions => ({
  signal,
  ...(isErrorTerminal && {
    onRetry: ({ waitMs, why }) => {
      if (waitMs >= MIN_ANNOUNCED_WAIT_MS)
        err(`${safeText(why)} Retrying in ${Math.ceil(waitMs / 1000)} s; Ctrl-C cancels.\n`)
    },
  }),
})

const MIN_ANNOUNCED_WAIT_MS = 2_000

/** {@link callOptions}, and whether --refresh bypasses the cache. */
export const loadOptions = (deps: Pick<Deps, 'signal' | 'err' | 'isErrorTerminal' | 'globals'>): LoadOptions => ({
  ...callOptions(deps),
  isForced: deps.globals.isRefresh,
})

/** The days of a range that are not cached, with --offline; none without it, because they can be loaded. */
export const missingOfflineDays = (source: Source, table: DayTable | 'users', range: Range): Range[] => {
  if (!source.isOffline) return []
  return spansWithout(
    range,
    source.ledger.cachedDays(table, range).map(({ day }) => day),
  )
}

/** Why loaded days are incomplete, as one sentence; undefined if they are complete. */
export const missingReason = (source: Source, missing: readonly Range[]): string | undefined =>
  source.isOffline || missing.length === 0 ? offlineReason(missing) : cacheClearedMessage(missing)

/**
 * Why data is incomplete with --offline, as one sentence; undefined if it is complete.
 *
 * @param uncached Days for which the cache has no complete data.
 * @param partly Those of them with some cached rows, because their load was interrupted.
 */
export const offlineReason = (uncached: readonly Range[], partly: ReadonlySet<Day> = new Set()): string | undefined => {
  if (uncached.length === 0) return undefined
  const days = uncached.flatMap(daysOf)
  const [some, none] = [days.filter((day) => partly.has(day)), days.filter((day) => !partly.has(day))]
  const parts = [
    ...(none.length > 0 ? [`no data for ${joinDays(none).map(rangeLabel).join(', ')}`] : []),
    ...(some.length > 0 ? [`only part of the data for ${joinDays(some).map(rangeLabel).join(', ')}`] : []),
  ]
  return `The cache has ${parts.join(' and ')}, and --offline sends no requests.`
}

/** When the oldest of the cached days was fetched, Unix ms; undefined without cached days. */
export const oldestFetchTime = (
  { ledger }: Source,
  tables: readonly (DayTable | 'users')[],
  range: Range,
): number | undefined => {
  const days = tables.flatMap((table) => ledger.cachedDays(table, range))
  return days.length === 0 ? undefined : Math.min(...days.map(({ fetchedAt }) => fetchedAt))
}

export const daysIn = (rows: readonly { date?: unknown }[]): Day[] =>
  rows.flatMap(({ date }) => (typeof date === 'string' ? [date] : []))

/** Part of a JSON document that is missing, and why, as a sentence. */
export type Missing = { what: string; why: string }

/** JSON members that mark incomplete data. */
export const incompleteMembers = (why: string | undefined): { incomplete?: true; missing?: readonly Missing[] } =>
  why === undefined ? {} : { incomplete: true, missing: [{ what: 'rows', why }] }

/** What a command reports after its rows. */
export type Remarks = {
  /** Sentences for standard error. */
  notes?: readonly (string | undefined)[]
  /** When the rows were fetched, Unix ms. */
  at?: number | undefined
  /** Members or rows that differ from the contract. */
  problems?: number
  /** Why rows are missing, as one sentence. */
  incomplete?: string | undefined
  error?: AppError | undefined
}

/** Prints remarks on standard error. @throws AppError of kind `incomplete` if rows are missing. */
export const finishCommand = async (
  { notes = [], at, problems = 0, incomplete, error }: Remarks,
  deps: Deps,
): Promise<undefined> => {
  for (const note of notes) if (note !== undefined) noteTo(deps.err, note)
  if (at !== undefined) noteAge(await deps.source(), at, deps)
  noteProblems(problems, deps)
  if (incomplete !== undefined) throw new AppError('incomplete', incomplete)
  if (error) throw error
}

/** Offline: prints the age of the data. */
export const noteAge = (source: Source, at: number | undefined, { err }: Pick<Deps, 'err'>): void => {
  if (source.isOffline && at !== undefined) noteTo(err, `Offline: fetched ${age(source.now() - at)} ago.`)
}

/** One sentence about a cache that cannot be used; undefined if it can. */
export const cacheProblem = (status: LedgerStatus): string | undefined => {
  if (status.is === 'newer')
    return `${status.path} was written by a newer version of Quarterdeck. It is left unchanged, and this run uses no cache.`
  if (status.is !== 'unreadable') return undefined
  return `${status.path} cannot be read (${status.why}): run qd cache clear to replace it.`
}
