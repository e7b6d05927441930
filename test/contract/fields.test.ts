import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { z } from 'zod'
import {
  ActivityDay,
  AnalyticsMeta,
  AutonomyLevels,
  ClientDay,
  Envelope,
  PagedAnalyticsMeta,
  ProductivityDay,
  ToolDay,
  ToolNameDay,
} from '../../src/contract/analytics.ts'
import { apiEndpoints } from '../../src/contract/api-endpoints.ts'
import { Computer, ComputerUpdate, ProvisioningStep } from '../../src/contract/computers.ts'
import { ControlRevision, ControlsHistory, CustomModel, EnterpriseSettings } from '../../src/contract/controls.ts'
import { CreditDay } from '../../src/contract/credits.ts'
import { type Endpoint, endpoints } from '../../src/contract/endpoints.ts'
import { AnalyticsErrorBody, ErrorBody } from '../../src/contract/error-bodies.ts'
import { extensions } from '../../src/contract/extensions.ts'
import { HookCommand, HookGroup } from '../../src/contract/hooks.ts'
import { PersonDay } from '../../src/contract/per-user-rows.ts'
import { Criterion, ReadinessReport, ReadinessReports } from '../../src/contract/readiness.ts'
import { ServiceAccountKey, ServiceAccountKeys } from '../../src/contract/service-accounts.ts'

/**
 * Fields of a resource as the API's description has them: name and type, `?` behind the name of one that may be
 * missing. Several types are joined by a bar.
 */
type Fields = string

// Without what the description spells with a placeholder for the product or a vendor.
const resources: [name: string, schema: z.ZodObject, fields: Fields][] = [
  ['an analytics envelope', Envelope(CreditDay), 'data:array meta:object'],
  ['meta', AnalyticsMeta, 'org_id:string start_date:string end_date:string'],
  // The cursor is absent on the last page.
  [
    'meta of users',
    PagedAnalyticsMeta,
    'org_id:string start_date:string end_date:string has_more:boolean next_cursor?:string',
  ],
  [
    'a credit usage row',
    CreditDay,
    `date:string billable_tokens:number input_tokens:number output_tokens:number cache_read_tokens:number
     cache_write_tokens:number by_model:array by_user:array`,
  ],
  [
    'a tool usage row',
    ToolDay,
    `date:string tool_calls:number by_tool:array mcp_users_with_mcp:number mcp_by_server:array
     skills_invocations:number skills_by_name:array slash_commands_invocations:number slash_commands_by_name:array
     hooks_invocations:number hooks_by_event:array web_users:number autonomy_ratio_avg:number
     autonomy_ratio_p50:number autonomy_ratio_p90:number tool_calls_per_session_avg:number
     user_turns_per_session_avg:number tool_autonomy_level_ratio:object`,
  ],
  ['by_tool', element(ToolDay, 'by_tool'), 'tool:string invocations:number'],
  ['mcp_by_server', element(ToolDay, 'mcp_by_server'), 'server:string invocations:number'],
  ['skills_by_name', element(ToolDay, 'skills_by_name'), 'name:string count:number'],
  ['slash_commands_by_name', element(ToolDay, 'slash_commands_by_name'), 'name:string count:number'],
  ['hooks_by_event', element(ToolDay, 'hooks_by_event'), 'event:string matcher:string command:string count:number'],
  ['autonomy levels', AutonomyLevels, 'auto_high:number auto_medium:number auto_low:number manual:number'],
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
    `date:string files_created:number files_edited:number by_extension:array by_language:array git_commits:number
     git_prs_created:number`,
  ],
  ['by_extension', element(ProductivityDay, 'by_extension'), 'extension:string count:number'],
  ['by_language', element(ProductivityDay, 'by_language'), 'language:string count:number'],
  [
    'a per-user row',
    PersonDay,
    `user_id:string user_email:string|null date:string tool_calls:number billable_tokens:number primary_model:string
     primary_model_tier:string files_created:number files_edited:number git_commits:number git_prs_created:number
     mcp_calls:number skill_calls:number slash_commands:number hooks:number sessions:number messages:number
     user_messages:number assistant_messages:number autonomy_ratio:number delegation_level:string languages:array`,
  ],
  [
    'a readiness report',
    ReadinessReport,
    `reportId:string createdAt:number repoUrl:string apps:object report:object commitHash?:string branch?:string
     hasLocalChanges?:boolean hasNonRemoteCommits?:boolean modelUsed?:object`,
  ],
  ['a page of reports', ReadinessReports, 'reports:array'],
  // Live services send null for a criterion that was skipped.
  ['a criterion', Criterion, 'numerator:number|null denominator:number rationale:string'],
  ['the model of a report', member(ReadinessReport, 'modelUsed'), 'id:string reasoningEffort:string'],
  [
    'a computer',
    Computer,
    `id:string name:string providerType:string createdAt:number hostId?:string status?:string
     provisioningSteps?:array relayClientUrl?:string relayAgentUrl?:string remoteUser?:string
     clonedRepoDirectories?:array ownerPrincipalKind?:string ownerId?:string computerSource?:object`,
  ],
  ['the source of a computer', member(Computer, 'computerSource'), 'kind:string templateId?:string'],
  // The description does not say which of these are required: none is insisted on.
  [
    'a provisioning step',
    ProvisioningStep,
    'id?:string name?:string status?:string error?:string startedAt?:number completedAt?:number installSessionId?:string',
  ],
  ['a change of a computer', ComputerUpdate, 'name?:string hostId?:string remoteUser?:string'],
  ['a revision', ControlRevision, 'revision:number settings:object user:object updatedAt:string'],
  ['who made a revision', member(ControlRevision, 'user'), 'id:string email:string name:string'],
  ['a page of revisions', ControlsHistory, 'changes:array pagination:object'],
  ['the paging of revisions', member(ControlsHistory, 'pagination'), 'hasMore:boolean nextCursor?:string'],
  // A key that never expires, or is not revoked, has none of the last two.
  [
    'a key of a service account',
    ServiceAccountKey,
    'id:string name:string fingerprint:string createdAt:number isRevoked:boolean expiresAt?:number revokedAt?:number',
  ],
  ['the keys of a service account', ServiceAccountKeys, 'apiKeys:array'],
  ['an error body', ErrorBody, 'detail:string status:number title:string metadata?:object'],
  ['an analytics error body', AnalyticsErrorBody, 'detail:string status:number title:string requestId:string'],
  ['a hook command', HookCommand, 'type:string command:string timeout?:number'],
  ['a hook group', HookGroup, 'hooks:array matcher?:string commandRegex?:string'],
]

