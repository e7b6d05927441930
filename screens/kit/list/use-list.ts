import { useEffect, useMemo, useSyncExternalStore } from 'react'
import { type Binding, EVERYWHERE, noKeys } from '../../../src/ui/keys/bindings.ts'
import { useKeys, useLatest } from '../../../src/ui/keys/use-keys.ts'
import { windowTop } from '../../../src/ui/layout/data-table.ts'
import type { Signal } from '../../../src/ui/layout/signal.ts'
import type { ClickedList } from '../../../src/ui/mouse/click-areas.ts'
import { localKey, type StateKey, useScreenSignal, useScreenState } from '../screen/screen-state.ts'

/** Why a key that is about the selected row does nothing where there is none. */
export const NO_ROW = 'No row is selected.'

/** Why a key that folds does nothing. */
export const NOTHING_TO_FOLD = 'Nothing to fold here.'
export const NOTHING_TO_UNFOLD = 'Nothing to unfold here.'

/** Why a key does nothing where there is nothing to go on to: `measure`. @param step - Which way it would have gone. */
export const atTheEnd = (what: string, step: 1 | -1): string => `This is the ${step === 1 ? 'last' : 'first'} ${what}.`

/** Why a key that moves the selected row does nothing. @param step - Which way it would have moved. */
export const noMore = (length: number, step: 1 | -1): string => (length === 0 ? NO_ROW : atTheEnd('row', step))

/** The index of the next row after the selected one that passes, or the last one before it (-1); -1 where there is none. */
export const seekRow = <Row>(
  rows: readonly Row[],
  from: number,
  step: 1 | -1,
  passes: (row: Row) => boolean,
): number =>
  step === 1
    ? rows.findIndex((row, at) => at > from && passes(row))
    : rows.findLastIndex((row, at) => at < from && passes(row))

/** The selected row of a list, by its id so that it stays selected when rows arrive or change their order. */
export type ListState = { id: string | undefined; index: number; top: number }

/** The key of the selected row of a list. */
export type RowKey = StateKey<ListState>

export type ListPlace = { selected: number; top: number }

/** A list whose selected row moves without what holds the list being drawn again: see {@link useSelection}. */
export type List = ReturnType<typeof createList>

export const atFirstRow: ListState = { id: undefined, index: 0, top: 0 }

/**
 * A selection in `ids`, in a window of `height` rows. The component is not drawn again when it moves.
 *
 * @param keepsFirst - Whether the first row that was ever shown stays selected where others come before it, although nobody moved to
 * it: for lists whose rows arrive bit by bit and that nobody sorts. @default false: until somebody moves, the first is selected
 */
export const useQuietList = (key: RowKey, ids: readonly string[], height: number, keepsFirst = false): List =>
  useListIn(useScreenSignal(key), ids, height, keepsFirst)

/** The same of what is kept elsewhere, in a window of `height` rows. */
export const useListIn = (
  kept: Signal<ListState>,
  ids: readonly string[],
  height: number,
  keepsFirst = false,
): List => {
  const list = useMemo(() => {
    const at = (index: number, top: number): ListState => {
      return { id: ids[index], index, top: windowTop(top, index, height, ids.length) }
    }
    return createList(kept, (state) => placeOf(state, ids, height), ids.length, at)
  }, [kept, ids, height])
  useEffect(() => {
    const settle = () => {
      const { top } = list
      if (top !== kept.get().top) kept.set((before) => ({ ...before, top }))
    }
    settle()
    return kept.subscribe(settle)
  }, [list, kept])
  // What comes first may be another row a moment later: Enter must open what was looked at.
  useEffect(() => {
    const first = keepsFirst && kept.get().id === undefined ? ids[list.selected] : undefined
    if (first !== undefined) kept.set((before) => ({ ...before, id: first }))
  }, [kept, list, ids, keepsFirst])
  return list
}

/**
 * A list over what is kept of its selection.
 *
 * @param placeOf - Where the selection stands among the rows there are.
 * @param at - What is kept where the row of this index is selected, in a window that begins at `top` until then.
 */
export const createList = <State extends { id: string | undefined }>(
  kept: Signal<State>,
  placeOf: (state: State) => ListPlace,
  length: number,
  at: (index: number, top: number) => State,
) => {
  let seen: State | undefined
  let known: ListPlace = { selected: -1, top: 0 }
  const place = (): ListPlace => {
    const state = kept.get()
    if (state !== seen) {
      seen = state
      known = placeOf(state)
    }
    return known
  }
  const moveTo = (to: number) => {
    const index = Math.min(Math.max(0, to), length - 1)
    if (index >= 0) kept.set(at(index, place().top))
  }
  return {
    /** Index of the selected row now; -1 in an empty list. */
    get selected() {
      return place().selected
    },
    /** First row of the window now. */
    get top() {
      return place().top
    },
    /** Whether the selected row stays selected when others come before it: a move or {@link useQuietList} has seen to that. */
    get isChosen() {
      return kept.get().id !== undefined
    },
    moveTo,
    move: (by: number): void => moveTo(place().selected + by),
    /** Selects a row by its id, at once or as soon as it is there. */
    select: (id: string): void => void kept.set((before) => ({ ...before, id })),
    /** Both, the same object until one of them changes. */
    place,
    /** Calls back when another row is selected. Returns how to unsubscribe. */
    subscribe: kept.subscribe,
  }
}

