import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import type { AppError } from '../../../src/base/errors.ts'
import { isRefusal } from '../../../src/cache/load/kit/load-errors.ts'
import { shownOf } from '../../../src/cache/load/query-state.ts'
import type { ControlRevision } from '../../../src/contract/controls.ts'
import type { Lenient } from '../../../src/contract/lenient.ts'
import { existedAt } from '../../../src/domain/calendar/as-of.ts'
import { toJson } from '../../../src/domain/output/output.ts'
import { pseudonymizeRevision } from '../../../src/domain/overview/pseudonymize.ts'
import { shownSettings } from '../../../src/domain/secrets/mask-settings.ts'
import { useQuery } from '../../kit/query/use-query.ts'
import { useScreenState } from '../../kit/screen/screen-state.ts'
import { usePrivateSalt } from '../../kit/session/person-name.ts'
import { useSessionState } from '../../kit/session/session.ts'
import { useLastRow } from '../../kit/session/use-last-row.ts'
import { historyState } from './controls-state.ts'

export type Revision = Lenient<ControlRevision>

/** Revisions added by each load. */
const STEP = 100

export type LoadedRevisions = ReturnType<typeof useRevisions>

const none: readonly Revision[] = []

/** The loaded part of the history of the controls. */
export const useRevisions = () => {
  const { showNotice } = useLastRow()
  const connection = useSessionState('connection')
  const [limit, setLimit] = useScreenState(historyState.limit)
  const state = useQuery('revisions', { limit })
  const last = useRef(none)
  /** The last limit that loaded completely. */
  const lastCompleteLimit = useRef(historyState.limit.initial)
  const [failure, setFailure] = useState<AppError>()
  const shown = shownOf(state)?.data
  // A retried request still has its old failed state for a moment, before it is loading.
  const pendingLoad = useRef<{ limit: number; hasStarted: boolean }>(undefined)
  const isRequested = pendingLoad.current?.limit === limit && limit > lastCompleteLimit.current
  const hasLoadMoreFailed = isRequested && state.is === 'failed' && !isRefusal(state.error)
  // While older revisions load, or after that fails, keep the loaded rows. After a refusal, show none.
  const isExtending = state.is === 'loading' || hasLoadMoreFailed
  const isShown = shown !== undefined && (!isExtending || shown.length >= last.current.length)
  const rows = isShown ? shown : isExtending ? last.current : none
  useLayoutEffect(() => {
    last.current = rows
    if (state.is === 'ready') lastCompleteLimit.current = limit
    if (pendingLoad.current?.limit === limit && state.is === 'loading') pendingLoad.current.hasStarted = true
  })
  useEffect(() => {
    if (!hasLoadMoreFailed || !pendingLoad.current?.hasStarted) return
    setFailure(state.error)
    setLimit(lastCompleteLimit.current)
    if (state.error.kind !== 'interrupted') showNotice(state.error.message)
  })

  const salt = usePrivateSalt()
  const at = useSessionState('at')
  const revisions = useMemo(() => {
    const byNumber = new Map(rows.map((row) => [row.revision ?? row, row]))
    const newestFirst = [...byNumber.values()]
      .filter(({ updatedAt }) => existedAt(updatedAt, at))
      .sort((a, b) => (b.revision ?? 0) - (a.revision ?? 0))
    return salt === undefined ? newestFirst : newestFirst.map((row) => pseudonymizeRevision(row, salt))
  }, [rows, salt, at])
  const isFull = state.is === 'ready' && state.now.data.length >= limit
  const isAll = state.is === 'ready' && !isFull && state.now.incomplete === undefined
  const loadOlder = (count: number) => {
    if (!isFull) return
    setFailure(undefined)
    pendingLoad.current = { limit: limit + count, hasStarted: false }
    setLimit(limit + count)
  }
  return {
    /** Newest first, each number once. Settings are masked; users are pseudonyms in privacy mode. */
    revisions,
    // An error of loading older revisions is shown once, as a notice.
    state: hasLoadMoreFailed ? ({ is: 'loading' } as const) : state,
    /** Whether the server may have older revisions. */
    hasMore: state.is === 'loading' || hasLoadMoreFailed || isFull,
    /** Whether it is known that nothing older exists. Offline, the cached history may end earlier than the real one. */
    isWhole: revisions.at(-1)?.revision === 1 || (isAll && connection.is === 'ready' && !connection.queries.isOffline),
    /** Whether older revisions are loading. */
    isLoadingMore: state.is === 'loading' && limit > lastCompleteLimit.current,
    /** Why the last load of older revisions failed; the loaded ones remain. */
    failure,
    /** Loads older revisions, unless there are none, a load is running or the last load failed. */
    more: () => failure === undefined && loadOlder(STEP),
    /** Doubles the number of revisions, to load the whole history in few requests. Also retries after an error. */
    loadLargeBatch: () => loadOlder(Math.max(STEP, limit)),
  }
}

/** The settings of a revision as JSON that is safe to show and copy: without secrets. */
export const settingsJson = ({ settings }: Revision): string => toJson(shownSettings(settings ?? null), { indent: 2 })
