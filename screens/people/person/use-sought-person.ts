import { useEffect, useMemo } from 'react'
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
  /** Whether pages are being loaded to find the person. */
  isLoading: boolean
  /** Why there is nothing to show, in one sentence. */
  whyNot: string
  stop(): void
}

/**
 * A person among those who are loaded. Whoever is opened from elsewhere may be on a page that has not come yet: as there is
 * no other way to ask for one person, page after page is loaded until one has it.
 *
 * @param id - The person's own id, also while the session is private.
 */
export const useSoughtPerson = ({ board, people, walk, state, salt }: LoadedPeople, id: string): SoughtPerson => {
  const { isStopped, stop } = useStopping(walk)
  const entry = board.entryOfPerson(people.personOf(id))
  const found = useMemo(() => {
    const detail = entry === undefined ? undefined : personDetail(board, board.idAt(entry))
    return entry === undefined || detail === undefined ? undefined : { entry, detail }
  }, [board, entry])
  const isSought = entry === undefined && state.missing.length > 0 && state.error === undefined
  const wantsPage = isSought && state.incomplete === undefined && !isStopped && state.loading === 'nothing'
  useEffect(() => {
    if (wantsPage) walk?.more()
  }, [wantsPage, walk])

  const isLoading = isSought && state.loading !== 'nothing'
  const name = found?.detail.name ?? personName(id, undefined, salt)
  const count = `${fullNumber(board.length)} ${board.length === 1 ? 'person' : 'people'}`
  const who = safeText(name)
  const whyNot =
    !walk || isLoading
      ? `loading ${who}: not among ${count} yet, Esc stops`
      : isStopped
        ? `${who} is not among the ${count} loaded so far: 3 lists them, G there loads all.`
        : `${who} has no rows on these days: t chooses others.`
  return { name, found, isLoading, whyNot, stop }
}
