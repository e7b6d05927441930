import type { Routes } from '../http/route.ts'
import { activity, credits, productivity, tools, users } from './analytics-routes.ts'
import { ciJobs } from './ci-job-routes.ts'
import { installDependencies, updateComputer } from './computer-routes.ts'
import { controlsHistory } from './controls-routes.ts'
import { openApiDocument } from './openapi.ts'
import { readinessReports } from './readiness-routes.ts'
import { serviceAccountKeys } from './service-account-routes.ts'
import { deleteWiki, exportWiki } from './wiki-routes.ts'

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
  openApi: () => openApiDocument(),
}
