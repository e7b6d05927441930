import { useMemo } from 'react'
import { lengthOf } from '../../../src/domain/calendar/calendar.ts'
import { dayOfNumber } from '../../../src/domain/calendar/day-number.ts'
import { bucket, sparkline } from '../../../src/domain/charts/sparkline.ts'
import type { FieldName } from '../../../src/domain/people/field-table.ts'
import type { Leaderboard } from '../../../src/domain/people/leaderboard.ts'
import { type PeopleSort, rankedBy } from '../../../src/domain/people/people-sort.ts'
import type { PersonRows } from '../../../src/domain/people/person-rows.ts'
import { SHARE_HEADINGS } from '../../../src/domain/people/share-headings.ts'
import { dayLabel } from '../../../src/domain/text/format.ts'
import { type Column, headingRow, placeColumns, tableRow } from '../../../src/ui/layout/data-table.ts'
import type { Theme } from '../../../src/ui/layout/theme.ts'
import { type CourseScale, changeText, courseHeading } from '../../kit/charts/chart-text.ts'
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

/** The texts of a list: its entries in the columns that there is room for. */
export type EntryTable = {
  heading: string
  /** An entry without mark and selection. Made only once: rows are drawn again at every key. */
  textOf(entry: number): string
  /** The same as it is copied: nothing cut. */
  copiedOf(entry: number): string
}

/** @param width - Cells of a row. */
export const useEntryTable = (
  { board, isExact, isCompared, salt }: LoadedPeople,
  { rows, sort }: Pick<ShownList, 'rows' | 'sort'>,
  width: number,
  courseScale: CourseScale,
): EntryTable => {
  const { theme } = useSession()
  const isPrivate = salt !== undefined
  return useMemo(() => {
    const columns = rows
      ? singleDayColumns(rows, sort, isPrivate)
      : boardColumns(board, { sort, isExact, isCompared, isPrivate, courseScale }, theme)
    const placed = placeColumns(columns, [], width)
    const texts = new Map<number, string>()
    return {
      heading: headingRow(placed, { id: sort.field, isDescending: sort.isDescending }, theme),
      textOf(entry) {
        const known = texts.get(entry)
        if (known !== undefined) return known
        const text = tableRow(placed, entry, theme)
        texts.set(entry, text)
        return text
      },
      copiedOf: (entry) => copiedCells(placed, entry),
    }
  }, [rows, board, sort, isExact, isCompared, isPrivate, theme, width, courseScale])
}

type BoardColumnsOptions = {
  sort: PeopleSort
  /** Whether all people are loaded: only then ranks are final, and it is known who is new. */
  isExact: boolean
  /** Whether there are columns for what changed, also while that is not known yet. */
  isCompared: boolean
  /** Whether names are pseudonyms. */
  isPrivate: boolean
  /** What sparklines are scaled by. */
  courseScale: CourseScale
}

/** Columns of people summed over a range. */
const boardColumns = (
  board: Leaderboard,
  { sort, isExact, isCompared, isPrivate, courseScale }: BoardColumnsOptions,
  theme: Theme,
): EntryColumn[] => {
  const ranks = board.ranksBy(rankedBy(sort))
  const isTold = (entry: number): boolean => isExact || board.wordAt('state', entry) === 'stayed'
  const languagesOf = (entry: number): string[] => board.wordsAt('lang', entry).map(({ word }) => word)
  const cellOf = (field: FieldIn<'people'>): FieldCell<number> => {
    switch (field.name) {
      case 'rank':
        return {
          text: (entry, width) =>
            Number.isNaN(ranks.ranks[entry]) ? '' : rankText(ranks.ranks[entry], width, isExact),
          role: () => 'muted',
        }
      case 'move':
        return {
          text: (entry) => (isExact ? moveText(ranks.moves[entry], board.wordAt('state', entry)) : ''),
          role: () => 'muted',
        }
      case 'name':
        return { text: nameTexts(board) }
      case 'share':
        return {
          text: (entry, width) => shareText(board.numberAt('share', entry), width, isExact),
          role: () => 'muted',
        }
      case 'delta':
        return {
          text: (entry, width) => {
            const isPartial =
              board.sumAt('credits', entry).missing + (board.beforeAt('credits', entry)?.missing ?? 0) > 0
            const change = isTold(entry) ? changeText(board.deltaAt('credits', entry), theme, isPartial) : ''
            return change.length <= width ? change : change.replace(/\.\d+/, '')
          },
        }
      case 'lang':
        return { text: (entry, width) => wordsText(languagesOf(entry), width) }
      case 'last':
        return { text: (entry) => dayLabel(dayOfNumber(board.numberAt('last', entry))) }
      default:
        if (field.kind === 'number' && field.figure === 'ratio')
          return { text: (entry) => meanText(board.sumAt(field.name, entry)) }
        if (field.kind === 'number') return { text: (entry, width) => sumText(board.sumAt(field.name, entry), width) }
        // A person without rows has no word that could be missing.
        return {
          text: (entry) => (board.isActive(entry) ? wordText(board.wordAt(field.name, entry)) : ''),
        }
    }
  }
  const columns = fieldColumns('people', cellOf).filter(({ id }) => isCompared || (id !== 'delta' && id !== 'move'))
  const credits = sparklineColumn(board, courseScale, theme)
  return entryColumns(
    columns.flatMap((column) => {
      if (column.id === 'mode') return [column, credits]
      return column.id === 'share' ? [{ ...column, title: SHARE_HEADINGS[board.shareOf] }] : [column]
    }),
    sort,
    isPrivate,
  )
}

const SPARKLINE_CELLS = 14

const sparklineColumn = (board: Leaderboard, by: CourseScale, theme: Theme): FixedColumn => {
  const days = lengthOf(board.range)
  const max = by === 'row' ? undefined : board.largestDay()
  const title = courseHeading(days, by)
  return {
    id: 'sparkline',
    title,
    align: 'left',
    width: Math.max(SPARKLINE_CELLS, title.length),
    priority: 5,
    text: (entry) =>
      sparkline(bucket(board.seriesAt('credits', entry), SPARKLINE_CELLS), { max, ascii: theme.isAscii }),
    role: () => 'accent',
  }
}

/** Columns of single days of people. */
const singleDayColumns = (rows: PersonRows, sort: PeopleSort, isPrivate: boolean): EntryColumn[] => {
  const cellOf = (field: FieldIn<'days'>): FieldCell<number> => {
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
  }
  return entryColumns(fieldColumns('days', cellOf), sort, isPrivate)
}

/** A column of a list of people or of their days: its rows are entry numbers. */
type EntryColumn = Column<number> & { id: FieldName | 'sparkline' }

/** The same before names may grow. */
type FixedColumn = EntryColumn & { width: number }

/** Pseudonyms are never cut: the parts of two may be the same. */
const PSEUDONYM_CELLS = 'Person 7K3F2-92QMX'.length

/** Lets names grow into the room that is left, and never drops the column that the list is sorted by. */
const entryColumns = (columns: readonly FixedColumn[], sort: PeopleSort, isPrivate: boolean): EntryColumn[] =>
  columns.map((column) => ({
    ...column,
    width: column.id === 'name' ? { grow: true, min: isPrivate ? PSEUDONYM_CELLS : column.width } : column.width,
    priority: column.id === sort.field ? 0 : column.priority,
  }))
