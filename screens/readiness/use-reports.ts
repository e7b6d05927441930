import { useMemo } from 'react'
import { shownOf } from '../../src/cache/load/query-state.ts'
import type { Lenient } from '../../src/contract/lenient.ts'
import type { ReadinessReport } from '../../src/contract/readiness.ts'
import { existedAt } from '../../src/domain/calendar/as-of.ts'
import { newestFirst } from '../../src/domain/readiness/levels.ts'
import { tallyCriteria } from '../../src/domain/readiness/next-level.ts'
import { readinessBrief } from '../../src/domain/readiness/readiness-output.ts'
import { repositoryRows } from '../../src/domain/readiness/repository-rows.ts'
import { useQuery } from '../kit/query/use-query.ts'
import type { ScreenProps } from '../kit/screen/screen.ts'
import { useSessionState } from '../kit/session/session.ts'

export type Report = Lenient<ReadinessReport>

/** All loaded reports, and data derived from them. */
export type LoadedReports = ReturnType<typeof useReports>

export type ReadinessViewProps = Pick<ScreenProps, 'width' | 'height' | 'open'> & { loaded: LoadedReports }

export const useReports = () => {
  const state = useQuery('reports', {})
  const shown = shownOf(state)
  const at = useSessionState('at')
  const all = shown?.data
  const reports = useMemo(
    () => (at === undefined ? all : all?.filter(({ createdAt }) => existedAt(createdAt, at))),
    [all, at],
  )
  const derived = useMemo(() => {
    const repositories = repositoryRows(reports ?? []).sort((a, b) => newestFirst(a.report, b.report))
    return {
      /** Undefined until the first response. */
      brief: reports && readinessBrief(reports),
      /** Sorted by newest report, newest first. */
      repositories,
      /** Number of reports without a repository, which no row can show. */
      withoutRepository: (reports ?? []).filter(({ repoUrl }) => repoUrl === undefined).length,
      /** The results of each criterion over the newest reports of all repositories. */
      tallies: tallyCriteria(repositories.map(({ report }) => report)),
    }
  }, [reports])
  return {
    state,
    ...derived,
    /** Why reports are missing; undefined if all are loaded. */
    incomplete: shown?.incomplete,
  }
}
