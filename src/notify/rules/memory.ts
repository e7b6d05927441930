import { isContainer } from '../../base/json.ts'
import { LEVELS, type Level, type Notice } from '../event/notice.ts'
import { readSpoolFile, writeSpoolFile } from '../spool/spool-files.ts'

/** Recent notifications, for detecting repeats, rate limits, turns and summaries. */
export type Memory = {
  /** Messages sent to channels in the last minute. */
  sent: { id: string; key: string; at: number; rule: number | undefined }[]
  /** When a prompt began a turn, Unix ms, by session. */
  turns: Record<string, number>
  /** Messages that wait for a summary. */
  summed: Summed | undefined
}

type Summed = {
  /** When the summary is due, Unix ms. */
  due: number
  /** The number of messages by title. */
  counts: Record<string, number>
  /** Names of the channels that would have been notified. */
  channels: string[]
  /** The highest level of the messages; missing in files of older versions. */
  level?: Level | undefined
  /** The id of the last counted message. */
  lastId: string
}

export const MINUTE_MS = 60_000
/** Maximum number of sessions with a stored turn. The oldest are removed first. */
const MAX_TURNS = 200

export const emptyMemory = (): Memory => ({ sent: [], turns: {}, summed: undefined })

/** Removes outdated entries. */
const fresh = ({ sent, turns, summed }: Memory, now: number): Memory => ({
  sent: sent.filter(({ at }) => at > now - MINUTE_MS && at <= now + MINUTE_MS),
  turns: Object.fromEntries(
    Object.entries(turns)
      .sort(([, a], [, b]) => b - a)
      .slice(0, MAX_TURNS),
  ),
  summed,
})

/** Adds a sent message to the memory. */
export const addSent = (memory: Memory, message: Memory['sent'][number]): Memory => ({
  ...memory,
  sent: [...memory.sent, message],
})

/** Adds a message to the summary, which is due one minute after the first message of the minute. */
export const addToSummary = (
  memory: Memory,
  id: string,
  { title, level }: Pick<Notice, 'title' | 'level'>,
  channels: readonly string[],
  at: number,
): Memory => {
  const before: Summed = memory.summed ?? { due: summaryDue(memory, at), counts: {}, channels: [], lastId: '' }
  if (before.lastId === id) return memory
  // A Map, because a title such as `constructor` would find an inherited member in an object.
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

const summaryDue = ({ sent }: Memory, at: number): number => Math.min(at, ...sent.map((one) => one.at)) + MINUTE_MS

/** The notification for a summary. */
export const summaryNotice = ({ counts, level: saved }: Summed): Notice => {
  const level = LEVELS.find((one) => one === saved) ?? 'info'
  const all = Object.entries(counts).sort(([, a], [, b]) => b - a)
  const count = all.reduce((sum, [, each]) => sum + each, 0)
  const lines = all.slice(0, 10).map(([title, each]) => `${each} × ${title}`)
  if (all.length > 10) lines.push(`and ${all.length - 10} others`)
  return { title: `${count} more within a minute`, text: lines.join('\n'), level }
}

/** Reads the memory; empty if the file is unreadable or corrupt. A message may then be sent twice, but none is lost. */
export const readMemory = (file: string, now: number): Memory => {
  const value = readSpoolFile(file)
  if (!isContainer(value)) return emptyMemory()
  // Earlier versions stored the sent messages as `told`.
  const { told, sent = told, turns, summed } = value as Partial<Memory> & { told?: Memory['sent'] }
  return fresh(
    {
      sent: Array.isArray(sent) ? sent.filter((one) => Number.isFinite(one?.at) && typeof one?.key === 'string') : [],
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

/** @throws the file system's error. */
export const writeMemory = (file: string, memory: Memory): void => {
  writeSpoolFile(file, memory)
}
