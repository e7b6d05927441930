import { apiEndpoints } from '../../contract/api-endpoints.ts'
import { endpoints } from '../../contract/endpoints.ts'
import type { Routes } from '../http/route.ts'
import { activity, credits, productivity, tools, users } from './analytics-routes.ts'
import * as computerRoutes from './computer-routes.ts'
import { controlsHistory } from './controls-routes.ts'
import { openApiDocument } from './openapi.ts'
import { ciJobs, ciRepositories, ciRepositoryOwners, ciScan, readinessReports } from './repository-routes.ts'
import { createKey, revokeKey, serviceAccountKeys } from './service-account-routes.ts'
import { deleteWiki, exportWiki, wikiHistory, wikiRun, wikiRuns } from './wiki-routes.ts'

export const routes: Routes = {
  credits,
  tools,
  activity,
  productivity,
  users,
  readinessReports,
  controlsHistory,
  serviceAccountKeys,
  exportWiki,
  deleteWiki,
  ciJobs,
  openApi: (_request, { isStrict }) => openApiDocument(isStrict ? apiEndpoints : endpoints),
  ...computerRoutes,
  createKey,
  revokeKey,
  wikiRuns,
  wikiRun,
  wikiHistory,
  ciRepositories,
  ciRepositoryOwners,
  ciScan,
}
