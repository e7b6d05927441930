import { setTimeout as sleep } from 'node:timers/promises'
import { AppError, usageError } from '../../../base/errors.ts'
import type { AttentionMemory } from '../../../config/attention-memory.ts'
import { attentionLine, attentionSign } from '../../../domain/overview/attention/attention.ts'
import { type AttentionItem, attentionMarks } from '../../../domain/overview/attention/attention-kinds.ts'
import type { Notice } from '../../../notify/event/notice.ts'
import { isRefusal, type MissingPart, partName } from '../load-overview.ts'

/** What was found at one look, and what could not be looked at. */
export type Look = { items: readonly AttentionItem[]; missing: readonly MissingPart[] }

export type Watch = {
  /** Between two looks, ms; undefined: one look. */
  everyMs: number | undefined
  /** @throws AppError where nothing at all could be looked at. */
  look: () => Promise<Look>
  /** What is remembered at this moment: other programs change it. */
  memory: () => Promise<AttentionMemory>
  /** Whether nothing may be told now: what is found then is told at a later look. */
  isQuiet: () => boolean
  /** @throws where it cannot be told: then it counts as not told. */
  tell: (news: readonly AttentionItem[]) => void
  /** Called when the service cannot be reached and was until now, and, without an error, when it can be again. */
  tellOutage: (error: AppError | undefined) => void
  /** Says a sentence about what could not be looked at. */
  note: (sentence: string) => void
  /** Unix ms. */
  now: () => number
  /** Resolves at a moment, Unix ms. @throws AppError `interrupted`. */
  wait: (until: number) => Promise<void>
}

/**
 * Looks again and again for what needs attention and tells what was not told before, in this run or another. What is muted is not
 * told, and counts as not told. A look that fails is tried again at the next one.
 *
 * @throws AppError `interrupted`; where the key is refused, as asking again does not help; after a single look why it failed or what
 * it lacked.
 */
export const watchAttention = async (watch: Watch): Promise<void> => {
  const { everyMs, now, wait } = watch
  const lacking = new Set<string>()
  for (;;) {
    const next = now() + (everyMs ?? 0)
    const { missing } = await lookOnce(watch)
    const failed = missing.filter((part) => !isRefusal(part)).map(partName)
    for (const one of missing) if (!lacking.has(one.part)) watch.note(`Without ${partName(one)}: ${one.error.message}`)
    lacking.clear()
    for (const { part } of missing) lacking.add(part)
    if (everyMs === undefined) {
      if (failed.length === 0) return
      throw new AppError('incomplete', `Not all could be looked at: ${failed.join(', ')}. Try again.`)
    }
    await wait(next)
  }
}

const lookOnce = async (watch: Watch): Promise<{ missing: readonly MissingPart[] }> => {
  const { look, tellOutage, everyMs, isQuiet } = watch
  try {
    const found = await look()
    if (isQuiet()) return found
    if (await setOutage(watch, false)) tellOutage(undefined)
    const memory = await watch.memory()
    tellNews(found.items, memory, watch)
    return found
  } catch (error) {
    if (!(error instanceof AppError) || !isPassing(error)) throw error
    if (!isQuiet() && (await setOutage(watch, true))) tellOutage(error)
    if (everyMs === undefined) throw error
    return { missing: [] }
  }
}

const setOutage = async ({ memory }: Watch, isOut: boolean): Promise<boolean> => {
  const own = await memory()
  return remembered(() => own.setOutage(isOut))
}

/** Where nobody knows what was told, nothing is: the same would be told twice. */
const remembered = <Result>(act: () => Result): Result => {
  try {
    return act()
  } catch (error) {
    const why = `What was told cannot be read or kept (${messageOf(error)}), and it would be told twice`
    throw usageError(`${why}: see that quarterdeck/attention.json below XDG_STATE_HOME is yours.`)
  }
}

export const messageOf = (error: unknown): string =>
  (error instanceof Error ? error.message : String(error)).replace(/\.$/, '')

/** Whether the next look may find what this one did not. */
const isPassing = ({ kind }: AppError): boolean => kind === 'unreachable' || kind === 'failed' || kind === 'incomplete'

const tellNews = (items: readonly AttentionItem[], memory: AttentionMemory, { tell }: Watch): void => {
  const open = items.filter(({ id }) => memory.until(id) === undefined)
  const fresh = remembered(() => memory.claim(open.flatMap(attentionMarks)))
  const news = open.filter((item) => attentionMarks(item).some((mark) => fresh.has(mark)))
  if (news.length === 0) return
  try {
    tell(news)
  } catch (error) {
    remembered(() => memory.release(fresh))
    throw error
  }
}

/** While a computer sleeps timers stand still: the clock is looked at as often as that, ms. */
const MAX_TIMER_MS = 60_000

/**
 * Resolves once the clock has come to a moment, Unix ms.
 *
 * @throws AppError `interrupted` when the signal is aborted, before or meanwhile.
 */
export const waitUntil = async (until: number, now: () => number, signal: AbortSignal): Promise<void> => {
  try {
    signal.throwIfAborted()
    for (let left = until - now(); left > 0; left = until - now())
      await sleep(Math.min(left, MAX_TIMER_MS), undefined, { signal })
  } catch (error) {
    if (signal.aborted) throw new AppError('interrupted', 'Interrupted: nothing is watched any more.')
    throw error
  }
}

/** Items that a notice names; it counts the rest. */
const MAX_NAMED = 12

/** One notice for all that is new: several at once would be summed up by the channels. */
export const newsNotice = (items: readonly AttentionItem[], organisation: string): Notice => {
  const named = items.slice(0, MAX_NAMED).map((item) => `${attentionSign(item, false)} ${attentionLine(item)}`)
  const more = items.length - named.length
  return {
    title: `${items.length} ${items.length === 1 ? 'thing needs' : 'things need'} attention · ${organisation}`,
    text: [...named, ...(more > 0 ? [`and ${more} more: qd overview tells all`] : [])].join('\n'),
    level: 'attention',
  }
}

export const outageNotice = (error: AppError | undefined, organisation: string): Notice =>
  error === undefined
    ? { title: `It can be looked at again · ${organisation}`, text: 'The service answers again.', level: 'info' }
    : { title: `It cannot be looked at · ${organisation}`, text: error.message, level: 'problem' }