// Settings are generic JSON: any member may be missing.
const settings: [name: string, schema: z.ZodObject, fields: Fields][] = [
  [
    'settings',
    EnterpriseSettings,
    `sessionDefaultSettings:object subagentModelSettings:object mcpAutonomyOverrides:object
     mcpAutonomyUrlOverrides:array cloudSessionSync:boolean voiceDictationEnabled:boolean wikiCloudSync:boolean
     advancedAnalyticsEnabled:boolean localSignalsOptIn:boolean ideAutoConnect:boolean commandAllowlist:array
     commandDenylist:array commandBlocklist:array customModels:array modelPolicy:object mcpPolicy:object
     missionPolicy:object userModelPolicies:object enabledPlugins:object extraKnownMarketplaces:object env:object
     strictKnownMarketplaces:array networkPolicy:object sandbox:object allowManagedHooksOnly:boolean hooks:object
     restrictMemberVisibility:boolean restrictApiKeyCreationToManagers:boolean managedComputersEnabled:boolean
     byomComputersEnabled:boolean disableAutoUpdate:boolean disableWeeklyUsageSummary:boolean
     managedComputersAllowedEmails:array byomComputersAllowedEmails:array sessionRetentionDays:number`,
  ],
  [
    'sessionDefaultSettings',
    member(EnterpriseSettings, 'sessionDefaultSettings'),
    'model:string specModeModel:string runInWorktree:boolean',
  ],
  [
    'subagentModelSettings',
    member(EnterpriseSettings, 'subagentModelSettings'),
    'lightModel:string mediumModel:string heavyModel:string',
  ],
  [
    'modelPolicy',
    member(EnterpriseSettings, 'modelPolicy'),
    `allowedModelIds:array blockedModelIds:array allowCustomModels:boolean allowedBaseUrls:array
     isFastModelsAllowed:boolean requireExplicitOptInModelIds:array`,
  ],
  ['mcpPolicy', member(EnterpriseSettings, 'mcpPolicy'), 'enabled:boolean allowlist:array'],
  ['missionPolicy', member(EnterpriseSettings, 'missionPolicy'), 'restrictedAccess:boolean allowedUserIds:array'],
  [
    'strictKnownMarketplaces',
    element(EnterpriseSettings, 'strictKnownMarketplaces'),
    'source:string repo:string ref:string sha:string',
  ],
  ['networkPolicy', member(EnterpriseSettings, 'networkPolicy'), 'allowedIps:array'],
  ['sandbox', member(EnterpriseSettings, 'sandbox'), 'enabled:boolean filesystem:object network:object'],
  [
    'sandbox.filesystem',
    member(member(EnterpriseSettings, 'sandbox'), 'filesystem'),
    'allowWrite:array allowRead:array denyWrite:array denyRead:array',
  ],
  [
    'sandbox.network',
    member(member(EnterpriseSettings, 'sandbox'), 'network'),
    `allowedDomains:array allowUnixSockets:array allowAllUnixSockets:boolean allowLocalBinding:boolean
     httpProxyPort:number socksProxyPort:number`,
  ],
  [
    'hooks',
    member(EnterpriseSettings, 'hooks'),
    `PreToolUse:array PostToolUse:array Notification:array UserPromptSubmit:array Stop:array SubagentStop:array
     PreCompact:array SessionStart:array SessionEnd:array hooksDisabled:boolean showHookOutput:boolean`,
  ],
  [
    'a custom model',
    CustomModel,
    `model:string id:string index:number baseUrl:string apiKey:string displayName:string maxContextLimit:number
     enableThinking:boolean thinkingMaxTokens:number maxOutputTokens:number extraHeaders:object extraArgs:object
     noImageSupport:boolean baseModelId:any useInRouter:boolean`,
  ],
]

