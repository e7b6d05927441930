import { useMemo } from 'react'
import { headingRow, placeColumns, tableRow } from '../../../src/ui/layout/data-table.ts'
import type { CourseScale } from '../../kit/charts/use-course-scale.ts'
import { useSession } from '../../kit/session/session.ts'
import { copiedCells } from '../shared/copy-texts.ts'
import type { LoadedPeople } from '../shared/use-people.ts'
import { boardColumns } from './leaderboard-columns.ts'
import { singleDayColumns } from './single-day-columns.ts'
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
