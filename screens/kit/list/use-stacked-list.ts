import { useMemo } from 'react'
import { memoize } from '../../../src/base/memoize.ts'
import { filled } from '../../../src/ui/layout/columns.ts'
import { type Column, naturalTableWidth } from '../../../src/ui/layout/data-table.ts'
import type { Theme } from '../../../src/ui/layout/theme.ts'
import { belowSizes, joinPanes, type PaneSizes, sideSizes, stackSizes } from '../detail/list-and-detail.ts'
import { MAX_DETAILS, useLiveDetail } from '../detail/use-detail.ts'
import { rule } from '../screen/frame.ts'
import { detailLevel } from '../screen/screen-report.ts'
import { localKey, type StateKey, useScreenState } from '../screen/screen-state.ts'
import { useSession } from '../session/session.ts'
import { type List, type ListState, NO_ROW } from './use-list.ts'
import { useColumns, useRowLines, useRowList } from './use-rows.ts'

/**
 * How a list and its detail share `room` rows of a body in a window without room for both next to each other.
 * @param rows - Number of rows of the list.
 */
export type ListLayout = (place: { width: number; height: number; room: number; rows: number }) => PaneSizes

/** The order of a list, for its heading. */
export type SortedColumn = { id: string; isDescending: boolean }

/** A pane with keys of its own, which replaces the detail. */
type ListPane = {
  list: List
  /** Whether it has the keys instead of the list. */
  isFocused: boolean
  /** Gives the keys back to the list. */
  leave: () => void
  /** Undefined: the detail is shown instead. */
  getLines: () => string[] | undefined
  /** What Enter does, and the command, while it has the keys. */
  enter: () => string | undefined
  command: () => string
}

export type StackedListOptions<Entry> = {
  idOf: (entry: Entry) => string
  /** Must be the same array while nothing changes. */
  columns: readonly Column<Entry>[]
  /** The rows that determine the widths of the columns. @default the shown rows */
  measured?: readonly Entry[]
  /** Text in a cell before each row, in place of the sign for new rows at its end. @default no such cell */
  markOf?: (entry: Entry, isNew: boolean) => string
  /** The lines of the details of an entry, ideally at most `height`. @default the list has no details */
  detailOf?: ((entry: Entry, width: number, theme: Theme, height: number) => string[]) | undefined
  /** The layout of a narrow window. @default the detail is below the list, or in its place */
  layout?: ListLayout
  /** Called at each draw and at keys, so that the pane may depend on the selection. @default no other pane */
  pane?: () => ListPane
  width: number
  height: number
}

type Shown<Entry> = {
  keys: { row: StateKey<ListState>; alone?: StateKey<boolean> }
  /** The rows to show, in their order. Must be the same array while nothing changes. */
  rows: readonly Entry[]
  isNew: (entry: Entry) => boolean
  /** Number of rows above the list, including its heading. */
  top: number
}

/**
 * A list and the detail of its selected row, which is next to the list in a wide window, otherwise below it or in its
 * place. A move does not render the screen: see ListBody.
 */
export const useStackedList = <Entry extends object>(
  { keys, rows, isNew, top }: Shown<Entry>,
  options: StackedListOptions<Entry>,
) => {
  const { idOf, columns, detailOf, layout, markOf, pane, width, height } = options
  const { theme } = useSession()
  const left = markOf ? 2 : 1
  const [canBeAlone, setAlone] = useScreenState(keys.alone ?? neverAlone)
  const isAlone = canBeAlone && rows.length > 0
  const room = Math.max(0, height - top)
  const measured = options.measured ?? rows
  const tableWidth = useMemo(
    () => memoize((most: number) => naturalTableWidth(columns, measured, most - GUTTER) + GUTTER),
    [columns, measured],
  )
  const place = { width, height, room, rows: rows.length }
  const sizes = !detailOf
    ? belowSizes(width, room, room)
    : ((isAlone ? undefined : sideSizes(width, room, tableWidth)) ??
      (layout && !isAlone ? layout(place) : stackSizes(width, room, rows.length, isAlone)))
  const { isWide, listWidth, listHeight, detailWidth, detailHeight } = sizes
  const { placed, textOf, heading } = useColumns(columns, measured, listWidth - GUTTER)
  const listed = useRowList(keys.row, rows, idOf, listHeight || detailHeight)
  const { getSelected } = listed
  const getRows = useRowLines(listed, {
    textOf: markOf ? (entry) => markOf(entry, isNew(entry)) + textOf(entry) : textOf,
    top,
    height: listHeight,
    width: listWidth,
    isFocused: () => !pane?.().isFocused,
    onClick: () => pane?.().leave(),
    isNew: markOf ? undefined : isNew,
  })
  const linesOf = useMemo(
    () => memoize((entry: Entry) => detailOf?.(entry, detailWidth, theme, detailHeight) ?? [], MAX_DETAILS),
    [detailOf, detailWidth, detailHeight, theme],
  )
  const getDetail = useLiveDetail(() => {
    const selected = getSelected()
    return {
      id: selected && `${keys.row.name} ${idOf(selected)}`,
      lines: selected ? linesOf(selected) : [],
      found: none,
    }
  }, detailHeight)
  return {
    ...listed,
    sizes,
    getDetail,
    isAlone,
    /** The detail in full size as a level. */
    levels: isAlone ? [detailLevel(setAlone)] : [],
    /** The columns, and the cells before the first one. */
    placed,
    left,
    heading: (sort: SortedColumn | undefined) => ' '.repeat(left) + heading(sort),
    handlers: {
      ...listed.handlers,
      detail: () => (getSelected() ? setAlone(!isAlone) : NO_ROW),
      scrollDown: () => getDetail().scrollDown(),
      scrollUp: () => getDetail().scrollUp(),
    },
    /** The rows below the heading. @param empty - Text in place of the rows of an empty list. */
    getLines(empty: string): string[] {
      const listRows = getRows(empty)
      const paneLines = pane?.().getLines()
      if (paneLines && isWide) return joinPanes(listRows, paneLines, 0, width, sizes, theme)
      if (paneLines) return [...filled(listRows, listHeight), rule(width, theme), ...paneLines]
      if (detailHeight === 0 || (isWide && rows.length === 0)) return filled(listRows, listHeight)
      const { shown, hidden } = getDetail()
      return joinPanes(listRows, shown, hidden, width, sizes, theme)
    },
  }
}

/** Cells of a row outside of its columns: the bar or mark before them, and the margin after them. */
const GUTTER = 2

const neverAlone = localKey('alone', false, 'the detail is never shown alone')
const none: number[] = []
