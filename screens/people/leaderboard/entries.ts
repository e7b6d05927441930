import { useMemo } from 'react'
import type { Leaderboard } from '../../../src/domain/people/leaderboard.ts'
import type { PersonRows } from '../../../src/domain/people/person-rows.ts'
import { windowTop } from '../../../src/ui/layout/data-table.ts'
import { createList, type List, type ListPlace, type ListState, type RowKey } from '../../kit/list/use-list.ts'
import { useScreenSignal } from '../../kit/screen/screen-state.ts'

/** Finds entries again after rows arrive or their order changes. Ids are real ids, even in privacy mode. */
export type EntryIds = {
  personOf(entry: number): string
  /** The person id; for a single day, the day followed by the person id. */
  idOf(entry: number): string
  /** The entry with an id from `idOf`; undefined if it no longer exists. */
  entryOf(id: string): number | undefined
}

const DAY_LENGTH = '2026-01-14'.length

export const entryIdsOf = (board: Leaderboard, rows: PersonRows | undefined): EntryIds => {
  const { people } = board
  const { person } = rows ?? board
  const personOf = (entry: number): string => people.ids[person[entry] ?? -1] ?? ''
  if (!rows) return { personOf, idOf: personOf, entryOf: (id) => board.entryOfPerson(people.personOf(id)) }
  return {
    personOf,
    idOf: (entry) => `${rows.dayAt(entry)}${personOf(entry)}`,
    entryOf(id) {
      const personIndex = people.personOf(id.slice(DAY_LENGTH))
      const row =
        personIndex === undefined ? undefined : people.rowOn(personIndex, people.days.indexOf(id.slice(0, DAY_LENGTH)))
      const entry = row === undefined ? -1 : rows.rows.indexOf(row)
      return entry < 0 ? undefined : entry
    },
  }
}

/**
 * A selection of an entry. When rows arrive or change their order, the selected entry stays selected and stays in the
 * same row of the window. Before the first move, the selection is the first entry.
 *
 * @param order - Entry numbers in display order.
 */
export const useEntries = (
  key: RowKey,
  order: Uint32Array,
  height: number,
  { idOf, entryOf }: Pick<EntryIds, 'idOf' | 'entryOf'>,
): List => {
  const stateSignal = useScreenSignal(key)
  return useMemo(() => {
    const { length } = order
    const placeOf = ({ id, index, top }: ListState): ListPlace => {
      const entry = id === undefined ? undefined : entryOf(id)
      // Usually the entry is still at its old index. Check that first, because there can be many thousands.
      const found = entry === undefined ? -1 : order[index] === entry ? index : order.indexOf(entry)
      // If the entry no longer exists, the selection keeps its index.
      const selected = found >= 0 ? found : Math.min(index, length - 1)
      return { selected, top: windowTop(Math.max(0, selected - (index - top)), Math.max(0, selected), height, length) }
    }
    return createList(stateSignal, placeOf, length, (index, top) => {
      return { id: idOf(order[index] ?? 0), index, top: windowTop(top, index, height, length) }
    })
  }, [stateSignal, order, height, idOf, entryOf])
}
