import { useCallback, useMemo } from 'react'
import type { Seats } from '../../../src/cache/load/load-seats.ts'
import { type QueryState, shownOf } from '../../../src/cache/load/query-state.ts'
import { DEFAULT_BILLING_DAY } from '../../../src/domain/calendar/billing-month.ts'
import { limitText } from '../../../src/domain/seats/limits.ts'
import {
  forecastText,
  SEAT_COLUMNS,
  seatName,
  seatOutput,
  seatSorts,
  seatTable,
  withPseudonym,
} from '../../../src/domain/seats/seat-rows.ts'
import { INACTIVE_DAYS, type SeatRow, seatCounts, seatState } from '../../../src/domain/seats/seats.ts'
import { counted, fullNumber, moment, rangeLabel } from '../../../src/domain/text/format.ts'
import { safeText } from '../../../src/domain/text/safe-text.ts'
import { useKeys } from '../../../src/ui/keys/use-keys.ts'
import { joinFitting, justify } from '../../../src/ui/layout/columns.ts'
import type { Theme } from '../../../src/ui/layout/theme.ts'
import { factLines } from '../../kit/detail/fact-lines.ts'
import { listExports } from '../../kit/export/exports.ts'
import { useTabKeys, withTabs } from '../../kit/list/list-tabs.ts'
import { useListScreen } from '../../kit/list/use-list-screen.tsx'
import { markHints, useClearMarksKey, useMarks } from '../../kit/list/use-marks.ts'
import { NOT_KNOWN } from '../../kit/query/states.ts'
import { useQuery } from '../../kit/query/use-query.ts'
import type { ScreenProps } from '../../kit/screen/screen.ts'
import { usePrivateSalt } from '../../kit/session/person-name.ts'
import { useSession } from '../../kit/session/session.ts'
import type { PeopleTabs } from '../shared/people-keys.ts'
import { QUICK_SEATS, type QuickSeats, seatKeys, seatsState } from '../shared/people-keys.ts'
import { lastUseText, seatCells, seatColumns, signedInText } from './seat-columns.ts'
import { useLimitActions } from './use-limit-actions.ts'

type SeatsViewProps = Pick<ScreenProps, 'width' | 'height' | 'open' | 'target'> & { tabs: PeopleTabs }

const MINUTE_MS = 60_000
const noRows: readonly SeatRow[] = []

/** Everyone with a seat, with their use and limit. */
export const SeatsView = ({ width, height, open, target, tabs }: SeatsViewProps) => {
  const { theme, now, plan } = useSession()
  const salt = usePrivateSalt()
  const state = useQuery('seats', { billingDay: plan?.billingDay ?? DEFAULT_BILLING_DAY })
  const seats = shownOf(state)?.data
  const rows = useMemo(() => {
    const all = seats?.rows ?? noRows
    return salt === undefined ? all : all.map((row) => withPseudonym(row, salt))
  }, [seats, salt])
  // A link names a user by address or id.
  const targetAt = seats?.rows.findIndex(({ id, email }) => id === target?.row || email === target?.row) ?? -1
  const minute = Math.floor(now() / MINUTE_MS) * MINUTE_MS
  const days = useMemo(
    () => ({ lastDay: seats?.lastDay ?? '', historyFrom: seats?.history.from ?? '', now: minute }),
    [seats, minute],
  )
  const isAssumed = plan?.billingDay === undefined
  const marks = useMarks(seatsState.marks)
  const marked = useMemo(() => rows.filter(({ id }) => marks.ids.has(id)), [rows, marks.ids])
  const price = plan?.seatPrice
  const head = useCallback(
    (room: number) => headText(rows, { state, seats, price }, room, theme),
    [rows, state, seats, price, theme],
  )
  const screen = useListScreen({
    name: 'people',
    keys: seatsState,
    width,
    height,
    state,
    entries: rows,
    idOf,
    target: target?.row === undefined ? undefined : rows[targetAt]?.id,
    table: useMemo(() => seatTable(minute, INACTIVE_DAYS), [minute]),
    sorts,
    quick,
    columns: useMemo(() => seatColumns(days, theme), [days, theme]),
    measured: rows,
    figure,
    marked,
    markOf: (row, isNew) =>
      marks.ids.has(row.id) ? theme.accent(theme.signs.marked) : isNew ? theme.signs.notable : ' ',
    detailOf: useMemo(
      () => (row: SeatRow, cells: number) => detailLines(row, { seats, isAssumed, now: minute }, cells, theme),
      [seats, isAssumed, minute, theme],
    ),
    head: () => withTabs(tabs, head, width, theme),
    empty: (filter, shown) => emptyText(state, rows.length > 0, filter, shown),
    enter: () => 'person',
    copies,
    exports: (chosen) =>
      listExports('seats', {
        rows: chosen.map((row) => seatOutput(row, { inactiveDays: INACTIVE_DAYS, price })),
        columns: SEAT_COLUMNS,
      }),
    command: { list: 'users list', one: (row) => `users list --where 'id=${safeText(row.id)}'` },
    ownKeys: markHints(seatKeys, marks) ?? seatKeys,
  })
  useClearMarksKey(marks, screen.isTyping)
  const limits = useLimitActions({
    rows: () => (marked.length > 0 ? marked : [screen.getSelected()].filter((row) => row !== undefined)),
    seats,
    isPrivate: salt !== undefined,
    clearMarks: marks.clear,
  })
  useKeys(seatKeys, {
    ...screen.handlers,
    ...useTabKeys(tabs, screen.head[0] ?? ''),
    person: screen.onRow((row) =>
      row.lastUse === undefined
        ? 'This seat has no known use.'
        : open('people', { person: seats?.rows[rows.indexOf(row)]?.id ?? row.id }),
    ),
    mark: screen.onRow(({ id }) => marks.toggle(id)),
    actions: limits,
  })
  return screen.body
}

