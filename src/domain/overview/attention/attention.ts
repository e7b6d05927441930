import { addDays, type Day, EARLIEST_DAY, lengthOf, type Range, yesterdayOf } from '../../calendar/calendar.ts'
import { WEEKS_BACK } from '../../calendar/same-weekday.ts'
import { stoppedSpan } from '../../usage/stopped-people.ts'
import type { AttentionInput } from './attention-kind.ts'
import { ATTENTION_KINDS, type AttentionItem } from './attention-kinds.ts'

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
