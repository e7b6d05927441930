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
import { Computer, ComputerUpdate } from '../../src/contract/computers.ts'
import { ControlsHistory, CustomModel, EnterpriseSettings } from '../../src/contract/controls.ts'
import { CreditDay } from '../../src/contract/credits.ts'
import { type Endpoint, endpoints } from '../../src/contract/endpoints.ts'
import { AnalyticsErrorBody, ErrorBody } from '../../src/contract/error-bodies.ts'
import { extensions } from '../../src/contract/extensions.ts'
import { HookCommand, HookGroup } from '../../src/contract/hooks.ts'
import { PersonDay } from '../../src/contract/per-user-rows.ts'
import { Criterion, ReadinessReport, ReadinessReports } from '../../src/contract/readiness.ts'
import { ServiceAccountKeys } from '../../src/contract/service-accounts.ts'

/**
 * Fields of a resource as the API's description has them: name and type, `?` behind the name of one that may be missing. Several
 * types are joined by a bar; in brackets stands what an object holds, or each item of a list.
 */
type Fields = string

// Without what the description spells with a placeholder for the product or a vendor.
const resources: Record<string, [schema: z.ZodObject, fields: Fields]> = {
  'an analytics envelope': [Envelope(CreditDay), 'data:array meta:object'],
  meta: [AnalyticsMeta, 'org_id:string start_date:string end_date:string'],
  // The cursor is absent on the last page.
  'meta of users': [
    PagedAnalyticsMeta,
    'org_id:string start_date:string end_date:string has_more:boolean next_cursor?:string',
  ],
  'a credit usage row': [
    CreditDay,
    `date:string billable_tokens:number input_tokens:number output_tokens:number cache_read_tokens:number
     cache_write_tokens:number by_model:array by_user:array`,
  ],
  'a tool usage row': [
    ToolDay,
    `date:string tool_calls:number by_tool:array[tool:string invocations:number] mcp_users_with_mcp:number
     mcp_by_server:array[server:string invocations:number] skills_invocations:number
     skills_by_name:array[name:string count:number] slash_commands_invocations:number
     slash_commands_by_name:array[name:string count:number] hooks_invocations:number
     hooks_by_event:array[event:string matcher:string command:string count:number] web_users:number
     autonomy_ratio_avg:number autonomy_ratio_p50:number autonomy_ratio_p90:number tool_calls_per_session_avg:number
     user_turns_per_session_avg:number
     tool_autonomy_level_ratio:object`,
  ],
  'autonomy levels': [AutonomyLevels, 'auto_high:number auto_medium:number auto_low:number manual:number'],
  'a row by tool': [ToolNameDay, 'date:string group_key:string tool_calls:number'],
  'an activity row': [
    ActivityDay,
    `date:string daily_active_users:number weekly_active_users:number monthly_active_users:number
     daily_active_users_by_client:object sessions:number messages:number user_messages:number`,
  ],
  'a row by client': [ClientDay, 'date:string group_key:string daily_active_users:number'],
  'a productivity row': [
    ProductivityDay,
    `date:string files_created:number files_edited:number by_extension:array[extension:string count:number]
     by_language:array[language:string count:number] git_commits:number git_prs_created:number`,
  ],
  'a per-user row': [
    PersonDay,
    `user_id:string user_email:string|null date:string tool_calls:number billable_tokens:number primary_model:string
     primary_model_tier:string files_created:number files_edited:number git_commits:number git_prs_created:number
     mcp_calls:number skill_calls:number slash_commands:number hooks:number sessions:number messages:number
     user_messages:number assistant_messages:number autonomy_ratio:number delegation_level:string languages:array`,
  ],
  'a readiness report': [
    ReadinessReport,
    `reportId:string createdAt:number repoUrl:string apps:object report:object commitHash?:string branch?:string
     hasLocalChanges?:boolean hasNonRemoteCommits?:boolean modelUsed?:object[id:string reasoningEffort:string]`,
  ],
  'a page of reports': [ReadinessReports, 'reports:array'],
  // Live services send null for a criterion that was skipped.
  'a criterion': [Criterion, 'numerator:number|null denominator:number rationale:string'],
  // The description does not say which members of a provisioning step are required: none is insisted on.
  'a computer': [
    Computer,
    `id:string name:string providerType:string createdAt:number hostId?:string status?:string
     provisioningSteps?:array[id?:string name?:string status?:string error?:string startedAt?:number
     completedAt?:number installSessionId?:string] relayClientUrl?:string relayAgentUrl?:string remoteUser?:string
     clonedRepoDirectories?:array ownerPrincipalKind?:string ownerId?:string
     computerSource?:object[kind:string templateId?:string]`,
  ],
  'a change of a computer': [ComputerUpdate, 'name?:string hostId?:string remoteUser?:string'],
  'a page of revisions': [
    ControlsHistory,
    `changes:array[revision:number settings:object user:object[id:string email:string name:string] updatedAt:string]
     pagination:object[hasMore:boolean nextCursor?:string]`,
  ],
  // A key that never expires, or is not revoked, has none of the last two.
  'the keys of a service account': [
    ServiceAccountKeys,
    `apiKeys:array[id:string name:string fingerprint:string createdAt:number isRevoked:boolean expiresAt?:number
     revokedAt?:number]`,
  ],
  'an error body': [ErrorBody, 'detail:string status:number title:string metadata?:object'],
  'an analytics error body': [AnalyticsErrorBody, 'detail:string status:number title:string requestId:string'],
  'a hook command': [HookCommand, 'type:string command:string timeout?:number'],
  'a hook group': [HookGroup, 'hooks:array matcher?:string commandRegex?:string'],
}

