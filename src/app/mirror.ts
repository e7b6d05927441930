import { hostname } from 'node:os'
import { AppError } from '../base/errors.ts'
import { type Client, createClient } from '../client/client.ts'
import { patientLimits } from '../client/limits.ts'
import type { SyncProgress, SyncSettings } from '../commands/kit/world.ts'
import { findCredentials } from '../config/keys/find-credentials.ts'
import { createKeychain } from '../config/keys/keychain.ts'
import type { MirrorSource } from '../service/start-service.ts'
import { openStore } from '../service/store/store.ts'
import type { SyncOptions } from '../service/sync/run-sync.ts'
import { keepSyncing, syncOnce } from '../service/sync/sync-loop.ts'
import type { Vendor } from '../service/sync/vendor.ts'

/** The vendor of a mirror, read by a client. */
export const vendorOf = (client: Pick<Client, 'text' | 'serverNow'>, host: string): Vendor => ({
  host,
  // The compiler cannot relate the name and the query across all endpoints at once.
  read: (name, query, { signal, onWait }) =>
    client.text(name, { query } as never, { signal, onRetry: ({ waitMs }) => onWait(waitMs) }),
  now: client.serverNow,
})

/** The name of this process among the instances of a mirror. */
const instanceName = (): string => `${hostname()}:${process.pid}`

/**
 * Synchronises the store at `to`: once, or again and again until the signal is aborted.
 *
 * @throws AppError, only if it synchronises once or the store cannot be opened.
 */
export const runMirror = async (
  { client, host, to, everyMs, leaseMs }: SyncSettings,
  { onProgress, onWait, onHeld, onRun, onFailure }: SyncProgress,
  deps: { now: () => number; signal: AbortSignal },
): Promise<void> => {
  const store = await openStore(to)
  const vendor = vendorOf(client, host)
  const options: SyncOptions = { ...deps, store, vendor, holder: instanceName(), leaseMs, onProgress, onWait }
  try {
    if (everyMs === undefined) onRun(await syncOnce(options, onHeld))
    else await keepSyncing({ ...options, everyMs, onRun, onFailure })
  } finally {
    await store.close()
  }
}

/**
 * The vendor of `qd serve --mirror`, with the credentials of a profile.
 *
 * @throws AppError if the profile has no key.
 */
export const mirrorSource = async (profile: string, now: () => number): Promise<MirrorSource> => {
  const { env } = process
  const keychain = createKeychain({ env })
  const found = await findCredentials({ env, named: profile, isReadOnly: true, keychain })
  if (found.is !== 'found')
    throw new AppError('usage', 'The demo cannot be mirrored. Name a profile of an organisation.')
  // A mirror reads the vendor, not another mirror.
  const credentials = { ...found.credentials, history: undefined }
  const client = createClient({ credentials, env, now, limits: patientLimits })
  const vendor = vendorOf(client, new URL(credentials.baseUrl).host)
  return { vendor, close: client.close, holder: instanceName() }
}
