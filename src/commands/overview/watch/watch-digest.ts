import { AppError } from '../../../base/errors.ts'
import type { AttentionMemory, DigestDays } from '../../../config/attention-memory.ts'
import type { Day } from '../../../domain/calendar/calendar.ts'
import { type DigestSchedule, dueDay, isNewDay, isToday } from '../../../domain/digest/digest-schedule.ts'
import type { LevelRise } from '../../../domain/digest/level-rises.ts'
import type { AttentionItem } from '../../../domain/overview/attention/attention-kinds.ts'
import { attentionMarks } from '../../../domain/overview/attention/attention-kinds.ts'
import { isRefusal, type MissingPart, partName } from '../load-overview.ts'
import { isTemporary, withMemory } from './watch-attention.ts'

/** The loaded data of a digest. */
export type DigestData = {
  items: readonly AttentionItem[]
  rises: readonly LevelRise[]
  /** The last day with data. */
  lastDay: Day
  missing: readonly MissingPart[]
}

/** A digest to send: only its new items, and the number of the others. */
export type DueDigest<Data extends DigestData> = {
  id: string
  day: Day
  last: DigestDays | undefined
  data: Data
  items: readonly AttentionItem[]
  rises: readonly LevelRise[]
  /** Number of items that were reported before, and of muted ones. */
  reported: number
  muted: number
}

export type DigestWatch<Data extends DigestData> = {
  schedule: DigestSchedule
  /** Time until a failed digest is tried again, ms; undefined: one try. */
  retryMs: number | undefined
  /** @throws AppError if no part could be loaded. */
  load: () => Promise<Data>
  /** Opens the current memory, which other programs may have changed. */
  memory: () => Promise<AttentionMemory>
  /** Whether notifications are suppressed now: a digest is then sent later. */
  isQuiet: () => boolean
  newId: () => string
  /** Whether the message with this id was handed to the sender. */
  hasReceived: (id: string) => boolean
  /** @throws if sending fails: the digest counts as not sent then. */
  send: (digest: DueDigest<Data>) => void
  /** Called if no digest is due, after a single check. */
  noteNotDue: (due: Day) => void
  /** Prints a sentence about an error. */
  note: (sentence: string) => void
  /** Unix ms. */
  now: () => number
  /** Resolves at a time, Unix ms. @throws AppError `interrupted`. */
  wait: (until: number) => Promise<void>
}

/** Interval at which the clock is checked, ms. */
const MINUTE_MS = 60_000
/** Age from which a claim counts as interrupted, ms. A program sends within milliseconds after its claim. */
const CLAIM_MS = 60_000

/**
 * Sends each digest once when it is due, even if several instances run on this machine. After days without a run, it
 * sends one digest instead of one per day. The first run sends a digest only if one is due today.
 *
 * @throws AppError `interrupted`; if the key is rejected, because a retry does not help; after a single check, its
 * error or its missing parts.
 */
export const watchDigest = async <Data extends DigestData>(watch: DigestWatch<Data>): Promise<void> => {
  const { retryMs, now, wait, note } = watch
  let lastError: string | undefined
  for (;;) {
    let next = (Math.floor(now() / MINUTE_MS) + 1) * MINUTE_MS
    try {
      const missing = await sendIfDue(watch)
      lastError = undefined
      if (retryMs === undefined) return failIfIncomplete(missing)
    } catch (error) {
      if (!(error instanceof AppError) || !isTemporary(error) || retryMs === undefined) throw error
      if (error.message !== lastError) note(`${error.message} The digest is tried again.`)
      lastError = error.message
      next = now() + retryMs
    }
    await wait(next)
  }
}

const failIfIncomplete = (missing: readonly MissingPart[]): void => {
  const failed = missing.filter((part) => !isRefusal(part)).map(partName)
  if (failed.length > 0)
    throw new AppError('incomplete', `Some data could not be loaded: ${failed.join(', ')}. Try again.`)
}

/** Returns the missing parts of a digest that it has sent. */
const sendIfDue = async <Data extends DigestData>(watch: DigestWatch<Data>): Promise<readonly MissingPart[]> => {
  const { schedule, now, load, isQuiet, newId, send, noteNotDue, retryMs } = watch
  const { period } = schedule
  const memory = await watch.memory()
  const day = dueDay(now(), schedule)
  const isNew = (last: DigestDays | undefined): boolean =>
    last === undefined ? isToday(day, now(), schedule) : isNewDay(day, last.day)
  settleInterrupted(memory, watch)
  const { sent, claim } = memory.digest(period)
  // The first run stores a start, from which on a missed digest is caught up.
  if (sent === undefined && claim === undefined && !isNew(sent))
    withMemory(() => memory.startDigests(period, { day, covered: day }))
  if (claim !== undefined || !isNew(sent)) {
    if (retryMs === undefined) noteNotDue(day)
    return []
  }
  if (isQuiet()) return []
  const data = await load()
  const open = data.items.filter(({ id }) => memory.until(id) === undefined)
  const marks = [...open.flatMap(attentionMarks), ...data.rises.map((rise) => rise.id)]
  const id = newId()
  const claimed = withMemory(() => memory.claimDigest(period, { day, covered: data.lastDay, id }, marks, isNew))
  if (claimed === undefined) return []
  const { fresh, last } = claimed
  const items = open.filter((item) => attentionMarks(item).some((mark) => fresh.has(mark)))
  const rises = data.rises.filter((rise) => fresh.has(rise.id))
  const counts = { reported: open.length - items.length, muted: data.items.length - open.length }
  try {
    send({ id, day, last, data, items, rises, ...counts })
  } catch (error) {
    withMemory(() => memory.releaseDigest(period, id))
    throw error
  }
  withMemory(() => memory.finishDigest(period, id))
  return data.missing
}

/** Finishes or releases the claim of a program that was interrupted, by whether its message was stored for sending. */
const settleInterrupted = <Data extends DigestData>(
  memory: AttentionMemory,
  { schedule: { period }, hasReceived, now }: DigestWatch<Data>,
): void => {
  const { claim } = memory.digest(period)
  if (claim === undefined || Math.abs(now() - claim.at) < CLAIM_MS) return
  const { id } = claim
  withMemory(() => (hasReceived(id) ? memory.finishDigest(period, id) : memory.releaseDigest(period, id)))
}
