import { AppError } from '../../base/errors.ts'
import type { ActivityDay, ClientDay, ProductivityDay, ToolDay, ToolNameDay } from '../../contract/analytics.ts'
import type { ControlRevision } from '../../contract/controls.ts'
import type { CreditModelDay } from '../../contract/credits.ts'
import type { JsonEndpointName, ResponseOf } from '../../contract/endpoints.ts'
import type { ExtensionName } from '../../contract/extensions.ts'
import type { Lenient } from '../../contract/lenient.ts'
import type { Live, LiveUser } from '../../contract/live.ts'
import type { ReadinessReport } from '../../contract/readiness.ts'
import { requestLines } from '../../contract/request-lines.ts'
import type { Budget } from '../../contract/teams.ts'
import type { AuditRow } from '../../domain/audit/audit-row.ts'
import type { Range } from '../../domain/calendar/calendar.ts'
import type { MetricSample } from '../../domain/computers/computer-metrics.ts'
import type { ComputerUse } from '../../domain/computers/computer-use.ts'
import type { Ranking } from '../../domain/people/ranking.ts'
import { firstGap } from '../../domain/revisions/day-revisions.ts'
import { type Comparison, compareSettings } from '../../domain/risk/compare-settings.ts'
import type { FoundSavings } from '../../domain/savings/savings-rules.ts'
import type { TeamRule } from '../../domain/teams/teams.ts'
import type { CreditDays } from '../../domain/usage/credit-days.ts'
import type { CachedDay, CachedRows, DayTable, KnownKind } from '../ledger/ledger.ts'
import type { Ledger } from '../ledger/open-ledger.ts'
import { daysCacheState } from './days/days-held.ts'
import type { LoadOptions } from './kit/load-options.ts'
import { extensionsFreshMs, FOLLOWED_FRESH_MS, LIST_FRESH_MS, type Loaded, loaded } from './kit/loaded.ts'
import { cacheClearedMessage, notCachedMessage } from './kit/offline.ts'
import type { ComputerUseParams } from './load-computer-use.ts'
import type { MetricsParams } from './load-metrics.ts'
import type { Seats, SeatsParams } from './load-seats.ts'
import type { TeamsParams } from './load-teams.ts'
import { type KnownRow, oldestAt } from './management/known-rows.ts'
import type { ComputerRow, ComputerRows } from './management/load-computers.ts'
import type { AccountRow } from './management/load-service-accounts.ts'
import { type WikiRunRow, type WikiRunRows, withStoredExports } from './management/load-wiki-runs.ts'
import type { List } from './management/management.ts'
import type { Archive, ArchivePage } from './management/work.ts'
import type { TopUsersParams } from './people/load-top-users.ts'
import type { Source } from './source.ts'

/** The ledger's data for a query. */
export type LedgerData<Data> = {
  /** Whether the data is complete and fresh, so that no request is needed. */
  isFresh: boolean
  /** Reads the data, fresh or stale; undefined if there is none. */
  read: () => Loaded<Data> | undefined
}

/** One row of the table of queries. */
export type Query<Params, Data> = {
  /** Looks up the query's data in the ledger. @param now Unix ms by the server's clock. @default no data */
  cached?: (ledger: Ledger, params: Params, now: number) => LedgerData<Data>
  load: (source: Source, params: Params, options: LoadOptions) => Promise<Loaded<Data>>
  /** Whether its data comes from the team's server, if a profile names one. @default false */
  isHistory?: boolean
  /**
   * Whether reading it from the ledger takes so long that it would delay a frame. @default never
   *
   * @param isStarting - Whether the screen is still empty, so that no key press is delayed.
   */
  isLarge?: (params: Params, ledger: Ledger, isStarting: boolean) => boolean
}

const query = <Params, Data>(row: Query<Params, Data>): Query<Params, Data> => row

/** Maximum bytes to read during a key press: about two weeks of 6,000 people, 40 ms. */
const MAX_KEY_READ_BYTES = 2_000_000
/** Maximum bytes to read before the first frame, while the loader process starts: 20,000 people, 0.2 s. */
const MAX_START_READ_BYTES = 10_000_000

/** `days`: the cached days, with or without rows. */
type Read<Data> = { data: Data; problems: number; days: readonly CachedDay[] }

