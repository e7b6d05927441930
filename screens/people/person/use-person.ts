import { useEffect, useMemo } from 'react'
import { unloadedDays } from '../../../src/domain/people/people.ts'
import { personDetail } from '../../../src/domain/people/person-detail.ts'
import { counted } from '../../../src/domain/text/format.ts'
import { safeText } from '../../../src/domain/text/safe-text.ts'
import { EVERYWHERE, noKeys } from '../../../src/ui/keys/bindings.ts'
import { useKeys } from '../../../src/ui/keys/use-keys.ts'
import { useExports } from '../../kit/export/exports.ts'
import { type List, listHandlers } from '../../kit/list/use-list.ts'
import { personName } from '../../kit/session/person-name.ts'
import { useLastRow } from '../../kit/session/use-last-row.ts'
import { copiedCells, personDaysJson, personExports } from '../shared/people-exports.ts'
import { personKeys, stopAllKeys, stopKeys } from '../shared/people-keys.ts'
import { type LoadedPeople, useStopping } from '../shared/use-people.ts'
import { dayColumn, type PersonDayRow, personColumns } from './person-day-columns.ts'

/**
 * Finds a person among the loaded people. The API has no request for one person, so pages load until all days of the
 * person have arrived.
 *
 * @param id - The real id of the person, even in privacy mode.
 */
export const useFindPerson = (loaded: LoadedPeople, id: string) => {
  const { board, walk, walkRange, state, salt } = loaded
  const { people } = board
  const { isStopped, stop } = useStopping(walk)
  const index = people.personOf(id)
  const entry = board.entryOfPerson(index)
  const found = useMemo(() => {
    const detail = entry === undefined ? undefined : personDetail(board, board.idAt(entry))
    return entry === undefined || detail === undefined ? undefined : { entry, detail }
  }, [board, entry])
  const isComplete =
    entry !== undefined && index !== undefined && unloadedDays(people, state.uncached, walkRange)(index).length === 0
  const isIncomplete = !isComplete && state.missing.length > 0 && state.error === undefined
  const isHalted = isStopped || state.isRateLimited
  const wantsPage = isIncomplete && state.incomplete === undefined && !isHalted && state.loading === 'nothing'
  useEffect(() => {
    if (wantsPage) walk?.more()
  }, [wantsPage, walk])

  const isLoading = isIncomplete && state.loading !== 'nothing'
  const name = found?.detail.name ?? personName(id, undefined, salt)
  const count = counted(board.users, 'user')
  const who = safeText(name)
  const emptyReason =
    !walk || isLoading
      ? `loading ${who}: not in the first ${count}, Esc stops`
      : isHalted
        ? `${who} is not in the first ${count}. ${isStopped ? 'Press 3 for the list, then G to load all.' : 'Press P to resume.'}`
        : `${who} has no rows on these days. Press t to choose others.`
  return {
    /** Untrusted text. */
    name,
    /** Undefined until the person is loaded. */
    found,
    /** Whether pages are loading to find the person or the missing days. */
    isLoading,
    /** Why there is nothing to show, in one sentence. */
    emptyReason,
    stop,
  }
}

type PersonKeysOptions = {
  loaded: LoadedPeople
  /** The real id of the person, even in privacy mode. */
  id: string
  search: ReturnType<typeof useFindPerson>
  days: readonly PersonDayRow[]
  list: List
  /** Visible rows. */
  height: number
  /** Moves the chosen column by `by`. */
  step: (by: 1 | -1) => unknown
}

const columns = [dayColumn, ...personColumns].map((column) => ({ column, width: column.width }))

export const usePersonKeys = ({ loaded, id, search, days, list, height, step }: PersonKeysOptions): void => {
  const { board, salt, isExact } = loaded
  const { found, name } = search
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
  const { stop, isLoading } = search
  const stopping = !isLoading ? noKeys : found ? stopKeys : stopAllKeys
  useKeys(stopping, { up: stop, interrupt: stop }, { kind: 'field', scope: EVERYWHERE })
}
