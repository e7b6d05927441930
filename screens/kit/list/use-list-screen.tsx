import { useCallback, useMemo } from 'react'
import type { QueryState } from '../../../src/cache/load/query-state.ts'
import type { RowTable } from '../../../src/domain/filter/row-columns.ts'
import { toJson } from '../../../src/domain/output/output.ts'
import type { Column } from '../../../src/ui/layout/data-table.ts'
import type { Theme } from '../../../src/ui/layout/theme.ts'
import { orderOption } from '../export/command-options.ts'
import { type Exports, useExports } from '../export/exports.ts'
import { useFilteredRows } from '../filter/use-where.ts'
import { useDelayedBusy } from '../query/ticks.ts'
import type { ScreenName } from '../screen/names.ts'
import { useReport, type WebAddress } from '../screen/screen-report.ts'
import { localKey, type StateKey, useScreenState } from '../screen/screen-state.ts'
import { useSession } from '../session/session.ts'
import { useLastRow } from '../session/use-last-row.ts'
import { ListBody } from './list-body.tsx'
import { useNews, withNews } from './list-rows.ts'
import type { ListScreenState, Order } from './list-state.ts'
import { nextIn, useSelectOnce } from './use-list.ts'
import { type ListLayout, useStackedList } from './use-stacked-list.ts'

export type ListScreenOptions<Entry extends object, By extends string, Quick extends string> = {
  name: ScreenName
  keys: ListScreenState<By, Quick>
  width: number
  height: number
  /** The query that loads the rows. */
  state: QueryState<unknown>
  /** All rows. Must be the same array while nothing changes. */
  entries: readonly Entry[]
  idOf: (entry: Entry) => string
  /** The id of the row that a link opens. @default none */
  target?: string | undefined
  /** The fields of the filter. */
  table: RowTable<Entry>
  sorts: Sorts<Entry, By>
  /** The quick filters, which a key cycles through. The first shows all rows. */
  quick?: QuickFilter<Entry, Quick>
  columns: readonly Column<Entry>[]
  detailOf: (entry: Entry, width: number, theme: Theme) => string[]
  /** The position of the detail. @default below the list, or in its place */
  layout?: ListLayout
  /** When the row was created or changed, Unix ms. Rows that are newer than the last visit are marked. */
  arrivedAt: (entry: Entry) => number | undefined
  /** The first row of the screen. @param quick - The current quick filter. */
  head: (quick: Quick | undefined) => string
  /** The text for an empty list: the reason and what to do. */
  empty: (filter: string, quick: Quick | undefined) => string
  /** What Enter does on the selected row, in one or two words. @default shows its detail alone */
  enter?: string
  copies: Copies<Entry>
  /** A string explains why the rows can't be exported yet. */
  exports: (rows: readonly Entry[]) => Exports | string | undefined
  /** Headless commands without order and filter: for the list, and for a row whose detail is shown alone. */
  command: { list: string; one?: (entry: Entry) => string | undefined }
  address?: (entry: Entry) => WebAddress | undefined
  /** Whether rows refresh on their own, so that they are not dimmed while loading. @default false */
  isLive?: boolean
}

type Sorts<Entry, By extends string> = {
  /** The first is the initial order. */
  names: readonly By[]
  /** The initial order for a name. Pressing its key again reverses the order. */
  begin: (by: By) => Order<By>
  sorted: (rows: readonly Entry[], order: Order<By>) => readonly Entry[]
  /** Ids of the columns whose names differ from the names of their orders. */
  columns?: Partial<Record<By, string>>
}

/** The order of a list, and the handlers of the keys that change it. */
export const useOrder = <Entry, By extends string>(key: StateKey<Order<By> | undefined>, sorts: Sorts<Entry, By>) => {
  const { names, begin, sorted, columns } = sorts
  const first = begin(names[0] as By)
  const [{ by, isDescending } = first, setOrder] = useScreenState(key)
  const setSort = (by: By) => () =>
    setOrder((before = first) => (before.by === by ? { by, isDescending: !before.isDescending } : begin(by)))
  return {
    sorted: useCallback((rows: readonly Entry[]) => sorted(rows, { by, isDescending }), [sorted, by, isDescending]),
    /** The sorted column, for the heading. */
    column: { id: columns?.[by] ?? by, isDescending },
    /** The option with which a command sorts the same way. */
    option: orderOption(by, isDescending, begin(by).isDescending),
    handlers: Object.fromEntries(names.map((by) => [`sort:${by}`, setSort(by)])) as Record<`sort:${By}`, () => void>,
  }
}

type Copies<Entry> = {
  row: (entry: Entry) => string
  id: (entry: Entry) => string | undefined
  /** A description of the id. @default `the id.` */
  idLabel?: string
  json: (entry: Entry) => object | null | undefined
  /** A description of the JSON: `the computer as JSON.` */
  jsonLabel: string
}

