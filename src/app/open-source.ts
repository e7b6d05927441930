import type { Env } from '../base/env.ts'
import { createSecretHash } from '../cache/ledger/secret-hash.ts'
import { createSource, type Source } from '../cache/load/source.ts'
import type { Client, ClientOptions } from '../client/client.ts'
import type { Credentials } from '../config/credentials.ts'
import { openOwnLedger } from './open-own-ledger.ts'

export type OpenSourceOptions = {
  /** Whether nothing is sent; then what talks HTTP is not even loaded. */
  isOffline: boolean
  env: Env
  /** Unix ms. */
  now: () => number
  onLog?: ClientOptions['onLog']
}

export type OpenedSource = {
  source: Source
  /** Undefined: offline. */
  client: Client | undefined
  /** What people must know of what is kept on disk, one sentence; undefined: all is well. */
  notice: () => string | undefined
  close: () => Promise<void>
}

/** The cached layer over the ledger of this machine and a client. The demo's ledger is kept in memory. */
export const openSource = async (
  credentials: Credentials,
  { isOffline, env, now, onLog }: OpenSourceOptions,
): Promise<OpenedSource> => {
  const { ledger, salt, notice } = openOwnLedger(credentials, { env, now, mode: 'write' })
  const client = isOffline
    ? undefined
    : (await import('../client/client.ts')).createClient({ credentials, now, env, ...(onLog && { onLog }) })
  return {
    source: createSource({ client, ledger, now, hash: createSecretHash(salt) }),
    client,
    notice: () => notice ?? ledger.notice,
    close: async () => {
      await client?.close()
      ledger.close()
    },
  }
}
