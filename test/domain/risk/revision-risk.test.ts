import { expect, test } from 'vitest'
import { riskFindings, settingsRisks } from '../../../src/domain/risk/revision-risk.ts'
import { maskSettings } from '../../../src/domain/secrets/mask-settings.ts'
import { controlChanges, firstSettings } from '../../../src/service/demo/controls/control-changes.ts'

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
  [
    'none denied any more in an item that is gone',
    {
      sandbox: {
        enabled: true,
        filesystem: [
          { id: 'a', denyRead: ['x'] },
          { id: 'b', denyRead: ['y'] },
        ],
      },
    },
    { sandbox: { enabled: true, filesystem: [{ id: 'b', denyRead: ['y'] }] } },
    ['sandbox.filesystem[a].denyRead lost 1'],
  ],
  ['a protection off', { sandbox: { enabled: true } }, { sandbox: { enabled: false } }, ['sandbox.enabled off 0']],
  ['a protection gone', { allowManagedHooksOnly: true }, {}, ['allowManagedHooksOnly off 0']],
  [
    'a freedom on',
    { sandbox: { enabled: true, network: {} } },
    { sandbox: { enabled: true, network: { allowLocalBinding: true } } },
    ['sandbox.network.allowLocalBinding on 0'],
  ],
  ['guards that do not run', {}, { hooks: { hooksDisabled: true } }, ['hooks.hooksDisabled on 0']],
  [
    'more autonomy',
    { sessionDefaultSettings: { autonomyMode: 'auto-low' } },
    { sessionDefaultSettings: { autonomyMode: 'auto-high' } },
    ['sessionDefaultSettings.autonomyMode raised 0'],
  ],
  [
    'a lower level that is required',
    { mcpAutonomyOverrides: { github: 'high' } },
    { mcpAutonomyOverrides: { github: 'low' } },
    ['mcpAutonomyOverrides.github raised 0'],
  ],
  [
    'no level that is required where there was none',
    {},
    { mcpAutonomyOverrides: { github: 'off' } },
    ['mcpAutonomyOverrides.github unasked 0'],
  ],
  ['a cap that is gone', { maxAutonomyLevel: 'low' }, {}, ['maxAutonomyLevel uncapped 0']],
  [
    'a sandbox that is off by its mode',
    { sandbox: { enabled: true, mode: 'whole-process' } },
    { sandbox: { enabled: true, mode: 'off' } },
    ['sandbox.mode off 0'],
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
  [
    'a higher level that is required',
    { mcpAutonomyOverrides: { github: 'low' } },
    { mcpAutonomyOverrides: { github: 'high' } },
  ],
  ['a cap', {}, { maxAutonomyLevel: 'low' }],
  [
    'a rename',
    { sessionDefaultSettings: { autonomyLevel: 'high' } },
    { sessionDefaultSettings: { autonomyMode: 'auto-high' } },
  ],
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
    {
      sandbox: { enabled: true, network: { allowedDomains: ['a'] } },
      mcpPolicy: { enabled: true },
      commandAllowlist: ['a'],
      commandDenylist: ['x'],
    },
    {
      sandbox: { enabled: true, network: { allowedDomains: ['*'] } },
      mcpPolicy: { enabled: false },
      commandAllowlist: ['a', 'b'],
      commandDenylist: [],
    },
  )
  expect(risks.map(({ what }) => what)).toEqual(['everything', 'off', 'lost', 'gained'])
  expect(risks.map(({ isGrave }) => isGrave)).toEqual([true, true, false, false])
})

