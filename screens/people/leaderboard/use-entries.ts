import { useMemo } from 'react'
import { windowTop } from '../../../src/ui/layout/data-table.ts'
import { createList, type List, type ListPlace } from '../../kit/list/use-list.ts'
import { useScreenSignal } from '../../kit/screen/screen-state.ts'
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
  const kept = useScreenSignal<Selection>(key, start)
  return useMemo(() => {
    const { length } = order
    const placeOf = ({ id, index, row }: Selection): ListPlace => {
      const entry = id === undefined ? undefined : entryOf(id)
      // Mostly it is where it was; there may be many thousands.
      const found = entry === undefined ? -1 : order[index] === entry ? index : order.indexOf(entry)
      // An entry that has gone leaves the selection where it stood.
      const selected = found >= 0 ? found : Math.min(index, length - 1)
      return { selected, top: windowTop(Math.max(0, selected - row), Math.max(0, selected), height, length) }
    }
    return createList(kept, placeOf, length, (index, top) => {
      return { id: idOf(order[index] ?? 0), index, row: index - windowTop(top, index, height, length) }
    })
  }, [kept, order, height, idOf, entryOf])
}
