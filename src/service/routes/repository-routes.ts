import type { CiJob } from '../../contract/ci.ts'
import { Problem, quoted } from '../http/problem.ts'
import { jsonText, type Route } from '../http/route.ts'
import type { Store } from '../store/store.ts'

/** Default number of reports per response. The API does not specify one. */
const DEFAULT_REPORTS = 20

export const readinessReports: Route<'readinessReports'> = ({ query = {} }, { store }) => {
  const { repoId, limit = DEFAULT_REPORTS, startAfter } = query
  const rows = store.reports.read({ repoId, limit, startAfter })
  if (rows === undefined)
    throw new Problem(400, `startAfter must be the reportId of an existing report, but is ${quoted(startAfter ?? '')}.`)
  return jsonText(`{"reports":[${rows}]}`)
}

export const ciJobs: Route<'ciJobs'> = (_request, { store }) => jsonText(`{"jobs":[${store.lists.ciJobs.read()}]}`)

const jobsOf = (store: Store): CiJob[] => JSON.parse(`[${store.lists.ciJobs.read()}]`)

const repositoriesOf = (store: Store): string[] =>
  [...new Set(jobsOf(store).flatMap(({ repoFullName }) => repoFullName ?? []))].sort()

export const ciRepositories: Route<'ciRepositories'> = (_request, { store }) => ({
  repositories: repositoriesOf(store).map((fullName) => ({ fullName })),
})

export const ciRepositoryOwners: Route<'ciRepositoryOwners'> = (_request, { store }) => ({
  owners: [...new Set(repositoriesOf(store).map((fullName) => fullName.split('/')[0]))],
})

export const ciScan: Route<'ciScan'> = (_request, { store }) => ({
  workflows: jobsOf(store).map(({ repoFullName, filePath }) => ({ repoFullName, filePath })),
})
