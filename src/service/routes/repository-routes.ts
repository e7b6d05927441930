import type { CiJob } from '../../contract/ci.ts'
import { Problem, quoted } from '../http/problem.ts'
import { jsonText, type Route } from '../http/route.ts'
import type { Stores } from '../store/store.ts'
import { checkCopiedList } from './copied.ts'

/** Default number of reports per response. The API does not specify one. */
const DEFAULT_REPORTS = 20

export const readinessReports: Route<'readinessReports'> = async ({ query = {} }, { store }) => {
  await checkCopiedList('readinessReports', { store })
  const { repoId, limit = DEFAULT_REPORTS, startAfter } = query
  const rows = await store.reports.read({ repoId, limit, startAfter })
  if (rows === undefined)
    throw new Problem(400, `startAfter must be the reportId of an existing report, but is ${quoted(startAfter ?? '')}.`)
  return jsonText(`{"reports":[${rows}]}`)
}

export const ciJobs: Route<'ciJobs'> = async (_request, { store }) => {
  await checkCopiedList('ciJobs', { store })
  return jsonText(`{"jobs":[${await store.lists.ciJobs.read()}]}`)
}

const jobsOf = async (store: Stores): Promise<CiJob[]> => JSON.parse(`[${await store.lists.ciJobs.read()}]`)

const repositoriesOf = async (store: Stores): Promise<string[]> =>
  [...new Set((await jobsOf(store)).flatMap(({ repoFullName }) => repoFullName ?? []))].sort()

export const ciRepositories: Route<'ciRepositories'> = async (_request, { store }) => ({
  repositories: (await repositoriesOf(store)).map((fullName) => ({ fullName })),
})

export const ciRepositoryOwners: Route<'ciRepositoryOwners'> = async (_request, { store }) => ({
  owners: [...new Set((await repositoriesOf(store)).map((fullName) => fullName.split('/')[0]))],
})

export const ciScan: Route<'ciScan'> = async (_request, { store }) => ({
  workflows: (await jobsOf(store)).map(({ repoFullName, filePath }) => ({ repoFullName, filePath })),
})
