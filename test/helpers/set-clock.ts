import { setTimeout as pause } from 'node:timers/promises'
import { expect, vi } from 'vitest'
import { NOW } from './now.ts'

/** These start programs, which have the machine's clock. */
const OF_TODAY = /\/test\/(?:(?:app|e2e|helpers)\/|cache\/ledger\/(?:file-faults|processes)\.|safety\/kept-files\.)/

const DAY_MS = 86_400_000
/** Maximum duration of a test file on a busy machine. */
const MAX_FILE_MS = 5 * 60_000

/** Waits for the next UTC day if it begins in a few minutes: only a few tests can handle a change of day. */
const lastingDay = async (): Promise<void> => {
  const left = DAY_MS - (Date.now() % DAY_MS)
  if (left < MAX_FILE_MS) await pause(left + 1_000)
}

// Files run one after the other in one process: each begins with its own clock, whatever the previous file did to it. The ages of data and
// the spans that are fresh hang on Date; timers stay as they are.
if (OF_TODAY.test(expect.getState().testPath ?? '')) {
  vi.useRealTimers()
  await lastingDay()
} else vi.useFakeTimers({ toFake: ['Date'], now: NOW })
