import { compareText } from '../../base/text.ts'
import type { CiJob } from '../../contract/ci.ts'
import type { Lenient } from '../../contract/lenient.ts'
import { dayAt, daysSince, fieldsOf } from '../filter/field-of.ts'
import type { RowTable } from '../filter/row-columns.ts'
import { sortsOf } from '../filter/sorts.ts'
import type { OutputRow } from '../output/csv.ts'
import { timeText } from '../text/time-text.ts'

/** What a status means for whoever looks, what needs care first. */
export const PHASES = ['failed', 'running', 'waiting', 'other', 'stopped', 'done'] as const
export type Phase = (typeof PHASES)[number]

/** A job of CI automation as a row. Texts are untrusted. */
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

/** What a status alone means; undefined for one that is not known. */
export const statusPhase = (status: string | undefined): Phase | undefined =>
  phases.get((status ?? '').toLowerCase().replace(/[\s-]+/g, '_'))

/** What a job's state means; no list of statuses is documented. A job that ended with an error has failed, whatever its status calls the end. */
const phaseOf = ({ status, error }: Lenient<CiJob>): Phase => {
  const phase = statusPhase(status) ?? 'other'
  return error && (phase === 'done' || phase === 'other') ? 'failed' : phase
}

/** Jobs as rows, in their order. */
export const ciJobRows = (jobs: readonly Lenient<CiJob>[]) => {
  const taken = new Set<string>()
  return jobs.map((job, at) => {
    const id = job.id === undefined || job.id === '' || taken.has(job.id) ? `#${at}` : job.id
    taken.add(id)
    // Where the members are missing the id says the same: `owner/repo::path`.
    const [repo, ...path] = (job.id ?? '').split('::')
    const isTelling = path.length > 0
    return {
      /** Its own id, or its place where it has none or another one has the same. */
      id,
      /** `owner/repo`. */
      repo: job.repoFullName ?? (isTelling ? repo : undefined),
      file: job.filePath ?? (isTelling ? path.join('::') : undefined),
      phase: phaseOf(job),
      /** As people call it: `#812`, or the whole URL where that names no number. */
      pullRequest: job.prUrl ? (numberIn(job.prUrl) ?? job.prUrl) : undefined,
      job,
    }
  })
}

/** The number of a pull or merge request in its URL: `#812`. */
const numberIn = (url: string): string | undefined => {
  const number = /\/(?:pull|pulls|pull-requests|merge_requests)\/(\d+)(?:[/?#]|$)/.exec(url)?.[1]
  return number === undefined ? undefined : `#${number}`
}

/** How many jobs are in each phase. */
export const countPhases = (rows: readonly CiJobRow[]): Record<Phase, number> => {
  const counts = { failed: 0, running: 0, waiting: 0, other: 0, stopped: 0, done: 0 }
  for (const { phase } of rows) counts[phase] += 1
  return counts
}

/** When a job last changed, Unix ms; undefined where it does not say. */
export const changedAt = ({ job }: CiJobRow): number | undefined => job.updatedAt ?? job.createdAt

export const JOB_ORDERS = ['time', 'status', 'repo'] as const
const jobOrders: Record<(typeof JOB_ORDERS)[number], (a: CiJobRow, b: CiJobRow) => number> = {
  time: (a, b) => (changedAt(a) ?? 0) - (changedAt(b) ?? 0),
  status: (a, b) => PHASES.indexOf(a.phase) - PHASES.indexOf(b.phase),
  repo: (a, b) => compareText(nameOf(a), nameOf(b)),
}
const nameOf = ({ repo, file }: CiJobRow): string => `${repo ?? ''}\n${file ?? ''}`

export const newestJobs = (rows: readonly CiJobRow[]): CiJobRow[] => rows.toSorted((a, b) => jobOrders.time(b, a))

const plainSorts = sortsOf((row: CiJobRow) => row, jobOrders, ['time'])
/** The orders of jobs: they begin with the newest, what needs care or the first name. Equal ones are the newest first. */
export const jobSorts: typeof plainSorts = {
  ...plainSorts,
  sorted: (rows, order) => plainSorts.sorted(order.by === 'time' ? rows : newestJobs(rows), order),
}

/** The members that are known, in the order in which people read them. */
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

/** A job for tables of text, which have times as RFC 3339; members that are no moment stay as they are. */
export const ciJobCells = (job: OutputRow): OutputRow => ({
  ...job,
  ...Object.fromEntries(
    TIMES.flatMap((name) => {
      const value = job[name]
      return typeof value === 'number' ? [[name, timeText(value) ?? value]] : []
    }),
  ),
})
const isKnown: ReadonlySet<string> = new Set(CI_JOB_MEMBERS)

/** Members that some job has besides those that are known, where they hold no objects and lists; in order of appearance. */
export const furtherMembers = (jobs: readonly Lenient<CiJob>[]): string[] => {
  const found = new Set<string>()
  for (const job of jobs)
    for (const [name, value] of Object.entries(job))
      if (!isKnown.has(name) && value !== undefined && typeof value !== 'object') found.add(name)
  return [...found]
}

/** A status or an action as it is read: `awaiting_review` is `awaiting review`. Untrusted text. */
export const inWords = (name: string): string => name.replaceAll('_', ' ')

const field = fieldsOf((row: CiJobRow) => row)

/** Filters of CI jobs. Each word is looked for in repository, file, action, status, pull request and error. */
export const jobTable = (now: number): RowTable<CiJobRow> => ({
  namesAreWords: true,
  fields: [
    field('status', 'word', ({ job }) => job.status),
    field('phase', 'word', ({ phase }) => phase, [], PHASES),
    field('action', 'word', ({ job }) => job.action),
    field('repo', 'word', ({ repo }) => repo, ['repository', 'repofullname']),
    field('file', 'text', ({ file }) => file, ['filepath']),
    field('error', 'text', ({ job }) => job.error),
    field('pr', 'text', ({ pullRequest, job }) => [pullRequest ?? '', job.prUrl ?? ''].filter(Boolean), ['prurl']),
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
