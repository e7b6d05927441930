import type { KnownKind } from '../cache/ledger/ledger.ts'
import { toAppError } from '../cache/load/kit/app-error.ts'
import { createOwnLoader } from '../cache/load/own-loader.ts'
import { createSource } from '../cache/load/source.ts'
import { collectWhenIdle } from '../cache/process/collect-when-idle.ts'
import { toErrorData } from '../cache/process/error-data.ts'
import type { FromLoader, ToLoader } from '../cache/process/messages.ts'
import { serveLoader } from '../cache/process/serve-loader.ts'
import { openOwnLedger } from './open-own-ledger.ts'
import type { LoaderProcessData } from './start-loader.ts'

// Where the explorer's loading runs: requests, parsing, the ledger. Started by start-loader.ts.

const post = (message: FromLoader) => void process.send?.(message, undefined, {}, () => {})

/** Messages that came while the ledger was being opened. */
const early: ToLoader[] = []
let take = (message: ToLoader): void => void early.push(message)

const serve = async (data: LoaderProcessData): Promise<void> => {
  const { credentials, aheadMs, run, isOffline = false, isReadOnly = false, ids = {} } = data
  const { env } = process
  const now = () => Date.now() + aheadMs
  const { ledger, salt, notice } = openOwnLedger(credentials, { env, now, mode: 'write', run })
  // Offline, what talks HTTP is not even loaded.
  const client = isOffline ? undefined : (await import('../client/client.ts')).createClient({ credentials, env, now })
  const loader = createOwnLoader({
    source: createSource({ client, ledger, now, salt, isReadOnly }),
    client,
    notice: () => notice ?? ledger.notice,
    close: async () => {
      await client?.close()
      ledger.close()
    },
  })
  for (const [kind, own] of Object.entries(ids)) loader.addIds(kind as KnownKind, own, 'imported')
  serveLoader(
    {
      postMessage: post,
      on: (listener) => {
        take = listener
      },
    },
    loader,
  )
  for (const message of early) take(message)
  // Defined only with --expose-gc, see start-loader.ts.
  const { gc: collect } = globalThis
  if (collect) collectWhenIdle(loader, () => void collect({ type: 'major', execution: 'sync', flavor: 'last-resort' }))
}

process.once('message', (data: LoaderProcessData) => {
  process.on('message', (message: ToLoader) => take(message))
  serve(data).catch((error) => post({ is: 'refused', error: toErrorData(toAppError(error)) }))
})
// Ctrl-C in the terminal reaches this process too, but the explorer decides when it ends.
process.on('SIGINT', () => {})
// An explorer that was killed leaves nothing behind.
process.on('disconnect', () => process.exit())
