import { expect, test } from 'vitest'
import { changeLines, changeText, countText } from '../../../src/domain/risk/change-lines.ts'
import { compareSettings } from '../../../src/domain/risk/compare-settings.ts'
import { maskSettings } from '../../../src/domain/secrets/mask-settings.ts'
import { parsePathGlob } from '../../../src/domain/settings-diff/path-glob.ts'

const texts = (before: Record<string, unknown> | undefined, after: Record<string, unknown> | undefined) =>
  changeLines(compareSettings(before, after)).map(
    (line) => `${line.level === 'loosened' || line.level === 'critical' ? '!' : ' '} ${changeText(line)}`,
  )

test('each change is one line, with values as JSON', () => {
  expect(texts({ a: true, b: { c: 1 }, gone: null }, { a: false, b: { c: 'one' }, 'new.one': ['x'] })).toEqual([
    '  ~ a  true → false',
    '  ~ b.c  1 → "one"',
    '  - gone  null',
    '  + ["new.one"]  ["x"]',
  ])
})

test('only the entries that loosen a list are marked', () => {
  expect(
    texts(
      { commandAllowlist: ['a', 'b'], commandDenylist: ['x', 'y'] },
      { commandAllowlist: ['b', 'c'], commandDenylist: ['y', 'z'] },
    ),
  ).toEqual([
    '! + commandAllowlist{"c"}',
    '  - commandAllowlist{"a"}',
    '! - commandDenylist{"x"}',
    '  + commandDenylist{"z"}',
  ])
})

test('a new order is one line without a mark', () => {
  expect(texts({ commandAllowlist: ['a', 'b'] }, { commandAllowlist: ['b', 'a'] })).toEqual([
    '  ⇅ commandAllowlist  reordered: ["b","a"]',
  ])
})

test('lines can be limited to paths, and printed in ASCII', () => {
  const comparison = compareSettings({ a: 1, list: ['a', 'b'] }, { a: 2, list: ['b', 'a'] })
  const lines = changeLines(comparison, parsePathGlob('list'))
  expect(lines.map((line) => changeText(line, true))).toEqual(['< list  reordered: ["b","a"]'])
})

test('changed and added secrets are masked, without a hash', () => {
  const hash = (secret: string) => `hash-of-${secret.length}-and-more`
  const before = maskSettings({ env: { A: 'first-secret', B: 'same' } }, hash)
  const after = maskSettings({ env: { A: 'second-one-secret', B: 'same', C: 'third' } }, hash)
  expect(texts(before, after)).toEqual(['  ~ env.A  •••••• changed', '  + env.C  ••••••'])
  const lists = ['sk-proj-0123456789abcdef0123', 'sk-proj-zyxwvutsrqponmlkjihgfedc'].map((secret) =>
    maskSettings({ args: ['--token', secret] }, hash),
  )
  expect(texts(lists[0], lists[1])).toEqual(['  - args{"••••••"}', '  + args{"••••••"}'])
})

test('all members of the first settings are added; control characters are escaped', () => {
  expect(texts(undefined, { 'a\u001b[2J': '\u009d52;c;' })).toEqual(['  + ["a\\u001b[2J"]  "\\u009d52;c;"'])
  expect(texts(undefined, undefined)).toEqual([])
})

test('without changes the count is "no difference"', () => {
  expect(countText([])).toBe('no difference')
})
