import { isValidTimestamp } from '../../base/time.ts'
import type { Lenient } from '../../contract/lenient.ts'
import type { OrganizationUser, UserLimit } from '../../contract/organization.ts'
import { addDays, type Day, dayOf, daysBetween, daysOf, type Range } from '../calendar/calendar.ts'
import { expectedDays, FORECAST_WEEKS } from '../usage/forecast.ts'
import type { PersonCredits } from '../usage/person-credits.ts'

/** Days without use after which a seat is inactive. */
export const INACTIVE_DAYS = 30

/**
 * `never`: a seat without any use. `inactive`: without use for a number of days. `no seat`: a user of analytics whom the
 * server doesn't list.
 */
export const SEAT_STATES = ['active', 'inactive', 'never', 'no seat'] as const
export type SeatState = (typeof SEAT_STATES)[number]

/** A user with a seat, or with use and without a seat. Texts are untrusted. */
export type SeatRow = {
  /** The `user_id` of analytics. */
  id: string
  email: string | undefined
  /** First and last name; undefined if unknown. */
  name: string | undefined
  hasSeat: boolean
  /** Unix ms. */
  createdAt: number | undefined
  signedInAt: number | undefined
  /** The last known day with use. */
  lastUse: Day | undefined
  /** Whether the seat was never used. False if it may have been used before the known days. */
  isNever: boolean
  /** Days since the last use; without a known use, since the seat was created or the known days begin. */
  idleDays: number
  /** Credits of the last 30 days. */
  recent: number
  /** Credits of the billing month so far. */
  month: number
  /** Limit of credits in the billing month; undefined without a limit, or if limits are unknown. */
  limit: number | undefined
  isOwnLimit: boolean
  /** Expected credits of the billing month; undefined if unknown. */
  forecast: number | undefined
  /** The day on which the limit is expected to be reached in this month; `lastDay` or earlier if it is reached. */
  reachesOn: Day | undefined
}

/** Limits of credits. `own` has them by lower-case e-mail. */
export type Limits = { global: number | undefined; own: ReadonlyMap<string, number> }

export const limitsOf = (global: number | null | undefined, own: readonly Lenient<UserLimit>[]): Limits => ({
  global: global ?? undefined,
  own: new Map(own.flatMap(({ email, limit }) => (email && limit != null ? [[email.toLowerCase(), limit]] : []))),
})

type SeatInput = {
  seats: readonly Lenient<OrganizationUser>[]
  /** Credits of users on the days of `history`. */
  people: PersonCredits
  history: Range
  /** Whether the organisation has no use before `history`. */
  isWhole: boolean
  month: Range
  limits: Limits | undefined
}

/** The users of a server, by e-mail: all with a seat, then those with use but without a seat. */
export const seatRows = (input: SeatInput): SeatRow[] => {
  const { seats, people, history, limits } = input
  const uses = usesOf(input)
  const places = new Map(people.ids.map((id, at) => [id, at]))
  const listed = new Set(seats.map(({ id }) => id))
  const rowOf = (seat: Lenient<OrganizationUser> | undefined, id: string): SeatRow => {
    const place = places.get(id)
    const use = place === undefined ? undefined : uses(place)
    const email = seat?.email ?? (place === undefined ? undefined : people.emails[place])
    const [createdAt, signedInAt] = [timeOf(seat?.createdAt), timeOf(seat?.lastSignInAt)]
    const created = createdAt === undefined ? undefined : dayOf(createdAt)
    const isKnown = input.isWhole || (created !== undefined && created >= history.from)
    const since = use?.lastUse ?? (created !== undefined && isKnown ? created : history.from)
    const ownLimit = email === undefined ? undefined : limits?.own.get(email.toLowerCase())
    const limit = ownLimit ?? limits?.global
    return {
      id,
      email,
      name: [seat?.firstName, seat?.lastName].filter(Boolean).join(' ') || undefined,
      hasSeat: seat !== undefined,
      createdAt,
      signedInAt,
      lastUse: use?.lastUse,
      isNever: seat !== undefined && use?.lastUse === undefined && (isKnown || signedInAt === undefined),
      idleDays: Math.max(0, daysBetween(since, history.to)),
      recent: use?.recent ?? 0,
      month: use?.month ?? 0,
      limit,
      isOwnLimit: ownLimit !== undefined,
      forecast: use ? use.forecast : 0,
      reachesOn: limit === undefined ? undefined : use?.reaches(limit),
    }
  }
  const withoutSeat = people.ids.filter((id, at) => id !== '' && !listed.has(id) && uses(at).lastUse !== undefined)
  return [
    ...seats.flatMap((seat) => (seat.id === undefined || seat.id === '' ? [] : [rowOf(seat, seat.id)])),
    ...withoutSeat.map((id) => rowOf(undefined, id)),
  ]
}

