import { median } from '../../base/numbers.ts'
import type { MetricSample, ShareName } from './computer-metrics.ts'

/** Samples further apart than this multiple of their usual interval have a gap between them. */
const GAP_FACTOR = 2.5

type Place = {
  /** Unix ms. */
  endMs: number
  spanMs: number
  cells: number
}

/**
 * A share over the time before `endMs`, as the mean of the samples in each cell. A cell without a sample is a gap, unless
 * the samples around it are as far apart as usual: then it has the value next to it. A gap is undefined.
 *
 * @param samples - Oldest first.
 */
export const metricSeries = (
  samples: readonly MetricSample[],
  name: ShareName,
  { endMs, spanMs, cells }: Place,
): (number | undefined)[] => {
  const startMs = endMs - spanMs
  const known = samples.flatMap(({ at, [name]: value }) =>
    value === undefined || at < startMs || at > endMs ? [] : [{ at, value }],
  )
  const intervals = known.slice(1).map(({ at }, before) => at - (known[before]?.at ?? at))
  const maxIntervalMs = GAP_FACTOR * (median(intervals) ?? 0)
  const cellMs = spanMs / cells
  const cellOf = (at: number): number => Math.min(cells - 1, Math.floor((at - startMs) / cellMs))
  const byCell = Map.groupBy(known, ({ at }) => cellOf(at))
  return Array.from({ length: cells }, (_, cell) => {
    const own = byCell.get(cell)
    if (own) return own.reduce((sum, { value }) => sum + value, 0) / own.length
    const before = known.findLast(({ at }) => cellOf(at) < cell)
    const after = known.find(({ at }) => cellOf(at) > cell)
    return (after?.at ?? endMs) - (before?.at ?? startMs) <= maxIntervalMs ? (before ?? after)?.value : undefined
  })
}
