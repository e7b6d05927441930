import { useEffect, useMemo, useState } from 'react'
import type { WikiRunRow } from '../../src/cache/load/management/load-wiki-runs.ts'
import { isExportFailure } from '../../src/cache/load/management/work.ts'
import { type QueryState, shownOf } from '../../src/cache/load/query-state.ts'
import { keysInCare } from '../../src/domain/keys/keys-in-care.ts'
import type {
  AttentionInput,
  FailedExport,
  FailingChannel,
} from '../../src/domain/overview/attention/attention-kind.ts'
import { useKnown } from '../kit/query/use-known.ts'
import { useQuery } from '../kit/query/use-query.ts'
import type { Job } from '../kit/session/jobs.ts'
import { useSession } from '../kit/session/session.ts'
import { useJobs } from '../kit/session/use-jobs.ts'

/** What may need attention whatever the range is, and how far it has been looked at. */
export type StandingLook = {
  found: Partial<AttentionInput>
  /** Of what was asked for, or is going to be, but for what failed. */
  states: readonly QueryState<unknown>[]
  /** Whether not all has been looked at once. */
  isLooking: boolean
  /** What could not be looked at, in words. */
  without: readonly string[]
}

/**
 * Computers, CI jobs and the keys of service accounts that are known, as qd overview asks for them, and what failed on this machine.
 *
 * @param isWanted - Whether it is time to ask: not before what is looked at first is there.
 */
export const useStanding = (isWanted: boolean): StandingLook => {
  const { now, notifier } = useSession()
  const [isAsked, ask] = useState(isWanted)
  useEffect(() => {
    if (isWanted) ask(true)
  }, [isWanted])
  const wanted = isAsked ? nothing : undefined
  const asked = {
    computers: useQuery('computers', wanted),
    'CI jobs': useQuery('ciJobs', wanted),
    keys: useQuery('serviceAccounts', wanted),
  }
  const computers = shownOf(asked.computers)?.data
  const ciJobs = shownOf(asked['CI jobs'])?.data
  const accounts = shownOf(asked.keys)?.data
  const runs = useKnown('wikiRuns', nothing)
  const jobs = useJobs()
  const [failing, setFailing] = useState<readonly FailingChannel[]>([])
  useEffect(() => {
    let isWanted = true
    // Where the notifier's files cannot be read its own screen says why.
    const told = (channels: readonly FailingChannel[]) => isWanted && channels.length > 0 && setFailing(channels)
    void notifier.failing().then(told, () => {})
    return () => {
      isWanted = false
    }
  }, [notifier])
  const found = useMemo(
    () => ({
      ...(accounts && keysInCare(accounts, now())),
      computers: computers?.rows.flatMap(({ item }) => (item === undefined ? [] : [item])),
      ciJobs: ciJobs?.jobs,
      failedExports: failedExportsOf(runs?.rows ?? [], jobs),
      failingChannels: failing,
    }),
    [now, accounts, computers, ciJobs, runs, jobs, failing],
  )
  const states = Object.values(asked)
  const isThere = states.every(({ is }) => is !== 'loading')
  const [hasLooked, setLooked] = useState(isThere)
  useEffect(() => {
    if (isThere) setLooked(true)
  }, [isThere])
  return {
    found,
    states: states.filter(({ is }) => is !== 'failed'),
    isLooking: !hasLooked && !isThere,
    without: [
      ...Object.entries(asked).flatMap(([what, state]) => (isMissed(state) ? [what] : [])),
      ...(ciJobs?.other === undefined ? [] : ['CI jobs (unknown shape)']),
    ],
  }
}

/** What a server does not have is not missed, and neither is, offline, what is kept nowhere. */
const isMissed = (state: QueryState<unknown>): boolean =>
  state.is === 'failed' && state.error.status !== 404 && state.error.kind !== 'incomplete'

const nothing = {}

/** Those of earlier sessions, but for runs that were exported again in this one. */
const failedExportsOf = (runs: readonly WikiRunRow[], jobs: readonly Job[]): FailedExport[] => {
  const failed = new Map<string, FailedExport>()
  const nameOf = (run: string) => runs.find(({ id }) => id === run)?.name
  for (const { id, name, failedExport } of runs) if (failedExport) failed.set(id, { run: id, name, ...failedExport })
  // The newest one of each run counts, and the list begins with it.
  for (const { subject: run, state, endedAt } of jobs.toReversed()) {
    // Other jobs have subjects too: a channel, an archive.
    if (run === undefined || !runs.some(({ id }) => id === run)) continue
    if (state.is === 'done' || state.is === 'running') failed.delete(run)
    if (state.is === 'failed' && isExportFailure(state.error) && endedAt !== undefined)
      failed.set(run, { run, name: nameOf(run), at: endedAt, why: state.error.message })
  }
  return [...failed.values()]
}
