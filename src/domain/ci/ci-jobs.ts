import { recordOf } from '../../base/json.ts'
import { compareText } from '../../base/text.ts'
import type { CiJob } from '../../contract/ci.ts'
import type { Lenient } from '../../contract/lenient.ts'
import { dayAt, daysSince, fieldsOf } from '../filter/field-of.ts'
import type { RowTable } from '../filter/row-columns.ts'
import { sortsOf } from '../filter/sorts.ts'
import type { OutputRow } from '../output/csv.ts'
import { timeText } from '../text/time-text.ts'

/** Groups of statuses, most urgent first. */
export const PHASES = ['failed', 'running', 'waiting', 'other', 'stopped', 'done'] as const
export type Phase = (typeof PHASES)[number]

/** A CI automation job as a row. Texts are untrusted. */
export type CiJobRow = ReturnType<typeof ciJobRows>[number]

const statuses: Partial<Record<Phase, readonly string[]>> = {
  failed: ['failed', 'failure', 'error', 'errored', 'timed_out'],
  running: ['running', 'in_progress', 'processing', 'started'],
  waiting: ['pending', 'queued', 'awaiting_review', 'waiting', 'scheduled', 'open'],
  stopped: ['cancelled', 'canceled', 'skipped', 'closed'],
  done: ['completed', 'complete', 'done', 'succeeded', 'success', 'merged'],
}
const phases = new Map(
  PHASES.flatMap((phase) => (statuses[phase] ?? []).map((status): [string, Phase] => [status, phase])),
)

/** The phase of a status; undefined for an unknown status. */
export const statusPhase = (status: string | undefined): Phase | undefined =>
  phases.get((status ?? '').toLowerCase().replace(/[\s-]+/g, '_'))

/** The API documents no list of statuses. A job with an error failed, even if its status is a success or unknown. */
const phaseOf = ({ status, error }: Lenient<CiJob>): Phase => {
  const phase = statusPhase(status) ?? 'other'
  return error && (phase === 'done' || phase === 'other') ? 'failed' : phase
}

/** Converts jobs to rows in the same order. */
export const ciJobRows = (jobs: readonly Lenient<CiJob>[]) => {
  const usedIds = new Set<string>()
  return jobs.map((job, at) => {
    const id = job.id === undefined || job.id === '' || usedIds.has(job.id) ? `#${at}` : job.id
    usedIds.add(id)
    // If the fields are missing, the id has the same information: `owner/repo::path`.
    const [repo, ...path] = (job.id ?? '').split('::')
    const hasPath = path.length > 0
    return {
      /** The job's id, or its index if the id is missing or a duplicate. */
      id,
      /** `owner/repo`. */
      repo: job.repoFullName ?? (hasPath ? repo : undefined),
      file: job.filePath ?? (hasPath ? path.join('::') : undefined),
      phase: phaseOf(job),
      /** `#812`, or the whole URL if it contains no number. */
      pullRequest: job.prUrl ? (numberIn(job.prUrl) ?? job.prUrl) : undefined,
      job,
    }
  })
}

