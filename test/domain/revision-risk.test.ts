import { expect, test } from 'vitest'
import { maskSettings } from '../../src/domain/mask-settings.ts'
import { isGrave, riskFindings, settingsRisks } from '../../src/domain/revision-risk.ts'
import { RISK_RULES } from '../../src/domain/risk-rules.ts'
import { parsePathGlob } from '../../src/domain/settings-diff/path-glob.ts'
import { pathText } from '../../src/domain/settings-diff/setting-path.ts'
import { controlChanges, firstSettings } from '../../src/service/demo/control-changes.ts'

type Json = Record<string, unknown>

const told = (before: object, after: object) =>
  settingsRisks(before as Record<string, unknown>, after as Record<string, unknown>).map(
    ({ path, what, count }) => `${path} ${what} ${count}`,
  )

test.each([
  [
    'an entry more of what is allowed',
    { commandAllowlist: ['a'] },
    { commandAllowlist: ['a', 'b *'] },
    ['commandAllowlist gained 1'],
  ],
  ['a first list of commands', {}, { commandAllowlist: ['a', 'b'] }, ['commandAllowlist gained 2']],
  [
    'everything',
    { networkPolicy: { allowedIps: ['10.0.0.0/8'] } },
    { networkPolicy: { allowedIps: ['0.0.0.0/0'] } },
    ['networkPolicy.allowedIps everything 1'],
  ],
  [
    'a list that limited and is gone',
    { modelPolicy: { allowedModelIds: ['a'] } },
    { modelPolicy: {} },
    ['modelPolicy.allowedModelIds unlimited 0'],
  ],
  ['fewer denied', { commandDenylist: ['a', 'b'] }, { commandDenylist: ['b'] }, ['commandDenylist lost 1']],
  ['none denied any more', { commandBlocklist: ['a', 'b'] }, {}, ['commandBlocklist lost 2']],
  ['a protection off', { sandbox: { enabled: true } }, { sandbox: { enabled: false } }, ['sandbox.enabled off 0']],
  ['a protection gone', { allowManagedHooksOnly: true }, {}, ['allowManagedHooksOnly off 0']],
  [
    'a freedom on',
    { sandbox: { network: {} } },
    { sandbox: { network: { allowLocalBinding: true } } },
    ['sandbox.network.allowLocalBinding on 0'],
  ],
  ['guards that do not run', {}, { hooks: { hooksDisabled: true } }, ['hooks.hooksDisabled on 0']],
  [
    'more autonomy',
    { mcpAutonomyOverrides: { github: 'auto-low' } },
    { mcpAutonomyOverrides: { github: 'auto-high' } },
    ['mcpAutonomyOverrides.github raised 0'],
  ],
  [
    'autonomy where there was none',
    {},
    { mcpAutonomyOverrides: { github: 'high' } },
    ['mcpAutonomyOverrides.github raised 0'],
  ],
])('%s widens', (_, before, after, expected) => {
  expect(told(before, after)).toEqual(expected)
})

test.each([
  [
    'the other way round',
    { sandbox: { enabled: false }, commandAllowlist: ['a', 'b'] },
    { sandbox: { enabled: true }, commandAllowlist: ['a'] },
  ],
  ['a first list of what models are allowed', { modelPolicy: {} }, { modelPolicy: { allowedModelIds: ['a'] } }],
  ['an empty list of commands', { commandAllowlist: ['a'] }, {}],
  ['the same entries in another order', { commandAllowlist: ['a', 'b'] }, { commandAllowlist: ['b', 'a'] }],
  ['more denied', { commandDenylist: ['a'] }, { commandDenylist: ['a', 'b'] }],
  ['less autonomy', { mcpAutonomyOverrides: { github: 'auto-high' } }, { mcpAutonomyOverrides: { github: 'manual' } }],
  [
    'a level of something else',
    { sessionDefaultSettings: { effort: 'low' } },
    { sessionDefaultSettings: { effort: 'high' } },
  ],
  ['what nobody knows', { fancy: { deep: [1] } }, { fancy: { deep: [1, 2] }, other: true }],
  ['a list that turned into something else', { commandAllowlist: 'all' }, { commandAllowlist: 7 }],
])('%s does not widen', (_, before, after) => {
  expect(told(before, after)).toEqual([])
})

test('the worst comes first, and only some is grave', () => {
  const risks = settingsRisks(
    { sandbox: { enabled: true, network: { allowedDomains: ['a'] } }, commandAllowlist: ['a'], commandDenylist: ['x'] },
    {
      sandbox: { enabled: false, network: { allowedDomains: ['*'] } },
      commandAllowlist: ['a', 'b'],
      commandDenylist: [],
    },
  )
  expect(risks.map(({ what }) => what)).toEqual(['everything', 'off', 'lost', 'gained'])
  expect(risks.map(isGrave)).toEqual([true, true, false, false])
})

