import type { DataOf } from '../../src/cache/load/queries.ts'
import { type QueryState, shownOf } from '../../src/cache/load/query-state.ts'
import { sparkline } from '../../src/domain/charts/sparkline.ts'
import {
  FULL_DISK_PCT,
  latestOf,
  type MetricSample,
  peakOf,
  type ShareName,
} from '../../src/domain/computers/computer-metrics.ts'
import { metricSeries } from '../../src/domain/computers/metric-series.ts'
import { fit } from '../../src/domain/text/fit.ts'
import { bytes, decimal, fullNumber, moment } from '../../src/domain/text/format.ts'
import { safeText } from '../../src/domain/text/safe-text.ts'
import { joinFitting } from '../../src/ui/layout/columns.ts'
import type { Theme } from '../../src/ui/layout/theme.ts'

export type MetricsState = QueryState<DataOf<'computerMetrics'>>

/** The time before now that is drawn. */
export const METRICS_SPAN_MS = 3_600_000
const MINUTES = 60
/** Whole minutes of a mark. */
const MINUTES_EACH = [1, 2, 3, 4, 5, 6, 10, 12, 15]

const LABEL_CELLS = 8
/** Cells of the latest value and the peak: `! 100.0 %  peak 100.0 %`. */
const VALUE_CELLS = 26
/** Cells of the sizes, which are left out unless the marks have room. */
const SIZE_CELLS = 20
const MIN_MARKS_BESIDE_SIZES = 30

/** CPU, memory and disk of the last hour: one sparkline each on a scale from 0 to 100 %, with the latest value and peak. */
export const metricLines = (state: MetricsState, width: number, theme: Theme): string[] => {
  const { data: samples = [], at } = shownOf(state) ?? {}
  if (state.is === 'failed') return ['', theme.muted(fit(failureText(state.error), width))]
  const isLoading = at === undefined
  if (!isLoading && samples.length === 0)
    return ['', theme.muted(fit('The server has no metrics of the last hour.', width))]
  const room = width - LABEL_CELLS - VALUE_CELLS
  const hasSizes = room - SIZE_CELLS >= MIN_MARKS_BESIDE_SIZES
  const most = hasSizes ? room - SIZE_CELLS : room
  const minutesEach = MINUTES_EACH.find((minutes) => MINUTES / minutes <= most) ?? MINUTES
  const cells = MINUTES / minutesEach
  const latest = samples.at(-1)?.at
  const head = [
    'Last hour, 0 to 100 %',
    minutesEach === 1 ? 'a mark is a minute' : `a mark is ${minutesEach} min`,
    isLoading ? 'loading' : `latest ${moment(latest)}`,
  ]
  const rows = METRICS.map(({ label, name, sizesOf }) => {
    const values = metricSeries(samples, name, { endMs: at ?? 0, spanMs: METRICS_SPAN_MS, cells })
    const isFull = name === 'diskUsedPct' && (latestOf(samples, name) ?? 0) > FULL_DISK_PCT
    const marks = sparkline(values, { max: 100, ascii: theme.isAscii })
    const texts = [valueText(samples, name, isFull, theme), ...(hasSizes ? [sizesOf(samples)] : [])]
    const drawn = theme.isLinear ? '' : `${isFull ? theme.warn(marks) : marks}  `
    return `${theme.muted(label.padEnd(LABEL_CELLS))}${drawn}${texts.join('  ')}`.trimEnd()
  })
  const axis = at === undefined ? '' : axisText(at, cells)
  return [
    '',
    theme.muted(joinFitting(head, width, ', ')),
    ...rows,
    ...(theme.isLinear ? [] : [theme.muted(' '.repeat(LABEL_CELLS) + axis)]),
  ]
}

const METRICS: readonly { label: string; name: ShareName; sizesOf: (samples: readonly MetricSample[]) => string }[] = [
  {
    label: 'CPU',
    name: 'cpuUsedPct',
    sizesOf: (samples) => {
      const count = latestOf(samples, 'cpuCount')
      return count === undefined ? '' : `of ${fullNumber(count)} CPUs`
    },
  },
  { label: 'memory', name: 'memUsedPct', sizesOf: (samples) => sizesText(samples, 'memUsed', 'memTotal') },
  { label: 'disk', name: 'diskUsedPct', sizesOf: (samples) => sizesText(samples, 'diskUsed', 'diskTotal') },
]

const sizesText = (
  samples: readonly MetricSample[],
  used: 'memUsed' | 'diskUsed',
  total: 'memTotal' | 'diskTotal',
): string => {
  const [usedBytes, totalBytes] = [latestOf(samples, used), latestOf(samples, total)]
  return usedBytes === undefined || totalBytes === undefined ? '' : `${bytes(usedBytes)} of ${bytes(totalBytes)}`
}

const valueText = (samples: readonly MetricSample[], name: ShareName, isFull: boolean, theme: Theme): string => {
  const [latest, peak] = [latestOf(samples, name), peakOf(samples, name)]
  if (latest === undefined || peak === undefined) return theme.muted(samples.length === 0 ? '' : 'not known')
  const sign = isFull ? theme.signs.attention : ' '
  const value = `${sign} ${decimal(latest, 1).padStart(5)} %`
  return `${isFull ? theme.warn(value) : value}  ${theme.muted('peak')} ${decimal(peak, 1).padStart(5)} %`
}

/** The first and the last time of the marks, UTC, as far as they fit below them. */
const axisText = (endMs: number, cells: number): string => {
  const clock = (ms: number): string => new Date(ms).toISOString().slice(11, 16)
  const [start, end] = [clock(endMs - METRICS_SPAN_MS), clock(endMs)]
  return `${start}${end.padStart(Math.max(cells - start.length, end.length + 1))} UTC`
}

const REASONS: Readonly<Record<number, string>> = {
  402: 'the plan does not include them (status 402)',
  403: 'this key may not read them (status 403)',
  404: 'the server has none of this computer (status 404)',
}

const failureText = ({ status, message }: { status?: number | undefined; message: string }): string =>
  `CPU, memory and disk unknown: ${(status !== undefined && REASONS[status]) || safeText(message)}`
