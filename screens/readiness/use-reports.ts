import { useMemo } from 'react'
import { shownOf } from '../../src/cache/load/query-state.ts'
import type { Lenient } from '../../src/contract/lenient.ts'
import type { ReadinessReport } from '../../src/contract/readiness.ts'
import { isKnownAt } from '../../src/domain/calendar/known-at.ts'
import { newestFirst } from '../../src/domain/readiness/levels.ts'
import { tallyCriteria } from '../../src/domain/readiness/next-level.ts'
import { readinessBrief } from '../../src/domain/readiness/readiness-output.ts'
import { repositoryRows } from '../../src/domain/readiness/repository-rows.ts'
import { useQuery } from '../kit/query/use-query.ts'
import type { ScreenProps } from '../kit/screen/screen.ts'
import { useSessionState } from '../kit/session/session.ts'

export type Report = Lenient<ReadinessReport>

/** Every report there is, and what follows from all of them. */
export type LoadedReports = ReturnType<typeof useReports>

export type ReadinessViewProps = Pick<ScreenProps, 'width' | 'height' | 'open'> & { loaded: LoadedReports }

export const useReports = () => {
  const state = useQuery('reports', {})
  const shown = shownOf(state)
  const at = useSessionState('at')
  const all = shown?.data
  const reports = useMemo(
    () => (at === undefined ? all : all?.filter(({ createdAt }) => isKnownAt(createdAt, at))),
    [all, at],
  )
  const derived = useMemo(() => {
    const repositories = repositoryRows(reports ?? []).sort((a, b) => newestFirst(a.report, b.report))
    return {
      /** Undefined until the first answer. */
      brief: reports && readinessBrief(reports),
      /** The repository with the newest report first. */
      repositories,
      /** Reports that tell no repository, so that no row can show them. */
      homeless: (reports ?? []).filter(({ repoUrl }) => repoUrl === undefined).length,
      /** In how many repositories each criterion came to what. */
      tallies: tallyCriteria(repositories.map(({ report }) => report)),
    }
  }, [reports])
  return {
    state,
    ...derived,
    /** Why these are not all reports; undefined: they are. */
    incomplete: shown?.incomplete,
  }
}
