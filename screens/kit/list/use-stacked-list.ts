import { useMemo } from 'react'
import { memoize } from '../../../src/base/memoize.ts'
import type { QueryState } from '../../../src/cache/load/query-state.ts'
import { cutStyled, filled } from '../../../src/ui/layout/columns.ts'
import type { Column } from '../../../src/ui/layout/data-table.ts'
import type { Theme } from '../../../src/ui/layout/theme.ts'
import { joinPanes, paneSizes, stackSizes } from '../detail/list-and-detail.ts'
import { MAX_DETAILS, useLiveDetail } from '../detail/use-detail.ts'
import { failureLines } from '../query/states.ts'
import { type StateKey, useScreenState } from '../screen/screen-state.ts'
import { useSession } from '../session/session.ts'
import { fixedSelection, NO_ROW, type RowKey, useCloseInnerKeys, useSelection } from './use-list.ts'
import { useColumns, useRowLines, useRowList } from './use-rows.ts'

/** Rows between the head and the list: the divider and the heading. */
const BELOW_HEAD = 2

/** Puts the detail next to its list from `from` cells on. The list gets `share` of the width, at most `most` cells. */
export type ListLayout = { from: number; share: number; most: number }

/** Minimum height of the body to show a detail below its list if the window is too narrow for `layout`. */
const DETAIL_FROM = 12

type Sort = { id: string; isDescending: boolean }

export type StackedListOptions<Entry> = {
  /** The rows to show, in their order. Must be the same array while nothing changes. */
  shown: readonly Entry[]
  idOf: (entry: Entry) => string
  /** Must be the same array while nothing changes. */
  columns: readonly Column<Entry>[]
  detailOf: (entry: Entry, width: number, theme: Theme) => string[]
  /** Whether an entry is new since the last visit. */
  isNew: (entry: Entry) => boolean
  /** The query that loads the rows, for its errors. @default none */
  state?: QueryState<unknown>
  keys: { row: RowKey; alone: StateKey<boolean> }
  /** Number of rows in the head. */
  headRows?: number
  width: number
  height: number
  /** @default the detail is below the list, or in its place */
  layout?: ListLayout | undefined
  /** The rows that determine the widths of the columns. @default `shown` */
  measured?: readonly Entry[] | undefined
}

/**
 * A list and the detail of its selected row, which is below the list, next to it or in its place. A move renders the
 * screen only while the detail is shown alone: see ListBody.
 */
export const useStackedList = <Entry extends object>(options: StackedListOptions<Entry>) => {
  const { shown, idOf, columns, detailOf, isNew, state, width, height, layout } = options
  const { keys, headRows = 1 } = options
  const { theme } = useSession()
  const [isAlone, setAlone] = useScreenState(keys.alone)
  const failures = failureLines(state ? [state] : [], width, theme)
  const top = headRows + BELOW_HEAD + failures.length
  const room = Math.max(0, height - top)
  const panes = useMemo(
    () => layout && paneSizes(width, room, layout.share, layout.most, layout.from),
    [width, room, layout],
  )
  const isListOnly = panes !== undefined && !panes.isWide && height < DETAIL_FROM
  const sizes = panes ?? stackSizes(width, room, shown.length, isAlone && shown.length > 0)
  const { listWidth, detailWidth, detailHeight } = sizes
  const shownRows = isListOnly ? room : sizes.listHeight
  const { textOf, heading } = useColumns(columns, options.measured ?? shown, listWidth - 2)
  const listed = useRowList(keys.row, shown, idOf, shownRows || detailHeight)
  const getLines = useRowLines(listed, { textOf, top, height: shownRows, width: listWidth, isNew })
  const { list, getSelected } = listed
  useSelection(isAlone ? list : fixedSelection)
  useCloseInnerKeys(isAlone && shown.length > 0, () => setAlone(false))
  const linesOf = useMemo(
    () => memoize((entry: Entry) => detailOf(entry, detailWidth, theme), MAX_DETAILS),
    [detailOf, detailWidth, theme],
  )
  const getDetail = useLiveDetail(() => {
    const selected = getSelected()
    return {
      id: selected && `${keys.row.name} ${idOf(selected)}`,
      lines: selected && !isListOnly ? linesOf(selected) : [],
      found: none,
    }
  }, detailHeight)
  return {
    list,
    get selected() {
      return getSelected()
    },
    /** Whether the detail is shown alone. */
    isAlone,
    /** The hint for Enter; undefined if no row is selected. */
    get enter() {
      return getSelected() && (isAlone ? 'the list' : 'detail')
    },
    handlers: {
      ...listed.handlers,
      detail: () => (getSelected() ? setAlone(!isAlone) : NO_ROW),
      scrollDown: () => getDetail().scrollDown(),
      scrollUp: () => getDetail().scrollUp(),
    },
    /**
     * Returns a function that builds all rows of the screen for the current selection. `empty` replaces the rows of an
     * empty list; `sort` is the sorted column.
     */
    rows(head: readonly string[], divider: string, sort: Sort | undefined, empty: string): () => string[] {
      const cut = (line: string) => cutStyled(line, width)
      const above = [...head, divider, ` ${heading(sort)}`, ...failures].map(cut)
      const rows = () => getLines(empty)
      const body = () => {
        if (isListOnly || (panes && shown.length === 0)) return filled(rows(), room)
        const { shown: detail, hidden } = getDetail()
        if (detailHeight === 0 && !theme.isLinear) return filled(rows(), shownRows)
        return joinPanes(rows(), detail, hidden, width, sizes, theme)
      }
      return () => [...above, ...body().map(cut)]
    },
  }
}

const none: number[] = []