const daysQuery = <Data>(
  table: DayTable,
  read: (ledger: Ledger, range: Range) => Read<Data>,
  sizeOf?: (ledger: Ledger, range: Range) => number,
) =>
  query<{ range: Range }, Data>({
    isHistory: true,
    ...(sizeOf && {
      isLarge: ({ range }, ledger, isStarting) =>
        sizeOf(ledger, range) > (isStarting ? MAX_START_READ_BYTES : MAX_KEY_READ_BYTES),
    }),
    cached: (ledger, { range }, now) => {
      const lookup = daysCacheState(range, ledger.cachedDays(table, range), now)
      return {
        isFresh: lookup.missing.length === 0,
        read: () => {
          const { days, ...rest } = read(ledger, range)
          const { at, freshMs, count } = daysCacheState(range, days, now)
          // Some days have vanished since the lookup or are unreadable. A partial result would look complete.
          if (at === undefined || count < lookup.count) return undefined
          return { ...rest, at, from: 'ledger', freshMs }
        },
      }
    },
    load: async (source, { range }, options) => {
      const filled = await source.fillDays(table, range, options, () => read(source.ledger, range))
      const { at, from, missing, freshMs } = filled
      const why = source.isOffline ? notCachedMessage(range, missing) : cacheClearedMessage(missing)
      const incomplete = missing.length > 0 ? why : undefined
      if (incomplete !== undefined && at === undefined) throw new AppError('incomplete', incomplete)
      const { days: _, ...rest } = filled.read
      const loaded = { ...rest, at: at ?? source.now(), from, freshMs }
      return incomplete === undefined ? loaded : { ...loaded, incomplete, missing }
    },
  })

const rowsQuery = <Row>(table: DayTable) =>
  daysQuery<Lenient<Row>[]>(table, (ledger, range) => {
    const days = ledger.readDays<Lenient<Row>>(table, range)
    return { data: days.flatMap(({ rows }) => rows), problems: problemsOf(days), days }
  })

const problemsOf = (days: readonly CachedRows<unknown>[]): number => days.reduce((sum, day) => sum + day.problems, 0)

const lookUpList = <Row>(
  readRows: () => Row[] | undefined,
  fetchedAt: number | undefined,
  now: number,
  isAll: boolean,
): LedgerData<Row[]> => {
  const freshMs = fetchedAt === undefined ? 0 : Math.max(0, fetchedAt + LIST_FRESH_MS - now)
  return {
    isFresh: isAll && freshMs > 0 && freshMs <= LIST_FRESH_MS,
    read: () => {
      const data = readRows()
      return fetchedAt === undefined || !data ? undefined : loaded(data, fetchedAt, 'ledger', { freshMs })
    },
  }
}

type Nothing = Record<never, never>

/** Only ids and names are cached. They are shown until the rest is loaded. */
const lookUpKnownRows = <Data>(
  ledger: Ledger,
  kind: KnownKind,
  toData: (rows: readonly KnownRow<never>[]) => Data,
): LedgerData<Data> => ({
  isFresh: false,
  read: () => {
    const rows = ledger.knownIds(kind).map((known) => ({ ...known, item: undefined }))
    return rows.length === 0 ? undefined : loaded(toData(rows), oldestAt(rows), 'ledger', { freshMs: 0 })
  },
})

/** A list that is the whole response of an endpoint. It is not stored. */
const listQuery = <N extends JsonEndpointName, Row>(
  name: N,
  rowsOf: (body: Lenient<ResponseOf<N>>) => readonly Row[] | undefined,
) =>
  query<Nothing, List<Row>>({
    isHistory: requestLines[name].isHistory ?? false,
    load: (source, _params, options) => source.management.list(name, rowsOf, options),
  })

/** Data read from a file, which does not change by itself. */
const fromDisk = <Data>(data: Data, at: number): Loaded<Data> => loaded(data, at, 'ledger', { freshMs: LIST_FRESH_MS })

