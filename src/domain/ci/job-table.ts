import { dayAt, daysSince, fieldsOf } from '../filter/field-of.ts'
import type { RowTable } from '../filter/row-columns.ts'
import { type CiJobRow, changedAt, inWords, PHASES } from './ci-jobs.ts'

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
