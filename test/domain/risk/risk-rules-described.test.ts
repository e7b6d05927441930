import { expect, test } from 'vitest'
import { z } from 'zod'
import { CustomModel, EnterpriseSettings } from '../../../src/contract/controls.ts'
import { riskFindings } from '../../../src/domain/risk/revision-risk.ts'
import { RISK_RULES } from '../../../src/domain/risk/risk-rules.ts'
import { changedSettings } from '../settings-diff/changed-settings.ts'

/** Changes of members that the contract describes, the verdict of each, and the rules that judge them with their members. */
const DOCUMENTED: [change: string, verdict: 'widened' | 'neutral', rules: string][] = [
  [
    '"a" → "b"',
    'neutral',
    `model-default sessionDefaultSettings.model sessionDefaultSettings.specModeModel
    model-subagent subagentModelSettings.lightModel subagentModelSettings.mediumModel subagentModelSettings.heavyModel
    model-guidance vendorRouterGuidance`,
  ],
  [
    'false → true',
    'neutral',
    `model-default sessionDefaultSettings.runInWorktree
    cloud-sync cloudSessionSync wikiCloudSync
    analytics advancedAnalyticsEnabled
    signals localSignalsOptIn
    hooks hooks.showHookOutput
    updates disableAutoUpdate`,
  ],
  [
    'false → true',
    'widened',
    `model-custom modelPolicy.allowCustomModels modelPolicy.allowAllVendorModels modelPolicy.allowVendorRouterByok
    model-fast modelPolicy.isFastModelsAllowed
    sandbox-sockets sandbox.network.allowAllUnixSockets
    sandbox-binding sandbox.network.allowLocalBinding
    hooks-off hooks.hooksDisabled
    computers-managed managedComputersEnabled
    computers-own byomComputersEnabled`,
  ],
  [
    'true → false',
    'widened',
    `shield enableAgentShield
    mcp mcpPolicy.enabled
    mission missionPolicy.restrictedAccess
    sandbox sandbox.enabled
    managed-hooks allowManagedHooksOnly
    members restrictMemberVisibility
    key-creation restrictApiKeyCreationToManagers`,
  ],
  [
    '["a"] → ["a","b"]',
    'widened',
    `command-allow commandAllowlist
    model-allow modelPolicy.allowedModelIds modelPolicy.allowedBaseUrls
    mission-people missionPolicy.allowedUserIds
    network networkPolicy.allowedIps
    sandbox-allow sandbox.filesystem.allowWrite sandbox.network.allowedDomains sandbox.network.allowUnixSockets
    sandbox-read sandbox.filesystem.allowRead
    computers-people managedComputersAllowedEmails
    computers-own-people byomComputersAllowedEmails`,
  ],
  [
    '["a","b"] → ["b"]',
    'widened',
    `command-deny commandDenylist
    command-block commandBlocklist
    model-block modelPolicy.blockedModelIds
    model-consent modelPolicy.requireExplicitOptInModelIds
    sandbox-deny sandbox.filesystem.denyWrite sandbox.filesystem.denyRead`,
  ],
  [
    '[] → [{"hooks":[]}]',
    'neutral',
    `hooks hooks.PreToolUse hooks.PostToolUse hooks.Notification hooks.UserPromptSubmit hooks.Stop
    hooks hooks.SubagentStop hooks.PreCompact hooks.SessionStart hooks.SessionEnd`,
  ],
  ['1 → 2', 'neutral', 'sandbox-proxy sandbox.network.httpProxyPort sandbox.network.socksProxyPort'],
  ['30 → 90', 'widened', 'retention sessionRetentionDays'],
  ['"low" → "medium"', 'widened', 'autonomy-subagent subagentAutonomyLevel\nautonomy-cap maxAutonomyLevel'],
  ['"high" → "low"', 'widened', 'tool-autonomy builtInToolAutonomyOverrides.Execute'],
  ['"auto-low" → "auto-high"', 'widened', 'autonomy-default sessionDefaultSettings.autonomyMode'],
  ['"whole-process" → "off"', 'widened', 'sandbox-mode sandbox.mode'],
  ['{"jira":"high"} → {"jira":"low"}', 'widened', 'mcp-autonomy mcpAutonomyOverrides'],
  ['[] → [{"urlPattern":"https://x/*"}]', 'neutral', 'mcp-autonomy-urls mcpAutonomyUrlOverrides'],
  ['<x high> → <x low>', 'widened', 'mcp-autonomy-url mcpAutonomyUrlOverrides'],
  ['<x* high, xy low> → <xy low, x* high>', 'widened', 'mcp-autonomy-order mcpAutonomyUrlOverrides'],
  ['[] → [{"id":"cm_1"}]', 'neutral', 'model-endpoint customModels'],
  ['["a"] → ["a","b"]', 'neutral', 'mcp-allow mcpPolicy.allowlist'],
  ['{"enabled":true,"allowlist":["a"]} → {"enabled":true,"allowlist":["b","a"]}', 'widened', 'mcp-allow mcpPolicy'],
  ['{"u1":{"model":"a"}} → {"u1":{"model":"b"}}', 'neutral', 'model-people userModelPolicies'],
  ['{"u1":{"allowedIds":[]}} → {"u1":{"allowedIds":["a"]}}', 'neutral', 'model-people userModelPolicies'],
  ['{"p@m":false} → {"p@m":true}', 'widened', 'plugins enabledPlugins'],
  ['{"p@m":"1.0"} → {"p@m":"1.1"}', 'neutral', 'plugin-choice enabledPlugins'],
  ['{} → {"m":{"repo":"a"}}', 'neutral', 'marketplaces-more extraKnownMarketplaces'],
  ['[{"repo":"a"}] → [{"repo":"a"},{"repo":"b"}]', 'widened', 'marketplaces strictKnownMarketplaces'],
  ['{"A":"1"} → {"A":"2"}', 'neutral', 'environment env'],
  ['[] → [{"guidance":"a","when":"b"}]', 'neutral', 'model-routes vendorRouterRules'],
]
const documented = DOCUMENTED.flatMap(([change, verdict, rules]) =>
  rules.split('\n').flatMap((line) => {
    const [rule = '', ...paths] = line.trim().split(' ')
    return paths.map((path) => ({ path, change, rule, verdict }))
  }),
)