/** The queries that screens can use, and how each is loaded. */
export const queries = {
  creditDays: daysQuery<CreditDays>(
    'credits',
    (ledger, range) => {
      const { days, people } = ledger.readCreditDays(range)
      return { data: { days: days.flatMap(({ rows }) => rows.slice(-1)), people }, problems: problemsOf(days), days }
    },
    (ledger, range) => ledger.creditBytes(range),
  ),
  creditModelDays: rowsQuery<CreditModelDay>('creditsByModel'),
  toolDays: rowsQuery<ToolDay>('tools'),
  toolNameDays: rowsQuery<ToolNameDay>('toolsByName'),
  activityDays: rowsQuery<ActivityDay>('activity'),
  clientDays: rowsQuery<ClientDay>('activityByClient'),
  productivityDays: rowsQuery<ProductivityDay>('productivity'),
  /** The newest `limit` revisions of the controls, newest first, with secrets in their settings masked. */
  revisions: query<{ limit: number }, Lenient<ControlRevision>[]>({
    isHistory: true,
    cached: (ledger, { limit }, now) => {
      const { numbers, fetchedAt } = ledger.revisionNumbers(limit)
      // If a number is missing, the server may have a revision that is not cached.
      const hasGap = firstGap(numbers.map((revision) => ({ revision }))) !== undefined
      const readRows = () => {
        const { rows } = ledger.readRevisions(limit)
        // Some revisions may have vanished since the lookup.
        return rows.length < numbers.length ? undefined : rows
      }
      return lookUpList(readRows, fetchedAt, now, numbers.length >= limit && !hasGap)
    },
    isLarge: ({ limit }) => limit > 50,
    load: (source, { limit }, options) => source.loadRevisions(limit, options),
  }),
  /**
   * The difference between the settings of two revisions, with secrets masked. The loader process computes it, so that
   * it delays no frame. A revision never changes, so even a forced load reads cached revisions.
   */
  comparison: query<{ before: number; after: number }, Comparison>({
    isHistory: true,
    load: async (source, { before, after }, options) => {
      // Load the newer one first: the walk to the older one continues below it.
      const newer = await source.loadRevision(Math.max(before, after), options)
      const older = await source.loadRevision(Math.min(before, after), options)
      const [from, to] = before < after ? [older, newer] : [newer, older]
      const isRequested = older.from === 'server' || newer.from === 'server'
      return {
        ...newer,
        data: compareSettings(from.data.settings, to.data.settings),
        from: isRequested ? 'server' : 'ledger',
      }
    },
  }),
  /** The server's extensions beyond the endpoints that all servers have. */
  extensions: query<Nothing, readonly ExtensionName[]>({
    cached: (ledger, _params, now) => {
      const offer = ledger.offer()
      // The loader removes unknown names, which another version of this program may have stored.
      const names = offer && (offer.extensions as readonly ExtensionName[])
      const freshMs = offer ? extensionsFreshMs(offer.askedAt, now) : 0
      return { isFresh: false, read: () => names && loaded(names, offer.askedAt, 'ledger', { freshMs }) }
    },
    load: (source, _params, options) => source.management.extensions(options),
  }),
  /** The first users of the server's ranking. Request it only from a server that offers it. */
  topUsers: query<TopUsersParams, Ranking>({
    load: (source, params, options) => source.loadTopUsers(params, options),
  }),
  /** All computers; if the server has no list, the computers whose ids are known. */
  computers: query<Nothing, ComputerRows>({
    cached: (ledger) => lookUpKnownRows(ledger, 'computers', (rows) => ({ rows, isListed: false, isReadable: false })),
    load: (source, _params, options) => source.management.computers.loadAll(options),
  }),
  computer: query<{ id: string }, ComputerRow>({
    load: (source, { id }, options) => source.management.computers.loadOne(id, options),
  }),
  /** Use of a computer over the last time, oldest first. It is not stored. */
  computerMetrics: query<MetricsParams, readonly MetricSample[]>({
    load: async (source, params, options) => (await import('./load-metrics.ts')).loadMetrics(source, params, options),
  }),
  /** How computers were used in the last week. It takes a request for each computer. */
  computerUse: query<ComputerUseParams, readonly ComputerUse[]>({
    load: async (source, params, options) =>
      (await import('./load-computer-use.ts')).loadComputerUse(source, params, options),
  }),
  /** The service accounts whose ids are known, each with all its keys. */
  serviceAccounts: query<Nothing, readonly AccountRow[]>({
    cached: (ledger) => lookUpKnownRows(ledger, 'serviceAccounts', (rows) => rows),
    load: (source, _params, options) => source.management.serviceAccounts.loadAll(options),
  }),
  serviceAccount: query<{ id: string }, AccountRow>({
    load: (source, { id }, options) => source.management.serviceAccounts.loadOne(id, options),
  }),
  /** Wiki runs: the newest run of each repository if the server lists them, and the runs whose ids are known. */
  wikiRuns: query<Nothing, WikiRunRows>({
    cached: (ledger) =>
      lookUpKnownRows(ledger, 'wikiRuns', (rows) => ({
        rows: withStoredExports(ledger, rows),
        isListed: false,
        isReadable: false,
      })),
    load: (source, _params, options) => source.management.wikiRuns.loadAll(options),
  }),
  wikiRun: query<{ id: string }, WikiRunRow>({
    load: (source, { id }, options) => source.management.wikiRuns.loadOne(id, options),
  }),
  /** All wiki runs of a repository, newest first. */
  wikiHistory: query<{ repoUrl: string }, readonly WikiRunRow[]>({
    load: (source, { repoUrl }, options) => source.management.wikiRuns.loadHistory(repoUrl, options),
  }),
  /** A verified archive on this machine, with its files sorted by name. */
  archive: query<{ path: string }, Archive>({
    load: async (source, { path }, { signal }) => {
      const { readArchive } = await import('../../archive/read-archive.ts')
      return fromDisk(await readArchive(path, signal), source.now())
    },
  }),
  /** One page of an archive, as text. */
  archivePage: query<{ path: string; name: string }, ArchivePage>({
    load: async (source, { path, name }) => {
      const { readPage } = await import('../../archive/read-archive.ts')
      return fromDisk(await readPage(path, name), source.now())
    },
  }),
  ciJobs: listQuery('ciJobs', ({ jobs }) => jobs),
  /** Users with a seat, their use and their limits. The loader process joins them. */
  seats: query<SeatsParams, Seats>({
    isHistory: true,
    load: async (source, params, options) => (await import('./load-seats.ts')).loadSeats(source, params, options),
  }),
  /** The teams of a file, else of the server. */
  teams: query<TeamsParams, readonly TeamRule[]>({
    isHistory: true,
    load: async (source, params, options) => (await import('./load-teams.ts')).loadTeams(source, params, options),
  }),
  /** The budgets of the server. */
  budgets: query<Nothing, readonly Budget[]>({
    isHistory: true,
    load: async (source, _params, options) => (await import('./load-teams.ts')).loadBudgets(source, options),
  }),
  /** The newest `limit` events of the audit log, newest first, with secrets masked. They are not stored. */
  auditEvents: query<{ limit: number }, readonly AuditRow[]>({
    isHistory: true,
    load: async (source, { limit }, options) => source.loadAuditEvents(limit, options),
  }),
  /** Activity of today, which the server has measured itself. It is not stored. */
  live: query<Nothing, Lenient<Live>>({
    isHistory: true,
    load: async (source, _params, options) => {
      const { data, at, problems } = await source.management.list('live', (body) => [body], options)
      return loaded(data.rows[0] ?? {}, at, 'server', { freshMs: FOLLOWED_FRESH_MS, problems })
    },
  }),
  /** A page of the users of today, last seen first. It is not stored. */
  liveUsers: query<{ cursor?: string }, { rows: Lenient<LiveUser>[]; next: string | undefined }>({
    isHistory: true,
    load: (source, { cursor }, options) =>
      source.management.page('liveUsers', { query: { limit: 100, ...(cursor !== undefined && { cursor }) } }, options),
  }),
  /** What could be saved in a range. The loader process evaluates all users, and returns only the findings. */
  savings: query<{ range: Range }, FoundSavings>({
    isHistory: true,
    load: async (source, { range }, options) => (await import('./load-savings.ts')).loadSavings(source, range, options),
  }),
  /** All readiness reports. */
  reports: query<Nothing, Lenient<ReadinessReport>[]>({
    isHistory: true,
    cached: (ledger, _params, now) => {
      const { rows, fetchedAt } = ledger.readReports()
      return lookUpList(() => rows, fetchedAt, now, true)
    },
    load: (source, _params, options) => source.loadReports(options),
  }),
}