// Settings are generic JSON: any member may be missing.
const settings: Record<string, [schema: z.ZodObject, fields: Fields]> = {
  settings: [
    EnterpriseSettings,
    `sessionDefaultSettings:object[model:string specModeModel:string runInWorktree:boolean]
     subagentModelSettings:object[lightModel:string mediumModel:string heavyModel:string] mcpAutonomyOverrides:object
     mcpAutonomyUrlOverrides:array cloudSessionSync:boolean voiceDictationEnabled:boolean wikiCloudSync:boolean
     advancedAnalyticsEnabled:boolean localSignalsOptIn:boolean ideAutoConnect:boolean commandAllowlist:array
     commandDenylist:array commandBlocklist:array customModels:array
     modelPolicy:object[allowedModelIds:array blockedModelIds:array allowCustomModels:boolean allowedBaseUrls:array
     isFastModelsAllowed:boolean requireExplicitOptInModelIds:array] mcpPolicy:object[enabled:boolean allowlist:array]
     missionPolicy:object[restrictedAccess:boolean allowedUserIds:array] userModelPolicies:object enabledPlugins:object
     extraKnownMarketplaces:object env:object
     strictKnownMarketplaces:array[source:string repo:string ref:string sha:string]
     networkPolicy:object[allowedIps:array]
     sandbox:object[enabled:boolean
     filesystem:object[allowWrite:array allowRead:array denyWrite:array denyRead:array]
     network:object[allowedDomains:array allowUnixSockets:array allowAllUnixSockets:boolean allowLocalBinding:boolean
     httpProxyPort:number socksProxyPort:number]] allowManagedHooksOnly:boolean
     hooks:object[PreToolUse:array PostToolUse:array Notification:array UserPromptSubmit:array Stop:array
     SubagentStop:array PreCompact:array SessionStart:array SessionEnd:array hooksDisabled:boolean
     showHookOutput:boolean] restrictMemberVisibility:boolean restrictApiKeyCreationToManagers:boolean
     managedComputersEnabled:boolean byomComputersEnabled:boolean disableAutoUpdate:boolean
     disableWeeklyUsageSummary:boolean managedComputersAllowedEmails:array byomComputersAllowedEmails:array
     sessionRetentionDays:number`,
  ],
  'a custom model': [
    CustomModel,
    `model:string id:string index:number baseUrl:string apiKey:string displayName:string maxContextLimit:number
     enableThinking:boolean thinkingMaxTokens:number maxOutputTokens:number extraHeaders:object extraArgs:object
     noImageSupport:boolean baseModelId:any useInRouter:boolean`,
  ],
}

const bare = (schema: z.core.$ZodType): z.core.$ZodType =>
  schema instanceof z.ZodOptional || schema instanceof z.ZodNullable ? bare(schema.unwrap()) : schema

/** What an object is, or each item of a list. */
const insideOf = (schema: z.core.$ZodType): z.ZodObject => {
  const found = bare(schema)
  const inside = found instanceof z.ZodArray ? bare(found.element) : found
  if (!(inside instanceof z.ZodObject)) throw new Error('it holds no object')
  return inside
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

const notes = (whole: z.ZodObject, fields: Fields): string[] => {
  const schemas = [whole]
  return [...fields.matchAll(/(\w+)(\??):([\w|]+)(\[)?|\]/g)].flatMap(([text, name, optional, types = '', opens]) => {
    if (name === undefined) {
      schemas.pop()
      return []
    }
    const field = text.replace('[', '')
    const found = schemas.at(-1)?.shape[name] as z.ZodType | undefined
    if (found === undefined) return [`${field} is not in the contract`]
    if (opens) schemas.push(insideOf(found))
    const mayMiss = found.safeParse(undefined).success
    return [
      ...(mayMiss === (optional === '?') ? [] : [`${field} ${mayMiss ? 'may be missing' : 'is insisted on'}`]),
      ...types.split('|').flatMap((type) => (takes(found, type) ? [] : [`${field} is not taken as ${type}`])),
      ...(!types.includes('null') && types !== 'any' && !mayMiss && found.safeParse(null).success
        ? [`${field} may be null`]
        : []),
    ]
  })
}

test.each(Object.entries(resources))('%s has every field of the description, with its type', (_, [schema, fields]) => {
  expect(notes(schema, fields)).toEqual([])
})

test.each(Object.entries(settings))('%s names every member, none of them required', (_, [schema, fields]) => {
  expect(notes(schema, fields.replaceAll(/(?<!\?):/g, '?:'))).toEqual([])
})

test('a field that is missing, of another type or of another necessity is noticed', () => {
  const inner = z.looseObject({ b: z.number().optional() }).optional()
  const shape = z.looseObject({ a: z.string(), list: z.array(inner), c: z.string().nullable() })
  expect(notes(shape, 'a:number a?:string list:array[b:number] c:string d:string')).toEqual([
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

// Help and messages may mention a path; what is asked for comes from the table alone.
test('every path of the table is a string of the table only', () => {
  const tables = { 'src/contract/api-endpoints.ts': apiEndpoints, 'src/contract/extensions.ts': extensions }
  const { readinessReports, ...others } = endpoints
  for (const name of [readinessReports.path, readinessReports.newerPath, 'maturity-level', 'agent-readiness'])
    expect(holders(name), name).toEqual(['src/contract/api-endpoints.ts'])
  for (const { path } of Object.values<Endpoint>(others)) {
    const found = [`'${path}'`, `"${path}"`, `\`${path}\``].flatMap(holders)
    // One path may have a method in each of the two tables.
    const holding = Object.entries<Record<string, Endpoint>>(tables).filter(([, table]) =>
      Object.values(table).some((row) => row.path === path),
    )
    expect([...new Set(found)].sort(), path).toEqual(holding.map(([file]) => file))
  }
})
