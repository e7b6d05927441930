import { useMemo } from 'react'
import { memoize } from '../../../src/base/memoize.ts'
import type { QueryState } from '../../../src/cache/load/query-state.ts'
import { cutStyled, filled } from '../../../src/ui/layout/columns.ts'
import type { Column } from '../../../src/ui/layout/data-table.ts'
import type { Theme } from '../../../src/ui/layout/theme.ts'
import { joinPanes, paneSizes, stackSizes } from '../detail/list-and-detail.ts'
import { MAX_DETAILS, useLateDetail } from '../detail/use-detail.ts'
import { failureLines } from '../query/states.ts'
import { type StateKey, useScreenState } from '../screen/screen-state.ts'
import { useSession } from '../session/session.ts'
import { NO_ROW, type RowKey, still, useLeaving, useSelection } from './use-list.ts'
import { useColumns, useRowLines, useRowList } from './use-rows.ts'

/** Rows between the head and the list: the divider, the headings. */
const BELOW_HEAD = 2

/** A detail beside its list in a window of `from` cells or more, where the list has this share of the width, and `most` cells at most. */
export type ListLayout = { from: number; share: number; most: number }

/** The lowest body in which a detail that belongs beside its list is shown below it. */
const DETAIL_FROM = 12

type Sort = { id: string; isDescending: boolean }

export type StackedListOptions<Entry> = {
  /** What is shown, in its order; the same array for as long as nothing changes. */
  shown: readonly Entry[]
  idOf: (entry: Entry) => string
  /** The same array for as long as nothing changes. */
  columns: readonly Column<Entry>[]
  detailOf: (entry: Entry, width: number, theme: Theme) => string[]
  /** Whether an entry came since the last look. */
  isNew: (entry: Entry) => boolean
  /** What the rows are loaded by. @default nothing that fails */
  state?: QueryState<unknown>
  keys: { row: RowKey; alone: StateKey<boolean> }
  /** How many rows the head has. */
  headRows?: number
  width: number
  height: number
  /** @default the detail is below the list, or in its place */
  layout?: ListLayout | undefined
  /** Rows that the widths of columns fit. @default those that are shown */
  measured?: readonly Entry[] | undefined
}

/**
 * A list and the detail of its selected row, below it, beside it or in its place. The screen is drawn again by a move only while the
 * detail has all the room: see ListBody.
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
  const linesNow = useRowLines(listed, { textOf, top, height: shownRows, width: listWidth, isNew })
  const { list, selectedNow } = listed
  useSelection(isAlone ? list : still)
  useLeaving(isAlone && shown.length > 0, () => setAlone(false))
  const linesOf = useMemo(
    () => memoize((entry: Entry) => detailOf(entry, detailWidth, theme), MAX_DETAILS),
    [detailOf, detailWidth, theme],
  )
  const detailNow = useLateDetail(() => {
    const selected = selectedNow()
    return {
      id: selected && `${keys.row.name} ${idOf(selected)}`,
      lines: selected && !isListOnly ? linesOf(selected) : [],
      found: none,
    }
  }, detailHeight)
  return {
    list,
    get selected() {
      return selectedNow()
    },
    /** Whether the detail has all the room. */
    isAlone,
    /** What Enter does, for its hint; undefined where there is no row. */
    get enter() {
      return selectedNow() && (isAlone ? 'the list' : 'detail')
    },
    handlers: {
      ...listed.handlers,
      detail: () => (selectedNow() ? setAlone(!isAlone) : NO_ROW),
      scrollDown: () => detailNow().scrollDown(),
      scrollUp: () => detailNow().scrollUp(),
    },
    /**
     * Makes all rows of the screen, as the selection is then; `empty` stands where there would be rows, `sort` is the column
     * that they are sorted by.
     */
    rows(head: readonly string[], divider: string, sort: Sort | undefined, empty: string): () => string[] {
      const cut = (line: string) => cutStyled(line, width)
      const above = [...head, divider, ` ${heading(sort)}`, ...failures].map(cut)
      const rows = () => linesNow(empty)
      const body = () => {
        if (isListOnly || (panes && shown.length === 0)) return filled(rows(), room)
        const { shown: detail, hidden } = detailNow()
        if (detailHeight === 0 && !theme.isLinear) return filled(rows(), shownRows)
        return joinPanes(rows(), detail, hidden, width, sizes, theme)
      }
      return () => [...above, ...body().map(cut)]
    },
  }
}

const none: number[] = []
