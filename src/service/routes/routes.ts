import { apiEndpoints } from '../../contract/api-endpoints.ts'
import { endpoints } from '../../contract/endpoints.ts'
import type { Routes } from '../http/route.ts'
import { activity, credits, productivity, tools, users } from './analytics-routes.ts'
import { ciJobs, ciRepositories, ciRepositoryOwners, ciScan } from './ci-job-routes.ts'
import * as computerExtensions from './computer-extension-routes.ts'
import { installDependencies, updateComputer } from './computer-routes.ts'
import { controlsHistory } from './controls-routes.ts'
import { openApiDocument } from './openapi.ts'
import { readinessReports } from './readiness-routes.ts'
import { createKey, revokeKey, serviceAccountKeys } from './service-account-routes.ts'
import { deleteWiki, exportWiki, wikiHistory, wikiRun, wikiRuns } from './wiki-routes.ts'

export const routes: Routes = {
  credits,
  tools,
  activity,
  productivity,
  users,
  readinessReports,
  updateComputer,
  installDependencies,
  controlsHistory,
  serviceAccountKeys,
  exportWiki,
  deleteWiki,
  ciJobs,
  openApi: (_request, { isStrict }) => openApiDocument(isStrict ? apiEndpoints : endpoints),
  ...computerExtensions,
  createKey,
  revokeKey,
  wikiRuns,
  wikiRun,
  wikiHistory,
  ciRepositories,
  ciRepositoryOwners,
  ciScan,
}
