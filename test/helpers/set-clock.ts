import { expect, vi } from 'vitest'
import { NOW } from './now.ts'

/** These start programs, which have the machine's clock. */
const OF_TODAY = /\/test\/(?:(?:app|e2e|helpers)\/|cache\/ledger\/(?:file-faults|processes)\.|safety\/kept-files\.)/

// Files run one after the other in one process: each begins with its own clock, whatever the one before did to it. The ages of data and
// the spans that are fresh hang on Date; timers stay as they are.
if (OF_TODAY.test(expect.getState().testPath ?? '')) vi.useRealTimers()
else vi.useFakeTimers({ toFake: ['Date'], now: NOW })
