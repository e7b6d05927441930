import { useMemo } from 'react'
import type { CiJobsData } from '../../src/cache/load/management/load-ci-jobs.ts'
import { type QueryState, shownOf } from '../../src/cache/load/query-state.ts'
import { type CiJobRow, ciJobRows } from '../../src/domain/ci/ci-jobs.ts'
import { useQuery } from '../kit/query/use-query.ts'

export type LoadedCiJobs = {
  state: QueryState<CiJobsData>
  rows: readonly CiJobRow[]
  /** The whole answer where it is no list of jobs. */
  other: unknown
}

const none: readonly CiJobRow[] = []

/** The jobs of CI automation as far as they are known. */
export const useCiJobs = (): LoadedCiJobs => {
  const state = useQuery('ciJobs', {})
  const data = shownOf(state)?.data
  const rows = useMemo(() => (data ? ciJobRows(data.jobs) : none), [data])
  return { state, rows, other: data?.other }
}
