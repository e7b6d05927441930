import { DAY_MS, HOUR_MS } from '../../base/time.ts'
import { knownMean } from '../charts/sparkline.ts'
import { computerName, type ListedComputer } from './computer-list.ts'
import { latestOf, type MetricSample } from './computer-metrics.ts'
import { statusGroupOf } from './computer-steps.ts'

/** How a computer was used in the last week. */
export type ComputerUse = {
  /** Untrusted text. */
  id: string
  /** Untrusted text. */
  name: string
  /** Latest share of the disk, 0 to 100; undefined if unknown. */
  diskUsedPct: number | undefined
  /** Latest sizes, in bytes. */
  diskUsed: number | undefined
  diskTotal: number | undefined
  /** Set if the computer was idle for the week: see {@link idleOf}. */
  idle: Idle | undefined
}

export type Idle = {
  /** Highest mean CPU of an hour, 0 to 100. */
  maxCpuPct: number
  /** Hours with samples. */
  hours: number
}

/** The time that is examined, ms. */
export const USE_SPAN_MS = 7 * DAY_MS
/** An hour is idle if its mean CPU is below this, in percent. */
export const IDLE_CPU_PCT = 5
/** With samples in fewer hours of the week, it is unknown whether the computer was idle. */
const MIN_HOURS = 6 * 24

/** Definition of an idle computer, for help. */
export const IDLE_RULE = `The mean CPU of every hour in the last 7 days is below ${IDLE_CPU_PCT} %, and at least ${MIN_HOURS} of these hours have values.`

/** A computer whose metrics are checked. Texts are untrusted. */
export type ExaminedComputer = { id: string; name: string }

/** The computers to examine: only an active one is in use. */
export const activeComputers = (rows: readonly ListedComputer[]): ExaminedComputer[] =>
  rows.flatMap((row) => (statusGroupOf(row.item) === 'active' ? [{ id: row.id, name: computerName(row) }] : []))

export const computerUse = (id: string, name: string, samples: readonly MetricSample[]): ComputerUse => ({
  id,
  name,
  diskUsedPct: latestOf(samples, 'diskUsedPct'),
  diskUsed: latestOf(samples, 'diskUsed'),
  diskTotal: latestOf(samples, 'diskTotal'),
  idle: idleOf(samples),
})

/** Whether a computer was idle, by {@link IDLE_RULE}. The mean of an hour leaves out short jobs such as updates. */
const idleOf = (samples: readonly MetricSample[]): Idle | undefined => {
  const byHour = Map.groupBy(samples, ({ at }) => Math.floor(at / HOUR_MS))
  const means = [...byHour.values()].flatMap((own) => knownMean(own.map(({ cpuUsedPct }) => cpuUsedPct)) ?? [])
  const maxCpuPct = Math.max(0, ...means)
  return means.length < MIN_HOURS || maxCpuPct >= IDLE_CPU_PCT ? undefined : { maxCpuPct, hours: means.length }
}