function bare(schema: z.core.$ZodType | undefined): z.core.$ZodType | undefined {
  return schema instanceof z.ZodOptional || schema instanceof z.ZodNullable ? bare(schema.unwrap()) : schema
}

function member(schema: z.ZodObject, name: string): z.ZodObject {
  const found = bare(schema.shape[name])
  if (!(found instanceof z.ZodObject)) throw new Error(`${name} is no object`)
  return found
}

function element(schema: z.ZodObject, name: string): z.ZodObject {
  const list = bare(schema.shape[name])
  const found = list instanceof z.ZodArray ? bare(list.element) : undefined
  if (!(found instanceof z.ZodObject)) throw new Error(`${name} is no list of objects`)
  return found
}

const samples: Record<string, unknown[]> = {
  // A day, a UUID, a date and time and a plain word: one of them is what a string is asked for.
  string: ['2026-10-20', '0b1c2d3e-4f50-4a6b-8c7d-9e0f1a2b3c4d', '2026-10-20T08:30:00Z', 'command', 'word'],
  number: [1],
  boolean: [true],
  array: [[]],
  null: [null],
  any: ['word', 1, true, null, [], {}],
}

const takes = (schema: z.ZodType, type: string): boolean => {
  // Members of an object are judged by a row of their own.
  if (type === 'object') return bare(schema) instanceof z.ZodObject || bare(schema) instanceof z.ZodRecord
  const given = samples[type] ?? []
  const isTaken = (value: unknown): boolean => schema.safeParse(value).success
  return type === 'any' ? given.every(isTaken) : given.some(isTaken)
}

const notes = (schema: z.ZodObject, fields: Fields): string[] =>
  fields.split(/\s+/).flatMap((field) => {
    const [, name = '', optional, types = ''] = /^(\w+)(\??):(.+)$/.exec(field) ?? []
    const found = schema.shape[name] as z.ZodType | undefined
    if (found === undefined) return [`${field} is not in the contract`]
    const mayMiss = found.safeParse(undefined).success
    return [
      ...(mayMiss === (optional === '?') ? [] : [`${field} ${mayMiss ? 'may be missing' : 'is insisted on'}`]),
      ...types.split('|').flatMap((type) => (takes(found, type) ? [] : [`${field} is not taken as ${type}`])),
      ...(!types.includes('null') && types !== 'any' && !mayMiss && found.safeParse(null).success
        ? [`${field} may be null`]
        : []),
    ]
  })

test.each(resources)('%s has every field of the description, with its type', (_, schema, fields) => {
  expect(notes(schema, fields)).toEqual([])
})

test.each(settings)('the settings name every member of %s, none of them required', (_, schema, fields) => {
  expect(notes(schema, fields.replaceAll(':', '?:'))).toEqual([])
})

test('a field that is missing, of another type or of another necessity is noticed', () => {
  const shape = z.looseObject({ a: z.string(), b: z.number().optional(), c: z.string().nullable() })
  expect(notes(shape, 'a:number a?:string b:number c:string d:string')).toEqual([
    'a:number is not taken as number',
    'a?:string is insisted on',
    'b:number may be missing',
    'c:string may be null',
    'd:string is not in the contract',
  ])
})

const root = new URL('../..', import.meta.url).pathname
const sources = ['src', 'screens'].flatMap((folder) =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.(ts|tsx)$/.test(name))
    .map((name) => ({ name: join(folder, name), text: readFileSync(join(root, folder, name), 'utf8') })),
)
const holders = (text: string): string[] =>
  sources.flatMap(({ name, text: source }) => Array(source.split(text).length - 1).fill(name))

test('the two names of the readiness path are written down once, in the table', () => {
  const { path, newerPath } = endpoints.readinessReports
  expect(path).toBe('/api/organization/maturity-level-reports')
  expect(newerPath).toBe('/api/organization/agent-readiness-reports')
  for (const name of [path, newerPath]) expect(holders(name)).toEqual(['src/contract/api-endpoints.ts'])
  for (const word of ['maturity-level', 'agent-readiness'])
    expect(holders(word), word).toEqual(['src/contract/api-endpoints.ts'])
})

// Help and messages may mention a path; what is asked for comes from the table alone.
test('every path of the table is a string of the table only', () => {
  const tables = { 'src/contract/api-endpoints.ts': apiEndpoints, 'src/contract/extensions.ts': extensions }
  for (const { path } of Object.values<Endpoint>(endpoints)) {
    const found = [`'${path}'`, `"${path}"`, `\`${path}\``].flatMap(holders)
    // One path may have a method in each of the two tables.
    const holding = Object.entries<Record<string, Endpoint>>(tables).filter(([, table]) =>
      Object.values(table).some((row) => row.path === path),
    )
    expect([...new Set(found)].sort(), path).toEqual(holding.map(([file]) => file))
  }
})
