import { windowTop } from '../../../src/ui/layout/data-table.ts'
import type { List } from '../../kit/list/use-list.ts'
import { useScreenState } from '../../kit/screen/screen-state.ts'
import type { EntryIds } from './entry-ids.ts'

/** The selected entry by its id, and in which row of the window it stands. */
type Selection = { id: string | undefined; index: number; row: number }
const start: Selection = { id: undefined, index: 0, row: 0 }

/**
 * A selection among entries, kept under `key`. Rows that arrive or change their order move neither the selected entry nor
 * the row of the window that it stands in. Before the first move it is whoever comes first.
 *
 * @param order - Entry numbers as they are shown.
 */
export const useEntries = (
  key: string,
  order: Uint32Array,
  height: number,
  { idOf, entryOf }: Pick<EntryIds, 'idOf' | 'entryOf'>,
): List => {
  const [state, setState] = useScreenState<Selection>(key, start)
  const { length } = order
  const entry = state.id === undefined ? undefined : entryOf(state.id)
  const found = entry === undefined ? -1 : order.indexOf(entry)
  // An entry that has gone leaves the selection where it stood.
  const selected = found >= 0 ? found : Math.min(state.index, length - 1)
  const top = windowTop(Math.max(0, selected - state.row), Math.max(0, selected), height, length)
  const moveTo = (to: number) => {
    const index = Math.min(Math.max(0, to), length - 1)
    if (index < 0) return
    setState({ id: idOf(order[index] ?? 0), index, row: index - windowTop(top, index, height, length) })
  }
  const select = (id: string) => setState((before) => ({ ...before, id }))
  return { selected, top, moveTo, move: (by) => moveTo(selected + by), select }
}
