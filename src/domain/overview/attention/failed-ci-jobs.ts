import { type CiJobRow, changedAt, ciJobRows, inWords, orderedJobs, statusPhase } from '../../ci/ci-jobs.ts'
import { moment } from '../../text/format.ts'
import { safeText } from '../../text/safe-text.ts'
import type { AttentionInput, AttentionKind, Matter } from './attention-kind.ts'
import { isWithin } from './is-within.ts'

export type FailedCiJob = Matter<'ci'> & { row: CiJobRow }

/** The newest job of each file of each repository counts: what was done again and went well needs nobody. */
const find = ({ ciJobs = [], range, now }: AttentionInput): FailedCiJob[] => {
  const newest = new Map<string, CiJobRow>()
  for (const row of orderedJobs(ciJobRows(ciJobs), { by: 'time', isDescending: true })) {
    const { repo, file } = row
    const of = repo === undefined && file === undefined ? row.id : JSON.stringify([repo, file])
    if (!newest.has(of)) newest.set(of, row)
  }
  return [...newest].flatMap(([of, row]): FailedCiJob[] => {
    const at = changedAt(row)
    if (row.phase !== 'failed' || (at !== undefined && !isWithin(at, range, now))) return []
    return [{ kind: 'ci', id: `ci:${of}:${at ?? ''}`, severity: 'medium', target: { screen: 'ci', job: row.id }, row }]
  })
}

export const failedCiJobs: AttentionKind<FailedCiJob> = {
  find,
  text: ({ row: { repo, file, id, job } }) => ({
    subject: safeText(repo ?? id),
    text: `${file === undefined ? 'a CI job' : safeText(file)} failed${job.error ? `: ${safeText(job.error)}` : ''}`,
  }),
  why: ({ row }) => {
    const { status: told } = row.job
    const hasError = statusPhase(told) !== 'failed'
    const status = told === undefined ? 'an error' : `${safeText(inWords(told))}${hasError ? ' with an error' : ''}`
    const at = changedAt(row)
    return `The newest job of this file ended as ${status}${at === undefined ? '' : ` at ${moment(at)}`}.`
  },
  output: ({ row: { repo, file, job } }) => ({
    job_id: job.id ?? null,
    repository: repo ?? null,
    file: file ?? null,
    status: job.status ?? null,
    error: job.error ?? null,
    updated_at: job.updatedAt ?? job.createdAt ?? null,
  }),
}