/** The number of a pull or merge request from its URL: `#812`. */
const numberIn = (url: string): string | undefined => {
  const number = /\/(?:pull|pulls|pull-requests|merge_requests)\/(\d+)(?:[/?#]|$)/.exec(url)?.[1]
  return number === undefined ? undefined : `#${number}`
}

/** Number of jobs per phase. */
export const countPhases = (rows: readonly CiJobRow[]): Record<Phase, number> =>
  recordOf(PHASES, (phase) => rows.filter((row) => row.phase === phase).length)

/** Time of the last change, Unix ms; undefined if unknown. */
export const changedAt = ({ job }: CiJobRow): number | undefined => job.updatedAt ?? job.createdAt

export const JOB_ORDERS = ['time', 'status', 'repo'] as const
const jobOrders: Record<(typeof JOB_ORDERS)[number], (a: CiJobRow, b: CiJobRow) => number> = {
  time: (a, b) => (changedAt(a) ?? 0) - (changedAt(b) ?? 0),
  status: (a, b) => PHASES.indexOf(a.phase) - PHASES.indexOf(b.phase),
  repo: (a, b) => compareText(nameOf(a), nameOf(b)),
}
const nameOf = ({ repo, file }: CiJobRow): string => `${repo ?? ''}\n${file ?? ''}`

export const newestJobs = (rows: readonly CiJobRow[]): CiJobRow[] => rows.toSorted((a, b) => jobOrders.time(b, a))

const baseSorts = sortsOf((row: CiJobRow) => row, jobOrders, ['time'])
/** Sort orders of jobs: newest, most urgent or first name first. Jobs that compare equal are sorted newest first. */
export const jobSorts: typeof baseSorts = {
  ...baseSorts,
  sorted: (rows, order) => baseSorts.sorted(order.by === 'time' ? rows : newestJobs(rows), order),
}

/** The fields of {@link CiJob}, in display order. */
export const CI_JOB_MEMBERS = [
  'repoFullName',
  'filePath',
  'action',
  'status',
  'prUrl',
  'error',
  'createdAt',
  'updatedAt',
  'id',
] as const satisfies readonly (keyof CiJob)[]
const TIMES = ['createdAt', 'updatedAt'] as const

/** What is computed for a job. Times are ISO 8601. */
export const ciJobComputed = ({ phase, job }: CiJobRow) => ({
  phase,
  createdAt: timeText(job.createdAt),
  updatedAt: timeText(job.updatedAt),
})

/** A job for text tables: times as RFC 3339, invalid times unchanged. */
export const ciJobCells = (job: OutputRow): OutputRow => ({
  ...job,
  ...Object.fromEntries(
    TIMES.flatMap((name) => {
      const value = job[name]
      return typeof value === 'number' ? [[name, timeText(value) ?? value]] : []
    }),
  ),
})
const knownFields: ReadonlySet<string> = new Set(CI_JOB_MEMBERS)

/** Names of other fields with scalar values, in order of appearance. */
export const unknownFields = (jobs: readonly Lenient<CiJob>[]): string[] => {
  const found = new Set<string>()
  for (const job of jobs)
    for (const [name, value] of Object.entries(job))
      if (!knownFields.has(name) && value !== undefined && typeof value !== 'object') found.add(name)
  return [...found]
}

/** A status or action for display: `awaiting_review` becomes `awaiting review`. Untrusted text. */
export const inWords = (name: string): string => name.replaceAll('_', ' ')

const field = fieldsOf((row: CiJobRow) => row)

/** Filter fields of CI jobs. A free word is searched in all texts of the job. */
export const jobTable = (now: number): RowTable<CiJobRow> => ({
  namesAreWords: true,
  fields: [
    field('status', 'word', ({ job }) => job.status),
    field('phase', 'word', ({ phase }) => phase, [], PHASES),
    field('action', 'word', ({ job }) => job.action),
    field('repo', 'word', ({ repo }) => repo, ['repository', 'repofullname']),
    field('file', 'text', ({ file }) => file, ['filepath']),
    field('error', 'text', ({ job }) => job.error),
    field('pr', 'text', ({ pullRequest, job }) => [pullRequest ?? '', job.prUrl ?? ''].filter(Boolean), [
      'prurl',
      'pull_req',
    ]),
    field('changed', 'day', (row) => dayAt(changedAt(row)), ['updatedat', 'date']),
    field('age', 'age', (row) => daysSince(changedAt(row), now)),
    field('created', 'day', ({ job }) => dayAt(job.createdAt), ['createdat']),
    field('id', 'text', ({ id }) => id),
  ],
  nameOf: ({ repo, id }) => repo ?? id,
  textsOf: ({ id, file, pullRequest, job }) => [
    id,
    file,
    pullRequest,
    job.prUrl ?? undefined,
    job.action,
    job.status,
    inWords(job.status ?? ''),
    job.error ?? undefined,
  ],
})
