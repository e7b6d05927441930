import { DAY_MS } from '../../../base/time.ts'
import { addDays, type Day, EARLIEST_DAY, lengthOf, type Range, yesterdayOf } from '../../calendar/calendar.ts'
import { WEEKS_BACK } from '../../calendar/same-weekday.ts'
import { signsFor } from '../../text/signs.ts'
import { stoppedSpan } from '../../usage/stopped-people.ts'
import type { AttentionInput, AttentionText, AttentionWords } from './attention-kind.ts'
import { ATTENTION_KINDS, type AttentionItem, kindOf } from './attention-kinds.ts'

/**
 * The days to ask for, so that each day of the range can be judged by the weeks before it, and people who stopped can be told
 * from those who were not there yet.
 */
export const attentionSpan = (range: Range): Range => {
  const weeks = addDays(range.from, -7 * WEEKS_BACK)
  const months = stoppedSpan(range.to).from
  const from = weeks < months ? weeks : months
  return { from: from < EARLIEST_DAY ? EARLIEST_DAY : from, to: range.to }
}

/** What somebody should look at: the grave first, and of those what is newest and stands out most. */
export const attentionOf = (asked: AttentionInput): AttentionItem[] => {
  const input = { ...asked, range: recent(asked.range) }
  const found = Object.values(ATTENTION_KINDS).flatMap(({ find }): AttentionItem[] => find(input))
  return found.sort((a, b) => severities[b.severity] - severities[a.severity])
}

/** Of a longer range only so many days at its end are looked at, and today: what is older is for the charts. */
const RECENT_DAYS = 30

/**
 * The days that are looked at, where these are fewer than the range has: `last 31 days`, today included, or, for a range that ended
 * before yesterday, `30 days to 2026-11-14`.
 *
 * @param now - Unix ms.
 */
export const attentionDays = (range: Range, now: number): string | undefined => {
  if (lengthOf(range) <= RECENT_DAYS) return undefined
  return range.to >= yesterdayOf(now) ? `last ${RECENT_DAYS + 1} days` : `${RECENT_DAYS} days to ${range.to}`
}

/** The first day that is looked at. */
export const attentionFrom = (range: Range): Day => recent(range).from

const recent = ({ from, to }: Range): Range => {
  const start = addDays(to, 1 - RECENT_DAYS)
  return { from: from > start ? from : start, to }
}

const severities = { high: 1, medium: 0 }

/** An item of the attention list in words. */
export const attentionText = (
  item: AttentionItem,
  { nameOf, repositoryOf = () => undefined }: AttentionWords,
): AttentionText => kindOf(item).text(item, { nameOf, repositoryOf })

/** By which rule and which figures an item stands in the list, as one sentence. Names no people. */
export const attentionWhy = (item: AttentionItem): string => kindOf(item).why(item)

/** How much an item matters, in one cell. */
export const attentionSign = ({ severity }: AttentionItem, isAscii: boolean): string =>
  signsFor(isAscii)[severity === 'high' ? 'care' : 'look']

/** An item of the attention list in words, as the overview prints it: safe to show. */
export const attentionLine = (item: AttentionItem): string => {
  const { subject, text } = attentionText(item, { nameOf: (id, email) => email || id })
  return `${subject}  ${text}`
}

/** An item of the attention list with raw numbers and names; `text` is what people read. */
export const attentionOutput = (item: AttentionItem): object => ({
  id: item.id,
  severity: item.severity,
  kind: item.kind,
  screen: item.target.screen,
  text: attentionLine(item),
  why: attentionWhy(item),
  ...kindOf(item).output(item),
})

/** How long an item that is muted is not told of. */
const MUTED_DAYS = 7
export const MUTED_MS = MUTED_DAYS * DAY_MS

/** What is not to be told of for a while, by the ids of the items. */
export type Mutes = {
  /** Until when an item is muted, Unix ms; undefined: it is not, or not any more. */
  until(id: string): number | undefined
  /**
   * Mutes it for {@link MUTED_DAYS} days, or not any more.
   *
   * @returns Whether that is kept beyond this run.
   */
  set(id: string, isMuted: boolean): boolean
}

/** Mutes that last for this run. @param now - Unix ms. */
export const createMutes = (now: () => number): Mutes => {
  const muted = new Map<string, number>()
  return {
    until: (id) => {
      const until = muted.get(id)
      return until !== undefined && until > now() ? until : undefined
    },
    set: (id, isMuted) => {
      if (isMuted) muted.set(id, now() + MUTED_MS)
      else muted.delete(id)
      return false
    },
  }
}
