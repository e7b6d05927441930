import { useEffect, useMemo } from 'react'
import { unloadedDays } from '../../../src/domain/people/people.ts'
import { personDetail } from '../../../src/domain/people/person-detail.ts'
import { fullNumber } from '../../../src/domain/text/format.ts'
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
 * A person among those who are loaded. The person, or some days of the person, may be on pages that are not loaded. The API has no
 * request for one person, so page after page is loaded until all days of the person are.
 *
 * @param id - The person's own id, also while the session is private.
 */
export const useSoughtPerson = (loaded: LoadedPeople, id: string) => {
  const { board, walk, walkRange, state, salt } = loaded
  const { people } = board
  const { isStopped, stop } = useStopping(walk)
  const own = people.personOf(id)
  const entry = board.entryOfPerson(own)
  const found = useMemo(() => {
    const detail = entry === undefined ? undefined : personDetail(board, board.idAt(entry))
    return entry === undefined || detail === undefined ? undefined : { entry, detail }
  }, [board, entry])
  const isWhole =
    entry !== undefined && own !== undefined && unloadedDays(people, state.unheld, walkRange)(own).length === 0
  const isSought = !isWhole && state.missing.length > 0 && state.error === undefined
  const wantsPage = isSought && state.incomplete === undefined && !isStopped && state.loading === 'nothing'
  useEffect(() => {
    if (wantsPage) walk?.more()
  }, [wantsPage, walk])

  const isLoading = isSought && state.loading !== 'nothing'
  const name = found?.detail.name ?? personName(id, undefined, salt)
  const count = `${fullNumber(board.users)} ${board.users === 1 ? 'person' : 'people'}`
  const who = safeText(name)
  const whyNot =
    !walk || isLoading
      ? `loading ${who}: not among ${count} yet, Esc stops`
      : isStopped
        ? `${who} is not among the ${count} loaded so far: 3 lists them, G there loads all.`
        : `${who} has no rows on these days: t chooses others.`
  return {
    /** Untrusted text. */
    name,
    /** Undefined while the person is not among those who are loaded. */
    found,
    /** Whether pages are being loaded to find the person, or the days of the person that are not loaded. */
    isLoading,
    /** Why there is nothing to show, in one sentence. */
    whyNot,
    stop,
  }
}

type PersonKeysOptions = {
  loaded: LoadedPeople
  /** The person's own id, also while the session is private. */
  id: string
  sought: ReturnType<typeof useSoughtPerson>
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
