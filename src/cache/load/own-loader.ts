import type { Client } from '../../client/client.ts'
import type { LogEntry } from '../../client/request-log.ts'
import type { Path } from '../../domain/settings-diff/setting-path.ts'
import type { WaitOptions } from './kit/load-options.ts'
import type { Loaded } from './kit/loaded.ts'
import type { Actions } from './management/management.ts'
import { type DataOf, loadQuery, type ParamsOf, type QueryName, type QueryOptions } from './queries.ts'
import type { Source } from './source.ts'

/** Loads data for queries, in this process or in a separate one. Its promises reject with AppError. */
export type Loader = ReturnType<typeof createInProcessLoader>

/**
 * Creates a loader that works in this process.
 *
 * @param client The client of the source; undefined if offline.
 * @param notice A notice about the ledger for users, as one sentence. @default the notice of the ledger
 * @param close Closes the resources that the loader uses.
 */
export const createInProcessLoader = (
  source: Source,
  client: Pick<Client, 'serverNow' | 'clockSkewMs' | 'log'> | undefined,
  notice: () => string | undefined = () => source.ledger.notice,
  close: () => Promise<void> = async () => {},
) => ({
  isOffline: source.isOffline,
  /** Whether a team's server answers the history endpoints. */
  isSplit: source.isSplit,
  load: <N extends QueryName>(
    name: N,
    params: ParamsOf<N>,
    options?: QueryOptions<DataOf<N>>,
  ): Promise<Loaded<DataOf<N>>> => loadQuery(source, name, params, options),
  /** Loads the unmasked value at a path of a revision. The value is not cached. */
  reveal: (revision: number, path: Path, options?: WaitOptions): Promise<unknown> =>
    source.reveal(revision, path, options),
  actions: source.management as Actions,
  watchUsers: source.watchUsers,
  stepUsers: source.stepUsers,
  /** Receives the activity of today with each change: see {@link FollowLive}. */
  followLive: source.followLive,
  /** The server's time, Unix ms; undefined before the first response. */
  serverNow: () => (client?.serverNow() === undefined ? undefined : source.now()),
  /** The server's clock minus this machine's clock, ms; undefined before the first response. */
  clockSkewMs: () => client?.clockSkewMs(),
  notice,
  /** The last requests, oldest first. The array is the same object until an entry changes. */
  requests: (): readonly LogEntry[] => client?.log.entries() ?? noRequests,
  /** The number of requests in flight. */
  inFlight: (): number => client?.log.inFlight ?? 0,
  /** Calls the listener when the requests or the notice may have changed. */
  subscribe: (listener: () => void): (() => void) => client?.log.subscribe(listener) ?? (() => {}),
  close,
})

const noRequests: readonly LogEntry[] = []
