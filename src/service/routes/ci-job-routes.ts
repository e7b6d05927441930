import type { CiJob } from '../../contract/ci.ts'
import type { Route } from '../http/route.ts'
import { jsonText } from '../http/stored-json.ts'
import type { Store } from '../store/store.ts'

export const ciJobs: Route<'ciJobs'> = (_request, { store }) => jsonText(`{"jobs":[${store.ciJobs.read()}]}`)

const jobsOf = (store: Store): CiJob[] => JSON.parse(`[${store.ciJobs.read()}]`)

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
