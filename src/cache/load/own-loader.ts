import type { Client } from '../../client/client.ts'
import type { Loader } from './loader.ts'
import { loadQuery } from './queries.ts'
import type { Source } from './source.ts'

type OwnLoaderOptions = {
  source: Source
  /** The one of the source; undefined: offline. */
  client: Pick<Client, 'serverNow' | 'clockSkewMs' | 'log'> | undefined
  /** @default what the ledger says */
  notice?: () => string | undefined
  /** Closes what the loader works with. */
  close: () => Promise<void>
}

/** A loader that works in this process. */
export const createOwnLoader = ({ source, client, notice, close }: OwnLoaderOptions): Loader => ({
  isOffline: source.isOffline,
  load: (name, params, options) => loadQuery(source, name, params, options),
  reveal: source.reveal,
  actions: source.management,
  watchUsers: source.watchUsers,
  stepUsers: source.stepUsers,
  serverNow: () => (client?.serverNow() === undefined ? undefined : source.now()),
  clockSkewMs: () => client?.clockSkewMs(),
  notice: notice ?? (() => source.ledger.notice),
  requests: () => client?.log.entries() ?? noRequests,
  inFlight: () => client?.log.inFlight ?? 0,
  subscribe: (listener) => client?.log.subscribe(listener) ?? (() => {}),
  close,
})

const noRequests = [] as const
