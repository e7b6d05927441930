import fc from 'fast-check'
import { expect, test } from 'vitest'
import { listVerdicts } from '../../../src/domain/risk/list-verdict.ts'
import type { Verdict } from '../../../src/domain/risk/risk-verdict.ts'
import { forMany } from '../../helpers/for-all.ts'

const judged = (means: 'allows' | 'limits' | 'denies', old: unknown, now: unknown, last = now): string => {
  return inWords(listVerdicts(means, { old, now, last }))
}
const inWords = (verdicts: readonly Verdict[]): string =>
  verdicts.map(({ verdict, what, count }) => `${verdict} ${what} ${count}`).join(', ') || 'nothing'
/** A missing list. */
const NONE = undefined
/** One entry replaces another. */
const BOTH = 'loosened gained 1, tightened lost 1'

test.each<[unknown, unknown, string, string]>([
  // A wildcard already allows these entries.
  [['*'], ['github.example', 'npm.example'], 'tightened limited 0', 'loosened everything 1'],
  [['*', 'github.example'], ['*'], 'nothing', 'nothing'],
  [['*'], ['**'], 'nothing', 'nothing'],
  [['src/*.ts'], ['src/*.ts', 'src/a.ts'], 'loosened gained 1', 'tightened lost 1'],
  [['a'], ['*', 'b'], 'loosened everything 2', 'tightened limited 0'],
  [[' * '], ['a'], 'tightened limited 0', 'loosened everything 1'],
  // All IPv4 addresses include no IPv6 address and no host name.
  [['0.0.0.0/0'], ['10.0.0.0/8', '192.0.2.1'], 'tightened limited 0', 'loosened everything 1'],
  [['0.0.0.0/0'], ['0.0.0.0/0', '192.0.2.1'], 'nothing', 'nothing'],
  [['0.0.0.0/0'], ['0.0.0.0/0', '2001:db8::/32'], 'loosened gained 1', 'tightened lost 1'],
  [['0.0.0.0/0', '::/0'], ['*'], 'nothing', 'nothing'],
  [['0.0.0.0/0'], ['0.0.0.0/0', 'github.example'], 'loosened gained 1', 'tightened lost 1'],
  // A host pattern covers hosts and patterns below its domain, but not the domain itself.
  [['*.example'], ['a.example', '*.b.example', '*.example'], 'nothing', 'nothing'],
  [['*.a.example'], ['x.a.example', 'y.x.a.example'], 'tightened lost 1', 'loosened gained 1'],
  [['*.a.example'], ['a.example', 'x.a.example'], BOTH, BOTH],
  [['*.a.example'], ['*.a.example', 'xa.example'], 'loosened gained 1', 'tightened lost 1'],
  [['*.a.example'], ['*.a.example', 'https://x.a.example'], 'loosened gained 1', 'tightened lost 1'],
  // Items.
  [[{ repo: 'a', ref: 'x' }], [{ ref: 'x', repo: 'a' }], 'nothing', 'nothing'],
  [[{ repo: 'a', ref: 'x' }], [{ repo: 'a', ref: 'y' }], BOTH, BOTH],
  [[1], ['1'], BOTH, BOTH],
  [['{"a":1}'], [{ a: 1 }], BOTH, BOTH],
  [['\u00001'], [1], BOTH, BOTH],
  [[null], ['null'], BOTH, BOTH],
])('a change of allowed entries from %j to %j is %s, and the reverse is %s', (before, after, there, back) => {
  for (const means of ['allows', 'limits'] as const) {
    expect(judged(means, before, after)).toBe(there)
    expect(judged(means, after, before)).toBe(back)
  }
})

test.each<[unknown, unknown, string, string]>([
  [['*'], ['a', 'b'], 'loosened lost 1', 'tightened gained 1'],
  [['*', 'a'], ['*'], 'nothing', 'nothing'],
  [['a'], [], 'loosened lost 1', 'tightened gained 1'],
  [['a'], NONE, 'loosened lost 1', 'tightened gained 1'],
  [[], NONE, 'nothing', 'nothing'],
  [['/'], ['/etc'], 'loosened lost 1', 'tightened gained 1'],
])('a change of denied entries from %j to %j is %s, and the reverse is %s', (before, after, there, back) => {
  expect(judged('denies', before, after)).toBe(there)
  expect(judged('denies', after, before)).toBe(back)
})

test.each<[unknown, unknown, string, string]>([
  // Without the list everything is allowed; the effect of an empty one is unknown.
  [['a'], NONE, 'loosened unlimited 0', 'tightened limited 0'],
  [['a'], null, 'loosened unlimited 0', 'tightened limited 0'],
  [['a', 'b'], [], 'neutral empty 0', 'neutral empty 0'],
  [['*'], [], 'neutral empty 0', 'neutral empty 0'],
  [[], NONE, 'neutral empty 0', 'neutral empty 0'],
  [[], [], 'nothing', 'nothing'],
  [['*'], NONE, 'nothing', 'nothing'],
])('a change of a limiting list from %j to %j is %s, and the reverse is %s', (before, after, there, back) => {
  expect(judged('limits', before, after)).toBe(there)
  expect(judged('limits', after, before)).toBe(back)
})

