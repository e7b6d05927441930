import { useMemo } from 'react'
import { shownOf } from '../../../src/cache/load/query-state.ts'
import { compareSettings } from '../../../src/domain/risk/compare-settings.ts'
import { useQuery } from '../../kit/query/use-query.ts'
import { usePrivateSalt } from '../../kit/session/person-name.ts'
import { isLargeValue } from '../../kit/tree/value-text.ts'
import type { Revision } from './use-revisions.ts'

export type Compared = ReturnType<typeof useComparison>

/** Compares two revisions: small settings synchronously, large ones by a query. */
export const useComparison = (before: Revision | undefined, after: Revision | undefined) => {
  const isPrivate = usePrivateSalt() !== undefined
  const isLarge = isLargeValue(before?.settings) || isLargeValue(after?.settings)
  const [from, to] = [before?.revision, after?.revision]
  // The query compares real names, not pseudonyms, so it is not used in privacy mode.
  const params =
    isLarge && !isPrivate && from !== undefined && to !== undefined ? { before: from, after: to } : undefined
  const state = useQuery('comparison', params)
  const isSync = params === undefined
  const syncComparison = useMemo(
    () => (isSync ? compareSettings(before?.settings, after?.settings) : undefined),
    [isSync, before, after],
  )
  return {
    before,
    after,
    isLarge,
    /** Undefined until the comparison is computed. */
    comparison: syncComparison ?? shownOf(state)?.data,
    /** State of the query; undefined if the comparison is computed synchronously. */
    state: isSync ? undefined : state,
  }
}
