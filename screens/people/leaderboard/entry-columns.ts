import { useMemo } from 'react'
import { memoize } from '../../../src/base/memoize.ts'
import { lengthOf } from '../../../src/domain/calendar/calendar.ts'
import { dayOfNumber } from '../../../src/domain/calendar/day-number.ts'
import { bucket, sparkline } from '../../../src/domain/charts/sparkline.ts'
import { type CreditPrice, moneyOf } from '../../../src/domain/money/price.ts'
import type { Leaderboard } from '../../../src/domain/people/leaderboard.ts'
import { type PeopleSort, rankedBy } from '../../../src/domain/people/people-sort.ts'
import type { PersonRows } from '../../../src/domain/people/person-rows.ts'
import { SHARE_HEADINGS } from '../../../src/domain/people/share-headings.ts'
import { dayLabel, decimal, UNKNOWN } from '../../../src/domain/text/format.ts'
import { safeText } from '../../../src/domain/text/safe-text.ts'
import {
  type Column,
  headingRow,
  leftColumn,
  placeColumns,
  rightColumn,
  tableRow,
} from '../../../src/ui/layout/data-table.ts'
import type { Theme } from '../../../src/ui/layout/theme.ts'
import { changeText, type SparklineScale, sparklineHeading } from '../../kit/charts/chart-text.ts'
import { useSession } from '../../kit/session/session.ts'
import {
  meanText,
  moveText,
  nameTexts,
  numberText,
  rankText,
  shareText,
  sumText,
  wordsText,
  wordText,
} from '../shared/cells.ts'
import { type FieldCell, type FieldIn, fieldColumns } from '../shared/field-columns.ts'
import { copiedCells } from '../shared/people-exports.ts'
import type { LoadedPeople } from '../shared/use-people.ts'
import type { ShownList } from './use-shown-list.ts'

/** The columns of a list. @param width - Cells of the window. */
export const useEntryColumns = (
  { board, isExact, isFinal, isCompared, salt }: LoadedPeople,
  { rows, sort }: Pick<ShownList, 'rows' | 'sort'>,
  sparklineScale: SparklineScale,
  width: number,
): Column<number>[] => {
  const { theme, plan } = useSession()
  const price = plan?.creditPrice
  const nameCells = salt !== undefined || width >= WIDE ? LONG_NAME_CELLS : NAME_CELLS
  return useMemo(() => {
    const columns = rows
      ? singleDayColumns(rows)
      : boardColumns(board, { sort, isExact, isFinal, isCompared, sparklineScale, price }, theme)
    return columns.map(withLayout(sort, nameCells))
  }, [rows, board, sort, isExact, isFinal, isCompared, nameCells, theme, sparklineScale, price])
}

/** Heading and rows of a list, in the columns that fit in `width` cells. */
export const useEntryTable = (columns: readonly Column<number>[], sort: PeopleSort, width: number) => {
  const { theme } = useSession()
  return useMemo(() => {
    const placed = placeColumns(columns, [], width)
    return {
      placed,
      heading: headingRow(placed, { id: sort.field, isDescending: sort.isDescending }, theme),
      /** An entry without its mark and selection. Memoized, because rows are drawn again on every key. */
      textOf: memoize((entry: number) => tableRow(placed, entry, theme)),
      /** The same for copying, without truncation. */
      copiedOf: (entry: number) => copiedCells(placed, entry),
    }
  }, [columns, sort, theme, width])
}

/** Minimum width of names. Pseudonyms are never cut: two cut ones could look the same. */
const NAME_CELLS = 15
const LONG_NAME_CELLS = 'Person 7K3F2-92QMX'.length
/** Minimum width of a window in which ids are not cut either. */
const WIDE = 180

/** Lets names fill the remaining width, and never drops the sorted column. */
const withLayout =
  (sort: PeopleSort, nameCells: number) =>
  (column: Column<number>): Column<number> => ({
    ...column,
    width: column.id === 'name' ? { grow: true, min: nameCells } : column.width,
    priority: column.id === sort.field ? 0 : column.priority,
  })

type BoardColumnsOptions = Pick<LoadedPeople, 'isExact' | 'isFinal' | 'isCompared'> & {
  sort: PeopleSort
  sparklineScale: SparklineScale
  price: CreditPrice | undefined
}

const muted = () => 'muted' as const

