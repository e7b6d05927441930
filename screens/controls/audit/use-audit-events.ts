import { useLayoutEffect, useMemo, useRef } from 'react'
import { shownOf } from '../../../src/cache/load/query-state.ts'
import { type AuditRow, pseudonymizeEvent } from '../../../src/domain/audit/audit-row.ts'
import { useQuery } from '../../kit/query/use-query.ts'
import { useScreenState } from '../../kit/screen/screen-state.ts'
import { usePrivateSalt } from '../../kit/session/person-name.ts'
import { auditState } from '../shared/controls-state.ts'

/** Events added by each load. */
const STEP = 100

const none: readonly AuditRow[] = []

/** The loaded part of the audit log. */
export const useAuditEvents = () => {
  const [limit, setLimit] = useScreenState(auditState.limit)
  const state = useQuery('auditEvents', { limit })
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
    /** Whether the server may have older events. */
    hasMore,
    isLoadingMore: state.is === 'loading' && rows.length > 0,
    more: () => {
      if (hasMore) setLimit(limit + STEP)
    },
  }
}
