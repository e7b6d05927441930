import { useEffect, useMemo } from 'react'
import { windowTop } from '../../../src/ui/layout/data-table.ts'
import { useScreenState } from '../screen/screen-state.ts'
import { NO_ROW } from './nothing-to-do.ts'

/** The selected row of a list, by its id so that it stays selected when rows arrive or change their order. */
export type ListState = { id: string | undefined; index: number; top: number }

export type List = {
  /** Index of the selected row; -1 in an empty list. */
  selected: number
  /** First row of the window. */
  top: number
  move(by: number): void
  moveTo(index: number): void
  /** Selects a row by its id, at once or as soon as it is there. */
  select(id: string): void
}

const start: ListState = { id: undefined, index: 0, top: 0 }

/**
 * A selection in `ids`, kept under `key`, in a window of `height` rows.
 *
 * @param keepsFirst - Whether the first row that was ever shown stays selected where others come before it, although nobody moved to
 * it: for lists whose rows arrive bit by bit and that nobody sorts. @default false: until somebody moves, the first is selected
 * @param initialId - What is selected to begin with. @default the first row
 */
export const useList = (
  key: string,
  ids: readonly string[],
  height: number,
  keepsFirst = false,
  initialId?: string,
): List => {
  const initial = useMemo(() => (initialId === undefined ? start : { ...start, id: initialId }), [initialId])
  const [state, setState] = useScreenState<ListState>(key, initial)
  // Mostly it is where it was; there may be many thousands. A row that has gone leaves the selection where it stood.
  const isThere = state.id !== undefined && ids[state.index] === state.id
  const found = isThere ? state.index : state.id === undefined ? -1 : ids.indexOf(state.id)
  const selected = found >= 0 ? found : Math.min(state.index, ids.length - 1)
  const top = windowTop(state.top, Math.max(0, selected), height, ids.length)
  useEffect(() => {
    if (top !== state.top) setState((before) => ({ ...before, top }))
  }, [top, state.top, setState])
  // What comes first may be another row a moment later: Enter must open what was looked at.
  const first = keepsFirst && state.id === undefined ? ids[selected] : undefined
  useEffect(() => {
    if (first !== undefined) setState((before) => ({ ...before, id: before.id ?? first }))
  }, [first, setState])
  const moveTo = (to: number) => {
    const index = Math.min(Math.max(0, to), ids.length - 1)
    if (index < 0) return
    setState({ id: ids[index], index, top: windowTop(top, index, height, ids.length) })
  }
  const select = (id: string) => setState((before) => ({ ...before, id }))
  return { selected, top, moveTo, move: (by) => moveTo(selected + by), select }
}

/** The bindings of a list, for screens to spread into theirs. */
export const listKeys = [
  { keys: ['j', 'Down'], action: 'down', help: 'next row', group: 'Move', hint: 'row', hintKey: 'j/k', folds: true },
  { keys: ['k', 'Up'], action: 'up', help: 'previous row', group: 'Move', folds: true },
  { keys: ['^d', 'PageDown', '^f'], action: 'pageDown', help: 'a page down', group: 'Move', folds: true },
  { keys: ['^u', 'PageUp', '^b'], action: 'pageUp', help: 'a page up', group: 'Move', folds: true },
  { keys: ['g g', 'Home'], action: 'top', help: 'first row', group: 'Move', takesRow: true },
  { keys: ['G', 'End'], action: 'bottom', help: 'last row', group: 'Move', takesRow: true },
] as const

/** What the bindings of a list do; at its ends they say that there is no more. */
export const listHandlers = (list: List, height: number, length: number) => {
  const down = (move: () => void) => {
    if (length === 0) return NO_ROW
    if (list.selected === length - 1) return 'This is the last row.'
    return move()
  }
  const up = (move: () => void) => {
    if (length === 0) return NO_ROW
    if (list.selected === 0) return 'This is the first row.'
    return move()
  }
  const toRow = (row: number) => {
    list.moveTo(row - 1)
    return row > length ? `There are ${length} rows.` : undefined
  }
  return {
    down: (times = 1) => down(() => list.move(times)),
    up: (times = 1) => up(() => list.move(-times)),
    pageDown: (times = 1) => down(() => list.move(times * Math.max(1, height - 1))),
    pageUp: (times = 1) => up(() => list.move(-times * Math.max(1, height - 1))),
    top: (_times = 1, row?: number) => (row === undefined ? up(() => list.moveTo(0)) : toRow(row)),
    bottom: (_times = 1, row?: number) => (row === undefined ? down(() => list.moveTo(length - 1)) : toRow(row)),
  }
}
