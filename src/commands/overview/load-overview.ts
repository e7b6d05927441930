import { AppError } from '../../base/errors.ts'
import { ownerOf } from '../../cache/ledger/partition.ts'
import type { Failure } from '../../cache/load/kit/load-errors.ts'
import type { Loaded } from '../../cache/load/kit/loaded.ts'
import { NOT_CACHED } from '../../cache/load/kit/offline.ts'
import { loadComputerUse } from '../../cache/load/load-computer-use.ts'
import { loadQuery, queries } from '../../cache/load/queries.ts'
import type { LoadOptions, Source } from '../../cache/load/source.ts'
import { type AttentionMemory, createAttentionMemory } from '../../config/attention-memory.ts'
import { isDemo } from '../../config/credentials.ts'
import { foldersOf } from '../../config/folders.ts'
import type { Range } from '../../domain/calendar/calendar.ts'
import { activeComputers } from '../../domain/computers/computer-use.ts'
import { keyAttentionData } from '../../domain/keys/key-rows.ts'
import { liveBrief } from '../../domain/live/live-brief.ts'
import type { AttentionInput } from '../../domain/overview/attention/attention-kind.ts'
import { overviewSpan } from '../../domain/overview/overview-figures.ts'
import { seatCounts } from '../../domain/seats/seats.ts'
import type { Deps } from '../kit/command.ts'
import { missingReason } from '../kit/load-options.ts'
import { seatsParams } from '../kit/load-seats.ts'
import { loadBudgetAttention } from '../kit/load-teams.ts'
import { noteTo } from '../kit/notes.ts'

/** Number of revisions to load: enough for the printed list and for the settings that were loosened in the range. */
const REVISIONS_LOADED = 50

/**
 * Loads the parts of the overview in parallel: days with the earlier days for comparison, and attention data, which is
 * computers, CI jobs, keys of the known service accounts, and failed exports and notifications of this machine. A
 * failed part does not affect the others.
 *
 * @throws AppError if no part could be loaded: the error of the first one.
 */
export const loadOverview = async (
  range: Range,
  previous: Range | undefined,
  options: LoadOptions,
  deps: Pick<Deps, 'source' | 'notifier' | 'env' | 'credentials'>,
  loadAccounts?: Source['management']['serviceAccounts']['loadAll'],
) => {
  const source = await deps.source()
  const days = <Data>(query: { load: (...of: LoadArguments) => Promise<Loaded<Data>> }) =>
    attempt(async () => {
      const loaded = await query.load(source, { range: overviewSpan(range, previous) }, options)
      return { ...loaded, incomplete: missingReason(source, loaded.missing ?? []) }
    })
  const [credits, activity, tools, productivity, revisions, reports, current] = await Promise.all([
    days(queries.creditDays),
    days(queries.activityDays),
    days(queries.toolDays),
    days(queries.productivityDays),
    attempt(() => source.loadRevisions(REVISIONS_LOADED, options)),
    attempt(() => source.loadReports(options)),
    loadAttentionData(source, options, deps, loadAccounts),
  ])
  const attempts = { credits, activity, tools, productivity, revisions, reports }
  const missing = Object.entries(attempts).flatMap(([part, { error }]) => (error ? [{ part, error }] : []))
  const times = Object.values(attempts).flatMap(({ at }) => at ?? [])
  if (missing[0] !== undefined && times.length === 0) throw missing[0].error
  return {
    parts: {
      credits: credits.data,
      activity: activity.data,
      tools: tools.data,
      productivity: productivity.data,
      revisions: revisions.data,
      reports: reports.data,
    },
    current: current.data,
    /** Figures that do not depend on the range; a member is undefined if the server does not have it. */
    figures: current.figures,
    missing: [...missing, ...current.missing],
    /** When the oldest part was fetched, Unix ms; undefined without any. */
    at: times.length === 0 ? undefined : Math.min(...times),
  }
}

type LoadArguments = [source: Source, params: { range: Range }, options: LoadOptions]

/** The loaded data and its time, or the error if it is missing or incomplete. */
export const attempt = async <Data>(
  load: () => Promise<{ data: Data; at?: number; incomplete?: string | undefined }>,
): Promise<{ data?: Data; at?: number | undefined; error?: AppError | undefined }> => {
  try {
    const { data, at, incomplete } = await load()
    return { data, at, error: incomplete === undefined ? undefined : new AppError('incomplete', incomplete) }
  } catch (error) {
    if (!(error instanceof AppError) || error.kind === 'interrupted') throw error
    return { error }
  }
}

/**
 * Loads the attention data that does not depend on the range. A part that the server does not have is not missing.
 * Offline, a part that is not cached is missing.
 */
