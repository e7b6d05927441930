import { useMemo, useRef } from 'react'
import type { Pane } from '../../src/cache/pane.ts'
import { shownOf } from '../../src/cache/pane.ts'
import type { ControlRevision } from '../../src/contract/controls.ts'
import type { Lenient } from '../../src/contract/lenient.ts'
import { withHiddenRevision } from '../../src/domain/hidden-people.ts'
import { usePrivateSalt } from '../person-name.ts'
import { useKept, usePane } from '../session.ts'

export type Revision = Lenient<ControlRevision>

/** Revisions that are asked for at first, as many as the overview wants, and how many more each time. */
const FIRST = 30
const STEP = 100

export type LoadedRevisions = {
  /** Newest first, each number once, with settings that are masked; people are pseudonyms while the session is private. */
  revisions: readonly Revision[]
  pane: Pane<Revision[]>
  /** Whether the server may have older ones. */
  hasMore: boolean
  /** Whether older ones are on their way. */
  isLoadingMore: boolean
  /** Asks for older ones, unless there are none or some are on their way. */
  more(): void
}

const none: readonly Revision[] = []

/** The history of the controls as far as it is loaded. */
export const useRevisions = (): LoadedRevisions => {
  const [limit, setLimit] = useKept('limit', FIRST)
  const pane = usePane('revisions', { limit })
  const last = useRef(none)
  const shown = shownOf(pane)?.data
  // While more of the history is on its way, what is there already stays; what is refused does not.
  if (shown !== undefined && (pane.is !== 'loading' || shown.length >= last.current.length)) last.current = shown
  else if (pane.is === 'failed') last.current = shown ?? none
  const rows = last.current
  const salt = usePrivateSalt()
  const revisions = useMemo(() => {
    const byNumber = new Map(rows.map((row) => [row.revision ?? row, row]))
    const newestFirst = [...byNumber.values()].sort((a, b) => (b.revision ?? 0) - (a.revision ?? 0))
    return salt === undefined ? newestFirst : newestFirst.map((row) => withHiddenRevision(row, salt))
  }, [rows, salt])
  const hasMore = pane.is === 'loading' || (shown !== undefined && shown.length >= limit)
  return {
    revisions,
    pane,
    hasMore,
    isLoadingMore: pane.is === 'loading' && limit > FIRST,
    more: () => pane.is === 'ready' && shown !== undefined && shown.length >= limit && setLimit(limit + STEP),
  }
}
