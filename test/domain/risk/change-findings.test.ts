import { expect, test } from 'vitest'
import { findingsByChange } from '../../../src/domain/risk/change-findings.ts'
import { compareSettings } from '../../../src/domain/risk/compare-settings.ts'
import { findingText, findingWords } from '../../../src/domain/risk/finding-text.ts'
import { riskFindings } from '../../../src/domain/risk/revision-risk.ts'
import { worstFirst, worstOf } from '../../../src/domain/risk/risk-verdict.ts'
import { pathText } from '../../../src/domain/settings-diff/setting-path.ts'
import { changedSettings } from '../settings-diff/changed-settings.ts'

const listed = (before: unknown, after: unknown): string[] => {
  const { changes, findings } = compareSettings(before, after)
  const findingsOf = findingsByChange(findings)
  return changes.map((change) => {
    const changed = pathText(change.path)
    const holder = changed.replace(/\{.*\}$/, '')
    const own = findingsOf(change).map(({ verdict, rule, path }) => {
      const at = pathText(path)
      return `${verdict} ${rule}${at === changed || at === holder ? '' : ` at ${at}`}`
    })
    return `${change.kind} ${changed}: ${own.join(', ') || 'nothing'}`
  })
}

test.each([
  [
    'entries added to an allowlist loosen, removed ones tighten | commandAllowlist: ["a","b"] → ["b","c"]',
    'added commandAllowlist{"c"}: loosened command-allow; removed commandAllowlist{"a"}: tightened command-allow',
  ],
  [
    'entries removed from a denylist loosen, added ones tighten | commandDenylist: ["a","b"] → ["b","c"]',
    'removed commandDenylist{"a"}: loosened command-deny; added commandDenylist{"c"}: tightened command-deny',
  ],
  [
    'a wildcard that is replaced by an entry has a finding, the entry has none | commandAllowlist: ["*"] → ["a"]',
    'removed commandAllowlist{"*"}: tightened command-allow; added commandAllowlist{"a"}: nothing',
  ],
  [
    'a new order is no finding for a list, but a neutral one for hooks | commandAllowlist: ["a","b"] → ["b","a"]; hooks.Stop: [{"name":"a"},{"name":"b"}] → [{"name":"b"},{"name":"a"}]',
    'reordered commandAllowlist: nothing; reordered hooks.Stop: neutral hooks',
  ],
  [
    'a changed item of a list is one removed and one added | strictKnownMarketplaces: [{"repo":"a","ref":"x"}] → [{"repo":"a","ref":"y"}]',
    'changed strictKnownMarketplaces[repo=a].ref: loosened marketplaces at strictKnownMarketplaces, tightened marketplaces at strictKnownMarketplaces',
  ],
  [
    'entries that another command list overrules have no finding if others have an effect | commandAllowlist: ["a"] → ["a","x","b"]; commandBlocklist: ["x"]',
    'added commandAllowlist{"b"}: loosened command-allow; added commandAllowlist{"x"}: nothing',
  ],
  [
    'entries that are all overruled have a finding without an effect | commandAllowlist: ["a"] → ["a","x"]; commandBlocklist: ["x"]',
    'added commandAllowlist{"x"}: neutral command-allow',
  ],
  [
    'reordered overrides have a finding for their order | mcpAutonomyUrlOverrides: [{"urlPattern":"x*","defaultLevel":"high"},{"urlPattern":"xy","defaultLevel":"low"}] → [{"urlPattern":"xy","defaultLevel":"low"},{"urlPattern":"x*","defaultLevel":"high"}]',
    'reordered mcpAutonomyUrlOverrides: loosened mcp-autonomy-order',
  ],
  [
    'an override that replaces the level of another one has findings for the order and for its own level | mcpAutonomyUrlOverrides: [{"urlPattern":"xy","defaultLevel":"high"}] → [{"urlPattern":"x*","defaultLevel":"off"},{"urlPattern":"xy","defaultLevel":"high"}]',
    'added mcpAutonomyUrlOverrides[urlPattern="x*"]: loosened mcp-autonomy-order at mcpAutonomyUrlOverrides, loosened mcp-autonomy-url at mcpAutonomyUrlOverrides[urlPattern="x*"].defaultLevel',
  ],
  [
    'an added object has the findings inside it | sandbox.enabled: true; sandbox.network.allowLocalBinding: - → true; sandbox.network.httpProxyPort: - → 1',
    'added sandbox.network: loosened sandbox-binding at sandbox.network.allowLocalBinding, neutral sandbox-proxy at sandbox.network.httpProxyPort',
  ],
  [
    'changes below a member with a neutral rule have its finding | customModels: [{"id":"cm_1","apiKey":"a","extraHeaders":{"h":1}}] → [{"id":"cm_1","apiKey":"b","extraHeaders":{"h":2}}]',
    'changed customModels[cm_1].apiKey: neutral model-endpoint at customModels[cm_1]; changed customModels[cm_1].extraHeaders.h: neutral model-endpoint at customModels[cm_1]',
  ],
])('%s: %s', (line, expected) => {
  const [, change = ''] = line.split(' | ')
  const { before, after } = changedSettings(change)
  expect(listed(before, after).join('; ')).toBe(expected)
})

