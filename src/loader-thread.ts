import { type MessagePort, parentPort, workerData } from 'node:worker_threads'
import { toAppError } from './cache/app-error.ts'
import { createOwnLoader } from './cache/own-loader.ts'
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
  serveLoader(port, createOwnLoader(opened))
} catch (error) {
  port.postMessage({ is: 'refused', error: toErrorData(toAppError(error)) } satisfies FromLoader)
}
