import { expect, test } from 'vitest'
import { metricSamples } from '../../../src/domain/computers/computer-metrics.ts'
import { metricSeries } from '../../../src/domain/computers/metric-series.ts'

const END = Date.parse('2026-11-20T10:10:00Z')
const MINUTE = 60_000
/** Samples of CPU, each `[minutes before the end, percent]`. */
const series = (samples: readonly (readonly [number, number])[], cells = 10) =>
  metricSeries(
    metricSamples(
      samples.map(([minutes, cpuUsedPct]) => ({
        timestamp: new Date(END - minutes * MINUTE).toISOString(),
        cpuUsedPct,
      })),
    ),
    'cpuUsedPct',
    { endMs: END, spanMs: 10 * MINUTE, cells },
  )
const _ = undefined

test('each cell has the mean of its samples', () => {
  const all = Array.from({ length: 10 }, (_, at) => [10 - at, at * 10] as const)
  expect(series(all)).toEqual([0, 10, 20, 30, 40, 50, 60, 70, 80, 90])
  expect(series(all, 5)).toEqual([5, 25, 45, 65, 85])
  expect(series([[0, 5]], 1)).toEqual([5])
})

test('a pause of the samples is a gap, but an interval longer than a cell is not', () => {
  const paused = [10, 9, 8, 3, 2, 1].map((minutes) => [minutes, 50] as const)
  expect(series(paused)).toEqual([50, 50, 50, _, _, _, _, 50, 50, 50])
  // One sample in four minutes, the last one three minutes old.
  expect(series([10, 7, 3].map((minutes) => [minutes, minutes] as const))).toEqual([10, 10, 10, 7, 7, 7, 7, 3, 3, 3])
})

test('samples outside of the time are left out, and without samples all is a gap', () => {
  expect(
    series(
      [
        [11, 1],
        [-1, 2],
        [5, 3],
      ],
      2,
    ),
  ).toEqual([_, 3])
  expect(series([], 3)).toEqual([_, _, _])
})