test.each<[string, object, object, boolean]>([
  ['every command', { commandAllowlist: ['a'] }, { commandAllowlist: ['*'] }, true],
  ['one more command', { commandAllowlist: ['a'] }, { commandAllowlist: ['a', 'b'] }, false],
  ['one command less that is held back', { commandBlocklist: ['a', 'b'] }, { commandBlocklist: ['a'] }, false],
  ['a list that limited and is gone', { networkPolicy: { allowedIps: ['a'] } }, {}, true],
  ['the sandbox off', { sandbox: { enabled: true } }, { sandbox: { enabled: false } }, true],
  [
    'the sandbox off by its mode',
    { sandbox: { enabled: true, mode: 'per-command' } },
    { sandbox: { enabled: true, mode: 'off' } },
    true,
  ],
  [
    'a looser mode of the sandbox',
    { sandbox: { enabled: true, mode: 'whole-process' } },
    { sandbox: { enabled: true, mode: 'per-command' } },
    false,
  ],
  ['the guard off', { enableAgentShield: true }, { enableAgentShield: false }, true],
  ['hooks that guard off', {}, { hooks: { hooksDisabled: true } }, true],
  ['any MCP server', { mcpPolicy: { enabled: true } }, { mcpPolicy: { enabled: false } }, true],
  ['keys for all', { restrictApiKeyCreationToManagers: true }, {}, true],
  ['people who see all others', { restrictMemberVisibility: true }, {}, false],
  [
    'all sockets of the machine',
    { sandbox: { enabled: true } },
    { sandbox: { enabled: true, network: { allowAllUnixSockets: true } } },
    true,
  ],
  [
    'ports of the machine',
    { sandbox: { enabled: true } },
    { sandbox: { enabled: true, network: { allowLocalBinding: true } } },
    false,
  ],
  ['no cap', { maxAutonomyLevel: 'low' }, {}, true],
  ['a higher cap', { maxAutonomyLevel: 'low' }, { maxAutonomyLevel: 'medium' }, false],
  [
    'a tool that asks at no level',
    { mcpAutonomyOverrides: { a: 'low' } },
    { mcpAutonomyOverrides: { a: 'off' } },
    true,
  ],
  [
    'a lower level that is required',
    { mcpAutonomyOverrides: { a: 'high' } },
    { mcpAutonomyOverrides: { a: 'low' } },
    false,
  ],
])('whether %s is grave', (_, before, after, expected) => {
  expect(settingsRisks(before as Json, after as Json).map(({ isGrave }) => isGrave)).toEqual([expected])
})

test.each([
  [
    'entries',
    { commandAllowlist: ['a'] },
    { commandAllowlist: ['a', 'b', '*'] },
    { commandAllowlist: ['b', 'c'] },
    // One that was added, and one that the wildcard let in.
    ['commandAllowlist gained 2'],
  ],
  ['a wildcard', { commandAllowlist: ['a'] }, { commandAllowlist: ['*'] }, { commandAllowlist: ['a'] }, []],
  [
    'denials',
    { commandDenylist: ['a', 'b'] },
    { commandDenylist: [] },
    { commandDenylist: ['b'] },
    ['commandDenylist lost 1'],
  ],
  ['a protection', { sandbox: { enabled: true } }, { sandbox: { enabled: false } }, { sandbox: { enabled: true } }, []],
  [
    'a freedom',
    { sandbox: { enabled: true } },
    { sandbox: { enabled: true, network: { allowLocalBinding: true } } },
    { sandbox: { enabled: true } },
    [],
  ],
  [
    'a limit',
    { networkPolicy: { allowedIps: ['a', 'b'] } },
    { networkPolicy: {} },
    { networkPolicy: { allowedIps: ['a'] } },
    [],
  ],
  [
    'a limit in part',
    { networkPolicy: { allowedIps: ['a'] } },
    { networkPolicy: {} },
    { networkPolicy: { allowedIps: ['a', 'b'] } },
    // What was let in meanwhile is still allowed.
    ['networkPolicy.allowedIps gained 1'],
  ],
  [
    'a server',
    { sandbox: { enabled: true, network: [{ name: 's', allowedDomains: ['a'] }] } },
    { sandbox: { enabled: true, network: [{ name: 's', allowedDomains: ['a', 'b'] }] } },
    {
      sandbox: {
        enabled: true,
        network: [
          { name: 'other', allowedDomains: ['b'] },
          { name: 's', allowedDomains: [] },
        ],
      },
    },
    [],
  ],
  [
    'an entry of something without a name in part',
    {
      sandbox: {
        enabled: true,
        network: [
          { a: 1, allowedDomains: [] },
          { b: 1, allowedDomains: [] },
        ],
      },
    },
    {
      sandbox: {
        enabled: true,
        network: [
          { a: 1, allowedDomains: ['x'] },
          { b: 1, allowedDomains: ['x'] },
        ],
      },
    },
    { sandbox: { enabled: true, network: [{ b: 1, allowedDomains: ['x'] }] } },
    ['sandbox.network[1].allowedDomains gained 1'],
  ],
  ['autonomy', { maxAutonomyLevel: 'low' }, { maxAutonomyLevel: 'medium' }, { maxAutonomyLevel: 'off' }, []],
  [
    'autonomy in part',
    { maxAutonomyLevel: 'low' },
    { maxAutonomyLevel: 'high' },
    { maxAutonomyLevel: 'medium' },
    ['maxAutonomyLevel raised 0'],
  ],
  [
    'the level of a tool in part',
    { mcpAutonomyOverrides: { a: 'high' } },
    { mcpAutonomyOverrides: { a: 'off' } },
    { mcpAutonomyOverrides: { a: 'medium' } },
    ['mcpAutonomyOverrides.a raised 0'],
  ],
  [
    'a mode of the sandbox in part',
    { sandbox: { enabled: true, mode: 'whole-process' } },
    { sandbox: { enabled: true, mode: 'off' } },
    { sandbox: { enabled: true } },
    ['sandbox.mode looser 0'],
  ],
  [
    'servers that were named while the policy was off, and count now that it is on,',
    { mcpPolicy: { enabled: false, allowlist: ['a'] } },
    { mcpPolicy: { enabled: false, allowlist: ['a', 'b', 'c'] } },
    { mcpPolicy: { enabled: true, allowlist: ['a', 'b'] } },
    ['mcpPolicy.allowlist gained 1'],
  ],
  [
    'servers that count no more because the policy is off',
    { mcpPolicy: { enabled: true, allowlist: ['a'] } },
    { mcpPolicy: { enabled: true, allowlist: ['a', 'b'] } },
    { mcpPolicy: { enabled: false, allowlist: ['a', 'b'] } },
    [],
  ],
  [
    'a command that another list holds back today',
    { commandAllowlist: ['a'] },
    { commandAllowlist: ['a', 'b', 'c'] },
    { commandAllowlist: ['a', 'b', 'c'], commandDenylist: ['b'] },
    ['commandAllowlist gained 1'],
  ],
  ['a cap', { maxAutonomyLevel: 'low' }, {}, { maxAutonomyLevel: 'low' }, []],
  ['an override', {}, { mcpAutonomyOverrides: { a: 'off' } }, {}, []],
  [
    'a mode of the sandbox',
    { sandbox: { enabled: true, mode: 'per-command' } },
    { sandbox: { enabled: true, mode: 'off' } },
    { sandbox: { enabled: true, mode: 'whole-process' } },
    [],
  ],
  [
    'autonomy, by its newer name,',
    { sessionDefaultSettings: { autonomyLevel: 'low' } },
    { sessionDefaultSettings: { autonomyLevel: 'high' } },
    { sessionDefaultSettings: { autonomyMode: 'auto-low' } },
    [],
  ],
])('%s that were taken back since are left out', (_, before, after, latest, expected) => {
  const risks = settingsRisks(before as Json, after as Json, latest as Json)
  expect(risks.map(({ path, what, count }) => `${path} ${what} ${count}`)).toEqual(expected)
})

