import { useMemo } from 'react'
import { memoize } from '../../../src/base/memoize.ts'
import type { QueryState } from '../../../src/cache/load/query-state.ts'
import { wrapText } from '../../../src/domain/text/fit.ts'
import { cutStyled } from '../../../src/ui/layout/columns.ts'
import { type Column, createRowTexts, headingRow, placeColumns } from '../../../src/ui/layout/data-table.ts'
import type { Theme } from '../../../src/ui/layout/theme.ts'
import { useRowClicks } from '../../../src/ui/mouse/click-areas.ts'
import { stackPanes, stackSizes } from '../detail/list-over-detail.ts'
import { MOST_DETAILS, useLateDetail } from '../detail/use-detail.ts'
import { failureLines } from '../query/states.ts'
import { useScreenState } from '../screen/screen-state.ts'
import { useSession } from '../session/session.ts'
import { listRows } from './list-rows.ts'
import { NO_ROW } from './nothing-to-do.ts'
import { useLeaving } from './use-leaving.ts'
import { listHandlers, still, useQuietList, useSelection } from './use-list.ts'

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

/**
 * A list over the whole width, and below it, or in its place, the detail of its selected row. What holds it is drawn again by a move only
 * while the detail has all the room: see ListBody.
 */
export const useStackedList = <Entry extends object>(options: StackedListOptions<Entry>) => {
  const { shown, idOf, columns, detailOf, isNew, state, width, height } = options
  const { theme } = useSession()
  const [isAlone, setAlone] = useScreenState('alone', false)
  const ids = useMemo(() => shown.map(idOf), [shown, idOf])
  const failures = failureLines([state], width, theme)
  const sizes = stackSizes(Math.max(0, height - HEAD - failures.length), shown.length, isAlone && shown.length > 0)
  const listHeight = sizes.listHeight || sizes.detailHeight
  const list = useQuietList('row', ids, listHeight)
  useSelection(isAlone ? list : still)
  useLeaving(isAlone && shown.length > 0, () => setAlone(false))
  useRowClicks(list, { top: HEAD + failures.length, height: sizes.listHeight, count: ids.length })
  const selectedNow = () => shown[list.selected]
  const linesOf = useMemo(
    () => memoize((entry: Entry) => detailOf(entry, width - 2, theme), MOST_DETAILS),
    [detailOf, width, theme],
  )
  const detailNow = useLateDetail(() => {
    const selected = selectedNow()
    return { id: selected && idOf(selected), lines: selected ? linesOf(selected) : [], found: none }
  }, sizes.detailHeight)
  const placed = useMemo(() => placeColumns(columns, shown, width - 2), [columns, shown, width])
  const textOf = useMemo(() => createRowTexts(placed, theme), [placed, theme])
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
      ...listHandlers(list, listHeight, shown.length),
      detail: () => (selectedNow() ? setAlone(!isAlone) : NO_ROW),
      scrollDown: () => detailNow().scrollDown(),
      scrollUp: () => detailNow().scrollUp(),
    },
    /**
     * Makes all rows of the screen, as the selection is then; `empty` stands where there would be rows, `sort` is the column
     * that they are sorted by.
     */
    rows(head: string, divider: string, sort: { id: string; isDescending: boolean }, empty: string): () => string[] {
      const cut = (line: string) => cutStyled(line, width)
      const above = [head, divider, ` ${headingRow(placed, sort, theme)}`, ...failures].map(cut)
      const none = wrapText(empty, width - 2).map((line) => ` ${theme.muted(line)}`)
      const rows = () =>
        shown.length > 0 ? listRows(shown, textOf, { list, height: sizes.listHeight, width, isNew }, theme) : none
      return () => [...above, ...stackPanes(rows(), detailNow(), sizes, width, theme).map(cut)]
    },
  }
}

const none: number[] = []
