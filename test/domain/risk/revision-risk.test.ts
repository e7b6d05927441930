import { expect, test } from 'vitest'
import { isGrave, settingsRisks } from '../../../src/domain/risk/revision-risk.ts'
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
      servers: [
        { id: 'a', denylist: ['x'] },
        { id: 'b', denylist: ['y'] },
      ],
    },
    { servers: [{ id: 'b', denylist: ['y'] }] },
    ['servers[a].denylist lost 1'],
  ],
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
  ['a freedom', {}, { sandbox: { network: { allowLocalBinding: true } } }, {}, []],
  ['a limit', { x: { allowed: ['a', 'b'] } }, { x: {} }, { x: { allowed: ['a'] } }, []],
  [
    'a limit in part',
    { x: { allowed: ['a'] } },
    { x: {} },
    { x: { allowed: ['a', 'b'] } },
    // What was let in meanwhile is still allowed.
    ['x.allowed gained 1'],
  ],
  [
    'a server',
    { servers: [{ name: 's', allowed: ['a'] }] },
    { servers: [{ name: 's', allowed: ['a', 'b'] }] },
    {
      servers: [
        { name: 'other', allowed: ['b'] },
        { name: 's', allowed: [] },
      ],
    },
    [],
  ],
  [
    'a freedom of something without a name in part',
    {
      x: [
        { a: 1, isFastAllowed: false },
        { b: 1, isFastAllowed: false },
      ],
    },
    {
      x: [
        { a: 1, isFastAllowed: true },
        { b: 1, isFastAllowed: true },
      ],
    },
    { x: [{ b: 1, isFastAllowed: true }] },
    ['x[1].isFastAllowed on 0'],
  ],
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
    [],
    [],
    [],
    ['commandAllowlist gained 2', 'managedComputersAllowedEmails gained 1'],
  ])
})
