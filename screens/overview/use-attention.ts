import { useEffect, useMemo, useState } from 'react'
import type { WikiRunRow } from '../../src/cache/load/management/load-wiki-runs.ts'
import { isExportFailure } from '../../src/cache/load/management/work.ts'
import type { DataOf } from '../../src/cache/load/queries.ts'
import { type QueryState, shownOf } from '../../src/cache/load/query-state.ts'
import { DEFAULT_BILLING_DAY } from '../../src/domain/calendar/billing-month.ts'
import type { Range } from '../../src/domain/calendar/calendar.ts'
import { activeComputers } from '../../src/domain/computers/computer-use.ts'
import { keyAttentionData } from '../../src/domain/keys/key-rows.ts'
import { attentionLine, attentionOf, type Mutes } from '../../src/domain/overview/attention/attention.ts'
import {
  type CheckState,
  type Checks,
  itemRow,
  rowsWhileChecking,
  runningChecks,
} from '../../src/domain/overview/attention/attention-checks.ts'
import type {
  AttentionInput,
  FailedExport,
  FailingChannel,
} from '../../src/domain/overview/attention/attention-kind.ts'
import { type AttentionItem, attentionMarks } from '../../src/domain/overview/attention/attention-kinds.ts'
import { shellWord } from '../kit/export/command-options.ts'
import type { useCreditDays } from '../kit/query/use-credit-days.ts'
import { useLoadedData, useQuery } from '../kit/query/use-query.ts'
import { useBudgets, useTeams } from '../kit/query/use-teams.ts'
import { useScreenState } from '../kit/screen/screen-state.ts'
import type { Action } from '../kit/session/actions.ts'
import { useSession, useSessionState, useSubjectActions } from '../kit/session/session.ts'
import { overviewState } from './overview-keys.ts'

type Figures = {
  credits: ReturnType<typeof useCreditDays>
  activity: QueryState<DataOf<'activityDays'>>
  tools: QueryState<DataOf<'toolDays'>>
  productivity: QueryState<DataOf<'productivityDays'>>
  revisions: QueryState<DataOf<'revisions'>>
  reports: QueryState<DataOf<'reports'>>
}

/** The attention items of a range, and the rows of their list. */
export const useAttention = (range: Range, figures: Figures) => {
  const { credits, activity, tools, productivity, revisions, reports } = figures
  const states = [...credits.states, activity, tools, productivity, revisions, reports]
  const isKnown = !states.some(isUnknown)
  const { found, wanted, queries, teams, ...sources } = useAttentionSources(isKnown)
  const waiting = waitingDays(range, figures)
  const everything = useItems(range, figures, waiting, found)
  const isUsageWaiting = Object.values(waiting).includes(true)
  const checks: Checks = {
    credits: stateOfCheck(waiting.credits, ...credits.states),
    activity: stateOfCheck(isUsageWaiting, ...credits.states, tools, activity, productivity),
    controls: stateOfCheck(isUnknown(revisions), revisions),
    budgets: stateOfCheck(waiting.credits || isUnchecked(queries.budgets) || isUnchecked(teams), queries.budgets),
    seats: stateOfCheck(isUnchecked(queries.seats), queries.seats),
    keys: stateOfCheck(isUnchecked(queries.keys), queries.keys),
    computers: stateOfCheck(isUnchecked(queries.computers), queries.computers),
    ci: stateOfCheck(isUnchecked(queries['CI jobs']), queries['CI jobs']),
    readiness: stateOfCheck(isUnknown(reports), reports),
    use: stateOfCheck(isUnchecked(queries['use of computers']), queries['use of computers']),
  }
  const running = runningChecks(checks)
  const isComplete = running.length === 0
  const isLoaded = isComplete && states.every(({ is }) => is !== 'loading')
  const mutes = useMutes(everything, isLoaded)
  const isListed = useIsListed(`${range.from} ${range.to}`, isComplete, mutes.open.length > 0)
  const rows = isListed ? mutes.open.map(itemRow) : rowsWhileChecking(mutes.open, checks)
  return {
    ...mutes,
    ...sources,
    /** Whether the figures of the range are loaded. */
    hasFigures: wanted !== undefined,
    /** Whether all data in which items are found is loaded, and whether some of it could not be loaded. */
    isLoaded,
    isIncomplete: sources.without.length > 0 || states.some(({ is }) => is === 'failed'),
    budgets: found.budgets,
    /** Users with a seat, if the server lists them. */
    seats: found.seats?.rows,
    /** The rows of the list. Muted items are last, if they are shown. */
    rows: [...rows, ...mutes.shownMuted.map(itemRow)],
    /** Whether all rows are items, in their final order. */
    isListed,
    /** The checks whose data has never been loaded. */
    running,
  }
}

/** Whether nothing is known yet. */
const isUnknown = (state: QueryState<unknown>): boolean => state.is === 'loading' && state.old === undefined

/** {@link isUnknown} for data of which only ids are cached. */
const isUnchecked = (state: QueryState<unknown>): boolean => state.is === 'loading' && state.old?.from !== 'server'

const stateOfCheck = (isRunning: boolean, ...states: readonly QueryState<unknown>[]): CheckState => {
  if (isRunning) return 'running'
  return states.some((state) => shownOf(state) === undefined) ? 'failed' : 'done'
}

type Waiting = Record<'credits' | 'tools' | 'activity' | 'productivity', boolean>

