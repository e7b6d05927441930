import { useMemo } from 'react'
import { shownOf } from '../../../src/cache/load/query-state.ts'
import { compareSettings } from '../../../src/domain/risk/compare-settings.ts'
import { useQuery } from '../../kit/query/use-query.ts'
import { usePrivateSalt } from '../../kit/session/person-name.ts'
import { isLargeValue } from '../../kit/tree/value-text.ts'
import type { Revision } from './use-revisions.ts'

export type Compared = ReturnType<typeof useComparison>

/** Two revisions compared: small settings here and at once, large ones by a query. */
export const useComparison = (before: Revision | undefined, after: Revision | undefined) => {
  const isPrivate = usePrivateSalt() !== undefined
  const isLarge = isLargeValue(before?.settings) || isLargeValue(after?.settings)
  const [from, to] = [before?.revision, after?.revision]
  // The query has the names of people, not their pseudonyms.
  const params =
    isLarge && !isPrivate && from !== undefined && to !== undefined ? { before: from, after: to } : undefined
  const state = useQuery('comparison', params)
  const isHere = params === undefined
  const here = useMemo(
    () => (isHere ? compareSettings(before?.settings, after?.settings) : undefined),
    [isHere, before, after],
  )
  return {
    before,
    after,
    isLarge,
    /** Undefined while it is made. */
    comparison: here ?? shownOf(state)?.data,
    /** What brings the comparison, where it is not made here. */
    state: isHere ? undefined : state,
  }
}