const idOf = ({ id }: SeatRow): string => id
const sorts = { ...seatSorts, columns: {} }
const figure = { label: 'credits of 30 days', valueOf: ({ recent }: SeatRow) => recent, isSum: true, text: fullNumber }
const quick = {
  names: QUICK_SEATS,
  keeps: (row: SeatRow, shown: QuickSeats) => shown === 'all' || seatState(row) === shown,
  words: (shown: QuickSeats) =>
    shown === 'all' ? 'Showing all users.' : `Showing only ${shown} seats. Press f to show others.`,
  condition: (shown: QuickSeats) => (shown === 'all' ? '' : `state=${shown}`),
  view: (shown: QuickSeats) => (shown === 'all' ? 'seats' : `seats, ${shown}`),
}
const copies = {
  row: seatCells,
  id: idOf,
  idLabel: 'the id of the user.',
  json: (row: SeatRow) => seatOutput(row, { inactiveDays: INACTIVE_DAYS, price: undefined }),
  jsonLabel: 'the user as JSON.',
}

type Loaded = {
  state: QueryState<unknown>
  seats: Seats | undefined
  price: { amount: number; currency: string } | undefined
}

/** Counts of seats by state, which are separate from users with use. */
const headText = (rows: readonly SeatRow[], { state, seats, price }: Loaded, width: number, theme: Theme): string => {
  if (!seats) return ` ${theme.muted(state.is === 'failed' ? `seats ${NOT_KNOWN}` : 'loading seats')}`
  const counts = seatCounts(rows)
  const unused = counts.never + counts.inactive
  const parts = [
    `${theme.strong(fullNumber(counts.seats))} ${counts.seats === 1 ? 'seat' : 'seats'}`,
    `${fullNumber(counts.active)} active in ${INACTIVE_DAYS} d`,
    ...(counts.inactive > 0 ? [theme.warn(`${fullNumber(counts.inactive)} inactive`)] : []),
    ...(counts.never > 0 ? [theme.warn(`! ${fullNumber(counts.never)} never used`)] : []),
    ...(price && unused > 0 ? [`${unused} x ${fullNumber(price.amount)} ${safeText(price.currency)} a month`] : []),
    ...(counts['no seat'] > 0 ? [theme.muted(`${counted(counts['no seat'], 'user')} without a seat`)] : []),
    ...(seats.limitsProblem === undefined ? [] : [theme.muted('limits unknown')]),
  ]
  return justify(` ${joinFitting(parts, width - 2, '   ')}`, '', width)
}

const emptyText = (
  state: QueryState<unknown>,
  hasAny: boolean,
  filter: string,
  shown: QuickSeats | undefined,
): string => {
  if (state.is === 'failed') return ''
  if (hasAny && filter.trim() === '') return `No ${shown} seats. Press f to show others.`
  if (hasAny) return `No user matches ${safeText(filter.trim())}. Press Esc to show all.`
  return state.is === 'loading' ? 'loading seats' : 'The server lists no users.'
}

const detailLines = (
  row: SeatRow,
  { seats, isAssumed, now }: { seats: Seats | undefined; isAssumed: boolean; now: number },
  width: number,
  theme: Theme,
): string[] => {
  const { name, createdAt, signedInAt, month, limit, isOwnLimit, recent } = row
  return [
    `${theme.strong(safeText(seatName(row)))}  ${seatState(row)}`,
    ...factLines(
      [
        ['name', name === undefined ? undefined : safeText(name)],
        ['id', safeText(row.id)],
        ['seat since', createdAt === undefined ? undefined : moment(createdAt)],
        ['signed in', signedInText(signedInAt, now)],
        ['last use', lastUseText(row, seats?.history.from ?? '')],
        ['30 days', `${fullNumber(recent)} credits`],
        [
          'this month',
          seats && `${fullNumber(month)} credits, ${rangeLabel(seats.month)}${isAssumed ? ' (assumed)' : ''}`,
        ],
        [
          'limit',
          seats?.limitsProblem === undefined
            ? `${limitText(limit)}${limit === undefined ? '' : isOwnLimit ? ', own' : ', global'}`
            : safeText(seats.limitsProblem),
        ],
        ['forecast', forecastText(row, seats?.lastDay ?? '')],
      ],
      width,
      theme,
    ),
  ]
}
