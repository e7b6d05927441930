import { openApiDocument } from './openapi.ts'
import type { Routes } from './route.ts'
import { activity, credits, productivity, tools, users } from './routes/analytics.ts'
import { ciJobs } from './routes/ci-jobs.ts'
import { installDependencies, updateComputer } from './routes/computers.ts'
import { controlsHistory } from './routes/controls-history.ts'
import { readinessReports } from './routes/readiness-reports.ts'
import { serviceAccountKeys } from './routes/service-account-keys.ts'
import { deleteWiki, exportWiki } from './routes/wikis.ts'

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
