import type { Routes } from '../http/route.ts'
import * as analyticsRoutes from './analytics-routes.ts'
import * as computerRoutes from './computer-routes.ts'
import * as controlsRoutes from './controls-routes.ts'
import * as liveRoutes from './live-routes.ts'
import { openApi } from './openapi.ts'
import * as organizationRoutes from './organization-routes.ts'
import * as repositoryRoutes from './repository-routes.ts'
import * as serviceAccountRoutes from './service-account-routes.ts'
import * as teamRoutes from './team-routes.ts'
import { topUsers } from './top-users-route.ts'
import * as wikiRoutes from './wiki-routes.ts'

/** Each route is exported under the name of its endpoint. A missing route does not compile. */
export const routes: Routes = {
  ...analyticsRoutes,
  ...computerRoutes,
  ...controlsRoutes,
  live: liveRoutes.live,
  liveUsers: liveRoutes.liveUsers,
  openApi,
  ...organizationRoutes,
  ...repositoryRoutes,
  sendHookEvents: liveRoutes.sendHookEvents,
  ...serviceAccountRoutes,
  ...teamRoutes,
  topUsers,
  ...wikiRoutes,
}
