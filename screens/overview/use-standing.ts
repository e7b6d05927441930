import { useEffect, useMemo, useState } from 'react'
import type { WikiRunRow } from '../../src/cache/load/management/load-wiki-runs.ts'
import { keysInCare } from '../../src/domain/keys/keys-in-care.ts'
import type {
  AttentionInput,
  FailedExport,
  FailingChannel,
} from '../../src/domain/overview/attention/attention-kind.ts'
import { useKnown } from '../kit/query/use-known.ts'
import type { Job } from '../kit/session/jobs.ts'
import { useSession } from '../kit/session/session.ts'
import { useJobs } from '../kit/session/use-jobs.ts'

/**
 * What may need attention whatever the range is: as far as it is known, for computers, keys, CI jobs and wiki runs are asked for by
 * their own screens alone.
 */
export const useStanding = (): Partial<AttentionInput> => {
  const { now, notifier } = useSession()
  const accounts = useKnown('serviceAccounts', nothing)
  const computers = useKnown('computers', nothing)
  const ciJobs = useKnown('ciJobs', nothing)
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
  return useMemo(
    () => ({
      ...(accounts && keysInCare(accounts, now())),
      computers: computers?.rows.flatMap(({ item }) => (item === undefined ? [] : [item])),
      ciJobs: ciJobs?.jobs,
      failedExports: failedExportsOf(runs?.rows ?? [], jobs),
      failingChannels: failing,
    }),
    [now, accounts, computers, ciJobs, runs, jobs, failing],
  )
}

const nothing = {}

/** Those of earlier sessions, but for runs that were exported again in this one. */
const failedExportsOf = (runs: readonly WikiRunRow[], jobs: readonly Job[]): FailedExport[] => {
  const failed = new Map<string, FailedExport>()
  const nameOf = (run: string) => runs.find(({ id }) => id === run)?.name
  for (const { id, name, failedExport } of runs) if (failedExport) failed.set(id, { run: id, name, ...failedExport })
  // The newest one of each run counts, and the list begins with it.
  for (const { subject: run, state, endedAt } of jobs.toReversed()) {
    if (run === undefined) continue
    if (state.is === 'done' || state.is === 'running') failed.delete(run)
    if (state.is === 'failed' && state.error.kind !== 'refused' && endedAt !== undefined)
      failed.set(run, { run, name: nameOf(run), at: endedAt, why: state.error.message })
  }
  return [...failed.values()]
}
