import { DAY_MS } from '../../../base/time.ts'
import { addDays, type Day, EARLIEST_DAY, lengthOf, type Range, yesterdayOf } from '../../calendar/calendar.ts'
import { BASELINE_WEEKS } from '../../calendar/weekday-baseline.ts'
import { signsFor } from '../../text/signs.ts'
import type { AttentionInput, AttentionText, AttentionWords } from './attention-kind.ts'
import { ATTENTION_KINDS, type AttentionItem, kindOf } from './attention-kinds.ts'

/** The days to load for a range: the weeks before it show what is usual, and which users stopped and which are new. */
export const attentionSpan = (range: Range): Range => {
  const from = addDays(range.from, -7 * BASELINE_WEEKS)
  return { from: from < EARLIEST_DAY ? EARLIEST_DAY : from, to: range.to }
}

/** Finds all attention items: high severity first, then in the order of their kinds. */
export const attentionOf = (requested: AttentionInput): AttentionItem[] => {
  const input = { ...requested, range: recent(requested.range) }
  const found = Object.values(ATTENTION_KINDS).flatMap(({ find }): AttentionItem[] => find(input))
  return found.sort((a, b) => severities[b.severity] - severities[a.severity])
}

/** Only the last days of a longer range, and today, are searched. Charts show the older ones. */
const RECENT_DAYS = 30

/**
 * Describes the days that are searched, if they are fewer than the range: `last 31 days` including today, or
 * `30 days to 2026-11-14` for a range that ended before yesterday.
 *
 * @param now - Unix ms.
 */
export const attentionDays = (range: Range, now: number): string | undefined => {
  if (lengthOf(range) <= RECENT_DAYS) return undefined
  return range.to >= yesterdayOf(now) ? `last ${RECENT_DAYS + 1} days` : `${RECENT_DAYS} days to ${range.to}`
}

/** The first day that is searched. */
export const attentionFrom = (range: Range): Day => recent(range).from

const recent = ({ from, to }: Range): Range => {
  const start = addDays(to, 1 - RECENT_DAYS)
  return { from: from > start ? from : start, to }
}

const severities = { high: 1, medium: 0 }

export const attentionText = (
  item: AttentionItem,
  { nameOf, repositoryOf = () => undefined }: AttentionWords,
): AttentionText => kindOf(item).text(item, { nameOf, repositoryOf })

/** The rule and the figures behind an item, as one sentence without user names. */
export const attentionWhy = (item: AttentionItem): string => kindOf(item).why(item)

export const attentionSign = ({ severity }: AttentionItem, isAscii: boolean): string =>
  signsFor(isAscii)[severity === 'high' ? 'attention' : 'notable']

/** An attention item as one line of safe text, as the overview prints it. */
export const attentionLine = (item: AttentionItem): string => {
  const { subject, text } = attentionText(item, { nameOf: (id, email) => email || id })
  return `${subject}  ${text}`
}

/** An attention item with raw numbers and names; `text` is the displayed line. */
export const attentionOutput = (item: AttentionItem): object => ({
  id: item.id,
  severity: item.severity,
  kind: item.kind,
  screen: item.target.screen,
  text: attentionLine(item),
  why: attentionWhy(item),
  ...kindOf(item).output(item),
})

/** Duration of a mute, in days. */
const MUTED_DAYS = 7
export const MUTED_MS = MUTED_DAYS * DAY_MS

/** Muted attention items, by id. */
export type Mutes = {
  /** End of an item's mute, Unix ms; undefined if it isn't muted or the mute has ended. */
  until(id: string): number | undefined
  /**
   * Mutes an item for {@link MUTED_DAYS} days, or unmutes it.
   *
   * @returns Whether the change is saved beyond this run.
   */
  set(id: string, isMuted: boolean): boolean
}

/** Mutes in memory, for this run only. @param now - Unix ms. */
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
