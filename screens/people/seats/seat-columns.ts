import { dayAt } from '../../../src/domain/filter/field-of.ts'
import { forecastText, limitShare, seatName } from '../../../src/domain/seats/seat-rows.ts'
import { type SeatRow, seatState } from '../../../src/domain/seats/seats.ts'
import { ageOf, fullNumber, NONE, percent } from '../../../src/domain/text/format.ts'
import { safeText } from '../../../src/domain/text/safe-text.ts'
import { type CellRole, type Column, leftColumn, rightColumn } from '../../../src/ui/layout/data-table.ts'
import type { Theme } from '../../../src/ui/layout/theme.ts'
import { copiedCells } from '../../kit/export/command-options.ts'

/** Cells of the bar of a limit, without its percentage. */
const BAR_CELLS = 10

type SeatDays = { lastDay: string; historyFrom: string; now: number }

export const seatColumns = ({ lastDay, historyFrom, now }: SeatDays, theme: Theme): Column<SeatRow>[] => [
  leftColumn('name', 'PERSON', { grow: true, min: 16 }, 0, (row) => safeText(seatName(row)), 'strong'),
  leftColumn('urgency', 'STATE', 8, 1, (row) => seatState(row), stateRole),
  leftColumn('since', 'SEAT SINCE', 10, 4, ({ createdAt }) => dayAt(createdAt) ?? NONE, 'muted'),
  rightColumn('signed', 'SIGNED IN', 9, 5, ({ signedInAt }) => signedInText(signedInAt, now), 'muted'),
  leftColumn(
    'idle',
    'LAST USE',
    10,
    2,
    (row) => lastUseText(row, historyFrom),
    (row) => (row.isNever ? 'warn' : undefined),
  ),
  rightColumn('credits', '30 D CREDITS', 12, 3, ({ recent }) => (recent > 0 ? fullNumber(recent) : NONE)),
  rightColumn(
    'limit',
    'LIMIT',
    11,
    7,
    ({ limit, isOwnLimit }) => (limit === undefined ? NONE : `${isOwnLimit ? '' : '~'}${fullNumber(limit)}`),
    (row) => (row.isOwnLimit ? undefined : 'muted'),
  ),
  leftColumn('used', 'USED OF LIMIT', BAR_CELLS + 6, 6, (row) => limitBar(row, theme), limitRole),
  rightColumn('forecast', 'FORECAST', 19, 4, (row) => forecastText(row, lastDay), limitRole),
]

/** The last day with use, or how much is known about it. */
export const lastUseText = ({ lastUse, isNever }: SeatRow, historyFrom: string): string =>
  lastUse ?? (isNever ? 'never' : `< ${historyFrom.slice(5)}`)

export const signedInText = (signedInAt: number | undefined, now: number): string =>
  signedInAt === undefined ? 'never' : `${ageOf(signedInAt, now)} ago`

const stateRole = (row: SeatRow): CellRole | undefined =>
  (({ never: 'warn', inactive: 'warn', active: 'good', 'no seat': 'muted' }) as const)[seatState(row)]

/** Red if the limit is reached, yellow if it will be reached in this month. */
const limitRole = (row: SeatRow): CellRole | undefined => {
  const share = limitShare(row) ?? 0
  if (share >= 1) return 'bad'
  return row.reachesOn !== undefined ? 'warn' : undefined
}

const limitBar = (row: SeatRow, theme: Theme): string => {
  const share = limitShare(row)
  if (share === undefined) return NONE
  const cells = Math.min(BAR_CELLS, Math.floor(share * BAR_CELLS))
  const [full, empty] = theme.isAscii ? ['#', '_'] : ['▇', '▁']
  const bar = theme.isLinear ? '' : full.repeat(cells) + empty.repeat(BAR_CELLS - cells)
  return `${bar} ${percent(share, 0).padStart(5)}`
}

/** Cells of a seat for the clipboard. */
export const seatCells = (row: SeatRow): string =>
  copiedCells([
    seatName(row),
    seatState(row),
    dayAt(row.createdAt) ?? '',
    row.lastUse ?? '',
    row.recent,
    row.limit ?? '',
    row.forecast === undefined ? '' : Math.round(row.forecast),
  ])
