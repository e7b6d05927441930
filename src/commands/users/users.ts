import { usageError } from '../../base/errors.ts'
import { dayAt } from '../../domain/filter/field-of.ts'
import { SEAT_COLUMNS, SEAT_SORTS, seatJson, seatOutput, seatSorts, seatTable } from '../../domain/seats/seat-rows.ts'
import { INACTIVE_DAYS, type SeatCounts, type SeatRow, seatCounts, seatState } from '../../domain/seats/seats.ts'
import { ageOf, counted, fullNumber, NONE } from '../../domain/text/format.ts'
import { limitCells, loadSeats, seatList } from '../kit/load-seats.ts'
import type { OptionRow } from '../kit/option-row.ts'
import { listCommand } from '../output/list-command.ts'
import { pseudonymsOption } from '../output/pseudonyms.ts'
import { columnsOf, type RowLayout } from '../output/row-layout.ts'

const layout: RowLayout = {
  columns: [
    ...columnsOf('text', { email: 'USER', state: 'STATE', createdAt: 'SEAT SINCE', lastSignInAt: 'SIGNED IN' }),
    ...columnsOf('text', { lastUse: 'LAST USE' }),
    ...columnsOf('count', { recentCredits: '30 D CREDITS', limit: 'LIMIT' }),
    ...columnsOf('text', { usedOfLimit: 'USED', forecast: 'FORECAST' }),
  ],
  members: SEAT_COLUMNS,
}

const shared = [
  { flags: '--inactive <age>', help: 'days without use of an inactive seat (default: 30d)' },
  pseudonymsOption,
] as const satisfies readonly OptionRow[]

const DESCRIPTION =
  'Joins the users that the server lists (if supported) with their use and their limits. active: used within 30 days; inactive: not used since; never: a seat without any use; no seat: a user with use whom the server does not list. Up to 100,000 rows of users and days are searched for use, at least 70 days. The forecast is for the billing month, which begins on billingDay of the profile. Members for csv and json include the price of a seat if the profile has a seatPrice.'

type Options = { inactiveDays: number; isPseudonymous: boolean }

const parseInactive = (text: string | undefined): number => {
  const [, days = ''] = /^(\d{1,4})d$/.exec(text ?? `${INACTIVE_DAYS}d`) ?? []
  if (days === '' || Number(days) < 1) throw usageError('--inactive must be a number of days, such as 30d.')
  return Number(days)
}

const seatsCommand = (
  words: { name: string; summary: string; examples: string[] },
  isWanted: (row: SeatRow, inactiveDays: number) => boolean,
) =>
  listCommand({
    ...words,
    ...seatList,
    reads: true,
    description: DESCRIPTION,
    example: 'state=never,inactive idle>90d',
    options: shared,
    layout,
    table: (now, options?: Options) => seatTable(now, options?.inactiveDays ?? INACTIVE_DAYS),
    sorts: { ...seatSorts, names: SEAT_SORTS, defaultSort: 'urgency' },
    parse: ({ options }): Options => ({
      inactiveDays: parseInactive(options.inactive),
      isPseudonymous: options.pseudonyms,
    }),
    load: async ({ inactiveDays, isPseudonymous }, deps) => {
      const { data, seatPrice, assumed, ...loaded } = await loadSeats(deps, isPseudonymous)
      const { rows } = data
      const now = deps.now()
      const cellsOf = (row: SeatRow) => ({
        ...seatOutput(row, { inactiveDays, price: seatPrice }),
        createdAt: dayAt(row.createdAt) ?? NONE,
        lastSignInAt: row.signedInAt === undefined ? 'never' : `${ageOf(row.signedInAt, now)} ago`,
        lastUse: row.lastUse ?? (row.isNever ? 'never' : `before ${data.history.from}`),
        ...limitCells(row, data),
      })
      return {
        ...loaded,
        rows: seatSorts.sorted(
          rows.filter((row) => isWanted(row, inactiveDays)),
          seatSorts.begin('urgency'),
        ),
        print: (chosen) => {
          const printed = chosen.map((row) => seatOutput(row, { inactiveDays, price: seatPrice }))
          const { 'no seat': withoutSeat, ...counts } = seatCounts(rows, inactiveDays)
          const users = printed.map(seatJson)
          return {
            rows: deps.format === 'table' ? chosen.map(cellsOf) : deps.format === 'ndjson' ? users : printed,
            envelope: {
              users,
              counts: { ...counts, usersWithoutSeat: withoutSeat },
              lastDay: data.lastDay,
              month: data.month,
            },
          }
        },
        notes: () => [
          countsText(seatCounts(rows, inactiveDays), inactiveDays, seatPrice),
          assumed,
          data.limitsProblem && `Limits are unknown: ${data.limitsProblem}`,
        ],
      }
    },
  })

/** `61 seats: 55 active, 0 inactive for 30 days, 6 never used (6 x 40 EUR a month)`. */
const countsText = (
  counts: SeatCounts,
  inactiveDays: number,
  price: { amount: number; currency: string } | undefined,
) => {
  const unused = counts.inactive + counts.never
  const cost = price && unused > 0 ? `; unused: ${unused} x ${fullNumber(price.amount)} ${price.currency} a month` : ''
  const others = counts['no seat'] > 0 ? `; ${counted(counts['no seat'], 'user')} without a seat` : ''
  return `${counted(counts.seats, 'seat')}: ${counts.active} active, ${counts.inactive} inactive for ${inactiveDays} days, ${counts.never} never used${cost}${others}.`
}

export const userCommands = [
  seatsCommand(
    {
      name: 'users list',
      summary: 'List users with a seat, their use and limits (if supported)',
      examples: ['users list', "users list --where 'state=never idle>60d'", 'users list --format csv'],
    },
    () => true,
  ),
  seatsCommand(
    {
      name: 'users inactive',
      summary: 'List unused seats: never or not recently used (if supported)',
      examples: ['users inactive', 'users inactive --inactive 60d --format csv', 'users inactive --exit-code'],
    },
    (row, inactiveDays) => ['never', 'inactive'].includes(seatState(row, inactiveDays)),
  ),
]
