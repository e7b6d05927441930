import { expect, test } from 'vitest'
import { findingsByChange } from '../../../src/domain/risk/change-findings.ts'
import { compareSettings } from '../../../src/domain/risk/compare-settings.ts'
import { findingText } from '../../../src/domain/risk/finding-text.ts'
import { riskFindings } from '../../../src/domain/risk/revision-risk.ts'
import { gravestFirst, gravestOf } from '../../../src/domain/risk/risk-verdict.ts'
import { pathText } from '../../../src/domain/settings-diff/setting-path.ts'

const told = (before: unknown, after: unknown): string[] => {
  const { changes, findings } = compareSettings(before, after)
  const findingsOf = findingsByChange(findings)
  return changes.map((change) => {
    const own = findingsOf(change).map(({ verdict, rule, path }) => `${verdict} ${rule} at ${pathText(path)}`)
    return `${change.kind} ${pathText(change.path)}: ${own.join(', ') || 'nothing'}`
  })
}

test.each<[string, unknown, unknown, string[]]>([
  [
    'of a list of what is allowed that widened, the entries that came',
    { commandAllowlist: ['a', 'b'] },
    { commandAllowlist: ['b', 'c'] },
    [
      'added commandAllowlist{"c"}: widened command-allow at commandAllowlist',
      'removed commandAllowlist{"a"}: narrowed command-allow at commandAllowlist',
    ],
  ],
  [
    'of a list of what is denied that widened, the entries that went',
    { commandDenylist: ['a', 'b'] },
    { commandDenylist: ['b', 'c'] },
    [
      'removed commandDenylist{"a"}: widened command-deny at commandDenylist',
      'added commandDenylist{"c"}: narrowed command-deny at commandDenylist',
    ],
  ],
  [
    'of a list that narrowed, the entries that went, or came where they are denied',
    { commandAllowlist: ['a', 'b'], commandDenylist: [] },
    { commandAllowlist: ['b'], commandDenylist: ['x'] },
    [
      'removed commandAllowlist{"a"}: narrowed command-allow at commandAllowlist',
      'added commandDenylist{"x"}: narrowed command-deny at commandDenylist',
    ],
  ],
  [
    'of a wildcard that became hosts, the wildcard',
    { commandAllowlist: ['*'] },
    { commandAllowlist: ['a'] },
    [
      'removed commandAllowlist{"*"}: narrowed command-allow at commandAllowlist',
      'added commandAllowlist{"a"}: nothing',
    ],
  ],
  [
    'another order says nothing about a list, but something about hooks, which nobody can judge',
    { commandAllowlist: ['a', 'b'], hooks: { Stop: [{ name: 'a' }, { name: 'b' }] } },
    { commandAllowlist: ['b', 'a'], hooks: { Stop: [{ name: 'b' }, { name: 'a' }] } },
    ['reordered commandAllowlist: nothing', 'reordered hooks.Stop: neutral hooks at hooks.Stop'],
  ],
  [
    'an item of a list that is not the same any more is one that was lost and one that was gained',
    { strictKnownMarketplaces: [{ repo: 'a', ref: 'x' }] },
    { strictKnownMarketplaces: [{ repo: 'a', ref: 'y' }] },
    [
      'changed strictKnownMarketplaces[repo=a].ref: widened marketplaces at strictKnownMarketplaces, narrowed marketplaces at strictKnownMarketplaces',
    ],
  ],
  [
    'of entries that another command list overrules, nothing beside those with an effect',
    { commandAllowlist: ['a'], commandBlocklist: ['x'] },
    { commandAllowlist: ['a', 'x', 'b'], commandBlocklist: ['x'] },
    ['added commandAllowlist{"b"}: widened command-allow at commandAllowlist', 'added commandAllowlist{"x"}: nothing'],
  ],
  [
    'of entries that are all overruled, that they have no effect',
    { commandAllowlist: ['a'], commandBlocklist: ['x'] },
    { commandAllowlist: ['a', 'x'], commandBlocklist: ['x'] },
    ['added commandAllowlist{"x"}: neutral command-allow at commandAllowlist'],
  ],
  [
    'of overrides in another order, the order',
    {
      mcpAutonomyUrlOverrides: [
        { urlPattern: 'x*', defaultLevel: 'high' },
        { urlPattern: 'xy', defaultLevel: 'low' },
      ],
    },
    {
      mcpAutonomyUrlOverrides: [
        { urlPattern: 'xy', defaultLevel: 'low' },
        { urlPattern: 'x*', defaultLevel: 'high' },
      ],
    },
    ['reordered mcpAutonomyUrlOverrides: widened mcp-autonomy-order at mcpAutonomyUrlOverrides'],
  ],
  [
    'of an override that takes over what others require, both',
    { mcpAutonomyUrlOverrides: [{ urlPattern: 'xy', defaultLevel: 'high' }] },
    {
      mcpAutonomyUrlOverrides: [
        { urlPattern: 'x*', defaultLevel: 'off' },
        { urlPattern: 'xy', defaultLevel: 'high' },
      ],
    },
    [
      'added mcpAutonomyUrlOverrides[urlPattern="x*"]: widened mcp-autonomy-order at mcpAutonomyUrlOverrides, widened mcp-autonomy-url at mcpAutonomyUrlOverrides[urlPattern="x*"].defaultLevel',
    ],
  ],
  [
    'a part that came as a whole carries what is found in it',
    { sandbox: { enabled: true } },
    { sandbox: { enabled: true, network: { allowLocalBinding: true, httpProxyPort: 1 } } },
    [
      'added sandbox.network: widened sandbox-binding at sandbox.network.allowLocalBinding, neutral sandbox-proxy at sandbox.network.httpProxyPort',
    ],
  ],
  [
    'settings that were null carry all',
    null,
    { commandAllowlist: ['a'], env: { A: 'a' } },
    ['changed (all settings): widened command-allow at commandAllowlist, neutral environment at env.A'],
  ],
  [
    'what is below a member that nobody can judge has that for a reason',
    { customModels: [{ id: 'cm_1', apiKey: 'a', extraHeaders: { h: 1 } }] },
    { customModels: [{ id: 'cm_1', apiKey: 'b', extraHeaders: { h: 2 } }] },
    [
      'changed customModels[cm_1].apiKey: neutral model-endpoint at customModels[cm_1]',
      'changed customModels[cm_1].extraHeaders.h: neutral model-endpoint at customModels[cm_1]',
    ],
  ],
  [
    'paths that begin with the same letters, or look the same, are not the same',
    { sandbox: { enabled: true }, 'sandbox.enabled': 1, sandboxes: { enabled: 1 } },
    { sandbox: { enabled: false }, 'sandbox.enabled': 2, sandboxes: { enabled: 2 } },
    [
      'changed sandbox.enabled: widened sandbox at sandbox.enabled',
      'changed ["sandbox.enabled"]: neutral unknown at ["sandbox.enabled"]',
      'changed sandboxes.enabled: neutral unknown at sandboxes',
    ],
  ],
])('%s', (_, before, after, expected) => {
  expect(told(before, after)).toEqual(expected)
})

