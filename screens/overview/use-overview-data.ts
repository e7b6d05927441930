import { useEffect, useMemo, useState } from 'react'
import type { WikiRunRow } from '../../src/cache/load/management/load-wiki-runs.ts'
import { isExportFailure } from '../../src/cache/load/management/work.ts'
import { type QueryState, shownOf } from '../../src/cache/load/query-state.ts'
import { keyAttentionData } from '../../src/domain/keys/key-rows.ts'
import { attentionLine, attentionOf, type Mutes } from '../../src/domain/overview/attention/attention.ts'
import type {
  AttentionInput,
  FailedExport,
  FailingChannel,
} from '../../src/domain/overview/attention/attention-kind.ts'
import { type AttentionItem, attentionMarks } from '../../src/domain/overview/attention/attention-kinds.ts'
import { comparisonFor, overviewOf, overviewSpan } from '../../src/domain/overview/overview-figures.ts'
import { pseudonymizeAuthor } from '../../src/domain/overview/pseudonymize.ts'
import { repositoryRows } from '../../src/domain/readiness/repository-rows.ts'
import { shellWord } from '../kit/export/command-options.ts'
import { useCreditDays } from '../kit/query/use-credit-days.ts'
import { useLoadedData, useQuery } from '../kit/query/use-query.ts'
import { useScreenState } from '../kit/screen/screen-state.ts'
import type { Action } from '../kit/session/actions.ts'
import { usePrivateSalt } from '../kit/session/person-name.ts'
import { useSession, useSubjectActions } from '../kit/session/session.ts'
import type { ShownRange } from '../kit/session/use-range.ts'
import { overviewState } from './overview-keys.ts'

/** Number of revisions to load: as many as the pane can show in a tall window. */
const REVISIONS = 30

export type OverviewData = ReturnType<typeof useOverviewData>

/** All data of the overview, and the values computed from it. */
export const useOverviewData = ({ range, previous }: ShownRange) => {
  const session = useSession()
  const salt = usePrivateSalt()
  // The span doesn't depend on the comparison, so switching it sends no requests.
  const span = overviewSpan(range, comparisonFor(range))
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
  const states = [...credits.states, activity, tools, productivity, revisions, reports]
  const isLoaded = states.every(({ is }) => is !== 'loading')
  const attentionSources = useAttentionSources(isLoaded)
  const { found } = attentionSources
  const { overview, everything } = useMemo(() => {
    const known = {
      range,
      activity: activityDays,
      tools: toolDays,
      productivity: productivityDays,
      revisions: revisionRows,
      reports: reportRows,
      now: session.now(),
    }
    return {
      overview: overviewOf({ ...known, previous, credits: creditDays?.days }),
      everything: attentionOf({ ...known, ...found, credits: creditDays }),
    }
  }, [session, range, previous, creditDays, activityDays, toolDays, productivityDays, revisionRows, reportRows, found])
  const attention = useMutes(everything, !attentionSources.isChecking && isLoaded)
  const repositories = useMemo(() => repositoryRows(reportRows ?? []), [reportRows])
  const known = overview.revisions ?? []
  const briefs = salt === undefined ? known : known.map((one) => pseudonymizeAuthor(one, salt))
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
    /** The states of the queries behind the figures. */
    states,
    /** See {@link useAttentionSources}. */
    attentionSources,
    /** Whether data is loading that has never been loaded. */
    isChecking: attentionSources.isChecking || states.some((one) => one.is === 'loading' && one.old === undefined),
  }
}

/**
 * The attention items without the muted ones, and functions that mute, unmute and show items.
 *
 * @param isComplete - Whether all data in which items are found is loaded.
 */
const useMutes = (all: readonly AttentionItem[], isComplete: boolean) => {
  const { mutes, visits, actions } = useSession()
  // A new function after each change, so that the rows below are filtered again.
  const [isMuted, setMuted] = useState(() => mutedBy(mutes))
  const [isShown, setShown] = useScreenState(overviewState.muted)
  const { open, muted } = useMemo(
    () => ({ open: all.filter((item) => !isMuted(item)), muted: all.filter(isMuted) }),
    [all, isMuted],
  )
  // An item counts as seen once it is shown. Until all data is loaded, the items are not complete.
  useEffect(() => {
    if (isComplete) visits.recordItems(open.flatMap(attentionMarks))
  }, [visits, isComplete, open])
  return {
    /** The items that are not muted. */
    open,
    /** Whether an item is new since the earlier runs. */
    isNew: (item: AttentionItem): boolean => attentionMarks(item).some(visits.isNewItem),
    /** The number of muted items. */
    muted: muted.length,
    /** The rows of the list. Muted items are last, if they are shown. */
    listed: isShown ? [...open, ...muted] : open,
    isShown,
    /** When the mute of an item ends, Unix ms; undefined: not muted. */
    until: mutes.until,
    toggleMutedRows: () => setShown(!isShown),
    /** Mutes or unmutes an item, and returns a notice. */
    toggleMute: (item: AttentionItem): string => {
      const { id } = item
      const isMuting = mutes.until(id) === undefined
      const isKept = mutes.set(id, isMuting)
      const what = isMuting ? 'mute' : 'unmute'
      const command = (shown = 'overview') => `${shown} --${what} ${shellWord(id)}`
      const action = actions.start({ what, target: attentionLine(item), command, mayHaveNames: true })
      action.end({ is: 'done', text: isMuting ? (isKept ? 'for a week' : 'for this session') : '' })
      setMuted(() => mutedBy(mutes))
      if (!isMuting) return 'Unmuted.'
      return `Muted ${isKept ? 'for a week' : 'for this session'}. Press U to show muted items, u to unmute.`
    },
  }
}

