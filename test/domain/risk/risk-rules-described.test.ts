import { expect, test } from 'vitest'
import { z } from 'zod'
import { CustomModel, EnterpriseSettings } from '../../../src/contract/controls.ts'
import { riskFindings } from '../../../src/domain/risk/revision-risk.ts'
import { RISK_RULES } from '../../../src/domain/risk/risk-rules.ts'

/** Members as ../shared/api.md describes them, changed: which rule judges it, and which verdict the way there and back have. */
const DOCUMENTED: [path: string, before: unknown, after: unknown, rule: string, there: string, back: string][] = [
  ['sessionDefaultSettings.model', 'a', 'b', 'model-default', 'neutral', 'neutral'],
  ['sessionDefaultSettings.specModeModel', 'a', 'b', 'model-default', 'neutral', 'neutral'],
  ['sessionDefaultSettings.runInWorktree', false, true, 'model-default', 'neutral', 'neutral'],
  ['subagentModelSettings.lightModel', 'a', 'b', 'model-subagent', 'neutral', 'neutral'],
  ['subagentModelSettings.mediumModel', 'a', 'b', 'model-subagent', 'neutral', 'neutral'],
  ['subagentModelSettings.heavyModel', 'a', 'b', 'model-subagent', 'neutral', 'neutral'],
  ['mcpAutonomyOverrides', { jira: 'high' }, { jira: 'low' }, 'mcp-autonomy', 'widened', 'narrowed'],
  ['mcpAutonomyUrlOverrides', [], [{ urlPattern: 'https://x/*' }], 'mcp-autonomy-urls', 'neutral', 'neutral'],
  [
    'mcpAutonomyUrlOverrides',
    [{ urlPattern: 'x', defaultLevel: 'high' }],
    [{ urlPattern: 'x', defaultLevel: 'low' }],
    'mcp-autonomy-url',
    'widened',
    'narrowed',
  ],
  [
    'mcpAutonomyUrlOverrides',
    [
      { urlPattern: 'x*', defaultLevel: 'high' },
      { urlPattern: 'xy', defaultLevel: 'low' },
    ],
    [
      { urlPattern: 'xy', defaultLevel: 'low' },
      { urlPattern: 'x*', defaultLevel: 'high' },
    ],
    'mcp-autonomy-order',
    'widened',
    'narrowed',
  ],
  ['subagentAutonomyLevel', 'low', 'medium', 'autonomy-subagent', 'widened', 'narrowed'],
  ['builtInToolAutonomyOverrides.Execute', 'high', 'low', 'tool-autonomy', 'widened', 'narrowed'],
  ['maxAutonomyLevel', 'low', 'medium', 'autonomy-cap', 'widened', 'narrowed'],
  ['sessionDefaultSettings.autonomyMode', 'auto-low', 'auto-high', 'autonomy-default', 'widened', 'narrowed'],
  ['sandbox.mode', 'whole-process', 'off', 'sandbox-mode', 'widened', 'narrowed'],
  ['cloudSessionSync', false, true, 'cloud-sync', 'neutral', 'neutral'],
  ['wikiCloudSync', false, true, 'cloud-sync', 'neutral', 'neutral'],
  ['advancedAnalyticsEnabled', false, true, 'analytics', 'neutral', 'neutral'],
  ['localSignalsOptIn', false, true, 'signals', 'neutral', 'neutral'],
  ['enableAgentShield', true, false, 'shield', 'widened', 'narrowed'],
  ['commandAllowlist', ['a'], ['a', 'b'], 'command-allow', 'widened', 'narrowed'],
  ['commandDenylist', ['a', 'b'], ['b'], 'command-deny', 'widened', 'narrowed'],
  ['commandBlocklist', ['a', 'b'], ['b'], 'command-block', 'widened', 'narrowed'],
  ['customModels', [], [{ id: 'cm_1' }], 'model-endpoint', 'neutral', 'neutral'],
  ['modelPolicy.allowedModelIds', ['a'], ['a', 'b'], 'model-allow', 'widened', 'narrowed'],
  ['modelPolicy.blockedModelIds', ['a', 'b'], ['b'], 'model-block', 'widened', 'narrowed'],
  ['modelPolicy.allowCustomModels', false, true, 'model-custom', 'widened', 'narrowed'],
  ['modelPolicy.allowedBaseUrls', ['a'], ['a', 'b'], 'model-allow', 'widened', 'narrowed'],
  ['modelPolicy.allowAllVendorModels', false, true, 'model-custom', 'widened', 'narrowed'],
  ['modelPolicy.isFastModelsAllowed', false, true, 'model-fast', 'widened', 'narrowed'],
  ['modelPolicy.requireExplicitOptInModelIds', ['a', 'b'], ['b'], 'model-consent', 'widened', 'narrowed'],
  ['modelPolicy.allowVendorRouterByok', false, true, 'model-custom', 'widened', 'narrowed'],
  ['mcpPolicy.enabled', true, false, 'mcp', 'widened', 'narrowed'],
  [
    'mcpPolicy',
    { enabled: true, allowlist: ['a'] },
    { enabled: true, allowlist: ['b', 'a'] },
    'mcp-allow',
    'widened',
    'narrowed',
  ],
  ['mcpPolicy.allowlist', ['a'], ['a', 'b'], 'mcp-allow', 'neutral', 'neutral'],
  ['missionPolicy.restrictedAccess', true, false, 'mission', 'widened', 'narrowed'],
  ['missionPolicy.allowedUserIds', ['a'], ['a', 'b'], 'mission-people', 'widened', 'narrowed'],
  ['userModelPolicies', { u1: { model: 'a' } }, { u1: { model: 'b' } }, 'model-people', 'neutral', 'neutral'],
  [
    'userModelPolicies',
    { u1: { allowedIds: [] } },
    { u1: { allowedIds: ['a'] } },
    'model-people',
    'neutral',
    'neutral',
  ],
  ['enabledPlugins', { 'p@m': false }, { 'p@m': true }, 'plugins', 'widened', 'narrowed'],
  ['enabledPlugins', { 'p@m': '1.0' }, { 'p@m': '1.1' }, 'plugin-choice', 'neutral', 'neutral'],
  ['extraKnownMarketplaces', {}, { m: { repo: 'a' } }, 'marketplaces-more', 'neutral', 'neutral'],
  ['env', { A: '1' }, { A: '2' }, 'environment', 'neutral', 'neutral'],
  ['strictKnownMarketplaces', [{ repo: 'a' }], [{ repo: 'a' }, { repo: 'b' }], 'marketplaces', 'widened', 'narrowed'],
  ['networkPolicy.allowedIps', ['10.0.0.0/8'], ['10.0.0.0/8', '192.0.2.1'], 'network', 'widened', 'narrowed'],
  ['sandbox.enabled', true, false, 'sandbox', 'widened', 'narrowed'],
  ['sandbox.filesystem.allowWrite', ['a'], ['a', 'b'], 'sandbox-allow', 'widened', 'narrowed'],
  ['sandbox.filesystem.allowRead', ['a'], ['a', 'b'], 'sandbox-read', 'widened', 'narrowed'],
  ['sandbox.filesystem.denyWrite', ['a', 'b'], ['b'], 'sandbox-deny', 'widened', 'narrowed'],
  ['sandbox.filesystem.denyRead', ['a', 'b'], ['b'], 'sandbox-deny', 'widened', 'narrowed'],
  ['sandbox.network.allowedDomains', ['a'], ['a', 'b'], 'sandbox-allow', 'widened', 'narrowed'],
  ['sandbox.network.allowUnixSockets', ['a'], ['a', 'b'], 'sandbox-allow', 'widened', 'narrowed'],
  ['sandbox.network.allowAllUnixSockets', false, true, 'sandbox-sockets', 'widened', 'narrowed'],
  ['sandbox.network.allowLocalBinding', false, true, 'sandbox-binding', 'widened', 'narrowed'],
  ['sandbox.network.httpProxyPort', 1, 2, 'sandbox-proxy', 'neutral', 'neutral'],
  ['sandbox.network.socksProxyPort', 1, 2, 'sandbox-proxy', 'neutral', 'neutral'],
  ['allowManagedHooksOnly', true, false, 'managed-hooks', 'widened', 'narrowed'],
  ['hooks.PreToolUse', [], [{ hooks: [] }], 'hooks', 'neutral', 'neutral'],
  ['hooks.PostToolUse', [], [{ hooks: [] }], 'hooks', 'neutral', 'neutral'],
  ['hooks.Notification', [], [{ hooks: [] }], 'hooks', 'neutral', 'neutral'],
  ['hooks.UserPromptSubmit', [], [{ hooks: [] }], 'hooks', 'neutral', 'neutral'],
  ['hooks.Stop', [], [{ hooks: [] }], 'hooks', 'neutral', 'neutral'],
  ['hooks.SubagentStop', [], [{ hooks: [] }], 'hooks', 'neutral', 'neutral'],
  ['hooks.PreCompact', [], [{ hooks: [] }], 'hooks', 'neutral', 'neutral'],
  ['hooks.SessionStart', [], [{ hooks: [] }], 'hooks', 'neutral', 'neutral'],
  ['hooks.SessionEnd', [], [{ hooks: [] }], 'hooks', 'neutral', 'neutral'],
  ['hooks.hooksDisabled', false, true, 'hooks-off', 'widened', 'narrowed'],
  ['hooks.showHookOutput', false, true, 'hooks', 'neutral', 'neutral'],
  ['restrictMemberVisibility', true, false, 'members', 'widened', 'narrowed'],
  ['restrictApiKeyCreationToManagers', true, false, 'key-creation', 'widened', 'narrowed'],
  ['managedComputersEnabled', false, true, 'computers-managed', 'widened', 'narrowed'],
  ['byomComputersEnabled', false, true, 'computers-own', 'widened', 'narrowed'],
  ['managedComputersAllowedEmails', ['a'], ['a', 'b'], 'computers-people', 'widened', 'narrowed'],
  ['byomComputersAllowedEmails', ['a'], ['a', 'b'], 'computers-own-people', 'widened', 'narrowed'],
  ['disableAutoUpdate', false, true, 'updates', 'neutral', 'neutral'],
  ['sessionRetentionDays', 30, 90, 'retention', 'widened', 'narrowed'],
  ['vendorRouterGuidance', 'a', 'b', 'model-guidance', 'neutral', 'neutral'],
  ['vendorRouterRules', [], [{ guidance: 'a', when: 'b' }], 'model-routes', 'neutral', 'neutral'],
]

