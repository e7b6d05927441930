import { type MessagePort, parentPort, workerData } from 'node:worker_threads'
import { toAppError } from './cache/app-error.ts'
import { createOwnLoader } from './cache/own-loader.ts'
import { collectWhenIdle } from './cache/worker/collect-when-idle.ts'
import { toErrorData } from './cache/worker/error-data.ts'
import type { FromLoader } from './cache/worker/messages.ts'
import { serveLoader } from './cache/worker/serve-loader.ts'
import type { Credentials } from './config/credentials.ts'
import { openSource } from './open-source.ts'

/** What the thread is started with. */
export type LoaderThreadData = {
  credentials: Credentials
  /** How far its clock is to run ahead of this machine's, ms: what is known of the server's. */
  aheadMs: number
}

// Where the explorer's loading runs: requests, parsing, the ledger. Started by connect.ts.
const port = parentPort as MessagePort
try {
  const { credentials, aheadMs } = workerData as LoaderThreadData
  const opened = await openSource(credentials, {
    isOffline: false,
    env: process.env,
    now: () => Date.now() + aheadMs,
  })
  const loader = createOwnLoader(opened)
  serveLoader(port, loader)
  // There only where the program has asked V8 for it.
  const { gc: collect } = globalThis
  if (collect) collectWhenIdle(loader, () => void collect({ type: 'major', execution: 'sync', flavor: 'last-resort' }))
} catch (error) {
  port.postMessage({ is: 'refused', error: toErrorData(toAppError(error)) } satisfies FromLoader)
}
