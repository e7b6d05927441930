import * as z from 'zod'
import {
  Computer,
  ComputerCreation,
  ComputerMetric,
  ComputerPath,
  Computers,
  ComputersQuery,
  MetricsQuery,
} from './computers.ts'
import { analytics, change, read } from './endpoint.ts'
import { HookEvents, HookEventsResult, Live, LiveUsers } from './live.ts'
import {
  AuditEvents,
  GlobalLimit,
  GlobalLimitChange,
  OrganizationUsers,
  PageQuery,
  UserLimitChanges,
  UserLimitResults,
  UserLimits,
} from './organization.ts'
import { AnyBody } from './primitives.ts'
import { MANAGERS, OWNERS } from './roles.ts'
import { CreatedKey, KeyPath, NewKey, ServiceAccountPath, ServiceAccounts } from './service-accounts.ts'
import { Budgets, Teams } from './teams.ts'
import { TopUsers, TopUsersQuery } from './top-users.ts'
import { WikiPath, WikiRun, WikiRuns } from './wiki.ts'

const globalLimitPath = '/api/v0/organization/usage/limits/global'
const userLimitsPath = '/api/v0/organization/usage/limits/users'

const undocumented = { response: AnyBody, isOpen: true, errors: [401, 403, 500] } as const

/** Endpoints that only some servers have. The client calls one only if the server's OpenAPI document lists it. */
export const extensions = {
  topUsers: analytics('/api/v1/analytics/top-users', 'Users of the last days, ranked by a figure', {
    query: TopUsersQuery,
    response: TopUsers,
  }),
  teams: read('/api/v1/teams', 'Teams, as the lines of teams.csv', {
    isHistory: true,
    roles: MANAGERS,
    response: Teams,
    rows: 'teams',
    errors: [401, 403, 500],
  }),
  budgets: read('/api/v1/budgets', 'Budgets of credits for each month', {
    isHistory: true,
    roles: MANAGERS,
    response: Budgets,
    rows: 'budgets',
    errors: [401, 403, 500],
  }),
  live: read('/api/v1/live', 'Activity of today so far, as agents report it', {
    isHistory: true,
    roles: MANAGERS,
    response: Live,
    errors: [401, 403, 500],
  }),
  liveUsers: read('/api/v1/live/users', 'All users of today, last seen first', {
    isHistory: true,
    roles: MANAGERS,
    query: PageQuery,
    response: LiveUsers,
    rows: 'users',
    errors: [400, 401, 403, 500],
  }),
  sendHookEvents: change(['POST', '/api/v1/hook-events'], 200, 'Store 1 to 100 events of hooks, each id once', {
    isIngest: true,
    body: HookEvents,
    response: HookEventsResult,
    errors: [400, 401, 403, 500],
  }),
  computers: read('/api/v0/computers', 'All computers, newest first', {
    query: ComputersQuery,
    response: Computers,
    rows: 'computers',
    errors: [400, 401, 403, 500],
  }),
  computer: read('/api/v0/computers/{computerId}', 'A computer', { params: ComputerPath, response: Computer }),
  computerByName: read('/api/v0/computers/name/{name}', 'A computer by its name', {
    params: z.object({ name: z.string().min(1) }),
    response: Computer,
  }),
  createComputer: change(['POST', '/api/v0/computers'], 201, 'Create a computer', {
    body: ComputerCreation,
    response: Computer,
    errors: [400, 401, 403, 409, 500],
  }),
  deleteComputer: change(['DELETE', '/api/v0/computers/{computerId}'], 204, 'Delete a computer', {
    params: ComputerPath,
    response: AnyBody,
    isOpen: true,
    errors: [401, 403, 404, 500],
  }),
  restartComputer: change(
    ['POST', '/api/v0/computers/{computerId}/restart'],
    200,
    'Resume a paused computer; a running one is not affected',
    { params: ComputerPath, response: AnyBody, isOpen: true, errors: [401, 403, 404, 409, 500] },
  ),
  refreshComputer: change(['POST', '/api/v0/computers/{computerId}/refresh'], 200, 'Reconfigure a computer', {
    params: ComputerPath,
    response: z.looseObject({ configured: z.number() }),
    errors: [401, 403, 404, 500],
  }),
  createKey: change(
    ['POST', '/api/v0/service-accounts/{serviceAccountId}/api-keys'],
    201,
    'Create a key of a service account; its value is returned only once',
    { params: ServiceAccountPath, body: NewKey, response: CreatedKey, errors: [400, 401, 402, 403, 404, 500] },
  ),
  revokeKey: change(
    ['POST', '/api/v0/service-accounts/{serviceAccountId}/api-keys/{keyId}/revoke'],
    204,
    'Revoke a key of a service account (idempotent)',
    { params: KeyPath, response: AnyBody, isOpen: true, errors: [401, 402, 403, 404, 500] },
  ),
  computerMetrics: read('/api/v0/computers/{computerId}/metrics', 'Use of a computer over time, oldest first', {
    params: ComputerPath,
    query: MetricsQuery,
    response: z.looseObject({ metrics: z.array(ComputerMetric) }),
    rows: 'metrics',
    isBareList: true,
    errors: [400, 401, 403, 404, 500],
  }),
  serviceAccounts: read('/api/v0/service-accounts', 'All service accounts', {
    roles: MANAGERS,
    response: ServiceAccounts,
    rows: 'serviceAccounts',
    hasAnyListName: true,
    isOpen: true,
    errors: [401, 402, 403, 500],
  }),
  wikiRuns: read('/api/v0/wiki', 'The newest wiki run of each repository', {
    response: WikiRuns,
    rows: 'wikiRuns',
    isOpen: true,
    errors: [401, 403, 500],
  }),
  wikiRun: read('/api/v0/wiki/{wikiRunId}', 'A wiki run', { params: WikiPath, response: WikiRun }),
  wikiHistory: read('/api/v0/wiki/history/{repoUrl}', 'All wiki runs of a repository, newest first', {
    params: z.object({ repoUrl: z.string().min(1) }),
    response: WikiRuns,
    rows: 'wikiRuns',
    isOpen: true,
  }),
  ciRepositories: read('/api/v0/automations/ci/repositories', 'Repositories of CI automation', undocumented),
  ciRepositoryOwners: read(
    '/api/v0/automations/ci/repository-owners',
    'Owners of the repositories of CI automation',
    undocumented,
  ),
  ciScan: read('/api/v0/automations/ci/scan', 'Workflows found by CI automation', undocumented),
  organizationUsers: read('/api/v0/organization/users', 'Users with a seat, in pages', {
    isHistory: true,
    roles: MANAGERS,
    query: PageQuery,
    response: OrganizationUsers,
    rows: 'users',
    errors: [400, 401, 403, 500],
  }),
  globalLimit: read(globalLimitPath, 'The limit of credits of users without a limit of their own', {
    isHistory: true,
    roles: MANAGERS,
    response: GlobalLimit,
    errors: [401, 402, 403, 500],
  }),
  setGlobalLimit: change(['PUT', globalLimitPath], 200, 'Set or remove the global limit of credits', {
    body: GlobalLimitChange,
    response: GlobalLimit,
    errors: [400, 401, 402, 403, 500],
  }),
  userLimits: read(userLimitsPath, 'Users who have a limit of credits of their own', {
    isHistory: true,
    roles: MANAGERS,
    response: UserLimits,
    rows: 'userLimits',
    errors: [401, 402, 403, 500],
  }),
  setUserLimits: change(['PUT', userLimitsPath], 200, 'Set or remove the own limits of 1 to 100 users', {
    body: UserLimitChanges,
    response: UserLimitResults,
    errors: [400, 401, 402, 403, 500],
  }),
  auditEvents: read('/api/v0/organization/audit-events', "The organisation's audit log, newest first", {
    isHistory: true,
    roles: OWNERS,
    pathEnds: ['audit-events', 'audit-logs', 'audit-log'],
    query: PageQuery,
    response: AuditEvents,
    rows: 'events',
    hasAnyListName: true,
    errors: [400, 401, 402, 403, 500],
  }),
}

export type ExtensionName = keyof typeof extensions