const placeOf = (state: ListState, ids: readonly string[], height: number): ListPlace => {
  // Mostly it is where it was; there may be many thousands. A row that has gone leaves the selection where it stood.
  const isThere = state.id !== undefined && ids[state.index] === state.id
  const found = isThere ? state.index : state.id === undefined ? -1 : ids.indexOf(state.id)
  const selected = found >= 0 ? found : Math.min(state.index, ids.length - 1)
  return { selected, top: windowTop(state.top, Math.max(0, selected), height, ids.length) }
}

/** What tells that another row is selected. */
export type Selecting = Pick<List, 'place' | 'subscribe'>

/** What never selects anything. */
export const still: Selecting = { place: () => nowhere, subscribe: () => () => {} }
const nowhere: ListPlace = { selected: -1, top: 0 }

/** Renders the component again when another row is selected. */
export const useSelection = (list: Selecting): ListPlace => useSyncExternalStore(list.subscribe, list.place)

/** What a move changes for what holds a list: it is drawn again when that is another value, by `Object.is`. */
export const useSelected = <Value>(list: List, valueAt: (selected: number) => Value): Value =>
  useSyncExternalStore(list.subscribe, () => valueAt(list.selected))

/** The bindings of a list, for screens to spread into theirs. */
export const listKeys = [
  { keys: ['j', 'Down'], action: 'down', help: 'next row', group: 'Move', hint: 'row', hintKey: 'j/k', folds: true },
  { keys: ['k', 'Up'], action: 'up', help: 'previous row', group: 'Move', folds: true },
  { keys: ['^d', 'PageDown', '^f'], action: 'pageDown', help: 'page down', group: 'Move', folds: true },
  { keys: ['^u', 'PageUp', '^b'], action: 'pageUp', help: 'page up', group: 'Move', folds: true },
  { keys: ['g g', 'Home'], action: 'top', help: 'first row', group: 'Move', takesRow: true },
  { keys: ['G', 'End'], action: 'bottom', help: 'last row', group: 'Move', takesRow: true },
] as const

/**
 * What the bindings of a list do; at its ends they say that there is no more.
 *
 * @param around - Calls each move, and answers why it did nothing. @param around.step - Which way the move goes.
 */
export const listHandlers = (
  list: List,
  height: number,
  length: number,
  around: (move: () => unknown, step: 1 | -1) => unknown = (move) => move(),
) => {
  const toward = (step: 1 | -1, move: () => void) =>
    around(
      () => (length === 0 || list.selected === (step === 1 ? length - 1 : 0) ? noMore(length, step) : move()),
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

/** What follows in a list, the first again after the last; with -1 what is before. */
export const nextIn = <Item>(list: readonly Item[], current: Item, step: 1 | -1 = 1): Item =>
  list[(list.indexOf(current) + step + list.length) % list.length] ?? current

/**
 * A list in one of several panes, for clicks on its rows. Where keys do not move it no row counts as the selected one: a click on it
 * takes nothing.
 *
 * @param wantKeys - Called by a click before it selects a row.
 */
export const paneList = (
  list: List,
  isFocused: boolean,
  wantKeys: () => void,
): Pick<ClickedList, 'selected' | 'top' | 'moveTo'> => ({
  get top() {
    return list.top
  },
  get selected() {
    return isFocused ? list.selected : -1
  },
  moveTo(row) {
    wantKeys()
    list.moveTo(row)
  },
})

/** Selects a row as soon as it is known, and leaves the selection to the user from then on. */
export const useSelectOnce = (id: string | undefined, select: (id: string) => void): void => {
  const [done, setDone] = useScreenState(selectedOnce)
  const latest = useLatest(select)
  useEffect(() => {
    if (id === undefined || id === done) return
    latest.current(id)
    setDone(id)
  }, [id, done, setDone, latest])
}

const selectedOnce = localKey<string | undefined>('selected once', undefined, 'the link has the selected row')

/** While something is open inside a view, the keys that go back leave it, and not the view. */
export const useLeaving = (isInside: boolean, leave: () => void): void =>
  void useKeys(isInside ? leaveKeys : noKeys, { up: leave, back: leave }, { scope: EVERYWHERE })

const leaveKeys = [
  { keys: ['Esc'], action: 'up', help: 'close the inner view', group: 'Go' },
  { keys: ['q'], action: 'back', help: 'close the inner view', group: 'Go' },
] as const satisfies readonly Binding[]
