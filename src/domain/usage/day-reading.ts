import type { Day } from '../calendar/calendar.ts'
import { earlierDays } from '../calendar/same-weekday.ts'
import type { DayBreakdowns } from './day-breakdowns.ts'
import { contributorsOf, type JudgedDay, judgeDay, toKeyedDays } from './day-explanation.ts'

/** What moved a day: one part of a breakdown. */
export type Reason = {
  /** Untrusted text. */
  key: string
  /** Untrusted text. */
  name: string
  /** What it is one of: `model`, `person`, `tool`. */
  by: string
  /** The day's value less the part's own median of the same weekdays. */
  difference: number
  /** difference / the day's difference; over 1 when others went the other way. */
  share: number
}

type Explained = Extract<JudgedDay, { status: 'explained' }>

/** A day of any measure beside what is usual, and the parts that moved the way it did, the largest first. */
export type DayReading = Exclude<JudgedDay, Explained> | (Explained & { reasons: Reason[] })

/** How many parts are told of. */
const MOST_REASONS = 4

/** Judges a day of a measure; its reasons are read from a breakdown, each part against its own median. */
export const readDay = (
  day: Day,
  valueOn: (day: Day) => number | undefined,
  breakdown?: { parts: DayBreakdowns; by: string } | undefined,
): DayReading => {
  const judged = judgeDay(day, valueOn)
  if (judged.status !== 'explained') return judged
  const earlier = earlierDays(day).filter((each) => valueOn(each) !== undefined)
  return { ...judged, reasons: breakdown ? reasonsOf(day, earlier, breakdown, judged.difference) : [] }
}

const reasonsOf = (
  day: Day,
  earlier: readonly Day[],
  { parts: { byDay, names }, by }: { parts: DayBreakdowns; by: string },
  difference: number,
): Reason[] => {
  const today = byDay.get(day)
  if (!today) return []
  const before = earlier.map((each) => byDay.get(each)).filter((each) => each !== undefined)
  const found = contributorsOf(toKeyedDays(known(today), before.map(known)), difference, MOST_REASONS)
  return found.map(({ key, difference: own, share }) => ({
    key,
    name: names.get(key)?.[0]?.name ?? key,
    by,
    difference: own,
    share,
  }))
}

const known = (counts: ReadonlyMap<string, number | undefined>): Map<string, number> =>
  new Map([...counts].map(([key, count]) => [key, count ?? Number.NaN]))
