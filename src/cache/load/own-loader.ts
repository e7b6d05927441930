import type { Client } from '../../client/client.ts'
import type { LogEntry } from '../../client/request-log.ts'
import type { Path } from '../../domain/settings-diff/setting-path.ts'
import type { WaitOptions } from './kit/load-options.ts'
import type { Loaded } from './kit/loaded.ts'
import type { Actions } from './management/management.ts'
import { type DataOf, loadQuery, type ParamsOf, type QueryName, type QueryOptions } from './queries.ts'
import type { Source } from './source.ts'

/** What loads for the queries, wherever it runs: in this process or in one of its own. Its promises reject with AppError. */
export type Loader = ReturnType<typeof createOwnLoader>

/**
 * A loader that works in this process.
 *
 * @param client The one of the source; undefined: offline.
 * @param notice What people must know of the ledger, one sentence, where it is not what the ledger says.
 * @param close Closes what the loader works with.
 */
export const createOwnLoader = (
  source: Source,
  client: Pick<Client, 'serverNow' | 'clockSkewMs' | 'log'> | undefined,
  notice: () => string | undefined = () => source.ledger.notice,
  close: () => Promise<void> = async () => {},
) => ({
  isOffline: source.isOffline,
  load: <N extends QueryName>(
    name: N,
    params: ParamsOf<N>,
    options?: QueryOptions<DataOf<N>>,
  ): Promise<Loaded<DataOf<N>>> => loadQuery(source, name, params, options),
  /** What a revision has at a path, unmasked, asked for anew and kept nowhere. */
  reveal: (revision: number, path: Path, options?: WaitOptions): Promise<unknown> =>
    source.reveal(revision, path, options),
  actions: source.management as Actions,
  watchUsers: source.watchUsers,
  stepUsers: source.stepUsers,
  /** By the server's clock, Unix ms; undefined before the first answer. */
  serverNow: () => (client?.serverNow() === undefined ? undefined : source.now()),
  /** The server's clock less this machine's, ms; undefined before the first answer. */
  clockSkewMs: () => client?.clockSkewMs(),
  notice,
  /** The last requests, oldest first; the same array while nothing changes. */
  requests: (): readonly LogEntry[] => client?.log.entries() ?? noRequests,
  /** Requests on the wire now. */
  inFlight: (): number => client?.log.inFlight ?? 0,
  /** Called when the requests or the notice may have changed. */
  subscribe: (listener: () => void): (() => void) => client?.log.subscribe(listener) ?? (() => {}),
  close,
})

const noRequests: readonly LogEntry[] = []
