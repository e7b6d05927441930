import type { KnownKind } from '../cache/ledger/ledger.ts'
import { toAppError } from '../cache/load/kit/load-errors.ts'
import { createInProcessLoader } from '../cache/load/own-loader.ts'
import { createSource } from '../cache/load/source.ts'
import { type Reply, type Request, toErrorData } from '../cache/process/calls.ts'
import { serveLoader } from '../cache/process/serve-loader.ts'
import type { LoaderProcessData } from './connect.ts'
import { openOwnLedger } from './open-own-ledger.ts'
import { tuneGcForStreaming } from './v8-flags.ts'

// The process in which the explorer sends requests, parses responses and reads and writes the ledger (the cache).
// connect.ts starts it.

const send = (reply: Reply): Promise<void> =>
  new Promise((resolve) => {
    process.send?.(reply, undefined, {}, () => resolve())
  })

const open = async (data: LoaderProcessData): Promise<(request: Request) => unknown> => {
  const { credentials, run, isOffline = false, isReadOnly = false, ids = {} } = data
  const { env } = process
  const now = Date.now
  const { ledger, salt, notice } = openOwnLedger(credentials, { env, now, mode: 'write', run })
  // The HTTP client is not needed offline.
  const client = isOffline ? undefined : (await import('../client/client.ts')).createClient({ credentials, env, now })
  const close = async () => {
    await client?.close()
    ledger.close()
  }
  const source = createSource({ client, ledger, now, salt, isReadOnly, tuneGcForStreaming })
  const loader = createInProcessLoader(source, client, () => notice ?? ledger.notice, close)
  for (const [kind, own] of Object.entries(ids)) await loader.actions.addIds(kind as KnownKind, own, 'imported')
  return serveLoader(send, loader)
}

process.once('message', (data: LoaderProcessData) => {
  // A process that cannot start responds to every request with the reason.
  const opened = open(data).catch((reason) => {
    const error = toErrorData(toAppError(reason))
    return ({ id }: Request) => send({ id, error })
  })
  process.on('message', async (request: Request) => (await opened)(request))
})
// Ctrl-C in the terminal reaches this process too, but the explorer decides when it ends.
process.on('SIGINT', () => {})
// The explorer has ended or was killed.
process.on('disconnect', () => process.exit())