const MODEL_MEMBERS = [
  ['"a"', '"b"', 'model baseUrl apiKey displayName'],
  ['1', '2', 'index maxContextLimit thinkingMaxTokens maxOutputTokens'],
  ['false', 'true', 'enableThinking noImageSupport useInRouter'],
  ['{"a":"a"}', '{"a":"b"}', 'extraHeaders extraArgs'],
  ['"a"', 'null', 'baseModelId'],
  ['{"cloudAuthRefresh":"a"}', '{"cloudAuthRefresh":"b"}', 'cloudHost'],
].flatMap(([before, after, names = '']) => names.split(' ').map((name) => ({ name, before, after })))

/** Nothing is told of them. */
const HARMLESS = ['voiceDictationEnabled', 'includeCoAuthoredByAgent', 'ideAutoConnect', 'disableWeeklyUsageSummary']

/** The same settings with the switches on that most of the members need. */
const switchedOn = (settings: object): object => {
  const { sandbox, missionPolicy } = settings as Record<string, object>
  return {
    ...(JSON.stringify(settings).includes('AllowedEmails') && {
      managedComputersEnabled: true,
      byomComputersEnabled: true,
    }),
    ...settings,
    sandbox: { enabled: true, ...sandbox },
    missionPolicy: { restrictedAccess: true, ...missionPolicy },
  }
}

/** The rules and verdicts of a change, and of the way back. */
const judged = (line: string) => {
  const { before, after } = changedSettings(line)
  const one = (old: object, now: object) =>
    riskFindings(switchedOn(old), switchedOn(now)).map(
      // Only what widens is grave.
      ({ rule, verdict, isGrave }) => `${rule} ${verdict}${isGrave && verdict !== 'widened' ? ' and grave' : ''}`,
    )
  return [one(before, after), one(after, before)]
}

test.each(documented)('$path: $change is judged by $rule as $verdict', ({ path, change, rule, verdict }) => {
  const back = verdict === 'widened' ? 'narrowed' : verdict
  expect(judged(`${path}: ${change}`)).toEqual([[`${rule} ${verdict}`], [`${rule} ${back}`]])
})

test.each(MODEL_MEMBERS)('another $name of a custom model is worth a look', ({ name, before, after }) => {
  const [there] = judged(`customModels: [{"id":"cm_1","${name}":${before}}] → [{"id":"cm_1","${name}":${after}}]`)
  expect(there).toEqual(['model-endpoint neutral'])
})

test.each(HARMLESS)('%s is no risk whichever way it goes', (name) => {
  expect(judged(`${name}: false → true`)).toEqual([[], []])
})

test('every member that the contract describes has a rule', () => {
  const told = [...documented.map(({ path }) => path), ...HARMLESS]
  expect(leavesOf(EnterpriseSettings).filter((path) => !told.includes(path))).toEqual([])
  const ofModels = ['id', ...MODEL_MEMBERS.map(({ name }) => name)]
  expect(Object.keys(CustomModel.shape).filter((name) => !ofModels.includes(name))).toEqual([])
})

/** Paths of what a schema describes, down to what is no object of its own. */
const leavesOf = (schema: z.ZodObject, above = ''): string[] =>
  Object.entries(schema.shape).flatMap(([name, member]) => {
    const inner = member instanceof z.ZodOptional ? member.unwrap() : member
    const path = `${above}${name}`
    return inner instanceof z.ZodObject && Object.keys(inner.shape).length > 0 ? leavesOf(inner, `${path}.`) : [path]
  })

test('every rule that judges anything judges a member that is described', () => {
  const used = new Set(documented.map(({ rule }) => rule))
  const judging = RISK_RULES.filter(({ means }) => means !== 'harmless').map(({ name }) => name)
  expect(judging.filter((name) => !used.has(name))).toEqual([])
})

test.each([
  'commandPolicy: {"allow":["a"]} → {"allow":["*"]}',
  'isEverythingAllowed: false → true',
  'sandbox.isStrict: true → false',
  'maxDelegation: "low" → "high"',
])('%s, which no document describes, is told as not known', (line) => {
  const { before, after } = changedSettings(line)
  expect(riskFindings(before, after)).toMatchObject([
    { rule: 'unknown', what: 'unknown', why: 'No document says what this member means: look at what it does.' },
  ])
})