/** Whether the last day of the range, which may be the unusual one, is still being loaded. */
const waitingDays = ({ to }: Range, { credits, tools, activity, productivity }: Figures): Waiting => {
  const isWaiting = (state: QueryState<unknown>, days: readonly { date?: string | undefined }[] | undefined) =>
    state.is === 'loading' && !days?.some(({ date }) => date === to)
  return {
    credits: credits.states.some(isUnknown) || isWaiting(credits.state, shownOf(credits.state)?.data.days),
    tools: isWaiting(tools, shownOf(tools)?.data),
    activity: isWaiting(activity, shownOf(activity)?.data),
    productivity: isWaiting(productivity, shownOf(productivity)?.data),
  }
}

const useItems = (
  range: Range,
  figures: Figures,
  waiting: Waiting,
  found: Partial<AttentionInput>,
): AttentionItem[] => {
  const { now } = useSession()
  // All unusual measures of a day are one item, which opens the most important one. A measure waits for the more
  // important ones, so that an item on the screen never opens another view.
  const hasCredits = !waiting.credits
  const hasTools = hasCredits && !waiting.tools
  const hasActivity = hasTools && !waiting.activity
  const credits = hasCredits ? figures.credits.days : undefined
  const tools = hasCredits ? shownOf(figures.tools)?.data : undefined
  const activity = hasTools ? shownOf(figures.activity)?.data : undefined
  const productivity = hasActivity ? shownOf(figures.productivity)?.data : undefined
  const revisions = shownOf(figures.revisions)?.data
  const reports = shownOf(figures.reports)?.data
  return useMemo(
    () => attentionOf({ ...found, range, credits, tools, activity, productivity, revisions, reports, now: now() }),
    [now, range, found, credits, tools, activity, productivity, revisions, reports],
  )
}

/** How long the first rows wait for all checks, ms. After that, a check that hangs must not hide what others found. */
const MAX_WAIT_MS = 5_000

/**
 * Whether the list shows its items in their final order, instead of the places of the checks. It does so from the
 * first time that all checks of the period are complete.
 */
const useIsListed = (period: string, isComplete: boolean, hasItems: boolean): boolean => {
  const [listed, setListed] = useState<string>()
  const [overdue, setOverdue] = useState<string>()
  const isConnected = useSessionState('connection').is === 'ready'
  useEffect(() => {
    if (!isConnected) return undefined
    const timer = setTimeout(() => setOverdue(period), MAX_WAIT_MS)
    return () => clearTimeout(timer)
  }, [period, isConnected])
  const isListed = listed === period || isComplete || (overdue === period && hasItems)
  if (isListed && listed !== period) setListed(period)
  return isListed
}

/**
 * The attention items that are not muted, with functions that mute, unmute and show them.
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
    /** The muted items that are listed after the others. */
    shownMuted: isShown ? muted : none,
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
      return `Muted ${isKept ? 'for a week' : 'for this session'}. U lists muted items, u unmutes.`
    },
  }
}

const mutedBy =
  (mutes: Mutes) =>
  ({ id }: AttentionItem): boolean =>
    mutes.until(id) !== undefined

/**
 * The remaining data behind attention items: computers and their use, CI jobs and the keys of known service accounts, and failed
 * exports and notifications on this machine.
 *
 * @param isWanted - Whether to start the requests. They wait for the data that users look at first.
 */
const useAttentionSources = (isWanted: boolean) => {
  const { now, notifier, plan } = useSession()
  const wanted = useOnceTrue(isWanted) ? nothing : undefined
  const ofBudgets = useBudgets(wanted !== undefined)
  const billingDay = plan?.billingDay
  const ofComputers = useQuery('computers', wanted)
  const rows = ofComputers.is === 'failed' ? none : (shownOf(ofComputers)?.data.rows ?? none)
  const areListed = useOnceTrue(ofComputers.is !== 'loading')
  const active = useMemo(() => (areListed ? { computers: activeComputers(rows) } : undefined), [areListed, rows])
  const queries = {
    computers: ofComputers,
    // It takes a request for each computer, so the list comes first.
    'use of computers': useQuery('computerUse', active),
    'CI jobs': useQuery('ciJobs', wanted),
    keys: useQuery('serviceAccounts', wanted),
    budgets: ofBudgets.state,
    seats: useQuery('seats', wanted && { billingDay: billingDay ?? DEFAULT_BILLING_DAY }),
  }
  const { budgets } = ofBudgets
  const hasBudgets = budgets !== undefined && budgets.length > 0
  const { state: teamState, teams } = useTeams(hasBudgets)
  const computers = shownOf(queries.computers)?.data
  const computerUse = shownOf(queries['use of computers'])?.data
  const ciJobs = shownOf(queries['CI jobs'])?.data
  const accounts = shownOf(queries.keys)?.data
  const seats = shownOf(queries.seats)?.data
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
      computerUse,
      ciJobs: ciJobs?.rows,
      failedExports: failedExportsOf(runs?.rows ?? [], actions),
      failingChannels,
      seats,
      ...(hasBudgets && { budgets: { budgets, teams, billingDay } }),
    }),
    [
      now,
      accounts,
      computers,
      computerUse,
      ciJobs,
      runs,
      actions,
      failingChannels,
      seats,
      hasBudgets,
      budgets,
      teams,
      billingDay,
    ],
  )
  const states = Object.values(queries)
  return {
    found,
    wanted,
    queries,
    teams: hasBudgets ? teamState : queries.budgets,
    /** The states of these queries, without those that failed. */
    states: states.filter(({ is }) => is !== 'failed'),
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
  state.is === 'failed' &&
  state.error.status !== 404 &&
  state.error.kind !== 'notFound' &&
  state.error.kind !== 'incomplete'

const nothing = {}
const none: readonly never[] = []

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