const mutedBy =
  (mutes: Mutes) =>
  ({ id }: AttentionItem): boolean =>
    mutes.until(id) !== undefined

/**
 * The remaining data behind attention items: computers, CI jobs and the keys of known service accounts, and failed
 * exports and notifications on this machine.
 *
 * @param isWanted - Whether to start the requests. They wait for the data that users look at first.
 */
const useAttentionSources = (isWanted: boolean) => {
  const { now, notifier } = useSession()
  const wanted = useOnceTrue(isWanted) ? nothing : undefined
  const queries = {
    computers: useQuery('computers', wanted),
    'CI jobs': useQuery('ciJobs', wanted),
    keys: useQuery('serviceAccounts', wanted),
  }
  const computers = shownOf(queries.computers)?.data
  const ciJobs = shownOf(queries['CI jobs'])?.data
  const accounts = shownOf(queries.keys)?.data
  const runs = useLoadedData('wikiRuns')(nothing)
  const actions = useSubjectActions()
  const [failingChannels, setFailing] = useState<readonly FailingChannel[]>([])
  useEffect(() => {
    let isShown = true
    // If the notifier's files can't be read, its own screen shows the reason.
    const show = (channels: readonly FailingChannel[]) => isShown && channels.length > 0 && setFailing(channels)
    void notifier.failing().then(show, () => {})
    return () => {
      isShown = false
    }
  }, [notifier])
  const found = useMemo(
    (): Partial<AttentionInput> => ({
      ...(accounts && keyAttentionData(accounts, now())),
      computers: computers?.rows.flatMap(({ item }) => (item === undefined ? [] : [item])),
      ciJobs: ciJobs?.rows,
      failedExports: failedExportsOf(runs?.rows ?? [], actions),
      failingChannels,
    }),
    [now, accounts, computers, ciJobs, runs, actions, failingChannels],
  )
  const states = Object.values(queries)
  const isComplete = useOnceTrue(states.every(({ is }) => is !== 'loading'))
  return {
    found,
    /** The states of these queries, without those that failed. */
    states: states.filter(({ is }) => is !== 'failed'),
    /** True until each query has been loaded or has failed once. */
    isChecking: !isComplete,
    /** Names of the data that could not be loaded: `CI jobs`. */
    without: [
      ...Object.entries(queries).flatMap(([what, state]) => (isUnavailable(state) ? [what] : [])),
      ...(ciJobs?.other === undefined ? [] : ['CI jobs (unknown shape)']),
    ],
  }
}

/** Whether the value is true now or was true in an earlier render. */
const useOnceTrue = (is: boolean): boolean => {
  const [was, setWas] = useState(is)
  if (is && !was) setWas(true)
  return is || was
}

/** Whether data could not be loaded, although the server has it and the program is online. */
const isUnavailable = (state: QueryState<unknown>): boolean =>
  state.is === 'failed' && state.error.status !== 404 && state.error.kind !== 'incomplete'

const nothing = {}

/** The failed exports of earlier sessions and of this one, except for runs that have been exported again since. */
const failedExportsOf = (runs: readonly WikiRunRow[], actions: readonly Action[]): FailedExport[] => {
  const failed = new Map<string, FailedExport>()
  const nameOf = (run: string) => runs.find(({ id }) => id === run)?.name
  for (const { id, name, failedExport } of runs) if (failedExport) failed.set(id, { run: id, name, ...failedExport })
  // The list starts with the newest action, so the newest export of each run is applied last.
  for (const { subject: run, state, endedAt } of actions.toReversed()) {
    // Other actions also have subjects: a channel, an archive.
    if (run === undefined || !runs.some(({ id }) => id === run)) continue
    if (state.is === 'done' || state.is === 'running') failed.delete(run)
    if (state.is === 'failed' && isExportFailure(state.error) && endedAt !== undefined)
      failed.set(run, { run, name: nameOf(run), at: endedAt, why: state.error.message })
  }
  return [...failed.values()]
}
