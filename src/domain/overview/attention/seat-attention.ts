import { seatName } from '../../seats/seat-rows.ts'
import { INACTIVE_DAYS, isUnusedSeat, type SeatRow, seatState } from '../../seats/seats.ts'
import { counted, dayLabel } from '../../text/format.ts'
import { attentionKind, createItem } from './attention-kind.ts'
import { namedFirst } from './named-first.ts'

/** Maximum number of ids to report one by one, because the list of reported ids must stay small. */
const MAX_MARKS = 200

const marksOf = (kind: string, rows: readonly SeatRow[]): string[] =>
  rows.slice(0, MAX_MARKS).map(({ id }) => `${kind}:${id}`)

const targetOf = (rows: readonly SeatRow[]) => {
  const [first] = rows
  return { screen: 'people', view: 'seats', ...(first && { row: first.id }) } as const
}

/** Seats without use for {@link INACTIVE_DAYS} days, as one item. */
export const unusedSeats = attentionKind({
  find: ({ seats }) => {
    const rows = seats?.rows.filter((row) => isUnusedSeat(row)) ?? []
    if (rows.length === 0) return []
    const never = rows.filter((row) => seatState(row) === 'never').length
    const head = { id: 'seats', marks: marksOf('seat', rows), target: targetOf(rows) }
    return [createItem('seats', head, { unused: rows.length, never })]
  },
  text: ({ unused, never }) => ({
    subject: 'seats',
    text: `${unused} unused for ${INACTIVE_DAYS} days${never === unused ? ', never used' : never > 0 ? `, ${never} of them never used` : ''}`,
  }),
  why: () =>
    `A seat is unused if its user had no credits in the last ${INACTIVE_DAYS} days, or none since the seat was created at least as long ago. An organisation may pay for it all the same.`,
  output: ({ unused, never }) => ({ unused, neverUsed: never }),
})

/** Users whose limit is reached, or is expected to be reached in this billing month, as one item each. */
const limitItem = (kind: 'reached' | 'expected', rows: readonly SeatRow[], month: string) =>
  createItem(
    'limits',
    {
      id: `limits:${month}:${kind}`,
      marks: marksOf(`limit:${month}:${kind}`, rows),
      severity: kind === 'reached' ? 'high' : 'medium',
      target: targetOf(rows),
    },
    { isReached: kind === 'reached', users: rows },
  )

const byDay = (a: SeatRow, b: SeatRow): number => ((a.reachesOn ?? '') < (b.reachesOn ?? '') ? -1 : 1)

export const reachedLimits = attentionKind({
  find: ({ seats }) => {
    if (!seats) return []
    const { rows, lastDay, month } = seats
    const limited = rows.filter(({ reachesOn }) => reachesOn !== undefined).toSorted(byDay)
    const reached = limited.filter(({ reachesOn = '' }) => reachesOn <= lastDay)
    const expected = limited.filter(({ reachesOn = '' }) => reachesOn > lastDay)
    return [
      ...(reached.length > 0 ? [limitItem('reached', reached, month.from)] : []),
      ...(expected.length > 0 ? [limitItem('expected', expected, month.from)] : []),
    ]
  },
  text: ({ isReached, users }, { nameOf }) => {
    const names = namedFirst(users.map(({ id, email }) => nameOf(id, email)))
    const [first] = users
    const day = first?.reachesOn === undefined ? '' : dayLabel(first.reachesOn).slice(0, 6)
    return {
      subject: counted(users.length, 'limit'),
      text: isReached
        ? `reached: ${names}`
        : `expected to be reached this month, ${users.length === 1 ? 'on' : 'the first on'} ${day}: ${names}`,
    }
  },
  why: ({ isReached }) =>
    isReached
      ? 'Users who have used the credits of their limit are stopped until the next billing month, or until the limit is raised.'
      : 'The forecast adds, for each remaining day of the billing month, the usual credits of its weekday. A user whose limit is reached is stopped until the next month.',
  output: ({ isReached, users }) => ({
    isReached: isReached,
    users: users.map((row) => ({ user: seatName(row), limit: row.limit, on: row.reachesOn })),
  }),
})
