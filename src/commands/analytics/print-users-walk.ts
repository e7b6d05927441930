import { AppError, usageError } from '../../base/errors.ts'
import { isRefusal } from '../../cache/load/kit/load-errors.ts'
import { readPages } from '../../cache/load/people/raw-person-days.ts'
import type { Source, UsersPart } from '../../cache/load/source.ts'
import { pagesOf } from '../../client/pages.ts'
import { planSettings } from '../../config/profiles/plan-settings.ts'
import { USERS_LIMIT } from '../../contract/constants.ts'
import type { Day, Range } from '../../domain/calendar/calendar.ts'
import { isWithinTeam, UNASSIGNED } from '../../domain/teams/teams.ts'
import { counted } from '../../domain/text/format.ts'
import { figureOf } from '../../domain/usage/measure-figures.ts'
import { creditMeasures } from '../../domain/usage/usage-measures.ts'
import type { Deps } from '../kit/command.ts'
import {
  callOptions,
  daysIn,
  finishCommand,
  incompleteMembers,
  loadOptions,
  missingOfflineDays,
  offlineReason,
  oldestFetchTime,
} from '../kit/load-options.ts'
import { loadTeams } from '../kit/load-teams.ts'
import { createStatusLine, noteTo } from '../kit/notes.ts'
import { NO_PREVIOUS_PERIOD } from '../kit/option-values.ts'
import { pseudonymizeUsers } from '../output/pseudonyms.ts'
import { isRow, type RawRow } from '../output/row-layout.ts'
import { type LoadedModelCredits, loadModelCredits } from './load-model-credits.ts'
import type { UsersOptions } from './users-options.ts'
import { sinkFor } from './walk-sinks.ts'

/** Loads and prints all pages. Prints rows as they arrive, unless sorting, sums or a comparison need all of them. */
export const printUsersWalk = async (parsed: UsersOptions, deps: Deps): Promise<undefined> => {
  deps.tuneGcForStreaming()
  const source = await deps.source()
  const orgId = source.ledger.orgId()
  const { range, previous } = parsed
  const salt = parsed.isPseudonymous ? await deps.salt() : undefined
  const models = await loadModelCredits({ ...parsed, salt }, deps)
  const options = {
    ...parsed,
    previous: isPeriodUncached(source, previous) ? undefined : previous,
    credits: models.credits,
    stopped: models.stopped,
    price: planSettings(deps.env, await deps.credentials()).creditPrice,
  }
  const whole = { from: previous?.from ?? range.from, to: range.to }
  let sink = sinkFor(options, deps)
  const progress = createStatusLine(deps)
  const parts =
    options.cursor === undefined
      ? source.walkUsers(whole, { ...loadOptions(deps), limit: options.limit })
      : walkFromCursor(options, deps)
  const days = new Set<Day>()
  const isInTeam = await teamFilter(parsed, deps)
  const named = (rows: readonly unknown[]): RawRow[] => {
    const own = rows.filter(isRow).filter(isInTeam)
    return salt === undefined ? own : pseudonymizeUsers(own, salt)
  }
  let superseded = 0
  const walked = await processParts(parts, async (part, rowCount) => {
    for (const day of daysIn(part.rows.filter(isRow))) days.add(day)
    await sink.take(named(part.rows))
    if (part.changedRows.length > 0) superseded += await sink.takeChanged(named(part.changedRows))
    if (part.notice !== undefined) noteTo(deps.err, part.notice)
    if (part.page > 0 && !deps.globals.isVerbose) progress.show(`page ${part.page}, ${counted(rowCount, 'row')}`)
  })
  progress.clear()
  if (superseded > 0 && !sink.hasWritten() && options.cursor === undefined) {
    const cachedSink = sinkFor(options, deps)
    let count = 0
    for (const rows of readPages(source.ledger, source.ledger.rawPages(whole).pages)) {
      count += rows.length
      await cachedSink.take(named(rows))
    }
    // The cache has one row per user and day, with the last figures. If it has fewer rows than were loaded, some were
    // lost, so the loaded rows are printed instead.
    if (count >= walked.rowCount) [sink, superseded] = [cachedSink, 0]
  }
  // A key that the server rejects must not see rows that were cached earlier.
  if (walked.pages === 0 && isRefusal(walked.cause) && !sink.hasWritten()) throw walked.cause

  const uncached = missingOfflineDays(source, 'users', whole)
  const reason = offlineReason(uncached, days) ?? walked.incomplete ?? models.incomplete
  const older = supersededText(superseded, options, source)
  const meta = {
    // Another process may have cleared the cache since.
    org_id: (source.ledger.orgId() ?? orgId) || null,
    start_date: range.from,
    end_date: range.to,
    has_more: reason !== undefined,
  }
  const total = options.isTotals ? await totalOf(models, source, range, deps) : undefined
  const part = reason !== undefined ? 'the loaded rows' : older !== undefined ? 'rows with older figures' : undefined
  await sink.end({ meta, ...incompleteMembers(reason ?? older) }, part, total)
  const notes = [
    [...days].some((day) => day >= range.from && day <= range.to) ? undefined : noUsersText(range),
    options.isCompared && previous === undefined ? NO_PREVIOUS_PERIOD : undefined,
    reason === undefined ? undefined : older,
  ]
  const error =
    reason === undefined ? undefined : incompleteError(reason, walked, continueHint(options, walked, source))
  const incomplete = reason === undefined ? older : undefined
  return finishCommand(
    { notes, at: oldestFetchTime(source, ['users'], whole), problems: walked.problems, incomplete, error },
    deps,
  )
}

