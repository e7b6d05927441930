import { useMemo } from 'react'
import { memoizePerObject } from '../../../src/base/memoize.ts'
import { wrapText } from '../../../src/domain/text/fit.ts'
import { type Column, createRowTexts, headingRow, placeColumns } from '../../../src/ui/layout/data-table.ts'
import { useRowClicks } from '../../../src/ui/mouse/click-areas.ts'
import { useSession } from '../session/session.ts'
import { listRows } from './list-rows.ts'
import { type List, listHandlers, NO_ROW, paneList, type RowKey, useList } from './use-list.ts'

/** Position and style of the rows of a list in the body. */
type RowsPlace<Row> = {
  /** Styled text of a row, without the cell for the bar. */
  textOf: (row: Row) => string
  top: number
  /** @default 0 */
  left?: number
  height: number
  width: number
  /** Whether the list has the keys. @default always */
  isFocused?: () => boolean
  /** Called before a click selects a row. */
  onClick?: (() => void) | undefined
  /** Whether a row is new since the last visit. @default no row is new */
  isNew?: ((row: Row) => boolean) | undefined
}

export type RowList<Row> = ReturnType<typeof useRowList<Row>>

/**
 * A list of rows: its selection, and the handlers of the keys that move it. A move doesn't render the component: see
 * ListBody.
 *
 * @param rows - Must be the same array while nothing changes.
 */
export const useRowList = <Row>(rowKey: RowKey, rows: readonly Row[], idOf: (row: Row) => string, height: number) => {
  const ids = useMemo(() => rows.map(idOf), [rows, idOf])
  const list = useList(rowKey, ids, height)
  /** Read at each use, because a move changes it. */
  const getSelected = () => rows[list.selected]
  return {
    rows,
    ids,
    list,
    getSelected,
    /** A handler for the selected row. @param otherwise - The notice if no row is selected. */
    onRow:
      (act: (row: Row) => unknown, otherwise = NO_ROW) =>
      () => {
        const selected = getSelected()
        if (selected === undefined) return otherwise
        // The row that the user acts on stays selected when others arrive.
        list.moveTo(list.selected)
        return act(selected)
      },
    handlers: listHandlers(list, height, rows.length),
  }
}

/** Builds the lines of a list, which can be clicked. `empty` is shown if the list has no rows. */
export const useRowLines = <Row extends object>(
  { list, rows }: { list: List; rows: readonly Row[] },
  { textOf, top, left = 0, height, width, isFocused = always, onClick, isNew }: RowsPlace<Row>,
) => {
  const { theme } = useSession()
  // A move doesn't render the component, so a row keeps its text until the next render.
  const rowText = memoizePerObject(textOf)
  useRowClicks(
    paneList(list, isFocused, () => onClick?.()),
    { top, left, height, width, count: rows.length },
  )
  return (empty: string): string[] =>
    rows.length > 0
      ? listRows(rows, rowText, { list, height, width, isFocused: isFocused(), isNew }, theme)
      : wrapText(empty, width - 2).map((line) => ` ${theme.muted(line)}`)
}

const always = () => true

export const useRows = <Row extends object>(
  rowKey: RowKey,
  rows: readonly Row[],
  idOf: (row: Row) => string,
  place: RowsPlace<Row>,
) => {
  const listed = useRowList(rowKey, rows, idOf, place.height)
  return { ...listed, getLines: useRowLines(listed, place) }
}

/** Texts of rows in columns, and their heading. @param measured - Rows that determine the widths of the columns. */
export const useColumns = <Row extends object>(
  columns: readonly Column<Row>[],
  measured: readonly Row[],
  width: number,
) => {
  const { theme } = useSession()
  const placed = useMemo(() => placeColumns(columns, measured, width), [columns, measured, width])
  return {
    placed,
    textOf: useMemo(() => createRowTexts(placed, theme), [placed, theme]),
    heading: (sort: { id: string; isDescending: boolean } | undefined) => headingRow(placed, sort, theme),
  }
}
