import { useMemo } from 'react'
import { shownOf } from '../../src/cache/load/query-state.ts'
import { attentionOf } from '../../src/domain/overview/attention/attention.ts'
import { withHiddenAuthor } from '../../src/domain/overview/hidden-people.ts'
import { comparisonFor, overviewOf, overviewSpan } from '../../src/domain/overview/overview-figures.ts'
import { repositoryRows } from '../../src/domain/readiness/repository-rows.ts'
import { useCreditDays } from '../kit/query/use-credit-days.ts'
import { useQuery } from '../kit/query/use-query.ts'
import { usePrivateSalt } from '../kit/session/person-name.ts'
import { useSession } from '../kit/session/session.ts'
import type { ShownRange } from '../kit/session/use-range.ts'
import { useMutes } from './use-mutes.ts'
import { useStanding } from './use-standing.ts'

/** Revisions asked for: what the pane can show on a tall window. */
const REVISIONS = 30

export type OverviewData = ReturnType<typeof useOverviewData>

/** All that the overview is made from, and what follows from it. */
export const useOverviewData = ({ range, previous }: ShownRange) => {
  const session = useSession()
  const salt = usePrivateSalt()
  // The span does not depend on whether figures are compared, so that switching it asks for nothing.
  const span = useMemo(() => overviewSpan(range, comparisonFor(range)), [range])
  const credits = useCreditDays(range)
  const activity = useQuery('activityDays', { range: span })
  const tools = useQuery('toolDays', { range: span })
  const productivity = useQuery('productivityDays', { range: span })
  const revisions = useQuery('revisions', { limit: REVISIONS })
  const reports = useQuery('reports', {})

  const creditDays = credits.days
  const activityDays = shownOf(activity)?.data
  const toolDays = shownOf(tools)?.data
  const productivityDays = shownOf(productivity)?.data
  const revisionRows = shownOf(revisions)?.data
  const reportRows = shownOf(reports)?.data
  const known = useMemo(
    () => ({
      range,
      activity: activityDays,
      tools: toolDays,
      productivity: productivityDays,
      revisions: revisionRows,
      reports: reportRows,
    }),
    [range, activityDays, toolDays, productivityDays, revisionRows, reportRows],
  )
  const overview = useMemo(
    () => overviewOf({ ...known, previous, credits: creditDays?.days, now: session.now() }),
    [session, known, previous, creditDays],
  )
  const states = [...credits.states, activity, tools, productivity, revisions, reports]
  const standing = useStanding(states.every(({ is }) => is !== 'loading'))
  const everything = useMemo(
    () => attentionOf({ ...known, ...standing.found, credits: creditDays, now: session.now() }),
    [session, known, creditDays, standing.found],
  )
  const attention = useMutes(everything, !standing.isLooking && states.every(({ is }) => is !== 'loading'))
  const repositories = useMemo(() => repositoryRows(reportRows ?? []), [reportRows])
  const briefs = useMemo(() => {
    const revisions = overview.revisions ?? []
    return salt === undefined ? revisions : revisions.map((one) => withHiddenAuthor(one, salt))
  }, [overview, salt])
  return {
    overview,
    attention,
    repositories,
    /** Revisions, without names of people while the session is private. */
    briefs,
    credits,
    activity,
    tools,
    productivity,
    revisions,
    reports,
    /** Of what the figures are made from. */
    states,
    /** See {@link useStanding}. */
    standing,
    /** Whether something is being asked for of which nothing is known yet. */
    isLooking: standing.isLooking || states.some((one) => one.is === 'loading' && one.old === undefined),
  }
}