test('without findings no change has one', () => {
  const before = { ideAutoConnect: false, commandAllowlist: ['a *', 'a b'] }
  expect(told(before, { ideAutoConnect: true, commandAllowlist: ['a *', 'a c'] })).toEqual([
    'changed ideAutoConnect: nothing',
    'removed commandAllowlist{"a b"}: nothing',
    'added commandAllowlist{"a c"}: nothing',
  ])
})

const inWords = (before: object, after: object): string[] => riskFindings(before, after).map(findingText)

test.each<[object, object, string]>([
  [{ commandAllowlist: ['a'] }, { commandAllowlist: ['*'] }, 'widened: allows everything now (rule command-allow)'],
  [
    { commandAllowlist: ['*'] },
    { commandAllowlist: ['a'] },
    'narrowed: limits what was not limited (rule command-allow)',
  ],
  [{ commandAllowlist: [] }, { commandAllowlist: ['a', 'b'] }, 'widened: allows 2 more (rule command-allow)'],
  [{ commandAllowlist: ['a'] }, {}, 'narrowed: allows 1 fewer (rule command-allow)'],
  [{ commandDenylist: ['a'] }, {}, 'widened: denies 1 fewer (rule command-deny)'],
  [{}, { commandDenylist: ['a'] }, 'narrowed: denies 1 more (rule command-deny)'],
  [{ networkPolicy: { allowedIps: ['a'] } }, {}, 'widened: limits nothing any more (rule network)'],
  [
    { networkPolicy: { allowedIps: ['a'] } },
    { networkPolicy: { allowedIps: [] } },
    'neutral: changed, what an empty list allows is not known (rule network)',
  ],
  [{ sandbox: { enabled: true } }, {}, 'widened: switched off (rule sandbox)'],
  [{}, { sandbox: { enabled: true } }, 'narrowed: switched on (rule sandbox)'],
  [{}, { byomComputersEnabled: true }, 'widened: switched on (rule computers-own)'],
  [
    { maxAutonomyLevel: 'low' },
    { maxAutonomyLevel: 'medium' },
    'widened: lets agents do more on their own (rule autonomy-cap)',
  ],
  [{ maxAutonomyLevel: 'low' }, {}, 'widened: lets agents do all on their own (rule autonomy-cap)'],
  [{}, { maxAutonomyLevel: 'low' }, 'narrowed: lets agents do less on their own (rule autonomy-cap)'],
  [
    { mcpAutonomyOverrides: { a: 'low' } },
    { mcpAutonomyOverrides: { a: 'off' } },
    'widened: runs by itself at every level (rule mcp-autonomy)',
  ],
  [
    { sandbox: { enabled: true, mode: 'whole-process' } },
    { sandbox: { enabled: true, mode: 'per-command' } },
    'widened: holds back less (rule sandbox-mode)',
  ],
  [
    { commandBlocklist: ['a'], commandDenylist: ['a'] },
    { commandBlocklist: ['a'] },
    'neutral: changed, without effect because another setting decides (rule command-deny)',
  ],
  [
    { sandbox: { enabled: true, mode: 'off' } },
    { sandbox: { enabled: true, mode: 'per-command' } },
    'narrowed: holds back more (rule sandbox-mode)',
  ],
  [
    { mcpPolicy: { allowlist: ['a'] } },
    { mcpPolicy: {} },
    'neutral: changed, without effect while its policy is off (rule mcp-allow)',
  ],
  [
    { sessionDefaultSettings: { autonomyLevel: 'low' } },
    { sessionDefaultSettings: { autonomyMode: 'auto-low' } },
    'neutral: renamed, means the same (rule autonomy-default)',
  ],
  [{ frobnicate: 1 }, { frobnicate: 2 }, 'neutral: changed, what it means is not known'],
  [{ sessionRetentionDays: 1 }, { sessionRetentionDays: 2 }, 'widened: kept for more days (rule retention)'],
  [{ sessionRetentionDays: 2 }, { sessionRetentionDays: 1 }, 'narrowed: kept for fewer days (rule retention)'],
  [{ env: {} }, { env: { A: 'a' } }, 'neutral: changed, look at what it does (rule environment)'],
])('%j to %j is told in words', (before, after, expected) => {
  expect(inWords(before, after)).toEqual([expected])
})

const findings = [
  { verdict: 'neutral', at: 1 },
  { verdict: 'narrowed', at: 2 },
  { verdict: 'widened', at: 3 },
  { verdict: 'narrowed', at: 4 },
  { verdict: 'widened', at: 5 },
] as const

test('what widens is graver than what narrows, and that than what is neutral', () => {
  expect(gravestOf(findings)?.at).toBe(3)
  expect(gravestOf(findings.filter(({ verdict }) => verdict !== 'widened'))?.at).toBe(2)
  expect(gravestOf(findings.slice(0, 1))?.at).toBe(1)
  expect(gravestOf([])).toBeUndefined()
})

test('findings that are as grave stay in their order', () => {
  expect(gravestFirst(findings).map(({ at }) => at)).toEqual([3, 5, 2, 4, 1])
  expect(gravestFirst([])).toEqual([])
  const grave = { verdict: 'widened', isGrave: true, at: 6 } as const
  expect(gravestFirst([...findings, grave]).map(({ at }) => at)).toEqual([6, 3, 5, 2, 4, 1])
  expect(gravestOf([...findings, grave])?.at).toBe(6)
})
