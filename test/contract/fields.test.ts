import { expect, test } from 'vitest'
import { z } from 'zod'
import {
  ActivityDay,
  ClientDay,
  Envelope,
  PagedAnalyticsMeta,
  ProductivityDay,
  ToolDay,
  ToolNameDay,
} from '../../src/contract/analytics.ts'
import { Computer, ComputerMetric, ComputerUpdate } from '../../src/contract/computers.ts'
import { ControlsHistory, EnterpriseSettings } from '../../src/contract/controls.ts'
import { CreditDay } from '../../src/contract/credits.ts'
import { AnalyticsErrorBody, ErrorBody } from '../../src/contract/error-bodies.ts'
import { HookGroup } from '../../src/contract/hooks.ts'
import { AuditEvent, OrganizationUsers, UserLimitResults, UserLimits } from '../../src/contract/organization.ts'
import { PersonDay } from '../../src/contract/per-user-rows.ts'
import { Criterion, ReadinessReports } from '../../src/contract/readiness.ts'
import { ServiceAccountKeys } from '../../src/contract/service-accounts.ts'
import { Budgets, Teams } from '../../src/contract/teams.ts'

const META = 'org_id:string start_date:string end_date:string'
const BY_MODEL =
  'array[model_id?:string model_tier?:string billable_tokens?:number input_tokens?:number output_tokens?:number]'
const COUNTS = 'array[name:string count:number]'
const HOOKS = 'hooks:array[type:string command:string timeout?:number] matcher?:string commandRegex?:string'

