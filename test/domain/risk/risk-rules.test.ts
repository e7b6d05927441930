import { expect, test } from 'vitest'
import { z } from 'zod'
import { EnterpriseSettings } from '../../../src/contract/controls.ts'
import { riskFindings } from '../../../src/domain/risk/revision-risk.ts'
import { RISK_RULES } from '../../../src/domain/risk/risk-rules.ts'
import { parsePathGlob } from '../../../src/domain/settings-diff/path-glob.ts'
import { pathText } from '../../../src/domain/settings-diff/setting-path.ts'
import { changedSettings } from '../settings-diff/changed-settings.ts'

/** Rules and verdicts, each with its path unless that is a changed path. */
const judged = (before: object, after: object, changed: readonly string[]): string =>
  riskFindings(before, after)
    .map(({ path, verdict, rule, what, count, isCritical }) => {
      const at = pathText(path)
      const more = [...(count > 0 ? [count] : []), ...(isCritical && verdict !== 'loosened' ? ['and critical'] : [])]
      return [...(changed.includes(at) ? [] : [at]), rule, verdict, what, ...more].join(' ')
    })
    .join(', ') || 'nothing'

/** A change, its verdict, and the verdict of the reverse change if that is different. */
const CHANGES = [
  'commandAllowlist: ["a"] → ["a","b"] | command-allow loosened gained 1 | tightened lost 1',
  'commandAllowlist: ["a"] → ["*"] | command-allow loosened everything 1 | tightened limited',
  'commandDenylist: ["a"] → - | command-deny loosened lost 1 | tightened gained 1',
  'commandBlocklist: ["a"] → [] | command-block loosened lost 1 | tightened gained 1',
  'sandbox.enabled: true → - | sandbox loosened off | tightened on',
  'sandbox.enabled: true; sandbox.filesystem.denyRead: - → ["a"] | sandbox-deny tightened gained 1 | loosened lost 1',
  'sandbox.enabled: true; sandbox.filesystem.allowWrite: - → ["a"] | sandbox-allow loosened gained 1 | tightened lost 1',
  'sandbox.enabled: true; sandbox.network.allowAllUnixSockets: - → true | sandbox-sockets loosened on | tightened off',
  'sandbox.network.httpProxyPort: 1 → 2 | sandbox-proxy neutral changed',
  'networkPolicy.allowedIps: ["a"] → - | network loosened unlimited | tightened limited',
  // Replacing one entry by another loosens and tightens.
  'modelPolicy.allowedModelIds: ["a"] → ["b"] | model-allow loosened gained 1, model-allow tightened lost 1',
  'modelPolicy.blockedModelIds: ["a"] → - | model-block loosened lost 1 | tightened gained 1',
  'modelPolicy.allowCustomModels: - → true | model-custom loosened on | tightened off',
  'customModels: [] → [{"id":"cm_1","baseUrl":"x"}] | customModels[cm_1] model-endpoint neutral changed',
  'subagentModelSettings.lightModel: "a" → - | model-subagent neutral changed',
  'mcpPolicy.enabled: true → false | mcp loosened off | tightened on',
  // While the policy is on, a missing list is like an empty one: nothing is allowed.
  'mcpPolicy.enabled: true; mcpPolicy.allowlist: ["a"] → - | mcp-allow tightened lost 1 | loosened gained 1',
  'mcpPolicy.enabled: true; mcpPolicy.allowlist: ["a"] → [] | mcp-allow tightened lost 1 | loosened gained 1',
  'mcpPolicy.enabled: true; mcpPolicy.allowlist: [] → - | nothing',
  // While it is off or missing, the list has no effect.
  'mcpPolicy.enabled: false; mcpPolicy.allowlist: ["a"] → ["a","*"] | mcp-allow neutral idle',
  'mcpPolicy.allowlist: ["a"] → - | mcp-allow neutral idle',
  // If the policy is switched, only the switch counts.
  'mcpPolicy.enabled: false → true; mcpPolicy.allowlist: ["a"] → ["a","b"] | mcp tightened on | loosened off',
  'missionPolicy.restrictedAccess: true → - | mission loosened off | tightened on',
  'missionPolicy.restrictedAccess: true; missionPolicy.allowedUserIds: ["a"] → ["a","b"] | mission-people loosened gained 1 | tightened lost 1',
  'hooks.hooksDisabled: false → true | hooks-off loosened on | tightened off',
  'byomComputersEnabled: true; byomComputersAllowedEmails: ["a"] → - | computers-own-people loosened unlimited | tightened limited',
  // Computers are off by default, so the list has no effect.
  'managedComputersAllowedEmails: ["a"] → ["a","b"] | computers-people neutral idle',
  'sessionRetentionDays: 30 → 90 | retention loosened longer | tightened shorter',
  'sessionRetentionDays: 30 → - | retention neutral changed',
  'restrictMemberVisibility: true → - | members loosened off | tightened on',
  'strictKnownMarketplaces: [{"repo":"a"}] → [{"repo":"a"},{"repo":"b"}] | marketplaces loosened gained 1 | tightened lost 1',
  // A name alone has no meaning.
  'x.disallowedTools: ["a"] → [] | x unknown neutral unknown',
  'sandbox.network.allowManagedDomainsOnly: false → true | unknown neutral unknown',
  'sessionDefaultSettings.autonomyLevel: "low" → "high" | autonomy-default loosened raised | tightened lowered',
  // The newer name: the same level is only renamed; a different one is compared across both names.
  'sessionDefaultSettings.autonomyLevel: "medium" → -; sessionDefaultSettings.model: "a"; sessionDefaultSettings.autonomyMode: - → "auto-medium" | autonomy-default neutral renamed',
  'sessionDefaultSettings.autonomyLevel: "off" → -; sessionDefaultSettings.autonomyMode: - → "spec" | autonomy-default neutral renamed',
  'sessionDefaultSettings.autonomyLevel: "low" → -; sessionDefaultSettings.autonomyMode: - → "auto-high" | autonomy-default loosened raised | tightened lowered',
  'sessionDefaultSettings.autonomyMode: "normal" → "auto-low" | autonomy-default loosened raised | tightened lowered',
  'sessionDefaultSettings.autonomyLevel: "low" → - | autonomy-default neutral changed',
  'sessionDefaultSettings: - → {"autonomyLevel":"low"} | sessionDefaultSettings.autonomyLevel autonomy-default neutral changed',
  'sessionDefaultSettings.autonomyLevel: "low"; sessionDefaultSettings.autonomyMode: "low" → "high" | autonomy-default loosened raised | tightened lowered',
  // A higher required level restricts more.
  'builtInToolAutonomyOverrides.Execute: "high" → "low" | tool-autonomy loosened raised | tightened lowered',
  'builtInToolAutonomyOverrides.Execute: "medium" → "off" | tool-autonomy loosened unasked | tightened lowered',
  'mcpAutonomyUrlOverrides: <https://x/* medium> → <https://x/* low> | mcpAutonomyUrlOverrides[urlPattern="https://x/*"].defaultLevel mcp-autonomy-url loosened raised | tightened lowered',
  // Without an override the tool's own level applies, which is unknown: `high` is never lower, `off` never higher.
  'mcpAutonomyOverrides.a: "high" → - | mcp-autonomy loosened raised | tightened lowered',
  'mcpAutonomyOverrides.a: - → "off" | mcp-autonomy loosened unasked | tightened lowered',
  'mcpAutonomyOverrides.a: - → "medium" | mcp-autonomy neutral changed',
  'mcpAutonomyOverrides.a: "other" → "off" | mcp-autonomy neutral changed',
  // A cap: without it autonomy is unlimited.
  'maxAutonomyLevel: - → "medium" | autonomy-cap tightened lowered | loosened uncapped',
  'maxAutonomyLevel: - → "high" | nothing',
  'maxAutonomyLevel: "low" → "high" | autonomy-cap loosened uncapped | tightened lowered',
  'sandbox.enabled: true; sandbox.mode: "whole-process" → "per-command" | sandbox-mode loosened looser | tightened tighter',
  'sandbox.enabled: true; sandbox.mode: "per-command" → "off" | sandbox-mode loosened off | tightened tighter',
  'voiceDictationEnabled: false → true | nothing',
  'commandAllowlist: ["a","b"] → ["b","a"] | nothing',
  // While access is restricted, a missing list is like an empty one: no user may start missions.
  'missionPolicy.restrictedAccess: true; missionPolicy.allowedUserIds: ["a"] → - | mission-people tightened lost 1 | loosened gained 1',
  'missionPolicy.restrictedAccess: true; missionPolicy.allowedUserIds: [] → - | nothing',
  'missionPolicy.allowedUserIds: ["a"] → ["a","b"] | mission-people neutral idle',
  // The list applies once access is restricted: only the switch decides the direction.
  'missionPolicy.restrictedAccess: false → true; missionPolicy.allowedUserIds: ["a"] → - | mission tightened on | loosened off',
  // The default mode is per-command.
  'sandbox.enabled: true; sandbox.mode: "per-command" → - | nothing',
  'sandbox.enabled: true; sandbox.mode: "whole-process" → - | sandbox-mode loosened looser | tightened tighter',
  // While the sandbox is off, by its switch or by its mode, its other settings have no effect.
  'sandbox.enabled: false; sandbox.mode: "whole-process" → "per-command"; sandbox.network.allowedDomains: ["a"] → ["a","*"] | sandbox-mode neutral idle, sandbox-allow neutral idle',
  'sandbox.filesystem.denyRead: ["a"] → -; sandbox.network.allowAllUnixSockets: - → true | sandbox-deny neutral idle, sandbox-sockets neutral idle | sandbox-sockets neutral idle, sandbox-deny neutral idle',
  'sandbox.enabled: true → false; sandbox.mode: "off"; sandbox.network.allowLocalBinding: false → true | sandbox neutral idle, sandbox-binding neutral idle',
  // If the sandbox is switched, only the switch counts, even if its mode changes the same way.
  'sandbox.enabled: true → false; sandbox.mode: "per-command" → "off"; sandbox.filesystem.denyRead: ["a"] → - | sandbox loosened off | tightened on',
  // A pattern of host names covers those below its domain.
  'sandbox.enabled: true; sandbox.network.allowedDomains: ["*.a.example"] → ["*.a.example","x.a.example"] | nothing',
  // Reading is allowed by default, and the meaning of a list of exceptions is undocumented.
  'sandbox.enabled: true; sandbox.filesystem.allowRead: ["a"] → - | sandbox-read neutral empty',
  // Command lists together: blocked beats denied, and denied beats allowed.
  'commandDenylist: ["rm *"] → -; commandBlocklist: - → ["rm *"] | command-deny neutral overruled, command-block tightened gained 1 | command-block loosened lost 1, command-deny neutral overruled',
  'commandAllowlist: ["a"] → -; commandDenylist: - → ["a"] | command-allow tightened lost 1, command-deny tightened gained 1 | command-deny loosened lost 1, command-allow loosened gained 1',
  'commandBlocklist: ["docker *"]; commandAllowlist: - → ["docker build"] | command-allow neutral overruled',
  'commandBlocklist: ["a"]; commandDenylist: ["a"] → - | command-deny neutral overruled',
  'commandDenylist: ["a"]; commandAllowlist: - → ["a","b"] | command-allow loosened gained 1 | tightened lost 1',
  // A command in no list follows the level of its session; a denied one always asks.
  'commandAllowlist: ["a"]; commandDenylist: ["a"] → - | command-deny loosened lost 1 | tightened gained 1',
  // A tool without an override requires low.
  'builtInToolAutonomyOverrides.Execute: - → "medium" | tool-autonomy tightened lowered | loosened raised',
  'builtInToolAutonomyOverrides.Execute: - → "low" | nothing',
  'builtInToolAutonomyOverrides.Edit: "low"; builtInToolAutonomyOverrides.Execute: - → "off" | tool-autonomy loosened unasked | tightened lowered',
  // Subagents, never above the cap.
  'subagentAutonomyLevel: "low" → "high" | autonomy-subagent loosened raised | tightened lowered',
  'maxAutonomyLevel: "medium"; subagentAutonomyLevel: "medium" → "high" | autonomy-subagent neutral overruled',
  'maxAutonomyLevel: "low"; sessionDefaultSettings.autonomyMode: "auto-low" → "auto-high" | autonomy-default neutral overruled',
  'subagentAutonomyLevel: "inherit" → "off" | autonomy-subagent tightened lowered | loosened raised',
  'maxAutonomyLevel: "off"; subagentAutonomyLevel: "inherit" → "high" | autonomy-subagent neutral overruled',
  'subagentAutonomyLevel: "inherit" → "medium" | autonomy-subagent neutral changed',
  'subagentAutonomyLevel: - → "inherit" | autonomy-subagent neutral changed',
  // The first override that matches an address applies.
  'mcpAutonomyUrlOverrides: <https://x/* high, https://x/a/* low> → <https://x/a/* low, https://x/* high> | mcp-autonomy-order loosened raised | tightened lowered',
  'mcpAutonomyUrlOverrides: <https://x/* high, https://y/* low> → <https://y/* low, https://x/* high> | nothing',
  'mcpAutonomyUrlOverrides: <https://x/a high, https://*/b low> → <https://*/b low, https://x/a high> | nothing',
  'mcpAutonomyUrlOverrides: <https://x/* high, https://x/a/* low> → <https://x/a/* medium, https://x/* high> | mcp-autonomy-order neutral changed, mcpAutonomyUrlOverrides[urlPattern="https://x/a/*"].defaultLevel mcp-autonomy-url loosened raised | mcp-autonomy-order neutral changed, mcpAutonomyUrlOverrides[urlPattern="https://x/a/*"].defaultLevel mcp-autonomy-url tightened lowered',
  // Both match https://x/a/b, so the effect is unknown.
  'mcpAutonomyUrlOverrides: <https://x/*/b high, https://x/a/* low> → <https://x/a/* low, https://x/*/b high> | mcp-autonomy-order neutral changed',
  'mcpAutonomyUrlOverrides: <https://x/* high> → <https://x/a/* low, https://x/* high> | mcpAutonomyUrlOverrides[urlPattern="https://x/a/*"].defaultLevel mcp-autonomy-url loosened raised | tightened lowered',
  'mcpAutonomyUrlOverrides: <https://x/* high, https://x/a/* low> → <https://x/* high, https://x/a/* medium> | mcpAutonomyUrlOverrides[urlPattern="https://x/a/*"].defaultLevel mcp-autonomy-url neutral overruled',
  // An earlier override replaces the level of a later one.
  'mcpAutonomyUrlOverrides: <https://x/a/* high> → <https://x/* off, https://x/a/* high> | mcp-autonomy-order loosened unasked, mcpAutonomyUrlOverrides[urlPattern="https://x/*"].defaultLevel mcp-autonomy-url loosened unasked | mcp-autonomy-order tightened lowered, mcpAutonomyUrlOverrides[urlPattern="https://x/*"].defaultLevel mcp-autonomy-url tightened lowered',
  'sessionDefaultSettings.model: "a" → "b" | model-default neutral changed',
  'vendorRouterGuidance: "a" → "b" | model-guidance neutral changed',
  'vendorRouterRules: [] → [{"guidance":"a","when":"b"}] | model-routes neutral changed',
  'customModels: [{"id":"cm_1","apiKey":"a"}] → [{"id":"cm_1","apiKey":"b"}] | customModels[cm_1] model-endpoint neutral changed',
  'cloudSessionSync: false → true | cloud-sync neutral changed',
  'advancedAnalyticsEnabled: false → true | analytics neutral changed',
  'localSignalsOptIn: false → true | signals neutral changed',
  'disableAutoUpdate: false → true | updates neutral changed',
  'env.A: "1" → "2" | environment neutral changed',
  'hooks.Stop: [] → [{"hooks":[]}] | hooks neutral changed',
  'modelPolicy.isFastModelsAllowed: false → true | model-fast loosened on | tightened off',
  'modelPolicy.requireExplicitOptInModelIds: ["a","b"] → ["b"] | model-consent loosened lost 1 | tightened gained 1',
  'userModelPolicies.u1: {"allowedIds":[]} → {"allowedIds":["a"]} | model-people neutral changed',
  'managedComputersEnabled: false → true | computers-managed loosened on | tightened off',
  'byomComputersEnabled: false → true | computers-own loosened on | tightened off',
  'enableAgentShield: true → false | shield loosened off | tightened on',
  'allowManagedHooksOnly: true → false | managed-hooks loosened off | tightened on',
  'restrictApiKeyCreationToManagers: true → false | key-creation loosened off | tightened on',
  'enabledPlugins.p: false → true | plugins loosened on | tightened off',
  'enabledPlugins.p: "1.0" → "1.1" | plugin-choice neutral changed',
  'extraKnownMarketplaces.m: - → {"repo":"a"} | marketplaces-more neutral changed',
  'mcpAutonomyUrlOverrides: [] → [{"urlPattern":"x"}] | mcpAutonomyUrlOverrides[urlPattern=x] mcp-autonomy-urls neutral changed',
]

