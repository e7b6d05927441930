import { setTimeout as pause } from 'node:timers/promises'
import { expect, vi } from 'vitest'
import { NOW } from './now.ts'

/** These tests start programs, which use the machine's clock. */
const OF_TODAY = /\/test\/(?:(?:app|e2e|helpers)\/|cache\/ledger\/(?:file-faults|processes)\.|safety\/kept-files\.)/

const DAY_MS = 86_400_000
/** Time limit of a file on a busy machine. */
const MAX_FILE_MS = 5 * 60_000

/** Resolves once the rest of the day is longer than a test file takes, because few tests can handle midnight. */
const lastingDay = async (): Promise<void> => {
  const left = DAY_MS - (Date.now() % DAY_MS)
  if (left < MAX_FILE_MS) await pause(left + 1_000)
}

// Files run one after the other in one process, and each starts with its own clock. Ages and time to live depend on Date;
// timers are not faked.
if (OF_TODAY.test(expect.getState().testPath ?? '')) {
  vi.useRealTimers()
  await lastingDay()
} else vi.useFakeTimers({ toFake: ['Date'], now: NOW })
