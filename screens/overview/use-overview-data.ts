import { useMemo } from 'react'
import { type QueryState, shownOf } from '../../src/cache/load/query-state.ts'
import { liveBrief } from '../../src/domain/live/live-brief.ts'
import { comparisonFor, overviewOf, overviewSpan } from '../../src/domain/overview/overview-figures.ts'
import { pseudonymizeAuthor } from '../../src/domain/overview/pseudonymize.ts'
import { repositoryRows } from '../../src/domain/readiness/repository-rows.ts'
import { seatCounts } from '../../src/domain/seats/seats.ts'
import { useCreditDays } from '../kit/query/use-credit-days.ts'
import { useLiveStream, useQuery } from '../kit/query/use-query.ts'
import { usePrivateSalt } from '../kit/session/person-name.ts'
import { useSession } from '../kit/session/session.ts'
import type { ShownRange } from '../kit/session/use-range.ts'
import { useAttention } from './use-attention.ts'
import { useSavedStatus } from './use-saved-status.ts'

/** Number of revisions to load: as many as the pane can show in a tall window. */
const REVISIONS = 30

const nothing = {}

export type OverviewData = ReturnType<typeof useOverviewData>

/** All data of the overview, and the values computed from it. */
export const useOverviewData = ({ range, previous }: ShownRange) => {
  const session = useSession()
  const salt = usePrivateSalt()
  // The span doesn't depend on the comparison, so switching it sends no requests.
  const span = overviewSpan(range, comparisonFor(range))
  const credits = useCreditDays(range)
  const queries = {
    activity: useQuery('activityDays', { range: span }),
    tools: useQuery('toolDays', { range: span }),
    productivity: useQuery('productivityDays', { range: span }),
    revisions: useQuery('revisions', { limit: REVISIONS }),
    reports: useQuery('reports', {}),
  }
  const attention = useAttention(range, { credits, ...queries })
  useSavedStatus(range, credits, attention)
  const live = shownOf(useQuery('live', attention.hasFigures ? nothing : undefined))?.data
  useLiveStream(live !== undefined)
  const seatList = attention.seats
  const creditDays = credits.days
  const activity = shownOf(queries.activity)?.data
  const tools = shownOf(queries.tools)?.data
  const productivity = shownOf(queries.productivity)?.data
  const revisions = shownOf(queries.revisions)?.data
  const reports = shownOf(queries.reports)?.data
  const overview = useMemo(
    () =>
      overviewOf({
        ...{ range, previous, activity, tools, productivity, revisions, reports },
        credits: creditDays?.days,
        seats: seatList && seatCounts(seatList),
        today: live && liveBrief(live),
        now: session.now(),
      }),
    [session, range, previous, creditDays, activity, tools, productivity, revisions, reports, seatList, live],
  )
  const repositories = useMemo(() => repositoryRows(reports ?? []), [reports])
  const known = overview.revisions ?? []
  return {
    overview,
    attention,
    repositories,
    /** Revisions, without names of people while the session is private. */
    briefs: salt === undefined ? known : known.map((one) => pseudonymizeAuthor(one, salt)),
    credits,
    ...queries,
    /** The states of the queries behind the figures. */
    states: [...credits.states, ...Object.values(queries)] as readonly QueryState<unknown>[],
  }
}
