import { onTestFinished } from 'vitest'
import { createInProcessLoader } from '../../src/cache/load/own-loader.ts'
import { createSource } from '../../src/cache/load/source.ts'
import { type Client, createClient } from '../../src/client/client.ts'
import { type ServiceOptions, startService } from '../../src/service/start-service.ts'
import type { Store } from '../../src/service/store/store.ts'
import { memoryLedger } from './cached-layer.ts'
import { NOW } from './demos.ts'

/** A client for an address, closed after the test. */
export const clientOf = (url: string, apiKey: string, now = () => NOW): Client => {
  const credentials = { baseUrl: url, appUrl: url, apiKey, keySource: 'test' }
  const client = createClient({ credentials, now, sleep: async () => {}, env: {} })
  onTestFinished(() => client.close())
  return client
}

/** A source and a loader over a client (by default offline) and a ledger in memory. */
export const ownSource = (client: Client | undefined, now: () => number = () => NOW, isReadOnly = false) => {
  const ledger = memoryLedger()
  const source = createSource({ client, ledger, now, salt: new Uint8Array(32), isReadOnly })
  return { source, ledger, loader: createInProcessLoader(source, client) }
}

/** A service that the test may change, with its client, source and loader. All are closed after the test. */
export const ownService = async (options: ServiceOptions = {}) => {
  const clock = { now: NOW }
  const now = () => clock.now
  let store: Store | undefined
  const service = await startService({
    now,
    demo: { users: 1, days: 1 },
    ...options,
    data: undefined,
    prepare: (opened) => {
      store = opened
    },
  })
  onTestFinished(() => service.close())
  if (store === undefined) throw new Error('the service has no store')
  const client = clientOf(service.url, service.keys.owner, now)
  return { service, store, clock, client, ...ownSource(client, now) }
}