test.each([
  [
    'entries',
    { commandAllowlist: ['a'] },
    { commandAllowlist: ['a', 'b', '*'] },
    { commandAllowlist: ['b', 'c'] },
    ['commandAllowlist gained 1'],
  ],
  [
    'denials',
    { commandDenylist: ['a', 'b'] },
    { commandDenylist: [] },
    { commandDenylist: ['b'] },
    ['commandDenylist lost 1'],
  ],
  ['a protection', { sandbox: { enabled: true } }, { sandbox: { enabled: false } }, { sandbox: { enabled: true } }, []],
  ['a freedom', {}, { sandbox: { network: { allowLocalBinding: true } } }, {}, []],
  ['a limit', { x: { allowed: ['a'] } }, { x: {} }, { x: { allowed: ['a', 'b'] } }, []],
  ['autonomy', { autonomy: 'low' }, { autonomy: 'high' }, { autonomy: 'manual' }, []],
  ['autonomy in part', { autonomy: 'low' }, { autonomy: 'high' }, { autonomy: 'medium' }, ['autonomy raised 0']],
])('%s that were taken back since are left out', (_, before, after, latest, expected) => {
  const risks = settingsRisks(before as Json, after as Json, latest as Json)
  expect(risks.map(({ path, what, count }) => `${path} ${what} ${count}`)).toEqual(expected)
})

test('settings without end do not overflow, and special names are names', () => {
  const nested = (depth: number): Record<string, unknown> => {
    let value: Record<string, unknown> = { sandbox: { enabled: false } }
    for (let level = 0; level < depth; level += 1) value = { deeper: value }
    return value
  }
  expect(settingsRisks(nested(50_000), {})).toEqual([])
  const hostile = JSON.parse('{"__proto__": {"allowed": ["a", "b"]}, "constructor": {"allowed": []}}')
  expect(told(JSON.parse('{"__proto__": {"allowed": ["a"]}, "constructor": {"allowed": []}}'), hostile)).toEqual([
    '__proto__.allowed gained 1',
  ])
})

test('no value of the settings is told', () => {
  const risks = settingsRisks(
    { commandAllowlist: [] },
    { commandAllowlist: ['curl -H hunter2'], env: { allowed: ['hunter2'] } },
  )
  expect(JSON.stringify(risks)).not.toContain('hunter2')
})

test('a secret in the name of a member is told as one, without its hash', () => {
  const hash = () => 'h'.repeat(32)
  const token = 'ghp_0123456789abcdefghijklmnopqrstuvwxyz'
  const settings = (allowed: string[]) => maskSettings({ [token]: { allowed } }, hash)
  expect(settingsRisks(settings(['a']), settings(['a', 'b']))).toEqual([
    { path: '••••••.allowed', what: 'gained', count: 1 },
  ])
})

test('what the revisions of the made-up organisation widen is found', () => {
  const settings = firstSettings()
  const found = controlChanges.map(({ change }) => {
    const before = structuredClone(settings)
    change(settings)
    return told(before, settings)
  })
  expect(found).toEqual([
    [],
    ['commandAllowlist gained 2'],
    ['modelPolicy.allowedModelIds gained 1'],
    [],
    ['sandbox.network.allowedDomains gained 2'],
    ['mcpPolicy.allowlist gained 2'],
    ['commandAllowlist gained 2'],
    [],
    ['networkPolicy.allowedIps gained 1'],
    [],
    [],
    [],
    [],
    ['sandbox.network.allowedDomains everything 1', 'sandbox.network.allowLocalBinding on 0'],
    ['sandbox.network.allowedDomains gained 3'],
    [],
    [],
    ['commandAllowlist gained 2', 'managedComputersAllowedEmails gained 1'],
  ])
})

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
    ['commandAllowlist widened gained 1 by command-allow'],
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

test('every rule has a name and a pattern of its own meaning, and a sentence', () => {
  expect(new Set(RISK_RULES.map(({ name }) => name)).size).toBe(RISK_RULES.length)
  expect(new Set(RISK_RULES.map(({ path, means }) => `${path} ${means}`)).size).toBe(RISK_RULES.length)
  for (const { path, why } of RISK_RULES) {
    expect(parsePathGlob(path)([])).toBe(false)
    expect(why).toMatch(/^[A-Z].+\.$/)
  }
})
