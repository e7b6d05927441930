import { useMemo } from 'react'
import type { Leaderboard } from '../../../src/domain/people/leaderboard.ts'
import type { PersonRows } from '../../../src/domain/people/person-rows.ts'
import { windowTop } from '../../../src/ui/layout/data-table.ts'
import { createList, type List, type ListPlace, type ListState, type RowKey } from '../../kit/list/use-list.ts'
import { useScreenSignal } from '../../kit/screen/screen-state.ts'

/** What entries are found again by when rows arrive or their order changes; no pseudonyms, also while the session is private. */
export type EntryIds = {
  /** The id of an entry's person. */
  personOf(entry: number): string
  /** The id of an entry: its person's, and of a single day the day before it. */
  idOf(entry: number): string
  /** The entry of such an id; undefined where there is none any more. */
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
      const own = people.personOf(id.slice(DAY_LENGTH))
      const row = own === undefined ? undefined : people.rowOn(own, people.days.indexOf(id.slice(0, DAY_LENGTH)))
      const entry = row === undefined ? -1 : rows.rows.indexOf(row)
      return entry < 0 ? undefined : entry
    },
  }
}

/**
 * A selection among entries. Rows that arrive or change their order move neither the selected entry nor
 * the row of the window that it stands in. Before the first move it is whoever comes first.
 *
 * @param order - Entry numbers as they are shown.
 */
export const useEntries = (
  key: RowKey,
  order: Uint32Array,
  height: number,
  { idOf, entryOf }: Pick<EntryIds, 'idOf' | 'entryOf'>,
): List => {
  const kept = useScreenSignal(key)
  return useMemo(() => {
    const { length } = order
    const placeOf = ({ id, index, top }: ListState): ListPlace => {
      const entry = id === undefined ? undefined : entryOf(id)
      // Mostly it is where it was; there may be many thousands.
      const found = entry === undefined ? -1 : order[index] === entry ? index : order.indexOf(entry)
      // An entry that has gone leaves the selection where it stood.
      const selected = found >= 0 ? found : Math.min(index, length - 1)
      return { selected, top: windowTop(Math.max(0, selected - (index - top)), Math.max(0, selected), height, length) }
    }
    return createList(kept, placeOf, length, (index, top) => {
      return { id: idOf(order[index] ?? 0), index, top: windowTop(top, index, height, length) }
    })
  }, [kept, order, height, idOf, entryOf])
}
