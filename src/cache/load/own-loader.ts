import type { Client } from '../../client/client.ts'
import type { LogEntry } from '../../client/request-log.ts'
import type { Loader } from './loader.ts'
import { loadQuery } from './queries.ts'
import type { Source } from './source.ts'

/**
 * A loader that works in this process.
 *
 * @param client The one of the source; undefined: offline.
 * @param notice What people must know, where it is not what the ledger says.
 * @param close Closes what the loader works with.
 */
export const createOwnLoader = (
  source: Source,
  client: Pick<Client, 'serverNow' | 'clockSkewMs' | 'log'> | undefined,
  notice: () => string | undefined = () => source.ledger.notice,
  close: () => Promise<void> = async () => {},
): Loader => ({
  isOffline: source.isOffline,
  load: (name, params, options) => loadQuery(source, name, params, options),
  reveal: source.reveal,
  actions: source.management,
  watchUsers: source.watchUsers,
  stepUsers: source.stepUsers,
  serverNow: () => (client?.serverNow() === undefined ? undefined : source.now()),
  clockSkewMs: () => client?.clockSkewMs(),
  notice,
  requests: () => client?.log.entries() ?? noRequests,
  inFlight: () => client?.log.inFlight ?? 0,
  subscribe: (listener) => client?.log.subscribe(listener) ?? (() => {}),
  close,
})

const noRequests: readonly LogEntry[] = []