/** The documented fields of a resource. `?` follows the name of an optional field. */
test.each<[resource: string, schema: z.ZodObject, fields: string]>([
  [
    'an envelope of credits',
    Envelope(CreditDay),
    `data:array[date:string billable_tokens:number input_tokens:number output_tokens:number cache_read_tokens:number
     cache_write_tokens:number by_model:${BY_MODEL}
     by_user:array[user_id?:string user_email?:string|null billable_tokens?:number by_model?:${BY_MODEL}]]
     meta:object[${META}]`,
  ],
  // The last page has no cursor; some servers send null.
  ['meta of users', PagedAnalyticsMeta, `${META} has_more:boolean next_cursor?:string|null`],
  [
    'a tool usage row',
    ToolDay,
    `date:string tool_calls:number by_tool:array[tool:string invocations:number] mcp_users_with_mcp:number
     mcp_by_server:array[server:string invocations:number] skills_invocations:number skills_by_name:${COUNTS}
     slash_commands_invocations:number slash_commands_by_name:${COUNTS} hooks_invocations:number
     hooks_by_event:array[event:string matcher:string command:string count:number] web_users:number
     autonomy_ratio_avg:number autonomy_ratio_p50:number autonomy_ratio_p90:number tool_calls_per_session_avg:number
     user_turns_per_session_avg:number
     tool_autonomy_level_ratio:object[auto_high:number auto_medium:number auto_low:number manual:number]`,
  ],
  ['a row by tool', ToolNameDay, 'date:string group_key:string tool_calls:number'],
  [
    'an activity row',
    ActivityDay,
    `date:string daily_active_users:number weekly_active_users:number monthly_active_users:number
     daily_active_users_by_client:object sessions:number messages:number user_messages:number`,
  ],
  ['a row by client', ClientDay, 'date:string group_key:string daily_active_users:number'],
  [
    'a productivity row',
    ProductivityDay,
    `date:string files_created:number files_edited:number by_extension:array[extension:string count:number]
     by_language:array[language:string count:number] git_commits:number git_prs_created:number`,
  ],
  [
    'a per-user row',
    PersonDay,
    `user_id:string user_email:string|null date:string tool_calls:number billable_tokens:number primary_model:string
     primary_model_tier:string files_created:number files_edited:number git_commits:number git_prs_created:number
     mcp_calls:number skill_calls:number slash_commands:number hooks:number sessions:number messages:number
     user_messages:number assistant_messages:number autonomy_ratio:number delegation_level:string languages:array`,
  ],
  [
    'a page of readiness reports',
    ReadinessReports,
    `reports:array[reportId:string createdAt:number repoUrl:string apps:object report:object commitHash?:string
     branch?:string hasLocalChanges?:boolean hasNonRemoteCommits?:boolean
     modelUsed?:object[id:string reasoningEffort:string]]`,
  ],
  // Live services send null for a criterion that was skipped.
  ['a criterion', Criterion, 'numerator:number|null denominator:number rationale:string'],
  // The documentation does not say which members of a provisioning step are required, so all are optional.
  [
    'a computer',
    Computer,
    `id:string name:string providerType:string createdAt:number hostId?:string hostname?:string status?:string
     provisioningSteps?:array[id?:string name?:string status?:string error?:string startedAt?:number
     completedAt?:number installSessionId?:string] relayClientUrl?:string relayAgentUrl?:string remoteUser?:string
     clonedRepoDirectories?:array ownerPrincipalKind?:string ownerId?:string
     computerSource?:object[kind:string templateId?:string computerId?:string]`,
  ],
  ['a change of a computer', ComputerUpdate, 'name?:string hostId?:string remoteUser?:string'],
  [
    'a page of revisions',
    ControlsHistory,
    `changes:array[revision:number settings:object user:object[id:string email:string name:string] updatedAt:string]
     pagination:object[hasMore:boolean nextCursor?:string|null]`,
  ],
  [
    'the keys of a service account',
    ServiceAccountKeys,
    `apiKeys:array[id:string name:string fingerprint:string createdAt:number isRevoked:boolean
     expiresAt?:number|null revokedAt?:number|null]`,
  ],
  [
    'a page of users with a seat',
    OrganizationUsers,
    `users:array[id:string email:string firstName?:string|null lastName?:string|null createdAt:string
     lastSignInAt?:string|null metadata:object] pagination:object[hasMore:boolean nextCursor?:string|null]`,
  ],
  ['the limits of users', UserLimits, 'globalLimit:number|null userLimits:array[email:string limit:number|null]'],
  [
    'the result of a change of limits',
    UserLimitResults,
    'updated:array[email:string limit:number|null] errors:array[email:string error:string]',
  ],
  ['teams', Teams, 'teams:array[email:string team:string]'],
  ['budgets', Budgets, 'budgets:array[scope:string credits:number]'],
  // The types of source and target are not documented.
  [
    'an audit event',
    AuditEvent,
    `eventType:string actor:object[principalKind:string principalId:string email?:string|null role?:string|null]|null
     source?:undefined target?:undefined payload?:object|null createdAt:string`,
  ],
  [
    'the use of a computer',
    ComputerMetric,
    `timestamp:string cpuUsedPct:number cpuCount:number memUsed:number memTotal:number diskUsed:number
     diskTotal:number`,
  ],
  ['an error body', ErrorBody, 'detail:string status:number title:string metadata?:object'],
  [
    'an analytics error body',
    AnalyticsErrorBody,
    'detail:string status:number title:string metadata?:object requestId:string',
  ],
  ['a hook group', HookGroup, HOOKS],
  // Settings are generic JSON, so each member is optional.
  [
    'settings',
    EnterpriseSettings,
    `sessionDefaultSettings?:object[model?:string specModeModel?:string runInWorktree?:boolean]
     subagentModelSettings?:object[lightModel?:string mediumModel?:string heavyModel?:string]
     mcpAutonomyOverrides?:object mcpAutonomyUrlOverrides?:array[urlPattern:string] cloudSessionSync?:boolean
     voiceDictationEnabled?:boolean wikiCloudSync?:boolean advancedAnalyticsEnabled?:boolean
     localSignalsOptIn?:boolean ideAutoConnect?:boolean commandAllowlist?:array commandDenylist?:array
     commandBlocklist?:array customModels?:array[model?:string id?:string index?:number baseUrl?:string
     apiKey?:string displayName?:string maxContextLimit?:number enableThinking?:boolean thinkingMaxTokens?:number
     maxOutputTokens?:number extraHeaders?:object extraArgs?:object noImageSupport?:boolean baseModelId?:undefined
     useInRouter?:boolean] modelPolicy?:object[allowedModelIds?:array blockedModelIds?:array
     allowCustomModels?:boolean allowedBaseUrls?:array isFastModelsAllowed?:boolean
     requireExplicitOptInModelIds?:array] mcpPolicy?:object[enabled?:boolean allowlist?:array]
     missionPolicy?:object[restrictedAccess?:boolean allowedUserIds?:array] userModelPolicies?:object
     enabledPlugins?:object extraKnownMarketplaces?:object env?:object strictKnownMarketplaces?:array[source?:string
     repo?:string ref?:string sha?:string] networkPolicy?:object[allowedIps?:array] sandbox?:object[enabled?:boolean
     filesystem?:object[allowWrite?:array allowRead?:array denyWrite?:array denyRead?:array]
     network?:object[allowedDomains?:array allowUnixSockets?:array allowAllUnixSockets?:boolean
     allowLocalBinding?:boolean httpProxyPort?:number socksProxyPort?:number]] allowManagedHooksOnly?:boolean
     hooks?:object[PreToolUse?:array[${HOOKS}] PostToolUse?:array[${HOOKS}] Notification?:array[${HOOKS}] UserPromptSubmit?:array[${HOOKS}]
     Stop?:array[${HOOKS}] SubagentStop?:array[${HOOKS}] PreCompact?:array[${HOOKS}] SessionStart?:array[${HOOKS}] SessionEnd?:array[${HOOKS}]
     hooksDisabled?:boolean showHookOutput?:boolean] restrictMemberVisibility?:boolean
     restrictApiKeyCreationToManagers?:boolean managedComputersEnabled?:boolean byomComputersEnabled?:boolean
     disableAutoUpdate?:boolean disableWeeklyUsageSummary?:boolean managedComputersAllowedEmails?:array
     byomComputersAllowedEmails?:array sessionRetentionDays?:number`,
  ],
])('%s has exactly the documented fields', (_, schema, fields) => {
  expect(fieldsOf(schema)).toBe(fields.replaceAll(/\s+/g, ' '))
})

const fieldsOf = (schema: z.ZodObject): string =>
  Object.entries(schema.shape)
    .map(([name, member]) =>
      member instanceof z.ZodOptional ? `${name}?:${typeOf(member.unwrap())}` : `${name}:${typeOf(member)}`,
    )
    .join(' ')

const typeOf = (schema: z.core.$ZodType): string => {
  if (schema instanceof z.ZodNullable) return `${typeOf(schema.unwrap())}|null`
  const inner = schema instanceof z.ZodArray ? schema.element : schema
  const fields = inner instanceof z.ZodObject ? `[${fieldsOf(inner)}]` : ''
  return `${z.toJSONSchema(schema as z.ZodType).type}${fields}`
}
