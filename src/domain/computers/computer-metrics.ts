import type { ComputerMetric } from '../../contract/computers.ts'
import type { Lenient } from '../../contract/lenient.ts'
import { dayAt, fieldsOf } from '../filter/field-of.ts'
import type { RowTable } from '../filter/row-columns.ts'
import { outputOf } from '../output/csv.ts'
import { timeText } from '../text/time-text.ts'

type SizeName = 'cpuCount' | 'memUsed' | 'memTotal' | 'diskUsed' | 'diskTotal'

/** The shares that are drawn and compared, in percent. */
export type ShareName = 'cpuUsedPct' | 'memUsedPct' | 'diskUsedPct'

/** Use of a computer at one time. Shares are 0 to 100, sizes are bytes; a missing or impossible value is undefined. */
export type MetricSample = {
  /** Unix ms. */
  at: number
} & { [name in SizeName | ShareName]: number | undefined }

/** A disk needs attention above this share. */
export const FULL_DISK_PCT = 90

/** The samples in a response, oldest first, in whatever order it has them. A row without a valid time is dropped. */
export const metricSamples = (rows: readonly Lenient<ComputerMetric>[]): MetricSample[] => {
  const byTime = new Map<number, MetricSample>()
  for (const row of rows) {
    const at = Date.parse(row.timestamp ?? '')
    if (!Number.isNaN(at)) byTime.set(at, sampleOf(at, row))
  }
  return [...byTime.values()].sort((a, b) => a.at - b.at)
}

const sampleOf = (at: number, row: Lenient<ComputerMetric>): MetricSample => {
  const [memUsed, memTotal] = [size(row.memUsed), size(row.memTotal)]
  const [diskUsed, diskTotal] = [size(row.diskUsed), size(row.diskTotal)]
  return {
    at,
    cpuUsedPct: share(row.cpuUsedPct),
    cpuCount: size(row.cpuCount),
    memUsed,
    memTotal,
    memUsedPct: shareOf(memUsed, memTotal),
    diskUsed,
    diskTotal,
    diskUsedPct: shareOf(diskUsed, diskTotal),
  }
}

const size = (value: number | undefined): number | undefined =>
  value !== undefined && Number.isFinite(value) && value >= 0 ? value : undefined

const share = (percent: number | undefined): number | undefined =>
  percent !== undefined && percent >= 0 && percent <= 100 ? percent : undefined

const shareOf = (used: number | undefined, total: number | undefined): number | undefined =>
  used === undefined || total === undefined || total === 0 ? undefined : share((100 * used) / total)

/** The newest known value; undefined without any. */
export const latestOf = (samples: readonly MetricSample[], name: keyof MetricSample): number | undefined =>
  samples.findLast((sample) => sample[name] !== undefined)?.[name]

/** The largest known value; undefined without any. */
export const peakOf = (samples: readonly MetricSample[], name: ShareName): number | undefined =>
  samples.reduce<number | undefined>((peak, { [name]: value }) => {
    if (value === undefined) return peak
    return peak === undefined || value > peak ? value : peak
  }, undefined)

const rounded = (percent: number | undefined): number | undefined =>
  percent === undefined ? undefined : Math.round(percent * 10) / 10

/** Columns for machine-readable tables. */
export const { columns: METRIC_COLUMNS, rowOf: metricOutput } = outputOf<[MetricSample]>({
  timestamp: ({ at }) => timeText(at),
  cpuUsedPct: ({ cpuUsedPct }) => rounded(cpuUsedPct),
  cpuCount: ({ cpuCount }) => cpuCount,
  memUsedPct: ({ memUsedPct }) => rounded(memUsedPct),
  memUsed: ({ memUsed }) => memUsed,
  memTotal: ({ memTotal }) => memTotal,
  diskUsedPct: ({ diskUsedPct }) => rounded(diskUsedPct),
  diskUsed: ({ diskUsed }) => diskUsed,
  diskTotal: ({ diskTotal }) => diskTotal,
})

const field = fieldsOf((sample: MetricSample) => sample)

/** Filter fields of samples. */
export const metricTable: RowTable<MetricSample> = {
  fields: [
    field('cpu', 'number', ({ cpuUsedPct }) => cpuUsedPct, ['cpuusedpct']),
    field('memory', 'number', ({ memUsedPct }) => memUsedPct, ['mem', 'memusedpct']),
    field('disk', 'number', ({ diskUsedPct }) => diskUsedPct, ['diskusedpct']),
    field('date', 'day', ({ at }) => dayAt(at)),
    field('time', 'text', ({ at }) => timeText(at), ['timestamp']),
  ],
  nameOf: ({ at }) => timeText(at) ?? '',
}
