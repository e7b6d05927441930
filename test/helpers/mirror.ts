import { setTimeout as sleepFor } from 'node:timers/promises'
import { onTestFinished } from 'vitest'
import { vendorOf } from '../../src/app/mirror.ts'
import { createClient } from '../../src/client/client.ts'
import { type Limits, patientLimits } from '../../src/client/limits.ts'
import { openStore, type Store } from '../../src/service/store/store.ts'
import { runSync, type SyncOptions, type SyncReport } from '../../src/service/sync/run-sync.ts'

/** A server with its key. */
type Address = { url: string; key: string }

/** The vendor at an address, as `qd sync` reads it, closed after the test. */
export const vendorAt = ({ url, key }: Address, now = Date.now, limits: Partial<Limits> = {}) => {
  const credentials = { baseUrl: url, appUrl: url, apiKey: key, keySource: 'test' }
  const sleep = (ms: number, signal: AbortSignal) => sleepFor(Math.min(ms, 5), undefined, { signal })
  const client = createClient({ credentials, env: {}, now, sleep, limits: { ...patientLimits, ...limits } })
  onTestFinished(() => client.close())
  return vendorOf(client, new URL(url).host)
}

/** Synchronises once; fails if another instance holds the lease. */
export const syncOnce = async (
  store: Store,
  from: Address,
  options: Partial<SyncOptions> = {},
): Promise<SyncReport> => {
  const report = await runSync({
    store,
    vendor: vendorAt(from, options.now),
    holder: 'test',
    signal: new AbortController().signal,
    now: Date.now,
    ...options,
  })
  if (report === undefined) throw new Error('another instance holds the lease')
  return report
}

/** Opens a store that is closed after the test. */
export const testStore = async (data?: string): Promise<Store> => {
  const store = await openStore(data)
  onTestFinished(() => store.close())
  return store
}