/** Whether a row is of a user in the team of `--team`. */
const teamFilter = async ({ team, teams: file }: UsersOptions, deps: Deps): Promise<(row: RawRow) => boolean> => {
  if (team === undefined) return () => true
  const teams = await loadTeams(deps, file)
  if (team !== UNASSIGNED && !teams.names.includes(team)) throw usageError(`There is no team ${JSON.stringify(team)}.`)
  return ({ user_email: email }) => {
    const own = teams.teamOf(typeof email === 'string' ? email : undefined)
    return team === UNASSIGNED ? own === undefined : isWithinTeam(own, team)
  }
}

/** Says that rows arrived again with other figures after the first ones were printed. */
const supersededText = (count: number, { cursor }: UsersOptions, { ledger }: Source): string | undefined => {
  if (count === 0) return undefined
  const rows = `${count === 1 ? '1 row' : `${count} rows`} arrived again with other figures after the first ones were printed`
  return cursor === undefined && ledger.isKept ? `${rows}. Run this again to print the latest ones.` : `${rows}.`
}

// If no day of the previous period is cached, compare with nothing: otherwise every user would look new.
const isPeriodUncached = (source: Source, range: Range | undefined): boolean =>
  range !== undefined &&
  missingOfflineDays(source, 'users', range).some(({ from, to }) => from === range.from && to === range.to)

type WalkResult = {
  rowCount: number
  /** Number of pages from the server. */
  pages: number
  problems: number
  /** Why the walk ended early, as one sentence. */
  incomplete?: string | undefined
  /** The error that stopped the walk. */
  cause?: AppError
  /** Where a walk from a cursor continues after an early end. */
  nextCursor?: string | undefined
}

/** Processes the parts of a walk. Rethrows an error before the first row; a later one makes the walk incomplete. */
const processParts = async (
  parts: AsyncIterable<WalkPart>,
  take: (part: WalkPart, rowCount: number) => Promise<void>,
): Promise<WalkResult> => {
  const walked: WalkResult = { rowCount: 0, pages: 0, problems: 0 }
  let isInSink = false
  try {
    for await (const part of parts) {
      walked.rowCount += part.rows.length
      walked.pages = Math.max(walked.pages, part.page)
      walked.problems += part.problems
      walked.incomplete ??= part.incomplete
      walked.nextCursor = part.nextCursor
      isInSink = true
      await take(part, walked.rowCount)
      isInSink = false
    }
  } catch (error) {
    // An error of the sink, such as a failed write, is not an incomplete load.
    const hasProgress = walked.pages > 0 || walked.rowCount > 0
    if (isInSink || !hasProgress || !(error instanceof AppError)) throw error
    walked.incomplete = error.message
    walked.cause = error
  }
  return walked
}

/** How to load the rest; empty if that is not possible. */
const continueHint = (
  { cursor, isPseudonymous }: UsersOptions,
  { nextCursor, cause }: WalkResult,
  { ledger, isOffline }: Source,
): string => {
  if (cursor !== undefined)
    return nextCursor === undefined || isPseudonymous ? '' : ` Continue with --cursor ${nextCursor}.`
  return isOffline || !ledger.isKept || isRefusal(cause) ? '' : ' Run it again to continue where it stopped.'
}

const incompleteError = (reason: string, { rowCount, cause }: WalkResult, next: string): AppError => {
  const { status, title, requestId } = cause ?? {}
  const message = `Loading stopped after ${counted(rowCount, 'row')}: ${reason}${next}`
  return new AppError('incomplete', message, { cause, status, title, requestId })
}

/** {@link creditsOf}, unless conditions on models have already loaded the credits. */
const totalOf = async (models: LoadedModelCredits, source: Source, range: Range, deps: Deps) =>
  models.credits ? models.total : creditsOf(source, range, deps)

/** The credits of the organisation over a range; undefined if a day is missing or the key may not read them. */
const creditsOf = async (source: Source, range: Range, deps: Deps): Promise<number | undefined> => {
  try {
    const readTotals = () => ({ days: source.ledger.readCreditTotals(range) })
    const { read, missing } = await source.fillDays('credits', range, loadOptions(deps), readTotals)
    if (missing.length > 0) return undefined
    const rows = read.days.flatMap(({ rows: own }) => own)
    return figureOf(creditMeasures.billable_tokens, rows, range).value
  } catch (error) {
    if (!(error instanceof AppError) || deps.signal.aborted) throw error
    return undefined
  }
}

export const noUsersText = ({ from, to }: Range): string => `No rows from ${from} to ${to}.`

/** One part of a walk, see {@link UsersPart}. */
type WalkPart = Omit<UsersPart, 'from'> & {
  /** Where the next page starts, for a walk that is not cached. */
  nextCursor?: string | undefined
}

/** Loads the pages from a cursor on. Their days are incomplete, because earlier users are missing: nothing is cached. */
async function* walkFromCursor(
  { range, limit = USERS_LIMIT.max, cursor }: UsersOptions,
  deps: Deps,
): AsyncGenerator<WalkPart, void> {
  const query = { startDate: range.from, endDate: range.to, limit, ...(cursor !== undefined && { cursor }) }
  for await (const { reply, rawRows, ...page } of pagesOf(await deps.client(), 'users', { query }, callOptions(deps))) {
    const rows = rawRows.filter((row) => !page.changedRows.includes(row))
    yield { ...page, rows, problems: reply.problemCount }
  }
}