test('where entries are swapped the list lets more happen and less', () => {
  const verdicts = riskFindings({ commandAllowlist: ['a'] }, { commandAllowlist: ['b'] }).map(({ verdict }) => verdict)
  expect(verdicts).toEqual(['widened', 'narrowed'])
})

test('settings without end do not overflow, and special names are names', () => {
  const nested = (depth: number): Record<string, unknown> => {
    let value: Record<string, unknown> = { sandbox: { enabled: false } }
    for (let level = 0; level < depth; level += 1) value = { deeper: value }
    return value
  }
  expect(settingsRisks(nested(50_000), {})).toEqual([])
  const sandbox = (inner: string) =>
    JSON.parse(`{"sandbox": {"enabled": true, "__proto__": ${inner}, "constructor": {"allowed": []}}}`)
  expect(told(sandbox('{"allowed": ["a"]}'), sandbox('{"allowed": ["a", "b"]}'))).toEqual([
    'sandbox.__proto__.allowed gained 1',
  ])
})

test('no value of the settings is told', () => {
  const risks = settingsRisks(
    { commandAllowlist: [] },
    { commandAllowlist: ['curl -H hunter2'], sandbox: { mode: ['hunter2'], allowed: ['hunter2'] } },
  )
  expect(JSON.stringify(risks)).not.toContain('hunter2')
})

test('a secret in the name of a member is told as one, without its hash', () => {
  const hash = () => 'h'.repeat(32)
  const token = 'ghp_0123456789abcdefghijklmnopqrstuvwxyz'
  const settings = (allowed: string[]) => maskSettings({ sandbox: { enabled: true, [token]: { allowed } } }, hash)
  expect(settingsRisks(settings(['a']), settings(['a', 'b']))).toEqual([
    { path: 'sandbox.••••••.allowed', what: 'gained', count: 1, isGrave: false },
  ])
})

test('what the revisions of the made-up organisation widen is found', () => {
  let settings = firstSettings()
  const found = controlChanges.map(({ members }) => {
    const before = settings
    settings = { ...before, ...members(before) }
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
    [],
    [],
    [],
    // Of the two commands one was covered by a pattern that went.
    ['commandAllowlist gained 1', 'managedComputersAllowedEmails gained 1'],
  ])
})