const MODEL_MEMBERS: Record<string, [unknown, unknown]> = {
  model: ['a', 'b'],
  index: [1, 2],
  baseUrl: ['https://a.example', 'https://b.example'],
  apiKey: ['a', 'b'],
  displayName: ['a', 'b'],
  maxContextLimit: [1, 2],
  enableThinking: [false, true],
  thinkingMaxTokens: [1, 2],
  maxOutputTokens: [1, 2],
  extraHeaders: [{ a: 'a' }, { a: 'b' }],
  extraArgs: [{ a: 'a' }, { a: 'b' }],
  noImageSupport: [false, true],
  baseModelId: ['a', null],
  useInRouter: [false, true],
  cloudHost: [{ cloudAuthRefresh: 'a' }, { cloudAuthRefresh: 'b' }],
}

/** Nothing is told of them. */
const HARMLESS = ['voiceDictationEnabled', 'includeCoAuthoredByAgent', 'ideAutoConnect', 'disableWeeklyUsageSummary']

/** Settings with one member. */
const settingsWith = (path: string, value: unknown): object =>
  path.split('.').reduceRight((inner: unknown, name) => ({ [name]: inner }), value) as object

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

const judged = (before: object, after: object) =>
  riskFindings(switchedOn(before), switchedOn(after)).map(({ rule, verdict }) => [rule, verdict])

