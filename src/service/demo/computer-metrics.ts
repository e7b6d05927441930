import { DAY_MS, HOUR_MS } from '../../base/time.ts'
import type { Computer, ComputerMetric } from '../../contract/computers.ts'
import { createRandom, mix } from './kit/random.ts'
import { demoIds } from './kit/repositories.ts'

const MINUTE_MS = 60_000
const GIB = 1024 ** 3

/** Ranges up to this long have a value per minute, longer ones a value per quarter of an hour. */
const FINE_RANGE_MS = 6 * HOUR_MS
/** Older values are deleted. */
const KEPT_MS = 31 * DAY_MS

/** How a computer is used. `idle` is the share of its CPU without work, in percent. */
type Load = { cpuCount: number; memGiB: number; diskGiB: number; diskUsedPct: number; idle: number; busy: number }

const usual: Load = { cpuCount: 4, memGiB: 16, diskGiB: 100, diskUsedPct: 48, idle: 2, busy: 55 }
const loads: Record<string, Load> = {
  [demoIds.computers.active]: { ...usual, cpuCount: 16, memGiB: 64, diskGiB: 400, busy: 85 },
  /** Its disk is almost full. */
  [demoIds.computers.byom]: { ...usual, cpuCount: 10, memGiB: 32, diskGiB: 1_000, diskUsedPct: 94, busy: 30 },
  /** Has not worked for weeks. */
  [demoIds.computers.copied]: { ...usual, idle: 0.4, busy: 0.4, diskUsedPct: 12 },
}

/**
 * Values of a demo computer, oldest first, as if its agent had sent them. They are computed for each request, so that
 * the demo does not end. Only a computer that runs has any.
 *
 * @param sinceMs - Unix ms. Values older than 31 days are missing.
 * @param nowMs - Unix ms.
 */
export const simulatedMetrics = (computer: Computer, sinceMs: number, nowMs: number): ComputerMetric[] => {
  const isInstalling = computer.id === demoIds.computers.installing
  if (computer.status !== 'active' && !isInstalling) return []
  const fromMs = Math.max(sinceMs, nowMs - KEPT_MS, computer.createdAt)
  const stepMs = nowMs - fromMs > FINE_RANGE_MS ? 15 * MINUTE_MS : MINUTE_MS
  const load = loads[computer.id] ?? usual
  const metrics: ComputerMetric[] = []
  for (let at = Math.ceil(fromMs / stepMs) * stepMs; at <= nowMs; at += stepMs)
    metrics.push(metricAt(computer, load, at))
  return metrics
}

const metricAt = ({ id, createdAt }: Computer, load: Load, atMs: number): ComputerMetric => {
  const minute = Math.floor(atMs / MINUTE_MS)
  const seed = mix(...[...id].map((letter) => letter.codePointAt(0) ?? 0))
  const random = createRandom(seed, minute)
  // Work comes in bursts of ten minutes, mostly by day.
  const hour = new Date(atMs).getUTCHours()
  const isDay = hour >= 7 && hour < 18
  const works = createRandom(seed, Math.floor(minute / 10)).chance(isDay ? 0.6 : 0.1)
  const cpu = works ? load.busy * random.between(0.4, 1.1) : load.idle * random.between(0.5, 2)
  const used = (works ? 0.5 : 0.3) + random.between(0, 0.1)
  const growth = Math.min(1, (atMs - createdAt) / (90 * DAY_MS))
  return {
    timestamp: new Date(atMs).toISOString(),
    cpuUsedPct: Math.round(Math.min(100, cpu) * 10) / 10,
    cpuCount: load.cpuCount,
    memUsed: Math.floor(load.memGiB * GIB * used),
    memTotal: load.memGiB * GIB,
    diskUsed: Math.floor(load.diskGiB * GIB * (load.diskUsedPct / 100) * (0.97 + 0.03 * growth)),
    diskTotal: load.diskGiB * GIB,
  }
}
