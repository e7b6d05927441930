import type { BudgetRow } from '../budgets/budget-rows.ts'
import { EARLIEST_DAY, type Range } from '../calendar/calendar.ts'
import { dayAt } from '../filter/field-of.ts'
import { targetLink } from '../links/target-link.ts'
import { seatName } from '../seats/seat-rows.ts'
import { isUnusedSeat, type SeatRow } from '../seats/seats.ts'
import { counted, fullNumber } from '../text/format.ts'
import { type CheckOutcome, concludeCount, concludeUnknown, type Part, sentences } from './conclude.ts'
import type { Check } from './policy.ts'

/** Users with a seat, and the days whose use is known. */
export type CheckedSeats = { rows: readonly SeatRow[]; history: Range }

/** Seats without use for a number of days, as Overview counts them. @param isPrivate - Whether names are pseudonyms. */
export const evaluateSeats = (
  { after, max }: Check<'seats.unused'>,
  { data, gaps }: Part<CheckedSeats>,
  isPrivate: boolean,
): CheckOutcome => {
  if (data === undefined) return concludeUnknown(max, gaps)
  const { rows, history } = data
  const unused = rows.filter((row) => isUnusedSeat(row, after)).sort((a, b) => b.idleDays - a.idleDays)
  // The days before the known ones may have been without use too.
  const unread = rows.filter((row) => !isUnusedSeat(row, after) && isOlderThan(row, history)).length
  const seats = rows.filter(({ hasSeat }) => hasSeat).length
  return concludeCount({
    items: unused.map((row) => ({
      id: row.id,
      text: `${seatName(row)} has ${row.lastUse === undefined ? 'no known use' : `no use since ${row.lastUse}`}`,
      link: targetLink({ screen: 'people', view: 'seats', row: row.id }, isPrivate),
    })),
    max,
    sentence: `${unused.length} of ${counted(seats, 'seat')} ${unused.length === 1 ? 'was' : 'were'} not used for ${after} days`,
    gaps: seats === 0 ? ['The server lists no user with a seat', ...gaps] : gaps,
    uncertain: [
      {
        count: unread,
        why: `${counted(unread, 'seat')} may have been unused before ${history.from}, the first loaded day`,
      },
    ],
  })
}

/** Whether a seat has no known use and may be older than the known days, which are not all days. */
const isOlderThan = ({ hasSeat, lastUse, createdAt }: SeatRow, { from }: Range): boolean => {
  const created = dayAt(createdAt)
  return hasSeat && lastUse === undefined && from > EARLIEST_DAY && (created === undefined || created < from)
}

/** Upwards, so that a forecast above a limit is not shown as equal to it. */
const roundedUp = (percent: number): number => Math.ceil(percent * 100 - 1e-6) / 100

/** The forecast of a budget as a share of it, as `qd budget` computes it. */
export const evaluateBudget = (
  { scope, maxPercent }: Check<'budget.forecast'>,
  { data, gaps }: Part<readonly BudgetRow[]>,
  isPrivate: boolean,
): CheckOutcome => {
  if (data === undefined) return concludeUnknown(maxPercent, gaps)
  const sameScope = (each: BudgetRow): boolean => each.scope.toLowerCase() === scope.toLowerCase()
  const row = data.find((each) => each.scope === scope) ?? data.find(sameScope)
  const shown = isPrivate && scope.startsWith('user:') ? 'a user' : scope
  if (row === undefined) return concludeUnknown(maxPercent, [`No budget is set for ${shown}`, ...gaps])
  const { credits, sofar, expected, missingDays, month, userId } = row
  const least = expected?.credits ?? sofar
  if (least === undefined) return concludeUnknown(maxPercent, [`The credits of ${shown} are unknown`, ...gaps])
  const percent = (least / credits) * 100
  const missing = [
    ...(expected === undefined ? ['There are not enough earlier days for a forecast'] : []),
    ...(missingDays > 0
      ? [`${counted(missingDays, 'day')} of the month ${missingDays === 1 ? 'is' : 'are'} missing`]
      : []),
    ...gaps,
  ]
  const isOver = percent > maxPercent
  const what = expected === undefined ? 'credits so far' : 'credits expected'
  const sentence = `${fullNumber(Math.round(least))} ${what} of ${fullNumber(credits)} for the month to ${month.to}, ${roundedUp(percent)} %; the limit is ${maxPercent} %`
  const target =
    userId === undefined
      ? ({ screen: 'usage', view: 'credits', day: month.from } as const)
      : ({ screen: 'people', person: userId } as const)
  return {
    status: isOver ? 'failed' : missing.length > 0 ? 'unknown' : 'passed',
    found: roundedUp(percent),
    limit: maxPercent,
    why: sentences([sentence, ...missing]),
    items: isOver
      ? [
          {
            id: isPrivate ? shown : row.scope,
            text: `${shown}: ${roundedUp(percent)} % of the budget`,
            link: targetLink(target, isPrivate),
          },
        ]
      : [],
  }
}