test.each(CHANGES)('%s', (line) => {
  const [change = '', there = '', back = there] = line.split(' | ')
  const { before, after, paths } = changedSettings(change)
  expect(judged(before, after, paths)).toBe(there)
  // The same rule classifies the reverse change.
  const rule = there.replace(/ (?:loosened|tightened|neutral) .*/, '')
  expect(judged(after, before, paths)).toBe(/^(?:loosened|tightened|neutral)/.test(back) ? `${rule} ${back}` : back)
})

/** Two values of each type of a member. */
const VALUES = [
  [false, true],
  ['a', 'b'],
  [1, 2],
  [[], ['a']],
  [[], [{ urlPattern: 'x', hooks: [] }]],
  [{}, { a: {} }],
]

/** Members of a schema by path, with two valid values. */
const membersOf = (schema: z.ZodObject, above: string[] = []): [path: string[], values: unknown[]][] =>
  Object.entries(schema.shape).flatMap(([name, member]) => {
    const inner = member.unwrap()
    const path = [...above, name]
    if (inner instanceof z.ZodObject && Object.keys(inner.shape).length > 0) return membersOf(inner, path)
    return [[path, VALUES.find((values) => values.every((value) => inner.safeParse(value).success)) ?? []]]
  })

test('every member in the contract has a rule for its type', () => {
  const settings = (path: string[], value: unknown) => path.reduceRight((inner, name) => ({ [name]: inner }), value)
  const members = membersOf(EnterpriseSettings)
  const unknown = members.filter(([path, [before, after]]) =>
    riskFindings(settings(path, before), settings(path, after)).some(({ rule }) => rule === 'unknown'),
  )
  expect(members.filter(([, values]) => values.length === 0)).toEqual([])
  expect(unknown).toEqual([])
})

test('every rule with a verdict is tested with a change', () => {
  const judging = RISK_RULES.filter(({ means }) => means !== 'harmless').map(({ name }) => name)
  const verdicts = CHANGES.map((line) => ` ${line.split(' | ')[1]}`).join()
  expect(judging.filter((name) => !verdicts.includes(` ${name} `))).toEqual([])
})

test('every rule has a unique name, a unique pattern and meaning, and a reason', () => {
  expect(new Set(RISK_RULES.map(({ name }) => name)).size).toBe(RISK_RULES.length)
  expect(new Set(RISK_RULES.map(({ path, means }) => `${path} ${means}`)).size).toBe(RISK_RULES.length)
  for (const { path, why } of RISK_RULES) {
    expect(parsePathGlob(path)([])).toBe(false)
    expect(why).toMatch(/^[A-Z].+\.$/)
  }
})
