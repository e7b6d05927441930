import { compareText, missingLast } from '../../base/text.ts'
import { dayAt, daysSince, fieldsOf } from '../filter/field-of.ts'
import type { RowTable } from '../filter/row-columns.ts'
import { sortsOf } from '../filter/sorts.ts'
import { type OutputRow, outputOf } from '../output/csv.ts'
import { pseudonymOf } from '../people/pseudonym.ts'
import { dayLabel, fullNumber, NONE } from '../text/format.ts'
import { timeText } from '../text/time-text.ts'
import { SEAT_STATES, type SeatRow, seatState } from './seats.ts'

/** The e-mail of a user, or the id. Untrusted text. */
export const seatName = ({ email, id }: SeatRow): string => email ?? id

/** Replaces the id, e-mail and name of a user. */
export const withPseudonym = (row: SeatRow, salt: string): SeatRow => {
  const name = pseudonymOf(row.id, salt)
  return { ...row, id: name, email: name, name: undefined }
}

/** The share of the limit that is used in the billing month; undefined without a limit. */
export const limitShare = ({ limit, month }: SeatRow): number | undefined => (limit ? month / limit : undefined)

/** Filter fields of seats. @param now - Unix ms. */
export const seatTable = (now: number, inactiveDays: number): RowTable<SeatRow> => {
  const field = fieldsOf((row: SeatRow) => row)
  return {
    isPhrase: true,
    fields: [
      field('state', 'word', (row) => seatState(row, inactiveDays), [], SEAT_STATES),
      field('credits', 'number', ({ recent }) => recent, ['recent', '30']),
      field('month', 'number', ({ month }) => month),
      field('limit', 'number', ({ limit }) => limit),
      field('own', 'word', ({ isOwnLimit }) => (isOwnLimit ? 'yes' : 'no'), [], ['yes', 'no']),
      field('used', 'percent', limitShare),
      field('forecast', 'number', ({ forecast }) => forecast),
      field('reaches', 'day', ({ reachesOn }) => reachesOn),
      field('since', 'day', ({ createdAt }) => dayAt(createdAt), ['created']),
      field('signed', 'age', ({ signedInAt }) => daysSince(signedInAt, now)),
      field('last', 'day', ({ lastUse }) => lastUse),
      field('idle', 'age', ({ idleDays }) => idleDays),
      field('email', 'text', seatName),
      field('name', 'text', ({ name }) => name),
      field('id', 'text', ({ id }) => id),
    ],
    nameOf: seatName,
    textsOf: ({ id, name }) => [id, name],
  }
}

/** Most urgent first: near or over their limit, then never used, then inactive. */
const urgency = (row: SeatRow): number => {
  const state = seatState(row)
  if (row.reachesOn !== undefined) return 0
  return { never: 1, inactive: 2, active: 3, 'no seat': 4 }[state]
}

const byNumber = (read: (row: SeatRow) => number | undefined) => {
  const order = missingLast<number>((a, b) => a - b)
  return (a: SeatRow, b: SeatRow): number => order(read(a), read(b))
}

const byName = (a: SeatRow, b: SeatRow): number => compareText(seatName(a), seatName(b))

const orders = {
  urgency: (a: SeatRow, b: SeatRow) => urgency(a) - urgency(b) || b.idleDays - a.idleDays || byName(a, b),
  name: byName,
  credits: byNumber(({ recent }) => recent),
  used: byNumber((row) => limitShare(row) ?? -1),
  forecast: byNumber(({ forecast }) => forecast ?? -1),
  since: byNumber(({ createdAt }) => createdAt),
  idle: byNumber(({ idleDays }) => idleDays),
}

export const SEAT_SORTS = Object.keys(orders) as (keyof typeof orders)[]
export const seatSorts = sortsOf((row: SeatRow) => row, orders, ['credits', 'used', 'forecast', 'since', 'idle'])

/** What a seat costs. @param price - Per month. */
type SeatPrice = { amount: number; currency: string }

type OutputOptions = { inactiveDays: number; price: SeatPrice | undefined }

/** Members for machine-readable output. Days are UTC; credits are of the last 30 days and of the billing month. */
export const { columns: SEAT_COLUMNS, rowOf: seatOutput } = outputOf<[SeatRow, OutputOptions]>({
  id: ({ id }) => id,
  email: ({ email }) => email,
  name: ({ name }) => name,
  state: (row, { inactiveDays }) => seatState(row, inactiveDays),
  createdAt: ({ createdAt }) => timeText(createdAt),
  lastSignInAt: ({ signedInAt }) => timeText(signedInAt),
  lastUse: ({ lastUse }) => lastUse,
  idleDays: ({ idleDays }) => idleDays,
  recentCredits: ({ recent }) => recent,
  monthCredits: ({ month }) => month,
  limit: ({ limit }) => limit,
  hasOwnLimit: ({ isOwnLimit }) => isOwnLimit,
  usedOfLimit: (row) => rounded(limitShare(row)),
  forecast: ({ forecast }) => forecast && Math.round(forecast),
  reachesLimitOn: ({ reachesOn }) => reachesOn,
  seatPrice: ({ hasSeat }, { price }) => (hasSeat ? price?.amount : undefined),
  currency: ({ hasSeat }, { price }) => (hasSeat ? price?.currency : undefined),
})

/** The members that stay next to `computed`, as the API has them. */
const NAME_MEMBERS: readonly string[] = ['id', 'email', 'name']

/** A row of {@link seatOutput} for JSON: the names of the user, and the others under `computed`. */
export const seatJson = (row: OutputRow): OutputRow => {
  const members = Object.entries(row)
  const isName = ([name]: [string, unknown]): boolean => NAME_MEMBERS.includes(name)
  return {
    ...Object.fromEntries(members.filter(isName)),
    computed: Object.fromEntries(members.filter((member) => !isName(member))),
  }
}

const rounded = (share: number | undefined): number | undefined =>
  share === undefined ? undefined : Math.round(share * 10_000) / 10_000

/** `limit on 27 Nov`, or the expected credits of the month. @param lastDay - The newest day with data. */
export const forecastText = ({ reachesOn, forecast }: SeatRow, lastDay: string): string => {
  if (reachesOn === undefined) return forecast ? fullNumber(Math.round(forecast)) : NONE
  return reachesOn <= lastDay ? `reached ${dayLabel(reachesOn)}` : `limit on ${dayLabel(reachesOn)}`
}
