import { expect, test } from 'vitest'
import { latestOf, metricOutput, metricSamples, peakOf } from '../../../src/domain/computers/computer-metrics.ts'

const GB = 1_000_000_000
const row = { cpuUsedPct: 12.5, cpuCount: 4, memUsed: 4 * GB, memTotal: 16 * GB, diskUsed: 45 * GB, diskTotal: 50 * GB }

test('samples have shares of their totals, oldest first, in whatever order they arrive', () => {
  const samples = metricSamples([
    { ...row, timestamp: '2026-11-20T10:02:00Z', cpuUsedPct: 80 },
    { ...row, timestamp: '2026-11-20T10:00:00+00:00' },
    { ...row, timestamp: '2026-11-20T10:02:00.000Z', cpuUsedPct: 70 },
  ])
  expect(samples.map(metricOutput)).toEqual([
    { timestamp: '2026-11-20T10:00:00.000Z', memUsedPct: 25, diskUsedPct: 90, ...row },
    { timestamp: '2026-11-20T10:02:00.000Z', memUsedPct: 25, diskUsedPct: 90, ...row, cpuUsedPct: 70 },
  ])
  expect([peakOf(samples, 'cpuUsedPct'), latestOf(samples, 'cpuUsedPct')]).toEqual([70, 70])
})

test('missing and impossible values are unknown, and a row without a time is dropped', () => {
  const samples = metricSamples([
    { ...row },
    { ...row, timestamp: 'soon' },
    { timestamp: '2026-11-20T10:00:00Z', cpuUsedPct: Number.NaN, memUsed: 1, memTotal: 0, diskUsed: 9, diskTotal: 3 },
    { timestamp: '2026-11-20T10:01:00Z', cpuUsedPct: -1, memUsed: -4, memTotal: 8, diskTotal: 3 },
    { timestamp: '2026-11-20T10:02:00Z', cpuUsedPct: 101, diskUsed: Number.POSITIVE_INFINITY, diskTotal: 3 },
  ])
  expect(samples.map(({ cpuUsedPct, memUsedPct, diskUsedPct }) => [cpuUsedPct, memUsedPct, diskUsedPct])).toEqual(
    Array(3).fill([undefined, undefined, undefined]),
  )
  expect([peakOf(samples, 'memUsedPct'), latestOf(samples, 'diskTotal')]).toEqual([undefined, 3])
})