/** The handlers of the keys that copy the selected row. */
export const useCopies = <Entry,>(getSelected: () => Entry | undefined, copies: Copies<Entry>) => {
  const { copy } = useLastRow()
  const copied = (textOf: (entry: Entry) => string | undefined, what: string, mode?: 'text') => () => {
    const selected = getSelected()
    copy(selected && textOf(selected), what, mode)
  }
  const jsonOf = (entry: Entry) => {
    const json = copies.json(entry)
    return json === undefined ? undefined : toJson(json, { indent: 2 })
  }
  return {
    copyRow: copied(copies.row, 'the row.'),
    copyId: copied(copies.id, copies.idLabel ?? 'the id.'),
    copyJson: copied(jsonOf, copies.jsonLabel, 'text'),
  }
}

type QuickFilter<Entry, Quick extends string> = {
  names: readonly Quick[]
  keeps: (entry: Entry, quick: Quick) => boolean
  /** The notice when it is chosen. @default none */
  words?: (quick: Quick) => string
  /** The option of the list's command that selects the same rows. */
  option?: (quick: Quick) => string
  /** The condition for `--where` that selects the same rows. */
  condition?: (quick: Quick) => string
  /** The crumb after the screen's name. */
  crumb?: (quick: Quick) => string[]
}

/**
 * A screen of one list: filtered, sorted, with a detail of the selected row, keys to copy and export, and its report to
 * the frame.
 *
 * @returns `body`, which the screen renders; `handlers` for its bindings; the visible rows, and the selected one.
 */
export const useListScreen = <Entry extends object, By extends string, Quick extends string = never>(
  options: ListScreenOptions<Entry, By, Quick>,
) => {
  const { name, keys, width, height, state, entries, idOf, table, sorts, quick, copies, command } = options
  const { theme } = useSession()
  const { showNotice } = useLastRow()
  const order = useOrder(keys.sort, sorts)
  const [quickChoice, setKept] = useScreenState<Quick | undefined>(keys.quick ?? noQuick)
  const filtered = useFilteredRows(keys.filter, entries, table, {
    also: quickChoice && quick?.condition?.(quickChoice),
  })
  const { filter } = filtered
  const keeps = quick?.keeps
  const shown = useMemo(
    () => order.sorted(keeps && quickChoice ? filtered.rows.filter((row) => keeps(row, quickChoice)) : filtered.rows),
    [filtered.rows, keeps, quickChoice, order.sorted],
  )
  const news = useNews(name, state.is === 'ready' || state.old !== undefined)
  const isNew = (entry: Entry) => news.isNew(options.arrivedAt(entry))
  const { columns, detailOf, layout } = options
  const measured = layout && entries
  const stack = useStackedList({ keys, shown, idOf, columns, detailOf, isNew, state, width, height, layout, measured })
  useSelectOnce(entries.some((entry) => idOf(entry) === options.target) ? options.target : undefined, stack.list.select)

  const exportHandlers = useExports(() => (shown.length > 0 ? options.exports(shown) : undefined))
  const listCommand = () =>
    `${command.list}${(quickChoice && quick?.option?.(quickChoice)) ?? ''} ${order.option}${filtered.option}`
  const alone = stack.isAlone && stack.selected ? command.one?.(stack.selected) : undefined
  useReport(name, {
    crumbs: (quickChoice && quick?.crumb?.(quickChoice)) ?? [],
    enter: () => (options.enter === undefined ? stack.enter : stack.selected && options.enter),
    command: alone ?? listCommand(),
    address: () => stack.selected && options.address?.(stack.selected),
    fieldKeys: filter.fieldKeys,
    states: [state],
  })

  const isOld = useDelayedBusy(state.is === 'loading' && state.old !== undefined && options.isLive !== true)
  const rows = stack.rows(
    [withNews(options.head(quickChoice), entries.filter(isNew).length, theme)],
    filtered.divider(entries.length, width, theme, shown.length),
    order.column,
    options.empty(filter.text, quickChoice),
  )
  return {
    shown,
    list: stack.list,
    get selected() {
      return stack.selected
    },
    body: <ListBody list={stack.list} height={height} lines={() => (isOld ? rows().map(theme.dim) : rows())} />,
    handlers: {
      ...stack.handlers,
      ...exportHandlers,
      ...order.handlers,
      ...useCopies(() => stack.selected, copies),
      filter: filter.open,
      quick: () => {
        if (!quick || quickChoice === undefined) return
        const next = nextIn(quick.names, quickChoice)
        setKept(next)
        if (quick.words) showNotice(quick.words(next))
      },
    },
  }
}

const noQuick = localKey('quick', undefined, 'the list has no quick filter')
