import { useMemo } from 'react'
import { wrapText } from '../../../src/domain/text/fit.ts'
import { type Column, createRowTexts, headingRow, placeColumns } from '../../../src/ui/layout/data-table.ts'
import { useRowClicks } from '../../../src/ui/mouse/click-areas.ts'
import { useSession } from '../session/session.ts'
import { listRows } from './list-rows.ts'
import { listHandlers, NO_ROW, paneList, useQuietList } from './use-list.ts'

type RowsOptions<Row> = {
  /** The key of the selected row in the state of the screen. */
  rowKey: string
  /** The same array while nothing changes. */
  rows: readonly Row[]
  idOf: (row: Row) => string
  /** Text of a row without the cell for the bar, styles included. */
  textOf: (row: Row) => string
  /** Position and size of the list in the body. */
  top: number
  height: number
  width: number
  /** Rows that a page key moves by. @default the height */
  pageHeight?: number
  /** Whether keys move the selected row. @default true */
  isFocused?: boolean
  /** Called before a click selects a row. */
  onClick?: () => void
  /** Id of the row that is selected at first. @default the first row */
  initialId?: string | undefined
  /** Whether a row came since the last visit. @default none did */
  isNew?: (row: Row) => boolean
}

/** The rows of a list on the screen: its selection, its clicks and its lines. A move does not render the component: see ListBody. */
export const useRows = <Row>(options: RowsOptions<Row>) => {
  const { rowKey, rows, idOf, textOf, top, height, width, pageHeight = height, isFocused = true, isNew } = options
  const { theme } = useSession()
  const ids = useMemo(() => rows.map(idOf), [rows, idOf])
  const list = useQuietList(rowKey, ids, pageHeight, false, options.initialId)
  useRowClicks(
    paneList(list, isFocused, () => options.onClick?.()),
    { top, height, width, count: rows.length },
  )
  /** Read at each use: a move changes it. */
  const selectedNow = () => rows[list.selected]
  return {
    ids,
    list,
    selectedNow,
    /** A handler for the selected row. @param otherwise - Why it does nothing without one. */
    onRow:
      (act: (row: Row) => unknown, otherwise = NO_ROW) =>
      () => {
        const selected = selectedNow()
        return selected === undefined ? otherwise : act(selected)
      },
    handlers: listHandlers(list, pageHeight, rows.length),
    /** @param empty - Shown where there is no row. */
    linesNow: (empty: string): string[] =>
      rows.length > 0
        ? listRows(rows, textOf, { list, height, width, isFocused, ...(isNew && { isNew }) }, theme)
        : wrapText(empty, width - 2).map((line) => ` ${theme.muted(line)}`),
  }
}

/** The texts of rows in columns, and their heading. @param measured - Rows that the widths of the columns fit. */
export const useColumns = <Row extends object>(
  columns: readonly Column<Row>[],
  measured: readonly Row[],
  width: number,
) => {
  const { theme } = useSession()
  const placed = useMemo(() => placeColumns(columns, measured, width), [columns, measured, width])
  return {
    textOf: useMemo(() => createRowTexts(placed, theme), [placed, theme]),
    heading: (sort: { id: string; isDescending: boolean } | undefined) => headingRow(placed, sort, theme),
  }
}
