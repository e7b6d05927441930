import { expect, test } from 'vitest'
import { riskFindings } from '../../../src/domain/risk/revision-risk.ts'
import { RISK_RULES } from '../../../src/domain/risk/risk-rules.ts'
import { parsePathGlob } from '../../../src/domain/settings-diff/path-glob.ts'
import { pathText } from '../../../src/domain/settings-diff/setting-path.ts'

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
    { sandbox: { enabled: true } },
    { sandbox: { enabled: true, filesystem: { denyRead: ['a'] } } },
    ['sandbox.filesystem.denyRead narrowed gained 1 by sandbox-deny'],
    ['sandbox.filesystem.denyRead widened lost 1 by sandbox-deny'],
  ],
  [
    { sandbox: { enabled: true } },
    { sandbox: { enabled: true, filesystem: { allowWrite: ['a'] } } },
    ['sandbox.filesystem.allowWrite widened gained 1 by sandbox-allow'],
    ['sandbox.filesystem.allowWrite narrowed lost 1 by sandbox-allow'],
  ],
  [
    { sandbox: { enabled: true } },
    { sandbox: { enabled: true, network: { allowAllUnixSockets: true } } },
    ['sandbox.network.allowAllUnixSockets widened on 0 by sandbox-sockets'],
    ['sandbox.network.allowAllUnixSockets narrowed off 0 by sandbox-sockets'],
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
    // One entry for another lets more happen and less.
    [
      'modelPolicy.allowedModelIds widened gained 1 by model-allow',
      'modelPolicy.allowedModelIds narrowed lost 1 by model-allow',
    ],
    [
      'modelPolicy.allowedModelIds widened gained 1 by model-allow',
      'modelPolicy.allowedModelIds narrowed lost 1 by model-allow',
    ],
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
    // While the policy is on, no list is as an empty one: nothing is allowed.
    { mcpPolicy: { enabled: true, allowlist: ['a'] } },
    { mcpPolicy: { enabled: true } },
    ['mcpPolicy.allowlist narrowed lost 1 by mcp-allow'],
    ['mcpPolicy.allowlist widened gained 1 by mcp-allow'],
  ],
  [
    { mcpPolicy: { enabled: true, allowlist: ['a'] } },
    { mcpPolicy: { enabled: true, allowlist: [] } },
    ['mcpPolicy.allowlist narrowed lost 1 by mcp-allow'],
    ['mcpPolicy.allowlist widened gained 1 by mcp-allow'],
  ],
  [{ mcpPolicy: { enabled: true, allowlist: [] } }, { mcpPolicy: { enabled: true } }, [], []],
  [
    // While it is off, or not there, the list has no effect.
    { mcpPolicy: { enabled: false, allowlist: ['a'] } },
    { mcpPolicy: { enabled: false, allowlist: ['a', '*'] } },
    ['mcpPolicy.allowlist neutral idle 0 by mcp-allow'],
    ['mcpPolicy.allowlist neutral idle 0 by mcp-allow'],
  ],
  [
    { mcpPolicy: { allowlist: ['a'] } },
    { mcpPolicy: {} },
    ['mcpPolicy.allowlist neutral idle 0 by mcp-allow'],
    ['mcpPolicy.allowlist neutral idle 0 by mcp-allow'],
  ],
  [
    // Where the policy is switched, the switch is what counts.
    { mcpPolicy: { enabled: false, allowlist: ['a'] } },
    { mcpPolicy: { enabled: true, allowlist: ['a', 'b'] } },
    ['mcpPolicy.enabled narrowed on 0 by mcp'],
    ['mcpPolicy.enabled widened off 0 by mcp'],
  ],
  [
    { missionPolicy: { restrictedAccess: true } },
    {},
    ['missionPolicy.restrictedAccess widened off 0 by mission'],
    ['missionPolicy.restrictedAccess narrowed on 0 by mission'],
  ],
  [
    { missionPolicy: { restrictedAccess: true, allowedUserIds: ['a'] } },
    { missionPolicy: { restrictedAccess: true, allowedUserIds: ['a', 'b'] } },
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
    { byomComputersEnabled: true, byomComputersAllowedEmails: ['a'] },
    { byomComputersEnabled: true },
    ['byomComputersAllowedEmails widened unlimited 0 by computers-own-people'],
    ['byomComputersAllowedEmails narrowed limited 0 by computers-own-people'],
  ],
  [
    // Computers are off unless they are enabled, and until then nobody uses them.
    { managedComputersAllowedEmails: ['a'] },
    { managedComputersAllowedEmails: ['a', 'b'] },
    ['managedComputersAllowedEmails neutral idle 0 by computers-people'],
    ['managedComputersAllowedEmails neutral idle 0 by computers-people'],
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
    // A name alone tells nothing.
    { x: { disallowedTools: ['a'] } },
    { x: { disallowedTools: [] } },
    ['x neutral unknown 0 by unknown'],
    ['x neutral unknown 0 by unknown'],
  ],
  [
    { sandbox: { trustedHosts: ['a'] } },
    { sandbox: { trustedHosts: ['a', 'b'] } },
    ['sandbox.trustedHosts neutral unknown 0 by unknown'],
    ['sandbox.trustedHosts neutral unknown 0 by unknown'],
  ],
  [
    { sandbox: { network: { allowManagedDomainsOnly: false } } },
    { sandbox: { network: { allowManagedDomainsOnly: true } } },
    ['sandbox.network.allowManagedDomainsOnly neutral unknown 0 by unknown'],
    ['sandbox.network.allowManagedDomainsOnly neutral unknown 0 by unknown'],
  ],
  [
    { sessionDefaultSettings: { autonomyLevel: 'low' } },
    { sessionDefaultSettings: { autonomyLevel: 'high' } },
    ['sessionDefaultSettings.autonomyLevel widened raised 0 by autonomy-default'],
    ['sessionDefaultSettings.autonomyLevel narrowed lowered 0 by autonomy-default'],
  ],
  [
    // The newer name: the same level is only renamed, and another one is judged across both names.
    { sessionDefaultSettings: { autonomyLevel: 'medium', model: 'a' } },
    { sessionDefaultSettings: { autonomyMode: 'auto-medium', model: 'a' } },
    ['sessionDefaultSettings.autonomyMode neutral renamed 0 by autonomy-default'],
    ['sessionDefaultSettings.autonomyMode neutral renamed 0 by autonomy-default'],
  ],
  [
    { sessionDefaultSettings: { autonomyLevel: 'off' } },
    { sessionDefaultSettings: { autonomyMode: 'spec' } },
    ['sessionDefaultSettings.autonomyMode neutral renamed 0 by autonomy-default'],
    ['sessionDefaultSettings.autonomyMode neutral renamed 0 by autonomy-default'],
  ],
  [
    { sessionDefaultSettings: { autonomyLevel: 'low' } },
    { sessionDefaultSettings: { autonomyMode: 'auto-high' } },
    ['sessionDefaultSettings.autonomyMode widened raised 0 by autonomy-default'],
    ['sessionDefaultSettings.autonomyMode narrowed lowered 0 by autonomy-default'],
  ],
  [
    { sessionDefaultSettings: { autonomyMode: 'normal' } },
    { sessionDefaultSettings: { autonomyMode: 'auto-low' } },
    ['sessionDefaultSettings.autonomyMode widened raised 0 by autonomy-default'],
    ['sessionDefaultSettings.autonomyMode narrowed lowered 0 by autonomy-default'],
  ],
  [
    { sessionDefaultSettings: { autonomyLevel: 'low' } },
    {},
    ['sessionDefaultSettings.autonomyLevel neutral changed 0 by autonomy-default'],
    ['sessionDefaultSettings.autonomyLevel neutral changed 0 by autonomy-default'],
  ],
  [
    // A required level holds back more the higher it is.
    { builtInToolAutonomyOverrides: { Execute: 'high' } },
    { builtInToolAutonomyOverrides: { Execute: 'low' } },
    ['builtInToolAutonomyOverrides.Execute widened raised 0 by tool-autonomy'],
    ['builtInToolAutonomyOverrides.Execute narrowed lowered 0 by tool-autonomy'],
  ],
  [
    { builtInToolAutonomyOverrides: { Execute: 'medium' } },
    { builtInToolAutonomyOverrides: { Execute: 'off' } },
    ['builtInToolAutonomyOverrides.Execute widened unasked 0 by tool-autonomy'],
    ['builtInToolAutonomyOverrides.Execute narrowed lowered 0 by tool-autonomy'],
  ],
  [
    { mcpAutonomyUrlOverrides: [{ urlPattern: 'https://x/*', defaultLevel: 'medium' }] },
    { mcpAutonomyUrlOverrides: [{ urlPattern: 'https://x/*', defaultLevel: 'low' }] },
    ['mcpAutonomyUrlOverrides[urlPattern="https://x/*"].defaultLevel widened raised 0 by mcp-autonomy-url'],
    ['mcpAutonomyUrlOverrides[urlPattern="https://x/*"].defaultLevel narrowed lowered 0 by mcp-autonomy-url'],
  ],
  [
    // Without an override the level is that of the tool, which is not known: the highest can only be more, and the lowest less.
    { mcpAutonomyOverrides: { a: 'high' } },
    {},
    ['mcpAutonomyOverrides.a widened raised 0 by mcp-autonomy'],
    ['mcpAutonomyOverrides.a narrowed lowered 0 by mcp-autonomy'],
  ],
  [
    {},
    { mcpAutonomyOverrides: { a: 'off' } },
    ['mcpAutonomyOverrides.a widened unasked 0 by mcp-autonomy'],
    ['mcpAutonomyOverrides.a narrowed lowered 0 by mcp-autonomy'],
  ],
  [
    {},
    { mcpAutonomyOverrides: { a: 'medium' } },
    ['mcpAutonomyOverrides.a neutral changed 0 by mcp-autonomy'],
    ['mcpAutonomyOverrides.a neutral changed 0 by mcp-autonomy'],
  ],
  [
    // A cap: without it agents may do all.
    {},
    { maxAutonomyLevel: 'medium' },
    ['maxAutonomyLevel narrowed lowered 0 by autonomy-cap'],
    ['maxAutonomyLevel widened uncapped 0 by autonomy-cap'],
  ],
  [{}, { maxAutonomyLevel: 'high' }, [], []],
  [
    { maxAutonomyLevel: 'off' },
    { maxAutonomyLevel: 'low' },
    ['maxAutonomyLevel widened raised 0 by autonomy-cap'],
    ['maxAutonomyLevel narrowed lowered 0 by autonomy-cap'],
  ],
  [
    { maxAutonomyLevel: 'low' },
    { maxAutonomyLevel: 'high' },
    ['maxAutonomyLevel widened uncapped 0 by autonomy-cap'],
    ['maxAutonomyLevel narrowed lowered 0 by autonomy-cap'],
  ],
  [
    { sandbox: { enabled: true, mode: 'whole-process' } },
    { sandbox: { enabled: true, mode: 'per-command' } },
    ['sandbox.mode widened looser 0 by sandbox-mode'],
    ['sandbox.mode narrowed tighter 0 by sandbox-mode'],
  ],
  [
    { sandbox: { enabled: true, mode: 'per-command' } },
    { sandbox: { enabled: true, mode: 'off' } },
    ['sandbox.mode widened off 0 by sandbox-mode'],
    ['sandbox.mode narrowed tighter 0 by sandbox-mode'],
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
