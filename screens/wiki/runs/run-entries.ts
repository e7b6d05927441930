import type { WikiRunRow } from '../../../src/cache/load/management/load-wiki-runs.ts'
import { newestRuns, runName } from '../../../src/domain/wiki/run-name.ts'
import type { Job } from '../../kit/session/jobs.ts'

/** A row of the list: a run, and its export that was begun last. */
export type RunEntry = { run: WikiRunRow; name: string; job: Job | undefined }

/** Each run with its last export, the newest run first. */
export const runEntries = (runs: readonly WikiRunRow[], jobs: readonly Job[]): RunEntry[] =>
  newestRuns(runs).map((run) => ({ run, name: runName(run), job: jobs.find(({ subject }) => subject === run.id) }))

/** Where the archive of its last export is; undefined: it has none. */
export const archiveOf = ({ run, job }: RunEntry): string | undefined =>
  job?.state.is === 'done' ? job.state.path : run.lastExport?.path
