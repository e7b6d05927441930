import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import type { AppError } from '../../../src/base/errors.ts'
import { isRefusal } from '../../../src/cache/load/kit/load-errors.ts'
import { shownOf } from '../../../src/cache/load/query-state.ts'
import type { ControlRevision } from '../../../src/contract/controls.ts'
import type { Lenient } from '../../../src/contract/lenient.ts'
import { isKnownAt } from '../../../src/domain/calendar/known-at.ts'
import { toJson } from '../../../src/domain/output/output.ts'
import { withHiddenRevision } from '../../../src/domain/overview/hidden-people.ts'
import { shownSettings } from '../../../src/domain/secrets/mask-settings.ts'
import { useQuery } from '../../kit/query/use-query.ts'
import { useScreenState } from '../../kit/screen/screen-state.ts'
import { usePrivateSalt } from '../../kit/session/person-name.ts'
import { useSessionState } from '../../kit/session/session.ts'
import { useLastRow } from '../../kit/session/use-last-row.ts'
import { historyState } from './controls-state.ts'

export type Revision = Lenient<ControlRevision>

/** How many more revisions are loaded each time. */
const STEP = 100

export type LoadedRevisions = ReturnType<typeof useRevisions>

const none: readonly Revision[] = []

/** The history of the controls as far as it is loaded. */
export const useRevisions = () => {
  const { tell } = useLastRow()
  const connection = useSessionState('connection')
  const [limit, setLimit] = useScreenState(historyState.limit)
  const state = useQuery('revisions', { limit })
  const last = useRef(none)
  /** The last limit answered in full. */
  const goodLimit = useRef(historyState.limit.initial)
  const [failure, setFailure] = useState<AppError>()
  const shown = shownOf(state)?.data
  // What failed before is still failed for a moment when it is asked for again.
  const asked = useRef<{ limit: number; isUnderWay: boolean }>(undefined)
  const isAsked = asked.current?.limit === limit && limit > goodLimit.current
  const isCutShort = isAsked && state.is === 'failed' && !isRefusal(state.error)
  // While more of the history is on its way, or when it did not come, what is there already stays; what is refused does not.
  const isGrowing = state.is === 'loading' || isCutShort
  const isShown = shown !== undefined && (!isGrowing || shown.length >= last.current.length)
  const rows = isShown ? shown : isGrowing ? last.current : none
  useLayoutEffect(() => {
    last.current = rows
    if (state.is === 'ready') goodLimit.current = limit
    if (asked.current?.limit === limit && state.is === 'loading') asked.current.isUnderWay = true
  })
  useEffect(() => {
    if (!isCutShort || !asked.current?.isUnderWay) return
    setFailure(state.error)
    setLimit(goodLimit.current)
    if (state.error.kind !== 'interrupted') tell(state.error.message)
  })

  const salt = usePrivateSalt()
  const at = useSessionState('at')
  const revisions = useMemo(() => {
    const byNumber = new Map(rows.map((row) => [row.revision ?? row, row]))
    const newestFirst = [...byNumber.values()]
      .filter(({ updatedAt }) => isKnownAt(updatedAt, at))
      .sort((a, b) => (b.revision ?? 0) - (a.revision ?? 0))
    return salt === undefined ? newestFirst : newestFirst.map((row) => withHiddenRevision(row, salt))
  }, [rows, salt, at])
  const isFull = state.is === 'ready' && state.now.data.length >= limit
  const isAll = state.is === 'ready' && !isFull && state.now.incomplete === undefined
  const ask = (count: number) => {
    if (!isFull) return
    setFailure(undefined)
    asked.current = { limit: limit + count, isUnderWay: false }
    setLimit(limit + count)
  }
  return {
    /** Newest first, each number once, with settings that are masked; people are pseudonyms while the session is private. */
    revisions,
    // A failure to load more is told once, as a notice.
    state: isCutShort ? ({ is: 'loading' } as const) : state,
    /** Whether the server may have older ones. */
    hasMore: state.is === 'loading' || isCutShort || isFull,
    /** Whether history has no older ones than these, as far as anybody can tell. The history on disk may end earlier. */
    isWhole: revisions.at(-1)?.revision === 1 || (isAll && connection.is === 'ready' && !connection.queries.isOffline),
    /** Whether older ones are on their way. */
    isLoadingMore: state.is === 'loading' && limit > goodLimit.current,
    /** Why the last older ones that were asked for did not come. Those that are there stay. */
    failure,
    /** Asks for older ones, unless there are none, some are on their way, or the last ones did not come. */
    more: () => failure === undefined && ask(STEP),
    /** The same, as many as there are already, for a walk through all; and again where the last ones did not come. */
    moreAtOnce: () => ask(Math.max(STEP, limit)),
  }
}

/** The settings of a revision as JSON that may be shown and copied: without secrets. */
export const settingsJson = ({ settings }: Revision): string => toJson(shownSettings(settings ?? null), { indent: 2 })
