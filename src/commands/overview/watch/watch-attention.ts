import { setTimeout as sleep } from 'node:timers/promises'
import { AppError, usageError } from '../../../base/errors.ts'
import type { AttentionMemory } from '../../../config/attention-memory.ts'
import { attentionLine, attentionSign } from '../../../domain/overview/attention/attention.ts'
import { type AttentionItem, attentionMarks } from '../../../domain/overview/attention/attention-kinds.ts'
import { counted } from '../../../domain/text/format.ts'
import type { Notice } from '../../../notify/event/notice.ts'
import { messageOf } from '../../kit/notify-channels.ts'
import { isRefusal, type MissingPart, partName } from '../load-overview.ts'

/** The result of one check: attention items, and parts that could not be loaded. */
export type CheckResult = { items: readonly AttentionItem[]; missing: readonly MissingPart[] }

export type Watch = {
  /** Interval between checks, ms; undefined: one check. */
  everyMs: number | undefined
  /** @throws AppError if no part could be loaded. */
  check: () => Promise<CheckResult>
  /** Opens the current memory, which other programs may have changed. */
  memory: () => Promise<AttentionMemory>
  /** Whether notifications are suppressed now: items found now are reported at a later check. */
  isQuiet: () => boolean
  /** @throws if reporting fails: the items count as not reported then. */
  report: (news: readonly AttentionItem[]) => void
  /** Called with an error when the service becomes unreachable, and without one when it is reachable again. */
  reportOutage: (error: AppError | undefined) => void
  /** Prints a sentence about a part that could not be loaded. */
  note: (sentence: string) => void
  /** Unix ms. */
  now: () => number
  /** Resolves at a time, Unix ms. @throws AppError `interrupted`. */
  wait: (until: number) => Promise<void>
}

/**
 * Checks for attention items repeatedly, and reports those that no run has reported yet. Muted items are not reported
 * and count as not reported. A check that fails is repeated at the next interval.
 *
 * @throws AppError `interrupted`; if the key is rejected, because a retry does not help; after a single check, its
 * error or its missing parts.
 */
export const watchAttention = async (watch: Watch): Promise<void> => {
  const { everyMs, now, wait } = watch
  const missingParts = new Set<string>()
  for (;;) {
    const next = now() + (everyMs ?? 0)
    const { missing } = await checkOnce(watch)
    const failed = missing.filter((part) => !isRefusal(part)).map(partName)
    for (const one of missing)
      if (!missingParts.has(one.part)) watch.note(`Missing ${partName(one)}: ${one.error.message}`)
    missingParts.clear()
    for (const { part } of missing) missingParts.add(part)
    if (everyMs === undefined) {
      if (failed.length === 0) return
      throw new AppError('incomplete', `Some data could not be loaded: ${failed.join(', ')}. Try again.`)
    }
    await wait(next)
  }
}

const checkOnce = async (watch: Watch): Promise<{ missing: readonly MissingPart[] }> => {
  const { check, reportOutage, everyMs, isQuiet } = watch
  try {
    const found = await check()
    if (isQuiet()) return found
    if (await setOutage(watch, false)) reportOutage(undefined)
    const memory = await watch.memory()
    reportNewItems(found.items, memory, watch)
    return found
  } catch (error) {
    if (!(error instanceof AppError) || !isTemporary(error)) throw error
    if (!isQuiet() && (await setOutage(watch, true))) reportOutage(error)
    if (everyMs === undefined) throw error
    return { missing: [] }
  }
}

const setOutage = async ({ memory }: Watch, isOut: boolean): Promise<boolean> => {
  const own = await memory()
  return withMemory(() => own.setOutage(isOut))
}

/** If the memory is not usable, nothing is reported: the same item would be reported twice. */
export const withMemory = <Result>(act: () => Result): Result => {
  try {
    return act()
  } catch (error) {
    const why = `Can't read or save the reported items (${messageOf(error)}), so they would be reported twice`
    throw usageError(`${why}: check that you own quarterdeck/attention.json in XDG_STATE_HOME.`)
  }
}

/** Whether the next check may succeed. */
export const isTemporary = ({ kind }: AppError): boolean =>
  kind === 'unreachable' || kind === 'failed' || kind === 'incomplete'

const reportNewItems = (items: readonly AttentionItem[], memory: AttentionMemory, { report }: Watch): void => {
  const open = items.filter(({ id }) => memory.until(id) === undefined)
  const fresh = withMemory(() => memory.claim(open.flatMap(attentionMarks)))
  const news = open.filter((item) => attentionMarks(item).some((mark) => fresh.has(mark)))
  if (news.length === 0) return
  try {
    report(news)
  } catch (error) {
    withMemory(() => memory.release(fresh))
    throw error
  }
}

/** Timers stop while a computer sleeps, so the clock is checked at least this often, ms. */
const MAX_TIMER_MS = 60_000

/**
 * Resolves when the clock reaches a time, Unix ms.
 *
 * @throws AppError `interrupted` if the signal is or becomes aborted.
 */
export const waitUntil = async (until: number, now: () => number, signal: AbortSignal): Promise<void> => {
  try {
    signal.throwIfAborted()
    for (let left = until - now(); left > 0; left = until - now())
      await sleep(Math.min(left, MAX_TIMER_MS), undefined, { signal })
  } catch (error) {
    if (signal.aborted) throw new AppError('interrupted', 'Interrupted: stopped watching.')
    throw error
  }
}

/** Max number of items that a notification names; it counts the rest. */
const MAX_NAMED = 12

/** One notification for all new items: channels would summarise several at once. */
export const newsNotice = (items: readonly AttentionItem[], organisation: string): Notice => {
  const named = items.slice(0, MAX_NAMED).map((item) => `${attentionSign(item, false)} ${attentionLine(item)}`)
  const more = items.length - named.length
  return {
    title: `${counted(items.length, 'item needs', 'items need')} attention · ${organisation}`,
    text: [...named, ...(more > 0 ? [`and ${more} more: see qd overview`] : [])].join('\n'),
    level: 'attention',
  }
}

export const outageNotice = (error: AppError | undefined, organisation: string): Notice =>
  error === undefined
    ? { title: `Service reachable again · ${organisation}`, text: 'The service answers again.', level: 'info' }
    : { title: `Service unreachable · ${organisation}`, text: error.message, level: 'problem' }
