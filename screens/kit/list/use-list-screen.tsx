import { useMemo } from 'react'
import type { QueryState } from '../../../src/cache/load/query-state.ts'
import { toJson } from '../../../src/domain/output/output.ts'
import { fullNumber } from '../../../src/domain/text/format.ts'
import type { Binding } from '../../../src/ui/keys/bindings.ts'
import { cutStyled } from '../../../src/ui/layout/columns.ts'
import { type Exports, useExports } from '../export/exports.ts'
import { type Figure, rowsAggregate } from '../filter/aggregate-text.ts'
import { failureLines } from '../query/states.ts'
import { useDelayedBusy } from '../query/ticks.ts'
import type { ScreenName } from '../screen/names.ts'
import { type Level, useReport, type WebAddress } from '../screen/screen-report.ts'
import { useSession } from '../session/session.ts'
import { useLastRow } from '../session/use-last-row.ts'
import { ListBody } from './list-body.tsx'
import { useNews, withNews } from './list-rows.ts'
import { useHeadingClicks } from './use-heading-clicks.ts'
import { useSelectOnce } from './use-list.ts'
import { type ShownRowsOptions, useShownRows } from './use-shown-rows.ts'
import { type StackedListOptions, useStackedList } from './use-stacked-list.ts'

export type ListScreenOptions<Entry extends object, By extends string, Quick extends string> = ShownRowsOptions<
  Entry,
  By,
  Quick
> &
  StackedListOptions<Entry> & {
    name: ScreenName
    /** See ScreenReport. */
    place?: string | undefined
    /** The open levels below its own. @default none */
    levels?: readonly Level[]
    /** The query that loads the rows. @default the rows are not from a server */
    state?: QueryState<unknown>
    /** @default whether `state` has data */
    isLoaded?: boolean
    /** The id of the row that a link opens. @default none */
    target?: string | undefined
    /** When the row was created or changed, Unix ms. Rows that are newer than the last visit are marked. */
    arrivedAt?: (entry: Entry) => number | undefined
    /** The times of the rows among which the head counts the new ones. @default those of `entries` */
    arrivals?: readonly (number | undefined)[] | undefined
    /** The figure whose sum and median are shown for filtered or marked rows. @default none */
    figure?: Figure<Entry>
    /** The marked rows. @default no row can be marked */
    marked?: readonly Entry[]
    /** The first rows of the screen. @param quick - The current quick filter. */
    head: (quick: Quick | undefined) => string | readonly string[]
    /** The text for an empty list: the reason and what to do. */
    empty: (filter: string, quick: Quick | undefined) => string
    /** What Enter does on the selected row, in one or two words. @default shows its detail alone */
    enter?: (entry: Entry) => string
    copies: Copies<Entry>
    /** A string explains why the rows can't be exported yet. @default they can't be exported */
    exports?: (rows: readonly Entry[]) => Exports | string | undefined
    /** Headless commands without order and filter: for the list, and for a row whose detail is shown alone. */
    command: { list: string; one?: (entry: Entry) => string | undefined }
    /** @param selected - Undefined in an empty list. */
    address?: (selected: Entry | undefined) => WebAddress | undefined
    /** Whether rows refresh on their own, so that they are not dimmed while loading. @default false */
    isLive?: boolean
    /** All keys whose hints are shown. @default those in the table of screens, and those that work everywhere */
    hinted?: readonly Binding[]
    /** See ScreenReport. @default the keys in the table of screens */
    ownKeys?: readonly Binding[] | undefined
  }

type Copies<Entry> = {
  row: (entry: Entry) => string
  /** @default rows have no id to copy */
  id?: (entry: Entry) => string | undefined
  /** A description of the id. @default `the id.` */
  idLabel?: string
  /** @default rows have no JSON to copy */
  json?: (entry: Entry) => object | null | undefined
  /** A description of the JSON: `the computer as JSON.` */
  jsonLabel?: string
}

/** The handlers of the keys that copy the selected row. */
export const useCopies = <Entry,>(getSelected: () => Entry | undefined, copies: Copies<Entry>) => {
  const { copy } = useLastRow()
  const copied = (textOf: (entry: Entry) => string | undefined, what: string, mode?: 'text') => () => {
    const selected = getSelected()
    copy(selected && textOf(selected), what, mode)
  }
  const jsonOf = (entry: Entry) => {
    const json = copies.json?.(entry)
    return json === undefined ? undefined : toJson(json, { indent: 2 })
  }
  return {
    copyRow: copied(copies.row, 'the row.'),
    copyId: copied((entry) => copies.id?.(entry), copies.idLabel ?? 'the id.'),
    copyJson: copied(jsonOf, copies.jsonLabel ?? 'the JSON.', 'text'),
  }
}

