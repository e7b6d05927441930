import { expect, test } from 'vitest'
import { dueAt } from '../../../src/service/sync/sync-loop.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const at = (time: string): number => Date.parse(`2026-11-${time}:00Z`)
const every = { everyMs: 6 * HOUR, aheadMs: 0 }

test('the next run is due after the interval, and soon after midnight in between', () => {
  expect(dueAt({}, every)).toBeLessThan(at('01T00:00'))
  expect(dueAt({ lastSuccessAt: at('20T09:00') }, every)).toBe(at('20T15:00'))
  expect(dueAt({ lastSuccessAt: at('20T23:00') }, every)).toBe(at('21T00:05'))
  expect(dueAt({ lastSuccessAt: at('21T00:05') }, every)).toBe(at('21T06:05'))
})

test('midnight is that of the vendor', () => {
  const state = { lastSuccessAt: at('20T09:00') }
  expect(dueAt(state, { ...every, aheadMs: 12 * HOUR })).toBe(at('20T12:05'))
  expect(dueAt(state, { ...every, aheadMs: -10 * HOUR })).toBe(at('20T10:05'))
})

test('a run that failed is repeated after a minute, and after longer waits if only endpoints failed', () => {
  const failed = (failedRuns: number) => ({
    lastSuccessAt: at('20T02:00'),
    lastFailure: { at: at('20T09:00'), message: 'x' },
    failedRuns,
  })
  expect([0, 1, 3, 30].map((runs) => (dueAt(failed(runs), every) - at('20T09:00')) / MINUTE)).toEqual([1, 2, 8, 360])
})