const timeOf = (text: string | null | undefined): number | undefined => {
  const ms = text == null ? Number.NaN : Date.parse(text)
  return isValidTimestamp(ms) ? ms : undefined
}

/** Days of use that count as recent. */
const RECENT_DAYS = 30

/** Returns a function for the use of a user, by the user's place in `people.ids`. */
const usesOf = ({ people, history, month }: Pick<SeatInput, 'people' | 'history' | 'month'>) => {
  const { to: lastDay } = history
  const recentFrom = addDays(lastDay, 1 - RECENT_DAYS)
  const forecastFrom = addDays(lastDay, 1 - FORECAST_WEEKS * 7)
  const from = [recentFrom, forecastFrom, month.from].reduce((a, b) => (a < b ? a : b))
  const days = daysOf({ from, to: lastDay })
  const known = new Set(people.days)
  const last = new Int32Array(people.ids.length).fill(-1)
  const values = days.map(() => new Float64Array(people.ids.length))
  people.columns.forEach(({ person, credits }, date) => {
    const column = values[daysBetween(from, people.days[date] ?? '')]
    for (let entry = 0; entry < person.length; entry++) {
      const place = person[entry] ?? 0
      // As in stoppedPeople: 0 credits are no use, an unknown number is.
      if (credits[entry] !== 0) last[place] = date
      if (column) column[place] = (column[place] ?? 0) + (credits[entry] || 0)
    }
  })
  const isMonthKnown = daysOf({ from: month.from, to: lastDay }).every((day) => known.has(day))
  return (place: number) => {
    const valueOn = (day: Day): number | undefined =>
      known.has(day) ? values[daysBetween(from, day)]?.[place] : undefined
    const sumFrom = (first: Day): number =>
      days.reduce((sum, day, at) => (day < first ? sum : sum + (values[at]?.[place] ?? 0)), 0)
    const used = sumFrom(month.from)
    const remaining = isMonthKnown ? expectedDays(valueOn, lastDay, month.to) : undefined
    return {
      lastUse: people.days[last[place] ?? -1],
      recent: sumFrom(recentFrom),
      month: used,
      forecast: remaining?.reduce((sum, { expected }) => sum + expected, used),
      /** The first day on which the sum of the month is expected to reach a limit. */
      reaches: (limit: number): Day | undefined => {
        let sum = 0
        for (const day of daysOf({ from: month.from, to: lastDay })) {
          sum += valueOn(day) ?? 0
          if (sum >= limit) return day
        }
        for (const { day, expected } of remaining ?? []) {
          sum += expected
          if (sum >= limit) return day
        }
        return undefined
      },
    }
  }
}

/** The state of a seat. @param inactiveDays - Days without use after which it is inactive. */
export const seatState = ({ hasSeat, isNever, idleDays }: SeatRow, inactiveDays = INACTIVE_DAYS): SeatState => {
  if (!hasSeat) return 'no seat'
  if (isNever) return 'never'
  return idleDays < inactiveDays ? 'active' : 'inactive'
}

/** Whether a seat was not used for a number of days. A newer seat may still be taken up. */
export const isUnusedSeat = ({ hasSeat, idleDays }: SeatRow, days = INACTIVE_DAYS): boolean =>
  hasSeat && idleDays >= days

/** Seats by state, and users without a seat, who are not counted in `seats`. */
export type SeatCounts = { seats: number } & Record<SeatState, number>

export const seatCounts = (rows: readonly SeatRow[], inactiveDays = INACTIVE_DAYS): SeatCounts => {
  const counts: SeatCounts = { seats: 0, active: 0, inactive: 0, never: 0, 'no seat': 0 }
  for (const row of rows) {
    const state = seatState(row, inactiveDays)
    counts[state]++
    if (state !== 'no seat') counts.seats++
  }
  return counts
}