/**
 * A screen of one list: filtered, sorted, with a detail of the selected row, keys to copy and export, and its report to
 * the frame.
 *
 * @returns `body`, which the screen renders; `handlers` for its bindings; the visible rows, and the selected one.
 */
export const useListScreen = <Entry extends object, By extends string = never, Quick extends string = never>(
  options: ListScreenOptions<Entry, By, Quick>,
) => {
  const { name, keys, width, height, state, entries, idOf, target, pane } = options
  const { theme } = useSession()
  const shown = useShownRows(options)
  const { filtered, rows } = shown
  const { filter } = filtered
  const states = state ? [state] : []
  const { isNew, newCount } = useNewRows(options)
  const [first = '', ...others] = [options.head(shown.quick)].flat()
  const head = [withNews(first, newCount, theme), ...others]
  const failures = failureLines(states, width, theme)
  // The divider and the heading are between the head and the list.
  const top = head.length + 2 + failures.length
  const stack = useStackedList({ keys, rows, isNew, top }, options)
  const { list, getSelected, isAlone } = stack
  const { placed, left, sizes } = stack
  // Without a list, its heading is not shown either.
  useHeadingClicks({ placed, top: head.length + 1, left, width: sizes.listWidth, actionOf: shown.sortActionOf })
  useSelectOnce(entries.some((entry) => idOf(entry) === target) ? target : undefined, list.select)

  const getFocusedPane = () => {
    const other = pane?.()
    return other?.isFocused ? other : undefined
  }

  const exportHandlers = useExports(() => (rows.length > 0 ? options.exports?.(rows) : undefined))
  const { command, address } = options
  useReport(name, {
    place: options.place,
    view: shown.view,
    levels: [...(options.levels ?? []), ...stack.levels],
    enter() {
      const focused = getFocusedPane()
      if (focused) return focused.enter()
      const selected = getSelected()
      return selected && (options.enter ? options.enter(selected) : isAlone ? 'the list' : 'detail')
    },
    command() {
      const focused = getFocusedPane()
      if (focused) return focused.command()
      const selected = isAlone ? getSelected() : undefined
      return (selected && command.one?.(selected)) ?? `${command.list}${shown.commandOptions}`
    },
    address: () => address?.(getSelected()),
    fieldKeys: filter.fieldKeys ?? options.hinted,
    ownKeys: options.ownKeys,
    states,
  })

  const isOld = useDelayedBusy(state?.is === 'loading' && state.old !== undefined && options.isLive !== true)
  const figures = useFigures(rows.length < entries.length ? rows : none, options.marked ?? none, options.figure)
  const divider = filtered.divider(entries.length, width, theme, rows.length, figures)
  const above = [...head, divider, stack.heading(shown.sortedBy), ...failures]
  const empty = options.empty(filter.text, shown.quick)
  const getLines = () => {
    const lines = [...above, ...stack.getLines(empty)].map((line) => cutStyled(line, width))
    return isOld ? lines.map(theme.dim) : lines
  }
  return {
    ...stack,
    rows,
    /** The first rows of the screen, with the number of new rows. */
    head,
    top,
    /** Whether the field of the filter has the keys. */
    isTyping: filter.fieldKeys !== undefined,
    get body() {
      return <ListBody list={getFocusedPane()?.list ?? list} height={height} lines={getLines} />
    },
    handlers: {
      ...stack.handlers,
      ...exportHandlers,
      ...shown.handlers,
      ...useCopies(getSelected, options.copies),
    },
  }
}

type NewRowsOptions<Entry extends object> = Pick<
  ListScreenOptions<Entry, never, never>,
  'name' | 'state' | 'isLoaded' | 'entries' | 'arrivedAt' | 'arrivals'
>

/** Which rows are newer than the last visit. */
const useNewRows = <Entry extends object>(options: NewRowsOptions<Entry>) => {
  const { name, state, entries, arrivedAt } = options
  const { isLoaded = state?.is === 'ready' || state?.old !== undefined } = options
  const { isNew } = useNews(name, arrivedAt !== undefined && isLoaded)
  const { arrivals = entries.map((entry) => arrivedAt?.(entry)) } = options
  return { isNew: (entry: Entry) => isNew(arrivedAt?.(entry)), newCount: arrivals.filter(isNew).length }
}

/** The sum and median of the marked rows or, without marks, of the filtered ones; empty without either. */
const useFigures = <Entry,>(
  filtered: readonly Entry[],
  marked: readonly Entry[],
  figure: Figure<Entry> | undefined,
): string =>
  useMemo(() => {
    if (!figure) return ''
    if (marked.length > 0) return `${fullNumber(marked.length)} marked: ${rowsAggregate(marked, figure)}`
    return filtered.length > 0 ? rowsAggregate(filtered, figure) : ''
  }, [filtered, marked, figure])

const none: readonly never[] = []

export type ListScreen<Entry extends object> = ReturnType<typeof useListScreen<Entry>>