export const loadAttentionData = async (
  source: Source,
  options: LoadOptions,
  deps: Pick<Deps, 'notifier' | 'env' | 'credentials'>,
  loadAccounts = source.management.serviceAccounts.loadAll,
) => {
  const { management, ledger } = source
  const loaded = <Data>(load: () => Promise<Loaded<Data>>) =>
    attempt(async () => {
      if (source.isOffline) throw new AppError('incomplete', NOT_CACHED)
      return { data: (await load()).data }
    })
  const listed = source.isOffline ? undefined : management.computers.loadAll(options)
  const hasAccounts = ledger.knownIds('serviceAccounts').length > 0
  const [ofComputers, ofUse, ofJobs, ofAccounts, ofNotifier, ofBudgets, ofSeats, ofToday] = await Promise.all([
    loaded(() => listed ?? management.computers.loadAll(options)),
    attempt(async () => {
      // If the list fails, it is a missing part of its own.
      const all = await listed?.catch(() => undefined)
      if (!all) return { data: undefined }
      return loadComputerUse(source, { computers: activeComputers(all.data.rows) }, options)
    }),
    loaded(() => management.list('ciJobs', ({ jobs }) => jobs, options)),
    hasAccounts ? loaded(() => loadAccounts(options)) : attempt(async () => ({ data: [] })),
    attempt(async () => ({ data: (await deps.notifier()).failing() })),
    attempt(async () => ({ data: source.isOffline ? undefined : await loadBudgetAttention(source, options, deps) })),
    loaded(async () => loadQuery(source, 'seats', await seatsParams(deps), options)),
    loaded(() => loadQuery(source, 'live', {}, options)),
  ])
  const [{ data: computers }, { data: jobs }, { data: accounts }] = [ofComputers, ofJobs, ofAccounts]
  const missingOf = (part: string, { error }: { error?: AppError | undefined }): MissingPart[] =>
    error && error.status !== 404 && error.kind !== 'notFound' ? [{ part, error }] : []
  const isUnknown = jobs?.other !== undefined
  const missing = [
    ...missingOf('computers', ofComputers),
    ...failedRows('computers', computers?.rows ?? []),
    ...missingOf('use of computers', ofUse),
    ...missingOf('ciJobs', isUnknown ? { error: new AppError('incomplete', UNKNOWN_JOBS) } : ofJobs),
    ...missingOf('keys', ofAccounts),
    ...failedRows('keys', accounts ?? []),
    ...missingOf('notifier', ofNotifier),
    ...missingOf('budgets', ofBudgets),
    ...(source.isOffline ? [] : [...missingOf('seats', ofSeats), ...missingOf('today', ofToday)]),
  ]
  const names = new Map(ledger.knownIds('wikiRuns').map(({ id, name }) => [id, name]))
  const data = {
    computers: computers?.rows.flatMap(({ item }) => (item === undefined ? [] : [item])),
    computerUse: ofUse.data,
    ciJobs: jobs?.rows,
    ...(accounts && keyAttentionData(accounts, source.now())),
    failedExports: [...ledger.failedExports()].map(([run, failed]) => ({ run, name: names.get(run), ...failed })),
    failingChannels: ofNotifier.data ?? [],
    budgets: ofBudgets.data,
    seats: ofSeats.data,
  } satisfies Partial<AttentionInput>
  const figures = {
    seats: ofSeats.data && seatCounts(ofSeats.data.rows),
    today: ofToday.data && liveBrief(ofToday.data),
  }
  return { data, figures, missing }
}

/** A part with rows that could not be loaded, with the error of the first row. */
const failedRows = (part: string, rows: readonly { id: string; failure?: Failure }[]): MissingPart[] => {
  const failed = rows.filter(({ failure }) => failure)
  const [first] = failed
  if (!first?.failure) return []
  const { kind, message, status, requestId } = first.failure
  const count = failed.length === 1 ? '' : ` (${failed.length} could not be loaded)`
  return [{ part: `${part} ${first.id}${count}`, error: new AppError(kind, message, { status, requestId }) }]
}

const UNKNOWN_JOBS = 'The response for CI jobs has an unknown shape, so failed jobs are unknown: see qd ci jobs.'

/** A part that is missing or incomplete. */
export type MissingPart = { part: string; error: AppError }

/** The name of a part in sentences. */
export const partName = ({ part }: MissingPart): string => (part === 'ciJobs' ? 'CI jobs' : part)

/** Whether a part is missing because this key or plan may not read it, which a retry does not change. */
export const isRefusal = ({ error }: MissingPart): boolean => error.status === 402 || error.status === 403

/**
 * Prints the missing parts, grouped by reason, and fails as incomplete.
 *
 * @param what The incomplete result: `The overview`.
 * @throws AppError of kind `incomplete` if any part is missing.
 */
export const failIfMissing = (what: string, missing: readonly MissingPart[], { err }: Pick<Deps, 'err'>): void => {
  const byReason = Map.groupBy(missing, ({ error }) => error.message)
  for (const [reason, parts] of byReason) noteTo(err, `Missing ${parts.map(partName).join(', ')}: ${reason}`)
  if (missing.length === 0) return
  // A retry does not change what a key may read.
  const todo = missing.every(isRefusal) ? '.' : ': try again.'
  throw new AppError('incomplete', `${what} is incomplete${todo}`)
}

const NO_KEY = { baseUrl: '', appUrl: '', apiKey: '' }

/** Opens the stored mutes and reports of attention items for this organisation. */
export const openAttentionMemory = async (deps: Deps): Promise<AttentionMemory> => {
  const own = await deps.credentials()
  const salt = Buffer.from(await deps.salt(), 'hex')
  // Every run of the demo has a new key. All demos share one entry, so that they evict no other organisation; the
  // salt keeps their items apart.
  const isOfDemo = isDemo(own)
  return createAttentionMemory({
    path: foldersOf(deps.env).attentionFile,
    now: deps.now,
    owner: ownerOf(salt, isOfDemo ? NO_KEY : own),
    salt: isOfDemo ? Buffer.from(own.apiKey) : salt,
  })
}
