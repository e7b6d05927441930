import { useCallback, useMemo } from 'react'
import type { RowTable } from '../../../src/domain/filter/row-columns.ts'
import { orderOption } from '../export/command-options.ts'
import { useFilteredRows } from '../filter/use-where.ts'
import { localKey, type StateKey, useScreenState } from '../screen/screen-state.ts'
import { useLastRow } from '../session/use-last-row.ts'
import type { ListScreenState, Order } from './list-state.ts'
import { nextIn } from './use-list.ts'
import type { SortedColumn } from './use-stacked-list.ts'

export type ShownRowsOptions<Entry, By extends string, Quick extends string> = {
  keys: ListScreenState<By, Quick>
  /** All rows. Must be the same array while nothing changes. */
  entries: readonly Entry[]
  /** The fields of the filter. */
  table: RowTable<Entry>
  /** The hint in the filter while nothing is typed: what it searches. @default none */
  placeholder?: string
  /** @default `entries` are in their final order */
  sorts?: Sorts<Entry, By>
  /** The column of an order that cannot be changed. */
  sortedBy?: SortedColumn
  /** The quick filters, which a key cycles through. The first shows all rows. */
  quick?: QuickFilter<Entry, Quick>
}

type Sorts<Entry, By extends string> = {
  /** The first is the initial order. */
  names: readonly By[]
  /** The initial order for a name. Pressing its key again reverses the order. */
  begin: (by: By) => Order<By>
  sorted: (rows: readonly Entry[], order: Order<By>) => readonly Entry[]
  /** Ids of the columns whose names differ from the names of their orders. */
  columns?: Partial<Record<By, string>>
  /** Whether the headless command has the order. @default it has all */
  isInCommand?: (by: By) => boolean
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
  /** Its name in the breadcrumb. @default it is not named there */
  view?: (quick: Quick) => string | undefined
}

/** The rows of a list screen: filtered and sorted, and the handlers of the keys that change this. */
export const useShownRows = <Entry, By extends string, Quick extends string>(
  options: ShownRowsOptions<Entry, By, Quick>,
) => {
  const { keys, entries, table, sorts, quick } = options
  const { showNotice } = useLastRow()
  const order = useOrder(keys.sort, sorts)
  const [chosen, setChosen] = useScreenState<Quick | undefined>(keys.quick ?? noQuick)
  const filtered = useFilteredRows(keys.filter, entries, table, {
    also: chosen && quick?.condition?.(chosen),
    placeholder: options.placeholder,
  })
  const keeps = quick?.keeps
  const rows = useMemo(
    () => order.sorted(keeps && chosen ? filtered.rows.filter((row) => keeps(row, chosen)) : filtered.rows),
    [filtered.rows, keeps, chosen, order.sorted],
  )
  return {
    rows,
    filtered,
    /** The current quick filter. */
    quick: chosen,
    /** The name of the quick filter, for the breadcrumb. */
    view: chosen && quick?.view?.(chosen),
    /** The sorted column, for the heading. */
    sortedBy: order.column ?? options.sortedBy,
    /** The action that sorts by a column. */
    sortActionOf: (id: string): string | undefined => {
      const by = sorts?.names.find((name) => (sorts.columns?.[name] ?? name) === id)
      return by && `sort:${by}`
    },
    /** The options with which a command prints the same rows, with a space before each. */
    commandOptions: `${(chosen && quick?.option?.(chosen)) ?? ''}${order.option}${filtered.option}`,
    handlers: {
      ...order.handlers,
      filter: filtered.filter.open,
      quick: () => {
        if (!quick || chosen === undefined) return
        const next = nextIn(quick.names, chosen)
        setChosen(next)
        if (quick.words) showNotice(quick.words(next))
      },
    },
  }
}

const noQuick = localKey('quick', undefined, 'the list has no quick filter')

/** The order of a list, and the handlers of the keys that change it. */
const useOrder = <Entry, By extends string>(
  key: StateKey<Order<By> | undefined> = noOrder,
  sorts: Sorts<Entry, By> | undefined,
) => {
  const first = sorts?.begin(sorts.names[0] as By)
  const [order = first, setOrder] = useScreenState(key)
  const { by, isDescending = false } = order ?? {}
  const setSort = (by: By) => () =>
    setOrder((before = first) => (before?.by === by ? { by, isDescending: !before.isDescending } : sorts?.begin(by)))
  const sorted = useCallback(
    (rows: readonly Entry[]) => (sorts && by !== undefined ? sorts.sorted(rows, { by, isDescending }) : rows),
    [sorts, by, isDescending],
  )
  const handlers = Object.fromEntries(sorts?.names.map((name) => [`sort:${name}`, setSort(name)]) ?? [])
  return {
    sorted,
    column: by === undefined ? undefined : { id: sorts?.columns?.[by] ?? by, isDescending },
    option:
      sorts && by !== undefined && (sorts.isInCommand?.(by) ?? true)
        ? ` ${orderOption(by, isDescending, sorts.begin(by).isDescending)}`
        : '',
    handlers: handlers as Record<`sort:${By}`, () => void>,
  }
}

const noOrder = localKey('sort', undefined, 'the list has one order')
