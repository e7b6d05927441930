import { useMemo } from 'react'
import { type QueryState, shownOf } from '../../src/cache/load/query-state.ts'
import type { Lenient } from '../../src/contract/lenient.ts'
import type { ReadinessReport } from '../../src/contract/readiness.ts'
import { isKnownAt } from '../../src/domain/calendar/known-at.ts'
import { newestFirst } from '../../src/domain/readiness/levels.ts'
import { type CriterionTally, tallyCriteria } from '../../src/domain/readiness/next-level.ts'
import { type ReadinessBrief, readinessBrief } from '../../src/domain/readiness/readiness-output.ts'
import { type RepositoryRow, repositoryRows } from '../../src/domain/readiness/repository-rows.ts'
import { useQuery } from '../kit/query/use-query.ts'

import { useSessionState } from '../kit/session/session.ts'

export type Report = Lenient<ReadinessReport>

/** Every report there is, and what follows from all of them. */
export type LoadedReports = {
  state: QueryState<Report[]>
  /** Undefined until the first answer. */
  brief: ReadinessBrief | undefined
  /** The repository with the newest report first. */
  repositories: readonly RepositoryRow[]
  /** In how many repositories each criterion came to what. */
  tallies: ReadonlyMap<string, CriterionTally>
  /** Reports that tell no repository, so that no row can show them. */
  homeless: number
  /** Why these are not all reports; undefined: they are. */
  incomplete: string | undefined
}

export const useReports = (): LoadedReports => {
  const state = useQuery('reports', {})
  const shown = shownOf(state)
  const at = useSessionState('at')
  const all = shown?.data
  const reports = useMemo(
    () => (at === undefined ? all : all?.filter(({ createdAt }) => isKnownAt(createdAt, at))),
    [all, at],
  )
  const derived = useMemo(() => {
    const repositories = repositoryRows(reports ?? []).sort(({ reports: [a] }, { reports: [b] }) =>
      a && b ? newestFirst(a, b) : 0,
    )
    return {
      brief: reports && readinessBrief(reports),
      repositories,
      homeless: (reports ?? []).filter(({ repoUrl }) => repoUrl === undefined).length,
      tallies: tallyCriteria(repositories.flatMap(({ reports: [newest] }) => (newest ? [newest] : []))),
    }
  }, [reports])
  return { state, ...derived, incomplete: shown?.incomplete }
}
