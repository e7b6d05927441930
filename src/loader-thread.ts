import { type MessagePort, parentPort, workerData } from 'node:worker_threads'
import { toAppError } from './cache/app-error.ts'
import { createOwnLoader } from './cache/own-loader.ts'
import { collectWhenIdle } from './cache/worker/collect-when-idle.ts'
import { toErrorData } from './cache/worker/error-data.ts'
import type { FromLoader } from './cache/worker/messages.ts'
import { serveLoader } from './cache/worker/serve-loader.ts'
import type { Credentials } from './config/credentials.ts'
import { openSource } from './open-source.ts'

// Where the explorer's loading runs: requests, parsing, the ledger. Started by connect.ts with credentials as its data.
const port = parentPort as MessagePort
try {
  const opened = await openSource(workerData as Credentials, {
    isOffline: false,
    env: process.env,
    now: () => Date.now(),
  })
  const loader = createOwnLoader(opened)
  serveLoader(port, loader)
  // There only where the program has asked V8 for it.
  const { gc: collect } = globalThis
  if (collect) collectWhenIdle(loader, () => void collect())
} catch (error) {
  port.postMessage({ is: 'refused', error: toErrorData(toAppError(error)) } satisfies FromLoader)
}
