import * as z from 'zod'
import { HISTORY_LIMIT } from './constants.ts'
import { HookGroup } from './hooks.ts'
import { AnyObject, IsoTime, Pagination } from './primitives.ts'

const flag = z.boolean().optional()
const text = z.string().optional()
const texts = z.array(z.string()).optional()
const object = AnyObject.optional()

/** A model that the organisation provides itself. `apiKey` is a secret; headers and arguments may be. */
export const CustomModel = z.looseObject({
  model: text,
  id: text,
  index: z.number().optional(),
  baseUrl: text,
  /** A secret: never shown, never stored. */
  apiKey: text,
  displayName: text,
  /** In tokens. */
  maxContextLimit: z.number().optional(),
  enableThinking: flag,
  /** In tokens. */
  thinkingMaxTokens: z.number().optional(),
  /** In tokens. */
  maxOutputTokens: z.number().optional(),
  extraHeaders: object,
  extraArgs: object,
  noImageSupport: flag,
  /** The API doesn't document its type. */
  baseModelId: z.unknown().optional(),
  useInRouter: flag,
  // An undeclared field, named after a cloud host, holds a profile, region, base URL and two commands.
})
export type CustomModel = z.infer<typeof CustomModel>

const hookMembers = {
  PreToolUse: z.array(HookGroup).optional(),
  PostToolUse: z.array(HookGroup).optional(),
  Notification: z.array(HookGroup).optional(),
  UserPromptSubmit: z.array(HookGroup).optional(),
  Stop: z.array(HookGroup).optional(),
  SubagentStop: z.array(HookGroup).optional(),
  PreCompact: z.array(HookGroup).optional(),
  SessionStart: z.array(HookGroup).optional(),
  SessionEnd: z.array(HookGroup).optional(),
  hooksDisabled: flag,
  showHookOutput: flag,
}

/**
 * The fields that are documented today. Settings are a generic object: fields may disappear, change their type or name,
 * and new ones may appear. {@link ControlRevision} therefore doesn't enforce this schema.
 */
export const EnterpriseSettings = z.looseObject({
  sessionDefaultSettings: z.looseObject({ model: text, specModeModel: text, runInWorktree: flag }).optional(),
  subagentModelSettings: z.looseObject({ lightModel: text, mediumModel: text, heavyModel: text }).optional(),
  mcpAutonomyOverrides: object,
  mcpAutonomyUrlOverrides: z.array(z.looseObject({ urlPattern: z.string() })).optional(),
  cloudSessionSync: flag,
  voiceDictationEnabled: flag,
  wikiCloudSync: flag,
  advancedAnalyticsEnabled: flag,
  localSignalsOptIn: flag,
  ideAutoConnect: flag,
  commandAllowlist: texts,
  commandDenylist: texts,
  commandBlocklist: texts,
  customModels: z.array(CustomModel).optional(),
  /** Two more flags, whose names include the vendor's name, are undeclared fields. */
  modelPolicy: z
    .looseObject({
      allowedModelIds: texts,
      blockedModelIds: texts,
      allowCustomModels: flag,
      allowedBaseUrls: texts,
      isFastModelsAllowed: flag,
      requireExplicitOptInModelIds: texts,
    })
    .optional(),
  mcpPolicy: z.looseObject({ enabled: flag, allowlist: texts }).optional(),
  missionPolicy: z.looseObject({ restrictedAccess: flag, allowedUserIds: texts }).optional(),
  userModelPolicies: object,
  enabledPlugins: object,
  extraKnownMarketplaces: object,
  /** Environment variables of every session. Values may be secrets. */
  env: object,
  strictKnownMarketplaces: z.array(z.looseObject({ source: text, repo: text, ref: text, sha: text })).optional(),
  networkPolicy: z.looseObject({ allowedIps: texts }).optional(),
  sandbox: z
    .looseObject({
      enabled: flag,
      filesystem: z.looseObject({ allowWrite: texts, allowRead: texts, denyWrite: texts, denyRead: texts }).optional(),
      network: z
        .looseObject({
          allowedDomains: texts,
          allowUnixSockets: texts,
          allowAllUnixSockets: flag,
          allowLocalBinding: flag,
          httpProxyPort: z.number().optional(),
          socksProxyPort: z.number().optional(),
        })
        .optional(),
    })
    .optional(),
  allowManagedHooksOnly: flag,
  hooks: z.looseObject(hookMembers).optional(),
  restrictMemberVisibility: flag,
  restrictApiKeyCreationToManagers: flag,
  managedComputersEnabled: flag,
  byomComputersEnabled: flag,
  disableAutoUpdate: flag,
  disableWeeklyUsageSummary: flag,
  managedComputersAllowedEmails: texts,
  byomComputersAllowedEmails: texts,
  /** In days. */
  sessionRetentionDays: z.number().optional(),
})
export type EnterpriseSettings = z.infer<typeof EnterpriseSettings>

/** The organisation's settings after one change, and the user who made it. */
export const ControlRevision = z.looseObject({
  /** Ascending; the newest revision has the highest number. */
  revision: z.number(),
  /** Generic JSON. {@link EnterpriseSettings} lists the fields known today. */
  settings: AnyObject,
  user: z.looseObject({ id: z.string(), email: z.string(), name: z.string() }),
  /** RFC 3339 date and time. */
  updatedAt: IsoTime,
})
export type ControlRevision = z.infer<typeof ControlRevision>

export const ControlsHistoryQuery = z.object({
  /** 1 to 100; the server sets the default. */
  limit: z.int().min(HISTORY_LIMIT.min).max(HISTORY_LIMIT.max).optional(),
  /** `pagination.nextCursor` of the preceding page. */
  cursor: z.string().min(1).optional(),
})

/** `{changes, pagination}`, highest revision first. */
export const ControlsHistory = z.looseObject({
  changes: z.array(ControlRevision),
  pagination: Pagination,
})
