import { useLayoutEffect, useMemo, useRef } from 'react'
import { shownOf } from '../../../src/cache/load/query-state.ts'
import { type AuditRow, pseudonymizeEvent, revisionOf } from '../../../src/domain/audit/audit-row.ts'
import { useQuery } from '../../kit/query/use-query.ts'
import { useScreenState } from '../../kit/screen/screen-state.ts'
import { usePrivateSalt } from '../../kit/session/person-name.ts'
import { auditState } from '../shared/controls-state.ts'

/** Events added by each load. */
const STEP = 100

const none: readonly AuditRow[] = []

/** The loaded part of the audit log. @param isWanted - Whether to load it. */
export const useAuditEvents = (isWanted = true) => {
  const [limit, setLimit] = useScreenState(auditState.limit)
  const state = useQuery('auditEvents', isWanted ? { limit } : undefined)
  const last = useRef(none)
  const shown = shownOf(state)?.data
  // While older events load, keep the loaded ones.
  const rows = shown ?? (state.is === 'loading' ? last.current : none)
  useLayoutEffect(() => {
    last.current = rows
  })
  const salt = usePrivateSalt()
  const events = useMemo(
    () => (salt === undefined ? rows : rows.map((row) => pseudonymizeEvent(row, salt))),
    [rows, salt],
  )
  const hasMore = state.is === 'ready' && state.now.data.length >= limit
  return {
    state,
    events,
    /** The event of a row, with the names that a pseudonym hides. */
    rawOf: (row: AuditRow): AuditRow => rows[events.indexOf(row)] ?? row,
    /** Whether the server may have older events. */
    hasMore,
    isLoadingMore: state.is === 'loading' && rows.length > 0,
    more: () => {
      if (hasMore) setLimit(limit + STEP)
    },
  }
}

/** The events that made revisions, by the number of the revision. @param isWanted - Whether to load them. */
export const useRevisionEvents = (isWanted: boolean): ReadonlyMap<number | undefined, AuditRow> => {
  const { events } = useAuditEvents(isWanted)
  return useMemo(
    () =>
      new Map(
        events.flatMap((row) => {
          const revision = revisionOf(row.event)
          return revision === undefined ? [] : [[revision, row] as const]
        }),
      ),
    [events],
  )
}
