import { useEffect, useMemo } from 'react'
import { unloadedDays } from '../../../src/domain/people/people.ts'
import { type PersonDetail, personDetail } from '../../../src/domain/people/person-detail.ts'
import { fullNumber } from '../../../src/domain/text/format.ts'
import { safeText } from '../../../src/domain/text/safe-text.ts'
import { personName } from '../../kit/session/person-name.ts'
import type { LoadedPeople } from '../shared/use-people.ts'
import { useStopping } from '../shared/use-stopping.ts'

export type SoughtPerson = {
  /** Untrusted text. */
  name: string
  /** Undefined while the person is not among those who are loaded. */
  found: { entry: number; detail: PersonDetail } | undefined
  /** Whether pages are being loaded to find the person, or the days of the person that are not loaded. */
  isLoading: boolean
  /** Why there is nothing to show, in one sentence. */
  whyNot: string
  stop(): void
}

/**
 * A person among those who are loaded. The person, or some days of the person, may be on pages that are not loaded. The API has no
 * request for one person, so page after page is loaded until all days of the person are.
 *
 * @param id - The person's own id, also while the session is private.
 */
export const useSoughtPerson = (loaded: LoadedPeople, id: string): SoughtPerson => {
  const { board, people, walk, walkRange, state, salt } = loaded
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
  return { name, found, isLoading, whyNot, stop }
}