test.each(DOCUMENTED)(
  '%s from %j to %j is judged by %s as %s, and back as %s',
  (path, before, after, rule, there, back) => {
    const [old, now] = [settingsWith(path, before), settingsWith(path, after)]
    expect(judged(old, now)).toEqual([[rule, there]])
    expect(judged(now, old)).toEqual([[rule, back]])
  },
)

test.each(Object.entries(MODEL_MEMBERS))('another %s of a custom model is worth a look', (name, [before, after]) => {
  const [old, now] = [before, after].map((value) => ({ customModels: [{ id: 'cm_1', [name]: value }] }))
  expect(judged(old ?? {}, now ?? {})).toEqual([['model-endpoint', 'neutral']])
})

test.each(HARMLESS)('%s is no risk whichever way it goes', (name) => {
  expect(judged({ [name]: false }, { [name]: true })).toEqual([])
  expect(judged({ [name]: true }, { [name]: false })).toEqual([])
})

test('every member that the contract describes has a rule', () => {
  const told = [...DOCUMENTED.map(([path]) => path), ...HARMLESS]
  expect(leavesOf(EnterpriseSettings).filter((path) => !told.includes(path))).toEqual([])
  expect(Object.keys(CustomModel.shape).filter((name) => name !== 'id' && !(name in MODEL_MEMBERS))).toEqual([])
})

/** Paths of what a schema describes, down to what is no object of its own. */
const leavesOf = (schema: z.ZodObject, above = ''): string[] =>
  Object.entries(schema.shape).flatMap(([name, member]) => {
    const inner = member instanceof z.ZodOptional ? member.unwrap() : member
    const path = `${above}${name}`
    return inner instanceof z.ZodObject && Object.keys(inner.shape).length > 0 ? leavesOf(inner, `${path}.`) : [path]
  })

test('every rule that judges anything judges a member that is described', () => {
  const used = new Set(DOCUMENTED.map(([, , , rule]) => rule))
  const judging = RISK_RULES.filter(({ means }) => means !== 'harmless').map(({ name }) => name)
  expect(judging.filter((name) => !used.has(name))).toEqual([])
})

test.each([
  ['commandPolicy', { allow: ['a'] }, { allow: ['*'] }],
  ['isEverythingAllowed', false, true],
  ['sandbox.isStrict', true, false],
  ['maxDelegation', 'low', 'high'],
])('%s, which no document describes, is told as not known', (path, before, after) => {
  const found = riskFindings(settingsWith(path, before), settingsWith(path, after))
  expect(found.map(({ rule, what, why }) => [rule, what, why])).toEqual([
    ['unknown', 'unknown', 'No document says what this member means: look at what it does.'],
  ])
})