test('a change from null has all findings', () => {
  expect(listed(null, { commandAllowlist: ['a'], env: { A: 'a' } })).toEqual([
    'changed (all settings): loosened command-allow at commandAllowlist, neutral environment at env.A',
  ])
})

test('paths with the same start or the same text are different', () => {
  const settings = (enabled: boolean, other: number) => ({
    sandbox: { enabled },
    'sandbox.enabled': other,
    sandboxes: { enabled: other },
  })
  expect(listed(settings(true, 1), settings(false, 2))).toEqual([
    'changed sandbox.enabled: loosened sandbox',
    'changed ["sandbox.enabled"]: neutral unknown',
    'changed sandboxes.enabled: neutral unknown at sandboxes',
  ])
})

test.each([
  ['loosened', 'gained', 'allows 2 more'],
  ['tightened', 'gained', 'denies 2 more'],
  ['loosened', 'lost', 'denies 2 fewer'],
  ['tightened', 'lost', 'allows 2 fewer'],
  ['loosened', 'everything', 'allows everything now'],
  ['neutral', 'empty', 'changed, the effect of an empty list is unknown'],
] as const)('%s by %s is printed as: %s', (verdict, what, words) => {
  expect(findingWords({ verdict, what, count: 2 })).toBe(words)
})

test.each([
  ['commandAllowlist: ["a"] → ["*"]', 'loosened: allows everything now (rule command-allow)'],
  ['frobnicate: 1 → 2', 'neutral: changed, unknown meaning'],
])('the finding for %s is printed, with its rule if one matches: %s', (change, text) => {
  const { before, after } = changedSettings(change)
  expect(riskFindings(before, after).map(findingText)).toEqual([text])
})

const findings = [
  { verdict: 'neutral', at: 1 },
  { verdict: 'tightened', at: 2 },
  { verdict: 'loosened', at: 3 },
  { verdict: 'tightened', at: 4 },
  { verdict: 'loosened', at: 5 },
] as const

test('critical findings come first, then loosened, tightened and neutral ones, in their order', () => {
  expect(worstFirst(findings).map(({ at }) => at)).toEqual([3, 5, 2, 4, 1])
  expect([worstOf(findings)?.at, worstOf([])]).toEqual([3, undefined])
  const critical = { verdict: 'loosened', isCritical: true, at: 6 } as const
  expect(worstFirst([...findings, critical]).map(({ at }) => at)).toEqual([6, 3, 5, 2, 4, 1])
  expect(worstOf([...findings, critical])?.at).toBe(6)
})
