import { useEffect, useMemo, useSyncExternalStore } from 'react'
import { useLatest } from '../../../src/ui/keys/use-keys.ts'
import { windowTop } from '../../../src/ui/layout/data-table.ts'
import type { Signal } from '../../../src/ui/layout/signal.ts'
import type { ClickedList } from '../../../src/ui/mouse/click-areas.ts'
import { localKey, type StateKey, useScreenSignal, useScreenState } from '../screen/screen-state.ts'

/** The notice of a key that needs a selected row. */
export const NO_ROW = 'No row is selected.'

/** The notices of keys that can't fold or unfold. */
export const NOTHING_TO_FOLD = 'Nothing to fold here.'
export const NOTHING_TO_UNFOLD = 'Nothing to unfold here.'

/** The notice of a key that would move past the last (`step` 1) or first item. @param what - The item: `measure`. */
export const endNotice = (what: string, step: 1 | -1): string => `This is the ${step === 1 ? 'last' : 'first'} ${what}.`

/** The notice of a key that can't move the selection. @param step - The direction of the key. */
export const rowEndNotice = (length: number, step: 1 | -1): string => (length === 0 ? NO_ROW : endNotice('row', step))

/** Index of the next row after `from` that passes, or with `step` -1 of the last one before it; -1 if there is none. */
export const seekRow = <Row>(
  rows: readonly Row[],
  from: number,
  step: 1 | -1,
  passes: (row: Row) => boolean,
): number =>
  step === 1
    ? rows.findIndex((row, at) => at > from && passes(row))
    : rows.findLastIndex((row, at) => at < from && passes(row))

/** The selected row of a list, by its id, so that it stays selected when rows arrive or change their order. */
export type ListState = { id: string | undefined; index: number; top: number }

/** The key of the selected row of a list. */
export type RowKey = StateKey<ListState>

export type ListPlace = { selected: number; top: number }

/** A list whose selection moves without rendering the component that holds the list: see {@link useSelection}. */
export type List = ReturnType<typeof createList>

export const atFirstRow: ListState = { id: undefined, index: 0, top: 0 }

/**
 * A selection in `ids`, in a window of `height` rows. A move doesn't render the component.
 *
 * @param keepsFirst - Whether the first row that was shown stays selected when others arrive before it, although the
 * user has not moved. For lists that arrive in parts and are not sorted. @default false: the first row is selected
 * until the user moves
 */
export const useList = (key: RowKey, ids: readonly string[], height: number, keepsFirst = false): List =>
  useListIn(useScreenSignal(key), ids, height, keepsFirst)

/** {@link useList} over a given signal. */
export const useListIn = (
  selection: Signal<ListState>,
  ids: readonly string[],
  height: number,
  keepsFirst = false,
): List => {
  const list = useMemo(() => {
    const at = (index: number, top: number): ListState => {
      return { id: ids[index], index, top: windowTop(top, index, height, ids.length) }
    }
    return createList(selection, (state) => placeOf(state, ids, height), ids.length, at)
  }, [selection, ids, height])
  useEffect(() => {
    const settle = () => {
      const { top } = list
      if (top !== selection.get().top) selection.set((before) => ({ ...before, top }))
    }
    settle()
    return selection.subscribe(settle)
  }, [list, selection])
  // Another row may become the first one, but Enter must open the row that the user saw.
  useEffect(() => {
    const first = keepsFirst && selection.get().id === undefined ? ids[list.selected] : undefined
    if (first !== undefined) selection.set((before) => ({ ...before, id: first }))
  }, [selection, list, ids, keepsFirst])
  return list
}

/**
 * A list over the signal of its selection.
 *
 * @param placeOf - The position of the selection among the current rows.
 * @param at - The state that selects the row of this index, in a window that started at `top` until then.
 */
export const createList = <State extends { id: string | undefined }>(
  selection: Signal<State>,
  placeOf: (state: State) => ListPlace,
  length: number,
  at: (index: number, top: number) => State,
) => {
  let seen: State | undefined
  let known: ListPlace = { selected: -1, top: 0 }
  const place = (): ListPlace => {
    const state = selection.get()
    if (state !== seen) {
      seen = state
      known = placeOf(state)
    }
    return known
  }
  const moveTo = (to: number) => {
    const index = Math.min(Math.max(0, to), length - 1)
    if (index >= 0) selection.set(at(index, place().top))
  }
  return {
    /** Index of the selected row; -1 in an empty list. */
    get selected() {
      return place().selected
    },
    /** First row of the window. */
    get top() {
      return place().top
    },
    /** Whether the selected row stays selected when others arrive before it: after a move, or with `keepsFirst`. */
    get isChosen() {
      return selection.get().id !== undefined
    },
    moveTo,
    move: (by: number): void => moveTo(place().selected + by),
    /** Selects a row by its id, now or as soon as it is loaded. */
    select: (id: string): void => void selection.set((before) => ({ ...before, id })),
    /** The selected row and the first row of the window; the same object until one of them changes. */
    place,
    /** Calls back when the selection changes. Returns a function that unsubscribes. */
    subscribe: selection.subscribe,
  }
}

