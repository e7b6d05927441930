import { useMemo } from 'react'
import type { QueryState } from '../../../src/cache/load/query-state.ts'
import { wrapText } from '../../../src/domain/text/fit.ts'
import { cutStyled } from '../../../src/ui/layout/columns.ts'
import { type Column, createRowTexts, headingRow, placeColumns } from '../../../src/ui/layout/data-table.ts'
import type { Theme } from '../../../src/ui/layout/theme.ts'
import { useRowClicks } from '../../../src/ui/mouse/click-areas.ts'
import { stackPanes, stackSizes } from '../detail/list-over-detail.ts'
import { useDetail } from '../detail/use-detail.ts'
import { failureLines } from '../query/states.ts'
import { useScreenState } from '../screen/screen-state.ts'
import { useSession } from '../session/session.ts'
import { listRows } from './list-rows.ts'
import { NO_ROW } from './nothing-to-do.ts'
import { listHandlers, useList } from './use-list.ts'

/** Rows above the list: the head, the divider, the headings. */
const HEAD = 3

export type StackedListOptions<Entry> = {
  /** What is shown, in its order; the same array for as long as nothing changes. */
  shown: readonly Entry[]
  idOf: (entry: Entry) => string
  /** The same array for as long as nothing changes. */
  columns: readonly Column<Entry>[]
  detailOf: (entry: Entry, width: number, theme: Theme) => string[]
  /** Whether an entry came since the last look. */
  isNew: (entry: Entry) => boolean
  state: QueryState<unknown>
  width: number
  height: number
}

/** A list over the whole width, and below it, or in its place, the detail of its selected row. */
export const useStackedList = <Entry extends object>(options: StackedListOptions<Entry>) => {
  const { shown, idOf, columns, detailOf, isNew, state, width, height } = options
  const { theme } = useSession()
  const [isAlone, setAlone] = useScreenState('alone', false)
  const ids = useMemo(() => shown.map(idOf), [shown, idOf])
  const failures = failureLines([state], width, theme)
  const sizes = stackSizes(Math.max(0, height - HEAD - failures.length), shown.length, isAlone && shown.length > 0)
  const listHeight = sizes.listHeight || sizes.detailHeight
  const list = useList('row', ids, listHeight)
  useRowClicks(list, { top: HEAD + failures.length, height: sizes.listHeight, count: ids.length })
  const selected = shown[list.selected]
  const lines = useMemo(
    () => (selected ? detailOf(selected, width - 2, theme) : []),
    [selected, detailOf, width, theme],
  )
  const detail = useDetail(selected && idOf(selected), { lines, found: none }, sizes.detailHeight)
  const placed = useMemo(() => placeColumns(columns, shown, width - 2), [columns, shown, width])
  const textOf = useMemo(() => createRowTexts(placed, theme), [placed, theme])
  return {
    selected,
    select: list.select,
    /** Whether the detail has all the room. */
    isAlone,
    /** What Enter does, for its hint; undefined where there is no row. */
    enter: selected && (isAlone ? 'the list' : 'detail'),
    handlers: {
      ...listHandlers(list, listHeight, shown.length),
      detail: () => (selected ? setAlone(!isAlone) : NO_ROW),
      scrollDown: detail.scrollDown,
      scrollUp: detail.scrollUp,
    },
    /** All rows of the screen; `empty` stands where there would be rows, `sort` is the column that they are sorted by. */
    rows(head: string, divider: string, sort: { id: string; isDescending: boolean }, empty: string): string[] {
      const rows =
        shown.length > 0
          ? listRows(shown, textOf, { list, height: sizes.listHeight, width, isNew }, theme)
          : wrapText(empty, width - 2).map((line) => ` ${theme.muted(line)}`)
      return [
        head,
        divider,
        ` ${headingRow(placed, sort, theme)}`,
        ...failures,
        ...stackPanes(rows, detail, sizes, width, theme),
      ].map((line) => cutStyled(line, width))
    },
  }
}

const none: number[] = []
