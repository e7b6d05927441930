import { expect, test } from 'vitest'
import { z } from 'zod'
import { CustomModel, EnterpriseSettings } from '../../src/contract/controls.ts'
import { riskFindings } from '../../src/domain/revision-risk.ts'
import { RISK_RULES } from '../../src/domain/risk-rules.ts'
import { parsePathGlob } from '../../src/domain/settings-diff/path-glob.ts'
import { pathText } from '../../src/domain/settings-diff/setting-path.ts'

const findings = (before: object, after: object) =>
  riskFindings(before, after).map(
    ({ path, verdict, rule, what, count }) => `${pathText(path)} ${verdict} ${what} ${count} by ${rule}`,
  )
/** The way there, and the way back. */
test.each<[object, object, string[], string[]]>([
  [
    { commandAllowlist: ['a'] },
    { commandAllowlist: ['a', 'b'] },
    ['commandAllowlist widened gained 1 by command-allow'],
    ['commandAllowlist narrowed lost 1 by command-allow'],
  ],
  [
    { commandAllowlist: ['a'] },
    { commandAllowlist: ['*'] },
    ['commandAllowlist widened everything 1 by command-allow'],
    ['commandAllowlist narrowed limited 0 by command-allow'],
  ],
  [
    { commandDenylist: ['a'] },
    {},
    ['commandDenylist widened lost 1 by command-deny'],
    ['commandDenylist narrowed gained 1 by command-deny'],
  ],
  [
    { commandBlocklist: ['a'] },
    { commandBlocklist: [] },
    ['commandBlocklist widened lost 1 by command-block'],
    ['commandBlocklist narrowed gained 1 by command-block'],
  ],
  [
    { sandbox: { enabled: true } },
    {},
    ['sandbox.enabled widened off 0 by sandbox'],
    ['sandbox.enabled narrowed on 0 by sandbox'],
  ],
  [
    {},
    { sandbox: { filesystem: { denyRead: ['a'] } } },
    ['sandbox.filesystem.denyRead narrowed gained 1 by sandbox-deny'],
    ['sandbox.filesystem.denyRead widened lost 1 by sandbox-deny'],
  ],
  [
    {},
    { sandbox: { filesystem: { allowWrite: ['a'] } } },
    ['sandbox.filesystem.allowWrite widened gained 1 by sandbox-allow'],
    ['sandbox.filesystem.allowWrite narrowed lost 1 by sandbox-allow'],
  ],
  [
    {},
    { sandbox: { network: { allowAllUnixSockets: true } } },
    ['sandbox.network.allowAllUnixSockets widened on 0 by sandbox-open'],
    ['sandbox.network.allowAllUnixSockets narrowed off 0 by sandbox-open'],
  ],
  [
    { sandbox: { network: { httpProxyPort: 1 } } },
    { sandbox: { network: { httpProxyPort: 2 } } },
    ['sandbox.network.httpProxyPort neutral changed 0 by sandbox-proxy'],
    ['sandbox.network.httpProxyPort neutral changed 0 by sandbox-proxy'],
  ],
  [
    { networkPolicy: { allowedIps: ['a'] } },
    {},
    ['networkPolicy.allowedIps widened unlimited 0 by network'],
    ['networkPolicy.allowedIps narrowed limited 0 by network'],
  ],
  [
    { modelPolicy: { allowedModelIds: ['a'] } },
    { modelPolicy: { allowedModelIds: ['b'] } },
    ['modelPolicy.allowedModelIds widened gained 1 by model-allow'],
    ['modelPolicy.allowedModelIds widened gained 1 by model-allow'],
  ],
  [
    { modelPolicy: { blockedModelIds: ['a'] } },
    { modelPolicy: {} },
    ['modelPolicy.blockedModelIds widened lost 1 by model-block'],
    ['modelPolicy.blockedModelIds narrowed gained 1 by model-block'],
  ],
  [
    { modelPolicy: { requireExplicitOptInModelIds: ['a'] } },
    {},
    ['modelPolicy.requireExplicitOptInModelIds widened lost 1 by model-consent'],
    ['modelPolicy.requireExplicitOptInModelIds narrowed gained 1 by model-consent'],
  ],
  [
    {},
    { modelPolicy: { allowCustomModels: true } },
    ['modelPolicy.allowCustomModels widened on 0 by model-custom'],
    ['modelPolicy.allowCustomModels narrowed off 0 by model-custom'],
  ],
  [
    {},
    { modelPolicy: { isFastModelsAllowed: true } },
    ['modelPolicy.isFastModelsAllowed widened on 0 by model-fast'],
    ['modelPolicy.isFastModelsAllowed narrowed off 0 by model-fast'],
  ],
  [
    { customModels: [] },
    { customModels: [{ id: 'cm_1', baseUrl: 'x' }] },
    ['customModels[cm_1] neutral changed 0 by model-endpoint'],
    ['customModels[cm_1] neutral changed 0 by model-endpoint'],
  ],
  [
    { sessionDefaultSettings: { model: 'a' } },
    { sessionDefaultSettings: { model: 'b' } },
    ['sessionDefaultSettings.model neutral changed 0 by model-default'],
    ['sessionDefaultSettings.model neutral changed 0 by model-default'],
  ],
  [
    { subagentModelSettings: { lightModel: 'a' } },
    {},
    ['subagentModelSettings.lightModel neutral changed 0 by model-subagent'],
    ['subagentModelSettings.lightModel neutral changed 0 by model-subagent'],
  ],
  [
    { mcpPolicy: { enabled: true } },
    { mcpPolicy: { enabled: false } },
    ['mcpPolicy.enabled widened off 0 by mcp'],
    ['mcpPolicy.enabled narrowed on 0 by mcp'],
  ],
  [
    { mcpPolicy: { allowlist: ['a'] } },
    { mcpPolicy: {} },
    ['mcpPolicy.allowlist widened unlimited 0 by mcp-allow'],
    ['mcpPolicy.allowlist narrowed limited 0 by mcp-allow'],
  ],
  [
    { missionPolicy: { restrictedAccess: true } },
    {},
    ['missionPolicy.restrictedAccess widened off 0 by mission'],
    ['missionPolicy.restrictedAccess narrowed on 0 by mission'],
  ],
  [
    { missionPolicy: { allowedUserIds: ['a'] } },
    { missionPolicy: { allowedUserIds: ['a', 'b'] } },
    ['missionPolicy.allowedUserIds widened gained 1 by mission-people'],
    ['missionPolicy.allowedUserIds narrowed lost 1 by mission-people'],
  ],
  [
    { allowManagedHooksOnly: true },
    { allowManagedHooksOnly: false },
    ['allowManagedHooksOnly widened off 0 by managed-hooks'],
    ['allowManagedHooksOnly narrowed on 0 by managed-hooks'],
  ],
  [
    { hooks: { hooksDisabled: false } },
    { hooks: { hooksDisabled: true } },
    ['hooks.hooksDisabled widened on 0 by hooks-off'],
    ['hooks.hooksDisabled narrowed off 0 by hooks-off'],
  ],
  [
    {},
    { hooks: { Stop: [{ hooks: [] }] } },
    ['hooks.Stop neutral changed 0 by hooks'],
    ['hooks.Stop neutral changed 0 by hooks'],
  ],
  [
    {},
    { byomComputersEnabled: true },
    ['byomComputersEnabled widened on 0 by computers-own'],
    ['byomComputersEnabled narrowed off 0 by computers-own'],
  ],
  [
    {},
    { managedComputersEnabled: true },
    ['managedComputersEnabled widened on 0 by computers-managed'],
    ['managedComputersEnabled narrowed off 0 by computers-managed'],
  ],
  [
    { byomComputersAllowedEmails: ['a'] },
    {},
    ['byomComputersAllowedEmails widened unlimited 0 by computers-people'],
    ['byomComputersAllowedEmails narrowed limited 0 by computers-people'],
  ],
  [
    { sessionRetentionDays: 30 },
    { sessionRetentionDays: 90 },
    ['sessionRetentionDays widened longer 0 by retention'],
    ['sessionRetentionDays narrowed shorter 0 by retention'],
  ],
  [
    { sessionRetentionDays: 30 },
    {},
    ['sessionRetentionDays neutral changed 0 by retention'],
    ['sessionRetentionDays neutral changed 0 by retention'],
  ],
  [
    { restrictApiKeyCreationToManagers: true },
    {},
    ['restrictApiKeyCreationToManagers widened off 0 by key-creation'],
    ['restrictApiKeyCreationToManagers narrowed on 0 by key-creation'],
  ],
  [
    { restrictMemberVisibility: true },
    {},
    ['restrictMemberVisibility widened off 0 by members'],
    ['restrictMemberVisibility narrowed on 0 by members'],
  ],
  [
    { strictKnownMarketplaces: [{ repo: 'a' }] },
    { strictKnownMarketplaces: [{ repo: 'a' }, { repo: 'b' }] },
    ['strictKnownMarketplaces widened gained 1 by marketplaces'],
    ['strictKnownMarketplaces narrowed lost 1 by marketplaces'],
  ],
  [
    { env: { A: 'a' } },
    { env: { A: 'b' } },
    ['env.A neutral changed 0 by environment'],
    ['env.A neutral changed 0 by environment'],
  ],
  [
    { x: { disallowedTools: ['a'] } },
    { x: { disallowedTools: [] } },
    ['x.disallowedTools widened lost 1 by named-disallow'],
    ['x.disallowedTools narrowed gained 1 by named-disallow'],
  ],
  [
    { x: { trustedHosts: ['a'] } },
    { x: { trustedHosts: ['a', 'b'] } },
    ['x.trustedHosts widened gained 1 by named-trusted'],
    ['x.trustedHosts narrowed lost 1 by named-trusted'],
  ],
  [
    { sessionDefaultSettings: { autonomyLevel: 'low' } },
    { sessionDefaultSettings: { autonomyLevel: 'high' } },
    ['sessionDefaultSettings.autonomyLevel widened raised 0 by named-autonomy'],
    ['sessionDefaultSettings.autonomyLevel narrowed lowered 0 by named-autonomy'],
  ],
  [
    { mcpAutonomyUrlOverrides: [{ urlPattern: 'https://x/*', autonomy: 'low' }] },
    { mcpAutonomyUrlOverrides: [{ urlPattern: 'https://x/*', autonomy: 'high' }] },
    ['mcpAutonomyUrlOverrides[urlPattern="https://x/*"].autonomy widened raised 0 by named-autonomy'],
    ['mcpAutonomyUrlOverrides[urlPattern="https://x/*"].autonomy narrowed lowered 0 by named-autonomy'],
  ],
  [
    { mcpAutonomyOverrides: { a: 'high' } },
    {},
    ['mcpAutonomyOverrides.a neutral changed 0 by named-autonomy'],
    ['mcpAutonomyOverrides.a widened raised 0 by named-autonomy'],
  ],
  [{ voiceDictationEnabled: false }, { voiceDictationEnabled: true }, [], []],
  [{ commandAllowlist: ['a', 'b'] }, { commandAllowlist: ['b', 'a'] }, [], []],
])('%j to %j is judged by a rule, and so is the way back', (before, after, there, back) => {
  expect(findings(before, after)).toEqual(there)
  expect(findings(after, before)).toEqual(back)
})

