import { EVERYWHERE, noKeys } from '../../../src/ui/keys/bindings.ts'
import { useKeys } from '../../../src/ui/keys/use-keys.ts'
import { useExports } from '../../kit/export/exports.ts'
import { type List, listHandlers } from '../../kit/list/use-list.ts'
import { personName } from '../../kit/session/person-name.ts'
import { useLastRow } from '../../kit/session/use-last-row.ts'
import { copiedCells, personDaysJson } from '../shared/copy-texts.ts'
import { personExports } from '../shared/people-exports.ts'
import { personKeys, stopAllKeys, stopKeys } from '../shared/people-keys.ts'
import type { LoadedPeople } from '../shared/use-people.ts'
import { dayColumn, type PersonDayRow, personColumns } from './person-day-columns.ts'
import type { SoughtPerson } from './use-sought-person.ts'

export type PersonKeysOptions = {
  loaded: LoadedPeople
  /** The person's own id, also while the session is private. */
  id: string
  sought: SoughtPerson
  days: readonly PersonDayRow[]
  list: List
  /** Rows of the window. */
  height: number
  /** Goes to the column so many further right. */
  step: (by: 1 | -1) => unknown
}

const columns = [dayColumn, ...personColumns].map((column) => ({ column, width: column.width }))

/** What the keys of one person do. */
export const usePersonKeys = ({ loaded, id, sought, days, list, height, step }: PersonKeysOptions): void => {
  const { board, salt, isExact } = loaded
  const { found, name } = sought
  const { copy } = useLastRow()
  const exporting = useExports(() => found && personExports(board, found.entry, found.detail, isExact))
  useKeys(personKeys, {
    ...listHandlers(list, height, days.length),
    left: () => step(-1),
    right: () => step(1),
    ...exporting,
    copyRow() {
      const selected = days[list.selected]
      copy(selected && `${name}\t${copiedCells(columns, selected)}`, 'the day.')
    },
    copyId: () => copy(found?.detail.id ?? personName(id, undefined, salt), 'the id.'),
    copyJson: () =>
      copy(found && personDaysJson(board, found.entry, found.detail, isExact), 'the person as JSON.', 'text'),
  })
  const { stop, isLoading } = sought
  const stopping = !isLoading ? noKeys : found ? stopKeys : stopAllKeys
  useKeys(stopping, { up: stop, interrupt: stop }, { kind: 'field', scope: EVERYWHERE })
}