test.each<[unknown, unknown, string, string]>([
  // Without the list nothing is allowed.
  [['a'], NONE, 'tightened lost 1', 'loosened gained 1'],
  [['a'], null, 'tightened lost 1', 'loosened gained 1'],
  [['*'], NONE, 'tightened limited 0', 'loosened everything 1'],
  [['*'], [], 'tightened limited 0', 'loosened everything 1'],
  [[], NONE, 'nothing', 'nothing'],
])('a change of an allowing list from %j to %j is %s, and the reverse is %s', (before, after, there, back) => {
  expect(judged('allows', before, after)).toBe(there)
  expect(judged('allows', after, before)).toBe(back)
})

test.each([['all'], ['*'], [true], [7], [{ a: 1 }]])('a list that becomes %j, or the reverse, is neutral', (other) => {
  for (const means of ['allows', 'limits', 'denies'] as const) {
    expect(judged(means, ['a'], other)).toBe('neutral changed 0')
    expect(judged(means, other, ['a'])).toBe('neutral changed 0')
  }
})

test.each<[string[], string[], string, string]>([
  // An entry that a pattern covers is neither gained nor lost.
  [['docker *'], ['docker *', 'docker build'], 'nothing', 'nothing'],
  [['docker *'], ['docker build', 'gh pr *'], BOTH, BOTH],
  [['docker *'], ['docker build', 'docker push'], 'tightened lost 1', 'loosened gained 1'],
  [['gh *'], ['gh pr *', 'gh pr list'], 'tightened lost 1', 'loosened gained 1'],
  [['gh pr *'], ['gh *'], 'loosened gained 1', 'tightened lost 1'],
  [['docker *'], ['dockerd'], BOTH, BOTH],
  [['npm * --dry-run'], ['npm publish --dry-run'], 'tightened lost 1', 'loosened gained 1'],
  [['npm * --dry-run'], ['npm publish'], BOTH, BOTH],
  [['a*b*c'], ['a b x c'], 'tightened lost 1', 'loosened gained 1'],
  [['a*b*c'], ['a x c'], BOTH, BOTH],
  [['*b*c'], ['b c'], 'tightened lost 1', 'loosened gained 1'],
  [['a*a'], ['a'], BOTH, BOTH],
  [['docker *'], ['*'], 'loosened everything 1', 'tightened limited 0'],
])('a change of allowed commands from %j to %j is %s, and the reverse is %s', (before, after, there, back) => {
  const judge = (old: unknown, now: unknown) =>
    inWords(listVerdicts('allows', { old, now, last: now }, { hasPatterns: true }))
  expect(judge(before, after)).toBe(there)
  expect(judge(after, before)).toBe(back)
})

test('a denied pattern covers commands denied by name', () => {
  const judge = (old: string[], now: string[]) =>
    inWords(listVerdicts('denies', { old, now, last: now }, { hasPatterns: true }))
  expect(judge(['rm -rf /'], ['rm *'])).toBe('tightened gained 1')
  expect(judge(['rm *'], ['rm -rf /'])).toBe('loosened lost 1')
})

test('an entry that was reverted later does not count; one that a wildcard allowed does', () => {
  expect(judged('allows', ['a'], ['a', 'b'], ['a'])).toBe('nothing')
  expect(judged('allows', ['a'], ['a', 'b'], ['*'])).toBe('loosened gained 1')
  expect(judged('allows', ['a'], ['*'], ['a'])).toBe('nothing')
  expect(judged('allows', ['a'], ['*'], ['a', 'b', 'c'])).toBe('loosened gained 2')
  expect(judged('allows', ['a'], ['a', 'b'], ['a', 'c'])).toBe('nothing')
  expect(judged('limits', ['a'], NONE, ['a'])).toBe('nothing')
  expect(judged('limits', ['a'], NONE, ['a', 'b'])).toBe('loosened gained 1')
  expect(judged('limits', ['a'], ['a', 'b'], null)).toBe('loosened gained 1')
  expect(judged('denies', ['a', 'b'], [], ['b'])).toBe('loosened lost 1')
  expect(judged('denies', ['a', 'b'], [], ['*'])).toBe('nothing')
})

test('any two lists have the verdicts of their sets, with and without a separate current list', () => {
  const list = fc.array(fc.constantFrom('a', 'b', 'c', 'd', '\u0000a', '{}', {}), { maxLength: 6 })
  forMany(1_000, list, list, (old, now) => {
    const keyOf = (entry: unknown) => (typeof entry === 'string' ? entry : 'an object')
    const gained = new Set(now.map(keyOf).filter((key) => !old.map(keyOf).includes(key))).size
    const lost = new Set(old.map(keyOf).filter((key) => !now.map(keyOf).includes(key))).size
    const both = (more: string[]) => more.filter((each) => !each.endsWith(' 0')).join(', ') || 'nothing'
    const allowed = both([`loosened gained ${gained}`, `tightened lost ${lost}`])
    const denied = both([`loosened lost ${lost}`, `tightened gained ${gained}`])
    for (const today of [now, [...now]]) {
      expect(judged('allows', old, now, today)).toBe(allowed)
      const isKnown = (old.length === 0) === (now.length === 0)
      expect(judged('limits', old, now, today)).toBe(isKnown ? allowed : 'neutral empty 0')
      expect(judged('denies', old, now, today)).toBe(denied)
    }
  })
})
