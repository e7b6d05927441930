import { HOUR_MS } from '../../base/time.ts'
import { loadQuery } from '../../cache/load/queries.ts'
import {
  METRIC_COLUMNS,
  type MetricSample,
  metricOutput,
  metricTable,
} from '../../domain/computers/computer-metrics.ts'
import { bytes, decimal, moment, NONE } from '../../domain/text/format.ts'
import { loadOptions } from '../kit/load-options.ts'
import type { OptionRow } from '../kit/option-row.ts'
import { parseDuration, parseId } from '../kit/option-values.ts'
import { listCommand } from '../output/list-command.ts'
import { columnsOf, type RowLayout } from '../output/row-layout.ts'

const layout: RowLayout = {
  columns: columnsOf('text', {
    timestamp: 'TIME',
    cpuUsedPct: 'CPU',
    cpuCount: 'CPUS',
    memUsedPct: 'MEMORY',
    diskUsedPct: 'DISK',
    memUsed: 'MEMORY USED',
    memTotal: 'OF',
    diskUsed: 'DISK USED',
    diskTotal: 'OF',
  }),
  members: METRIC_COLUMNS,
}

/** Longest time before now, in days. */
const MAX_DAYS = 31

export const computerMetrics = listCommand({
  name: 'computers metrics',
  summary: 'Show CPU, memory and disk of a computer (if supported)',
  reads: true,
  description: 'Prints what the agent of the computer has reported, oldest first. Sizes are in bytes in json and csv.',
  what: 'samples',
  example: 'cpu>80 disk>90',
  arguments: [{ name: 'id', help: 'id of the computer', completes: 'computer' }],
  cacheOptions: ['refresh'],
  options: [
    { flags: '--since <time>', help: 'time before now: 30m, 6h, 7d (default: 1h)' },
  ] as const satisfies readonly OptionRow[],
  layout,
  examples: ['computers metrics comp_7f21', "computers metrics comp_7f21 --since 7d --where 'cpu>80' --format csv"],
  table: () => metricTable,
  sorts: { names: ['time', 'cpu', 'memory', 'disk'], defaultSort: 'time, oldest first' },
  parse: ({ args, options: { since } }) => ({
    id: parseId(args[0], 'computer'),
    spanMs: since === undefined ? HOUR_MS : parseDuration(since, '--since', MAX_DAYS),
  }),
  load: async (params, deps) => {
    const source = await deps.source()
    const { data, at, problems } = await loadQuery(source, 'computerMetrics', params, loadOptions(deps))
    return {
      rows: data,
      at,
      problems,
      print: (chosen) => {
        const rows = chosen.map(metricOutput)
        return { rows: deps.format === 'table' ? chosen.map(cellsOf) : rows, envelope: { metrics: rows } }
      },
      notes: () => [data.length === 0 ? 'The server has no metrics of this computer in this time.' : undefined],
    }
  },
})

const cellsOf = (sample: MetricSample) => ({
  timestamp: moment(sample.at),
  cpuUsedPct: percentText(sample.cpuUsedPct),
  cpuCount: String(sample.cpuCount ?? NONE),
  memUsedPct: percentText(sample.memUsedPct),
  memUsed: bytes(sample.memUsed ?? null),
  memTotal: bytes(sample.memTotal ?? null),
  diskUsedPct: percentText(sample.diskUsedPct),
  diskUsed: bytes(sample.diskUsed ?? null),
  diskTotal: bytes(sample.diskTotal ?? null),
})

const percentText = (value: number | undefined): string => (value === undefined ? NONE : `${decimal(value, 1)} %`)
