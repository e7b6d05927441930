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
import { analytics, change, type Endpoint, read } from './endpoint.ts'
import { PersonDay, UsersQuery } from './per-user-rows.ts'
import { ReadinessQuery, ReadinessReports } from './readiness.ts'
import { MANAGERS, ROLES } from './roles.ts'
import { ServiceAccountKeys, ServiceAccountPath } from './service-accounts.ts'
import { WikiDeleted, WikiPath } from './wiki.ts'

/** The endpoints that every server has. */
export const apiEndpoints = {
  credits: analytics('/api/v1/analytics/tokens', 'Credits and raw tokens by day, or by day and model', {
    query: RangeQuery.extend({ group_by: z.literal('model').optional() }),
    response: Envelope(CreditDay),
    grouped: { model: Envelope(CreditModelDay) },
  }),
  tools: analytics('/api/v1/analytics/tools', 'Tool calls by day, or by day and tool', {
    query: RangeQuery.extend({ group_by: z.literal('tool_name').optional() }),
    response: Envelope(ToolDay),
    grouped: { tool_name: Envelope(ToolNameDay) },
  }),
  activity: analytics('/api/v1/analytics/activity', 'Users, sessions and messages by day, or users by day and client', {
    query: RangeQuery.extend({ group_by: z.literal('client').optional() }),
    response: Envelope(ActivityDay),
    grouped: { client: Envelope(ClientDay) },
  }),
  productivity: analytics('/api/v1/analytics/productivity', 'Files, languages, commits and pull requests by day', {
    query: RangeQuery,
    response: Envelope(ProductivityDay),
  }),
  users: analytics('/api/v1/analytics/users', 'Activity of each user by day, in pages', {
    query: UsersQuery,
    response: PagedEnvelope(PersonDay),
  }),
  readinessReports: read('/api/organization/maturity-level-reports', 'Readiness reports of repositories', {
    host: 'app',
    isHistory: true,
    newerPath: '/api/organization/agent-readiness-reports',
    query: ReadinessQuery,
    response: ReadinessReports,
    rows: 'reports',
    errors: [400, 401, 500],
  }),
  updateComputer: change(['PATCH', '/api/v0/computers/{computerId}'], 200, 'Change a computer', {
    params: ComputerPath,
    body: ComputerUpdate,
    response: Computer,
    errors: [400, 401, 403, 404, 500],
  }),
  installDependencies: change(
    ['POST', '/api/v0/computers/{computerId}/install-deps'],
    202,
    'Reinstall the dependencies of a computer',
    { params: ComputerPath, response: Computer, errors: [401, 403, 404, 409, 500] },
  ),
  controlsHistory: read(
    '/api/v0/organization/enterprise-controls/history',
    'Revisions of the enterprise controls, newest first',
    {
      isHistory: true,
      roles: MANAGERS,
      query: ControlsHistoryQuery,
      response: ControlsHistory,
      rows: 'changes',
      generic: 'settings',
      errors: [400, 401, 402, 403, 500],
    },
  ),
  serviceAccountKeys: read('/api/v0/service-accounts/{serviceAccountId}/api-keys', 'All keys of a service account', {
    roles: MANAGERS,
    params: ServiceAccountPath,
    response: ServiceAccountKeys,
    rows: 'apiKeys',
    errors: [401, 402, 403, 404, 500],
  }),
  exportWiki: read('/api/v0/wiki/{wikiRunId}/export', 'A wiki run as a zip archive', {
    params: WikiPath,
    response: 'archive',
    errors: [401, 403, 404, 500],
  }),
  deleteWiki: change(['DELETE', '/api/v0/wiki/{wikiRunId}'], 200, 'Delete a wiki run', {
    params: WikiPath,
    response: WikiDeleted,
    errors: [401, 403, 404, 500],
  }),
  ciJobs: read('/api/v0/automations/ci/jobs', 'CI automation jobs', {
    response: CiJobs,
    rows: 'jobs',
    isOpen: true,
    errors: [401, 500],
  }),
  openApi: read('/api/v0/openapi.json', 'This OpenAPI document', {
    roles: ROLES,
    response: z.looseObject({ openapi: z.string(), info: z.looseObject({ title: z.string(), version: z.string() }) }),
    errors: [401, 500],
  }),
} satisfies Record<string, Endpoint>
