import type { Routes } from '../http/route.ts'
import { activity, credits, productivity, tools, users } from './analytics.ts'
import { ciJobs } from './ci-jobs.ts'
import { installDependencies, updateComputer } from './computers.ts'
import { controlsHistory } from './controls-history.ts'
import { openApiDocument } from './openapi.ts'
import { readinessReports } from './readiness-reports.ts'
import { serviceAccountKeys } from './service-account-keys.ts'
import { deleteWiki, exportWiki } from './wikis.ts'

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
