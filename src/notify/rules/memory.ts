import { isContainer } from '../../base/json.ts'
import { LEVELS, type Level, type Notice } from '../event/notice.ts'
import { readSpoolFile, writeSpoolFile } from '../spool/spool-files.ts'

/** What was told lately: for repeats, rates, turns and summaries. */
export type Memory = {
  /** What went to channels in the last minute. */
  told: { id: string; key: string; at: number; rule: number | undefined }[]
  /** When a prompt began a turn, Unix ms, by session. */
  turns: Record<string, number>
  /** What waits for a summary. */
  summed: Summed | undefined
}

type Summed = {
  /** When it is told, Unix ms. */
  due: number
  /** How many of each title. */
  counts: Record<string, number>
  /** Names of the channels that would have been told. */
  channels: string[]
  /** The highest level of the messages; none in files of older versions. */
  level?: Level | undefined
  /** The one that was counted last. */
  lastId: string
}

export const MINUTE_MS = 60_000
/** Sessions whose turns are remembered; those that began longest ago are forgotten first. */
const MAX_TURNS = 200

export const noMemory = (): Memory => ({ told: [], turns: {}, summed: undefined })

/** The same without what means nothing any more. */
const fresh = ({ told, turns, summed }: Memory, now: number): Memory => ({
  told: told.filter(({ at }) => at > now - MINUTE_MS && at <= now + MINUTE_MS),
  turns: Object.fromEntries(
    Object.entries(turns)
      .sort(([, a], [, b]) => b - a)
      .slice(0, MAX_TURNS),
  ),
  summed,
})

/** The memory after something was told. */
export const remembered = (memory: Memory, told: Memory['told'][number]): Memory => ({
  ...memory,
  told: [...memory.told, told],
})

/** The memory after something was counted for a summary, which is told when the first of the minute is a minute old. */
export const summedUp = (
  memory: Memory,
  id: string,
  { title, level }: Pick<Notice, 'title' | 'level'>,
  channels: readonly string[],
  at: number,
): Memory => {
  const before: Summed = memory.summed ?? { due: summaryDue(memory, at), counts: {}, channels: [], lastId: '' }
  if (before.lastId === id) return memory
  // A name of JavaScript's own would count from nonsense.
  const counts = new Map(Object.entries(before.counts))
  counts.set(title, (counts.get(title) ?? 0) + 1)
  return {
    ...memory,
    summed: {
      due: before.due,
      counts: Object.fromEntries(counts),
      channels: [...new Set([...before.channels, ...channels])],
      level: LEVELS[Math.max(0, LEVELS.indexOf(before.level ?? 'info'), LEVELS.indexOf(level))],
      lastId: id,
    },
  }
}

const summaryDue = ({ told }: Memory, at: number): number => Math.min(at, ...told.map((one) => one.at)) + MINUTE_MS

/** What a summary says. */
export const summaryNotice = ({ counts, level: saved }: Summed): Notice => {
  const level = LEVELS.find((one) => one === saved) ?? 'info'
  const all = Object.entries(counts).sort(([, a], [, b]) => b - a)
  const count = all.reduce((sum, [, each]) => sum + each, 0)
  const lines = all.slice(0, 10).map(([title, each]) => `${each} × ${title}`)
  if (all.length > 10) lines.push(`and ${all.length - 10} others`)
  return { title: `${count} more within a minute`, text: lines.join('\n'), level }
}

/** What was told lately; nothing where that cannot be read or is broken: then something may be told twice, and nothing not at all. */
export const readMemory = (file: string, now: number): Memory => {
  const value = readSpoolFile(file)
  if (!isContainer(value)) return noMemory()
  const { told, turns, summed } = value as Partial<Memory>
  return fresh(
    {
      told: Array.isArray(told) ? told.filter((one) => Number.isFinite(one?.at) && typeof one?.key === 'string') : [],
      turns: Object.fromEntries(Object.entries(turns ?? {}).filter(([, at]) => Number.isFinite(at))),
      summed: isSummed(summed) ? summed : undefined,
    },
    now,
  )
}

const isSummed = (value: unknown): value is NonNullable<Memory['summed']> => {
  const { due, counts, channels } = (value ?? {}) as { due?: unknown; counts?: unknown; channels?: unknown }
  return Number.isFinite(due) && isContainer(counts) && Array.isArray(channels)
}

/** @throws what the file system says. */
export const writeMemory = (file: string, memory: Memory): void => {
  writeSpoolFile(file, memory)
}
