import { expect, test } from 'vitest'
import { metricSamples } from '../../../src/domain/computers/computer-metrics.ts'
import { computerUse } from '../../../src/domain/computers/computer-use.ts'

const END = Date.parse('2026-11-20T10:00:00Z')
const HOUR = 3_600_000
const QUARTERS = 7 * 24 * 4

/** The use of a computer with a sample each quarter of an hour. */
const useOf = (cpuAt: (quarter: number) => number | undefined) =>
  computerUse(
    'c1',
    'atlas',
    metricSamples(
      Array.from({ length: QUARTERS }, (_, quarter) => ({
        timestamp: new Date(END - (QUARTERS - quarter) * (HOUR / 4)).toISOString(),
        cpuUsedPct: cpuAt(quarter),
        diskUsed: quarter + 1,
        diskTotal: 1_000,
      })),
    ),
  )

test('a computer is idle if the mean CPU of each hour of a week is below 5 %', () => {
  expect(useOf(() => 1)).toEqual({
    id: 'c1',
    name: 'atlas',
    diskUsedPct: 67.2,
    diskUsed: 672,
    diskTotal: 1_000,
    idle: { maxCpuPct: 1, hours: 168 },
  })
  // A short job: 16 % for a quarter of an hour.
  expect(useOf((quarter) => (quarter === 100 ? 16 : 1)).idle).toEqual({ maxCpuPct: 4.75, hours: 168 })
  expect(useOf((quarter) => (quarter === 100 ? 17 : 1)).idle).toBeUndefined()
})

test('a computer without values for a day and more is not known to be idle', () => {
  const since = (hours: number) => useOf((quarter) => (quarter >= 4 * hours ? 1 : undefined)).idle
  expect(since(24)).toEqual({ maxCpuPct: 1, hours: 144 })
  expect(since(25)).toBeUndefined()
  expect(computerUse('c', 'c', [])).toMatchObject({ diskUsedPct: undefined, idle: undefined })
})
