import fc from 'fast-check'
import { expect, test } from 'vitest'
import { riskFindings } from '../../../src/domain/risk/revision-risk.ts'
import { RISK_RULES } from '../../../src/domain/risk/risk-rules.ts'
import { firstRuleState } from '../../../src/domain/risk/rule-matcher.ts'
import { parsePathGlob } from '../../../src/domain/settings-diff/path-glob.ts'
import { ITEM_KEYS, type Path, parsePath, pathText, type Step } from '../../../src/domain/settings-diff/setting-path.ts'
import { tries } from '../../helpers/tries.ts'

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

test('every rule has a name and a pattern of its own meaning, and a sentence', () => {
  expect(new Set(RISK_RULES.map(({ name }) => name)).size).toBe(RISK_RULES.length)
  expect(new Set(RISK_RULES.map(({ path, means }) => `${path} ${means}`)).size).toBe(RISK_RULES.length)
  for (const { path, why } of RISK_RULES) {
    expect(parsePathGlob(path)([])).toBe(false)
    expect(why).toMatch(/^[A-Z].+\.$/)
  }
})

const rulesOf = (path: Path): string[] => {
  let state = firstRuleState()
  for (const step of path) state = state.next(step)
  return state.rules.map(({ name }) => name)
}
const globs = RISK_RULES.map(({ name, path }) => ({ name, glob: parsePathGlob(path) }))

test.each([
  ['sandbox.network.allowedDomains', ['sandbox-allow', 'sandbox-open', 'named-allow', 'named-free']],
  ['customModels[cm_1].apiKey', ['model-endpoint']],
  ['commandAllowlist{"npm test"}', ['command-allow', 'named-allow']],
  ['voiceDictationEnabled', []],
])('of %s the rules are told in the order of the table', (text, expected) => {
  expect(rulesOf(parsePath(text) ?? [])).toEqual(expected)
})

test('step by step the rules of any path are those whose patterns match it', () => {
  const words = RISK_RULES.flatMap(({ path }) => path.split(/[.[\]*]+/)).filter(Boolean)
  const name = fc.oneof(
    fc.constantFrom(...words),
    fc.constantFrom(...words).map((word) => word.toUpperCase()),
    fc
      .tuple(fc.constantFrom('', 'is', 'x', 'command'), fc.constantFrom(...words), fc.constantFrom('', 's', 'Allowed'))
      .map((all) => all.join('')),
    fc.constantFrom('', 'a', '__proto__', 'toString', 'a.b', '*', 'name=allow'),
  )
  const step: fc.Arbitrary<Step> = fc.oneof(
    { weight: 4, arbitrary: name.map((each): Step => ({ is: 'member', name: each })) },
    fc.tuple(fc.constantFrom(...ITEM_KEYS), name).map(([by, value]): Step => ({ is: 'item', by, value })),
    fc.nat(3).map((index): Step => ({ is: 'place', index })),
    name.map((value): Step => ({ is: 'entry', value, nth: 1 })),
  )
  fc.assert(
    fc.property(fc.array(step, { maxLength: 4 }), (path) => {
      expect(rulesOf(path)).toEqual(globs.filter(({ glob }) => glob(path)).map((each) => each.name))
    }),
    { numRuns: tries(3_000) },
  )
})