/** Members as ../shared/api.md describes them, changed: which rule judges it, and which verdict the way there and back have. */
const DOCUMENTED: [path: string, before: unknown, after: unknown, rule: string, there: string, back: string][] = [
  ['sessionDefaultSettings.model', 'a', 'b', 'model-default', 'neutral', 'neutral'],
  ['sessionDefaultSettings.specModeModel', 'a', 'b', 'model-default', 'neutral', 'neutral'],
  ['sessionDefaultSettings.runInWorktree', false, true, 'model-default', 'neutral', 'neutral'],
  ['subagentModelSettings.lightModel', 'a', 'b', 'model-subagent', 'neutral', 'neutral'],
  ['subagentModelSettings.mediumModel', 'a', 'b', 'model-subagent', 'neutral', 'neutral'],
  ['subagentModelSettings.heavyModel', 'a', 'b', 'model-subagent', 'neutral', 'neutral'],
  ['mcpAutonomyOverrides', { jira: 'auto-low' }, { jira: 'auto-high' }, 'named-autonomy', 'widened', 'narrowed'],
  ['mcpAutonomyOverrides', {}, { jira: 'a word of its own' }, 'mcp-autonomy', 'neutral', 'neutral'],
  ['mcpAutonomyUrlOverrides', [], [{ urlPattern: 'https://x/*' }], 'mcp-autonomy-url', 'neutral', 'neutral'],
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
  ['mcpPolicy.allowlist', ['a'], ['a', 'b'], 'mcp-allow', 'widened', 'narrowed'],
  ['missionPolicy.restrictedAccess', true, false, 'mission', 'widened', 'narrowed'],
  ['missionPolicy.allowedUserIds', ['a'], ['a', 'b'], 'mission-people', 'widened', 'narrowed'],
  ['userModelPolicies', { u1: { model: 'a' } }, { u1: { model: 'b' } }, 'model-people', 'neutral', 'neutral'],
  [
    'userModelPolicies',
    { u1: { allowedIds: [] } },
    { u1: { allowedIds: ['a'] } },
    'named-allow',
    'widened',
    'narrowed',
  ],
  ['enabledPlugins', { 'p@m': false }, { 'p@m': true }, 'plugins', 'widened', 'narrowed'],
  ['enabledPlugins', { 'p@m': '1.0' }, { 'p@m': '1.1' }, 'plugin-choice', 'neutral', 'neutral'],
  ['extraKnownMarketplaces', {}, { m: { repo: 'a' } }, 'marketplaces-more', 'neutral', 'neutral'],
  ['env', { A: '1' }, { A: '2' }, 'environment', 'neutral', 'neutral'],
  ['strictKnownMarketplaces', [{ repo: 'a' }], [{ repo: 'a' }, { repo: 'b' }], 'marketplaces', 'widened', 'narrowed'],
  ['networkPolicy.allowedIps', ['10.0.0.0/8'], ['10.0.0.0/8', '192.0.2.1'], 'network', 'widened', 'narrowed'],
  ['sandbox.enabled', true, false, 'sandbox', 'widened', 'narrowed'],
  ['sandbox.filesystem.allowWrite', ['a'], ['a', 'b'], 'sandbox-allow', 'widened', 'narrowed'],
  ['sandbox.filesystem.allowRead', ['a'], ['a', 'b'], 'sandbox-allow', 'widened', 'narrowed'],
  ['sandbox.filesystem.denyWrite', ['a', 'b'], ['b'], 'sandbox-deny', 'widened', 'narrowed'],
  ['sandbox.filesystem.denyRead', ['a', 'b'], ['b'], 'sandbox-deny', 'widened', 'narrowed'],
  ['sandbox.network.allowedDomains', ['a'], ['a', 'b'], 'sandbox-allow', 'widened', 'narrowed'],
  ['sandbox.network.allowUnixSockets', ['a'], ['a', 'b'], 'sandbox-allow', 'widened', 'narrowed'],
  ['sandbox.network.allowAllUnixSockets', false, true, 'sandbox-open', 'widened', 'narrowed'],
  ['sandbox.network.allowLocalBinding', false, true, 'sandbox-open', 'widened', 'narrowed'],
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
  ['byomComputersAllowedEmails', ['a'], ['a', 'b'], 'computers-people', 'widened', 'narrowed'],
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

/** No rule, and why. */
const HARMLESS: Record<string, string> = {
  voiceDictationEnabled: 'Another way to write a prompt; agents may do no more.',
  includeCoAuthoredByAgent: 'A line in the messages of commits.',
  ideAutoConnect: 'The client looks for an editor that runs already.',
  disableWeeklyUsageSummary: 'A message fewer a week.',
}

/** Settings with one member. */
const settingsWith = (path: string, value: unknown): object =>
  path.split('.').reduceRight((inner: unknown, name) => ({ [name]: inner }), value) as object

const judged = (before: object, after: object) =>
  riskFindings(before, after).map(({ rule, verdict }) => [rule, verdict])

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

test.each(Object.keys(HARMLESS))('%s is no risk whichever way it goes', (name) => {
  expect(judged({ [name]: false }, { [name]: true })).toEqual([])
  expect(judged({ [name]: true }, { [name]: false })).toEqual([])
})

test('every member that the contract describes has a rule or a reason', () => {
  const told = [...DOCUMENTED.map(([path]) => path), ...Object.keys(HARMLESS)]
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

test('every rule that is not about names alone judges a member that is described', () => {
  const used = new Set(DOCUMENTED.map(([, , , rule]) => rule))
  const named = RISK_RULES.filter(({ name }) => !name.startsWith('named-')).map(({ name }) => name)
  expect(named.filter((name) => !used.has(name))).toEqual([])
})

test('every rule has a name and a pattern of its own meaning, and a sentence', () => {
  expect(new Set(RISK_RULES.map(({ name }) => name)).size).toBe(RISK_RULES.length)
  expect(new Set(RISK_RULES.map(({ path, means }) => `${path} ${means}`)).size).toBe(RISK_RULES.length)
  for (const { path, why } of RISK_RULES) {
    expect(parsePathGlob(path)([])).toBe(false)
    expect(why).toMatch(/^[A-Z].+\.$/)
  }
})