/** Columns of people summed over a range. Until all people are loaded, ranks and new people are not final. */
const boardColumns = (
  board: Leaderboard,
  { sort, isExact, isFinal, isCompared, sparklineScale, price }: BoardColumnsOptions,
  theme: Theme,
): Column<number>[] => {
  const { ranks, moves } = board.ranksBy(rankedBy(sort))
  const ofLoaded = () => (isFinal ? undefined : 'muted')
  const isChangeKnown = (entry: number): boolean => isExact || board.wordAt('state', entry) === 'stayed'
  const changeOf = (entry: number, width: number): string => {
    if (!isChangeKnown(entry)) return ''
    const isPartial = board.sumAt('credits', entry).missing + (board.beforeAt('credits', entry)?.missing ?? 0) > 0
    const change = changeText(board.deltaAt('credits', entry), theme, isPartial)
    return change.length <= width ? change : change.replace(/\.\d+/, '')
  }
  const languagesOf = (entry: number): string[] => board.wordsAt('lang', entry).map(({ word }) => word)
  const cellOf = (field: FieldIn<'people'>): FieldCell<number> => {
    switch (field.name) {
      case 'rank':
        return {
          text: (entry, width) => (Number.isNaN(ranks[entry]) ? '' : rankText(ranks[entry], width, isFinal)),
          role: ofLoaded,
        }
      case 'move':
        return {
          text: (entry) => (isExact ? moveText(moves[entry], board.wordAt('state', entry)) : ''),
          role: muted,
        }
      case 'name':
        return { text: nameTexts(board) }
      case 'share':
        return { text: (entry, width) => shareText(board.numberAt('share', entry), width, isFinal), role: ofLoaded }
      case 'delta':
        return { text: changeOf }
      case 'lang':
        return { text: (entry, width) => wordsText(languagesOf(entry), width) }
      case 'last':
        return { text: (entry) => dayLabel(dayOfNumber(board.numberAt('last', entry))) }
      default:
        if (field.kind === 'number' && field.figure === 'ratio')
          return { text: (entry) => meanText(board.sumAt(field.name, entry)) }
        if (field.kind === 'number') return { text: (entry, width) => sumText(board.sumAt(field.name, entry), width) }
        // Without rows there is no word to show: the cell is empty, not unknown.
        return { text: (entry) => (board.isActive(entry) ? wordText(board.wordAt(field.name, entry)) : '') }
    }
  }
  const isRanked = isFinal && !isExact
  return fieldColumns('people', cellOf).flatMap((column): Column<number>[] => {
    if (isRanked && FROM_ROWS.has(column.id)) return []
    if (column.id === 'mode') return [column, sparklineColumn(board, sparklineScale, theme)]
    if (column.id === 'credits' && price) return [column, moneyColumn(board, price)]
    if (column.id === 'share') return [{ ...column, title: SHARE_HEADINGS[board.shareOf] }]
    return isCompared || (column.id !== 'delta' && column.id !== 'move') ? [column] : []
  })
}

const moneyColumn = (board: Leaderboard, price: CreditPrice): Column<number> =>
  rightColumn('money', safeText(price.currency), 10, 6, (entry) => {
    const { value, missing } = board.sumAt('credits', entry)
    return `${decimal(moneyOf(value, price), 2)}${missing > 0 ? UNKNOWN : ''}`
  })

/** Columns that need the rows of users, which a ranking of the server doesn't have. */
const FROM_ROWS: ReadonlySet<string> = new Set(['move', 'delta', 'autonomy', 'mode', 'model', 'tier', 'lang', 'last'])

const SPARKLINE_CELLS = 14

const sparklineColumn = (board: Leaderboard, by: SparklineScale, theme: Theme): Column<number> => {
  const days = lengthOf(board.range)
  const max = by === 'row' ? undefined : board.largestDay()
  const { title, wideTitle } = sparklineHeading(days, by)
  const text = (entry: number) =>
    sparkline(bucket(board.seriesAt('credits', entry), SPARKLINE_CELLS), { max, clips: true, ascii: theme.isAscii })
  return { ...leftColumn('sparkline', title, Math.max(SPARKLINE_CELLS, title.length), 5, text, 'accent'), wideTitle }
}

const singleDayColumns = (rows: PersonRows): Column<number>[] =>
  fieldColumns('days', (field): FieldCell<number> => {
    switch (field.name) {
      case 'name':
        return { text: nameTexts(rows) }
      case 'date':
        return { text: (entry) => dayLabel(rows.dayAt(entry)) }
      case 'lang':
        return { text: (entry, width) => wordsText(rows.rowAt(entry).languages ?? [], width) }
      default:
        if (field.kind === 'word') return { text: (entry) => wordText(rows.wordAt(field.name, entry)) }
        return { text: (entry, width) => numberText(rows.valueAt(field.name, entry), width) }
    }
  })
