import * as z from 'zod'
import {
  ActivityDay,
  ClientDay,
  Envelope,
  PagedEnvelope,
  ProductivityDay,
  RangeQuery,
  ToolDay,
  ToolNameDay,
} from './analytics.ts'
import { CiJobs } from './ci.ts'
import { Computer, ComputerPath, ComputerUpdate } from './computers.ts'
import { ControlsHistory, ControlsHistoryQuery } from './controls.ts'
import { CreditDay, CreditModelDay } from './credits.ts'
import { type Endpoint, endpoint, v0, v0Read } from './endpoint.ts'
import { PersonDay, UsersQuery } from './per-user-rows.ts'
import { ReadinessQuery, ReadinessReports } from './readiness.ts'
import { MANAGERS, MEMBERS, ROLES } from './roles.ts'
import { ServiceAccountKeys, ServiceAccountPath } from './service-accounts.ts'
import { WikiDeleted, WikiPath } from './wiki.ts'

const analytics = {
  method: 'GET',
  host: 'api',
  roles: MANAGERS,
  status: 200,
  rows: 'data',
  errors: [400, 401, 403, 500],
  errorsHaveRequestId: true,
} as const

/** The endpoints that every server of this API has. */
export const apiEndpoints = {
  credits: endpoint({
    ...analytics,
    summary: 'Credits and raw tokens by day, or by day and model',
    path: '/api/v1/analytics/tokens',
    query: RangeQuery.extend({ group_by: z.literal('model').optional() }),
    response: Envelope(CreditDay),
    grouped: { model: Envelope(CreditModelDay) },
  }),
  tools: endpoint({
    ...analytics,
    summary: 'Tool calls by day, or by day and tool',
    path: '/api/v1/analytics/tools',
    query: RangeQuery.extend({ group_by: z.literal('tool_name').optional() }),
    response: Envelope(ToolDay),
    grouped: { tool_name: Envelope(ToolNameDay) },
  }),
  activity: endpoint({
    ...analytics,
    summary: 'People, sessions and messages by day, or people by day and client',
    path: '/api/v1/analytics/activity',
    query: RangeQuery.extend({ group_by: z.literal('client').optional() }),
    response: Envelope(ActivityDay),
    grouped: { client: Envelope(ClientDay) },
  }),
  productivity: endpoint({
    ...analytics,
    summary: 'Files, languages, commits and pull requests by day',
    path: '/api/v1/analytics/productivity',
    query: RangeQuery,
    response: Envelope(ProductivityDay),
  }),
  users: endpoint({
    ...analytics,
    summary: 'What each person did on each day, page by page',
    path: '/api/v1/analytics/users',
    query: UsersQuery,
    response: PagedEnvelope(PersonDay),
  }),
  readinessReports: endpoint({
    summary: 'Readiness reports of repositories',
    method: 'GET',
    host: 'app',
    roles: MEMBERS,
    path: '/api/organization/maturity-level-reports',
    newerPath: '/api/organization/agent-readiness-reports',
    query: ReadinessQuery,
    status: 200,
    response: ReadinessReports,
    rows: 'reports',
    errors: [400, 401, 500],
    errorsHaveRequestId: false,
  }),
  updateComputer: endpoint({
    ...v0,
    summary: 'Change a computer',
    method: 'PATCH',
    path: '/api/v0/computers/{computerId}',
    params: ComputerPath,
    body: ComputerUpdate,
    status: 200,
    response: Computer,
    errors: [400, 401, 403, 404, 500],
  }),
  installDependencies: endpoint({
    ...v0,
    summary: 'Run the installation of dependencies on a computer again',
    method: 'POST',
    path: '/api/v0/computers/{computerId}/install-deps',
    params: ComputerPath,
    status: 202,
    response: Computer,
    errors: [401, 403, 404, 409, 500],
  }),
  controlsHistory: endpoint({
    ...v0Read,
    summary: 'Revisions of the enterprise controls, newest first',
    roles: MANAGERS,
    path: '/api/v0/organization/enterprise-controls/history',
    query: ControlsHistoryQuery,
    response: ControlsHistory,
    rows: 'changes',
    generic: 'settings',
    errors: [400, 401, 402, 403, 500],
  }),
  serviceAccountKeys: endpoint({
    ...v0Read,
    summary: 'All keys of a service account',
    roles: MANAGERS,
    path: '/api/v0/service-accounts/{serviceAccountId}/api-keys',
    params: ServiceAccountPath,
    response: ServiceAccountKeys,
    rows: 'apiKeys',
    errors: [401, 402, 403, 404, 500],
  }),
  exportWiki: endpoint({
    ...v0Read,
    summary: 'A wiki run as a zip archive',
    path: '/api/v0/wiki/{wikiRunId}/export',
    params: WikiPath,
    response: 'archive',
    errors: [401, 403, 404, 500],
  }),
  deleteWiki: endpoint({
    ...v0,
    summary: 'Delete a wiki run',
    method: 'DELETE',
    path: '/api/v0/wiki/{wikiRunId}',
    params: WikiPath,
    status: 200,
    response: WikiDeleted,
    errors: [401, 403, 404, 500],
  }),
  ciJobs: endpoint({
    ...v0Read,
    summary: 'CI automation jobs',
    path: '/api/v0/automations/ci/jobs',
    response: CiJobs,
    rows: 'jobs',
    isOpen: true,
    errors: [401, 500],
  }),
  openApi: endpoint({
    ...v0Read,
    summary: 'This description of the API',
    roles: ROLES,
    path: '/api/v0/openapi.json',
    response: z.looseObject({ openapi: z.string(), info: z.looseObject({ title: z.string(), version: z.string() }) }),
    errors: [401, 500],
  }),
} satisfies Record<string, Endpoint>
