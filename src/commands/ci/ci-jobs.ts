import { masked } from '../../client/masked.ts'
import {
  CI_JOB_MEMBERS,
  type CiJobRow,
  ciJobCells,
  ciJobComputed,
  ciJobRows,
  inWords,
  jobSorts,
  jobTable,
} from '../../domain/ci/ci-jobs.ts'
import { valueParts } from '../../domain/ci/value-parts.ts'
import { toJson } from '../../domain/output/output.ts'
import { moment } from '../../domain/text/format.ts'
import type { Deps } from '../kit/command.ts'
import { callOptions } from '../kit/load-options.ts'
import { withComputed } from '../output/document.ts'
import { type Loaded, listCommand } from '../output/list-command.ts'
import { columnsOf, isRow, type RawRow, rawRowsOf } from '../output/row-layout.ts'

/** The cells of a job in a table. */
const tableRowOf = ({ repo, file, pullRequest, job }: CiJobRow): RawRow => ({
  repoFullName: repo,
  filePath: file,
  action: job.action && inWords(job.action),
  status: job.status && inWords(job.status),
  // Most jobs have neither, so an empty cell is not a missing value.
  prUrl: pullRequest ?? '',
  error: job.error ?? '',
  updatedAt: moment(job.updatedAt),
  createdAt: moment(job.createdAt),
})

/** A response that is not a list of jobs: printed as received, or as one row per value in csv and md. */
const unknownResponse = (answer: unknown, { format, redact }: Deps): Loaded<CiJobRow> => {
  const isParts = format === 'csv' || format === 'md'
  const items: readonly unknown[] = Array.isArray(answer) ? answer : [answer]
  const rows = isParts ? valueParts(answer) : items.map((item): RawRow => (isRow(item) ? item : { value: item }))
  const table = () => `${toJson(masked(answer, redact), { indent: 2 })}\n`
  return {
    rows: [],
    print: () => ({ rows, envelope: { response: answer }, layout: { columns: [], members: ['path', 'value'] }, table }),
    notes: () => ['The response is not a list of jobs, so all of it is printed.'],
  }
}

export const ciJobs = listCommand({
  name: 'ci jobs',
  summary: 'List jobs that change CI workflows',
  reads: true,
  description:
    'The API does not document the format of its list of jobs. If qd does not recognise it, qd prints the response unchanged, or one row per value, with its path, in csv and md. Each status belongs to a phase: failed, running, waiting, stopped, done or other.',
  what: 'jobs',
  example: 'phase=failed repo=web age<7d',
  layout: {
    columns: [
      { member: 'status', title: 'STATUS', kind: 'text' },
      { member: 'repoFullName', title: 'REPOSITORY', kind: 'text', isAddress: true },
      { member: 'filePath', title: 'FILE', kind: 'text', isAddress: true },
      // Fits into 80 cells next to the first three columns.
      { member: 'error', title: 'ERROR', kind: 'text', isProse: true, minCells: 24 },
      ...columnsOf('text', { action: 'ACTION', prUrl: 'PULL REQUEST' }),
      ...columnsOf('day', { updatedAt: 'CHANGED', createdAt: 'CREATED' }),
    ],
    members: CI_JOB_MEMBERS,
  },
  examples: ['ci jobs', "ci jobs --where 'phase=failed' --format csv"],
  table: jobTable,
  sorts: { ...jobSorts, defaultSort: 'server order' },
  load: async (_, deps) => {
    const client = await deps.client()
    const { body, raw, other, problemCount } = await client.call('ciJobs', {}, callOptions(deps))
    if (other !== undefined) return unknownResponse(raw, deps)
    const all = ciJobRows(body.jobs ?? [])
    const rawRows = rawRowsOf(raw, 'jobs')
    const rawOf = (row: CiJobRow): RawRow => rawRows[all.indexOf(row)] ?? {}
    const computedOf = (row: CiJobRow): RawRow => withComputed(rawOf(row), ciJobComputed(row))
    const isText = deps.format === 'csv' || deps.format === 'md'
    return {
      rows: all,
      problems: problemCount,
      print: (listed) => {
        const jobs = listed.map(computedOf)
        const rows =
          deps.format === 'table' ? listed.map(tableRowOf) : isText ? listed.map(rawOf).map(ciJobCells) : jobs
        return { rows, envelope: { ...(isRow(raw) && raw), jobs } }
      },
      notes: () => [all.length === 0 ? 'There are no CI jobs.' : undefined],
    }
  },
})