const placeOf = (state: ListState, ids: readonly string[], height: number): ListPlace => {
  // Checks the old index first, because there may be many thousands of rows. If the row is gone, the selection stays at
  // its index.
  const isThere = state.id !== undefined && ids[state.index] === state.id
  const found = isThere ? state.index : state.id === undefined ? -1 : ids.indexOf(state.id)
  const selected = found >= 0 ? found : Math.min(state.index, ids.length - 1)
  return { selected, top: windowTop(state.top, Math.max(0, selected), height, ids.length) }
}

/** A selection that can be observed. */
export type SelectionSource = Pick<List, 'place' | 'subscribe'>

/** A selection that never changes. */
export const fixedSelection: SelectionSource = { place: () => noSelection, subscribe: () => () => {} }
const noSelection: ListPlace = { selected: -1, top: 0 }

/** Renders the component when the selection changes. */
export const useSelection = (list: SelectionSource): ListPlace => useSyncExternalStore(list.subscribe, list.place)

/** A value that depends on the selection. Renders the component only when the value changes, by `Object.is`. */
export const useSelected = <Value>(list: List, valueAt: (selected: number) => Value): Value =>
  useSyncExternalStore(list.subscribe, () => valueAt(list.selected))

/** The bindings of a list, for screens to spread into theirs. */
export const listKeys = [
  {
    keys: ['j', 'Down'],
    action: 'down',
    help: 'next row',
    group: 'Move',
    hint: 'row',
    hintKey: 'j/k',
    coalesces: true,
  },
  { keys: ['k', 'Up'], action: 'up', help: 'previous row', group: 'Move', coalesces: true },
  { keys: ['^d', 'PageDown', '^f'], action: 'pageDown', help: 'page down', group: 'Move', coalesces: true },
  { keys: ['^u', 'PageUp', '^b'], action: 'pageUp', help: 'page up', group: 'Move', coalesces: true },
  { keys: ['g g', 'Home'], action: 'top', help: 'first row', group: 'Move', takesRow: true },
  { keys: ['G', 'End'], action: 'bottom', help: 'last row', group: 'Move', takesRow: true },
] as const

/**
 * The handlers of {@link listKeys}. At the ends of the list they return a notice.
 *
 * @param around - Wraps each move, and returns its notice.
 * @param around.step - The direction of the move.
 */
export const listHandlers = (
  list: List,
  height: number,
  length: number,
  around: (move: () => unknown, step: 1 | -1) => unknown = (move) => move(),
) => {
  const toward = (step: 1 | -1, move: () => void) =>
    around(
      () => (length === 0 || list.selected === (step === 1 ? length - 1 : 0) ? rowEndNotice(length, step) : move()),
      step,
    )
  const toRow = (step: 1 | -1, row: number) =>
    around(() => {
      if (length === 0) return NO_ROW
      list.moveTo(row - 1)
      if (row <= length) return undefined
      return length === 1 ? 'The list has 1 row.' : `The list has ${length} rows.`
    }, step)
  return {
    down: (times = 1) => toward(1, () => list.move(times)),
    up: (times = 1) => toward(-1, () => list.move(-times)),
    pageDown: (times = 1) => toward(1, () => list.move(times * Math.max(1, height - 1))),
    pageUp: (times = 1) => toward(-1, () => list.move(-times * Math.max(1, height - 1))),
    top: (_times = 1, row?: number) => (row === undefined ? toward(-1, () => list.moveTo(0)) : toRow(-1, row)),
    bottom: (_times = 1, row?: number) =>
      row === undefined ? toward(1, () => list.moveTo(length - 1)) : toRow(1, row),
  }
}

/** The next item of a list, or with `step` -1 the previous one; wraps around at both ends. */
export const nextIn = <Item>(list: readonly Item[], current: Item, step: 1 | -1 = 1): Item =>
  list[(list.indexOf(current) + step + list.length) % list.length] ?? current

/**
 * A list in one of several panes, for clicks on its rows. In a pane without the keys no row counts as selected, so that
 * the first click on it only selects it.
 *
 * @param takeFocus - Called by a click before it selects a row.
 */
export const paneList = (
  list: List,
  isFocused: () => boolean,
  takeFocus: () => void,
): Pick<ClickedList, 'selected' | 'top' | 'moveTo'> => ({
  get top() {
    return list.top
  },
  get selected() {
    return isFocused() ? list.selected : -1
  },
  moveTo(row) {
    takeFocus()
    list.moveTo(row)
  },
})

/** Selects a row once, as soon as it is loaded. After that, only the user moves the selection. */
export const useSelectOnce = (id: string | undefined, select: (id: string) => void): void => {
  const [done, setDone] = useScreenState(selectedOnce)
  const latest = useLatest(select)
  useEffect(() => {
    if (id === undefined || id === done) return
    latest.current(id)
    setDone(id)
  }, [id, done, setDone, latest])
}

const selectedOnce = localKey<string | undefined>('selected once', undefined, 'the link names the selected row')