export type QueryName = keyof typeof queries

/** Whether a query's data comes from the team's server, if a profile names one; `users` are the per-user rows. */
export const isHistoryQuery = (name: QueryName | 'users'): boolean =>
  name === 'users' || ((queries[name] as Query<never, unknown>).isHistory ?? false)

export type ParamsOf<N extends QueryName> = Parameters<(typeof queries)[N]['load']>[1]
export type DataOf<N extends QueryName> = Awaited<ReturnType<(typeof queries)[N]['load']>>['data']

export type QueryOptions<Data> = LoadOptions & {
  /** Called immediately with the ledger's data if the server must also be requested. */
  onCached?: ((cached: Loaded<Data>) => void) | undefined
}

/**
 * Loads a query: from the ledger if its data is complete and fresh, else from the server.
 *
 * @throws AppError if the server rejects the request or is unreachable, or if no data is cached offline.
 */
export const loadQuery = async <N extends QueryName>(
  source: Source,
  name: N,
  params: ParamsOf<N>,
  { onCached, ...options }: QueryOptions<DataOf<N>> = {},
): Promise<Loaded<DataOf<N>>> => {
  const row = queries[name] as Query<ParamsOf<N>, DataOf<N>>
  const cached = options.isForced ? undefined : row.cached?.(source.ledger, params, source.now())
  const old = cached && (cached.isFresh || (onCached && !source.isOffline)) ? cached.read() : undefined
  if (cached?.isFresh && old) return old
  if (old && !source.isOffline) onCached?.(old)
  return row.load(source, params, options)
}
