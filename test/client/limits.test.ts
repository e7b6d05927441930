import { expect, test } from 'vitest'
import { ARCHIVE_LIMITS } from '../../src/archive/archive-error.ts'
import { defaultLimits } from '../../src/client/limits.ts'

const MEGABYTE = 1024 * 1024

test('the limits that nobody changes are those that are promised', () => {
  expect(defaultLimits).toMatchObject({
    connectMs: 10_000,
    headersMs: 30_000,
    silenceMs: 15_000,
    wholeCallMs: 60_000,
    downloadSilenceMs: 30_000,
    downloadRateMs: 30_000,
    downloadBytesPerSecond: 1024,
    jsonBytes: 32 * MEGABYTE,
    errorBytes: MEGABYTE / 16,
    tries: 3,
    shortestWaitMs: 300,
    longestWaitMs: 8_000,
    allWaitsMs: 20_000,
    retryBudget: 20,
    redirects: 3,
  })
  expect(ARCHIVE_LIMITS).toEqual({ entries: 20_000, totalBytes: 2048 * MEGABYTE, ratio: 200 })
})
