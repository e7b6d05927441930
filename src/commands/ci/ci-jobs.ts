import { masked } from '../../client/masked.ts'
import {
  CI_JOB_MEMBERS,
  type CiJobRow,
  ciJobCells,
  ciJobRows,
  inWords,
  JOB_ORDERS,
  type JobOrder,
  jobOrderBy,
  orderedJobs,
} from '../../domain/ci/ci-jobs.ts'
import { jobTable } from '../../domain/ci/job-table.ts'
import { valueParts } from '../../domain/ci/value-parts.ts'
import { toJson } from '../../domain/output/output.ts'
import { moment } from '../../domain/text/format.ts'
import { type CommandInput, command, type Deps } from '../kit/command.ts'
import { noteProblems, noteTo } from '../kit/note.ts'
import type { OptionRow } from '../kit/option-row.ts'
import { FORMATS } from '../kit/output-format.ts'
import { parseSort, sortOption } from '../kit/sort-option.ts'
import { callOptions } from '../kit/wait-notice.ts'
import { type ChooseRows, fieldNamesOf, parseRowsWhere, WHERE_HELP, whereOption } from '../kit/where.ts'
import { printRows } from '../output/print-rows.ts'
import { isRow, rawRowsOf } from '../output/raw-rows.ts'
import type { RawRow, RowLayout } from '../output/row-layout.ts'

const optionRows = [
  whereOption("only jobs for which all hold: 'phase=failed repo=web age<7d'"),
  sortOption(JOB_ORDERS, 'as the server lists them'),
] as const satisfies readonly OptionRow[]

type JobsOptions = { where: ChooseRows<CiJobRow> | undefined; sort: JobOrder | undefined }

const parseCiJobs = ({ options }: CommandInput<typeof optionRows>, now: number): JobsOptions => ({
  where: parseRowsWhere(options.where, jobTable(now), "'phase=failed'"),
  sort: parseSort(options.sort, JOB_ORDERS, jobOrderBy),
})

const runCiJobs = async ({ where, sort }: JobsOptions, deps: Deps): Promise<undefined> => {
  const client = await deps.client()
  const { body, raw, other, problemCount } = await client.call('ciJobs', {}, callOptions(deps))
  if (other !== undefined) return printOther(raw, deps)
  const jobs = body.jobs ?? []
  const all = ciJobRows(jobs)
  const chosen = where?.(all) ?? all
  const listed = sort ? orderedJobs(chosen, sort) : chosen
  const rawRows = rawRowsOf(raw, 'jobs')
  const rawOf = new Map(all.map((row, at) => [row, rawRows[at] ?? {}]))
  const wanted = listed.map((row) => rawOf.get(row) ?? {})
  const isText = deps.format === 'csv' || deps.format === 'md'
  const rows = deps.format === 'table' ? listed.map(rowInWords) : isText ? wanted.map(ciJobCells) : wanted
  printRows({ rows, envelope: listed === all ? raw : { jobs: wanted }, layout: jobsLayout }, deps)
  if (jobs.length === 0) noteTo(deps.err, 'There is no CI job.')
  noteProblems(problemCount, deps)
}

/** A job as people read it in a table. */
const rowInWords = ({ repo, file, pullRequest, job }: ReturnType<typeof ciJobRows>[number]): RawRow => ({
  repoFullName: repo,
  filePath: file,
  action: job.action && inWords(job.action),
  status: job.status && inWords(job.status),
  // Most jobs have none of these, which is no gap.
  prUrl: pullRequest ?? '',
  error: job.error ?? '',
  updatedAt: moment(job.updatedAt),
  createdAt: moment(job.createdAt),
})

const jobsLayout: RowLayout = {
  columns: [
    { member: 'status', title: 'STATUS', kind: 'text' },
    { member: 'repoFullName', title: 'REPOSITORY', kind: 'text', isAddress: true },
    { member: 'filePath', title: 'FILE', kind: 'text', isAddress: true },
    // Beside the first three it has room in 80 cells.
    { member: 'error', title: 'ERROR', kind: 'text', isProse: true, leastCells: 24 },
    { member: 'action', title: 'ACTION', kind: 'text' },
    { member: 'prUrl', title: 'PULL REQUEST', kind: 'text' },
    { member: 'updatedAt', title: 'CHANGED', kind: 'day' },
    { member: 'createdAt', title: 'CREATED', kind: 'day' },
  ],
  members: CI_JOB_MEMBERS,
}

/** An answer of another shape, which the API allows: as it came, for csv and md as its parts, a row each. */
const printOther = (answer: unknown, deps: Deps): undefined => {
  const isParts = deps.format === 'csv' || deps.format === 'md'
  const items: readonly unknown[] = Array.isArray(answer) ? answer : [answer]
  const rows = isParts ? valueParts(answer) : items.map((item): RawRow => (isRow(item) ? item : { value: item }))
  const table = () => `${toJson(masked(answer, deps.redact), { indent: 2 })}\n`
  printRows({ rows, envelope: answer, layout: partsLayout, table }, deps)
  noteTo(deps.err, 'The server answers with something else than a list of jobs: this is all of it.')
  return undefined
}

const partsLayout: RowLayout = { columns: [], members: ['path', 'value'] }

export const ciJobs = command({
  name: 'ci jobs',
  summary: 'What the platform changes in CI workflows, and how that stands',
  description:
    'The API promises no shape of this answer: one that is no list of jobs is printed whole, in csv and md as paths and values. A phase is what a status means: failed, running, waiting, stopped, done or other.\n\n' +
    `${WHERE_HELP} Fields: ${fieldNamesOf(jobTable(0))}.`,
  formats: FORMATS,
  options: optionRows,
  fields: jobTable(0).fields,
  members: jobsLayout.members,
  examples: ['ci jobs', "ci jobs --where 'phase=failed' --format csv"],
  parse: parseCiJobs,
  run: runCiJobs,
})
