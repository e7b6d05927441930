import { expect, test } from 'vitest'
import { loosenedFirst } from '../../../src/domain/risk/compare-settings.ts'
import { diffSettings } from '../../../src/domain/settings-diff/diff-settings.ts'
import { parsePath, pathText } from '../../../src/domain/settings-diff/setting-path.ts'
import { changedSettings } from '../settings-diff/changed-settings.ts'

const SIGNS = { added: '+', removed: '-', changed: '~', reordered: '^' } as const

const listed = (before: unknown, after: unknown, at = ''): string[] =>
  loosenedFirst(diffSettings(before, after), before, after, at === '' ? [] : parsePath(at)).map(
    ({ kind, path }) => `${SIGNS[kind]} ${pathText(path)}`,
  )

test.each([
  'an added wildcard comes before removed entries | sandbox.network.allowedDomains: ["a","b"] → ["c","*"] | + sandbox.network.allowedDomains{"*"}, + sandbox.network.allowedDomains{"c"}, - sandbox.network.allowedDomains{"a"}, - sandbox.network.allowedDomains{"b"}',
  'entries that a pattern covers come last | commandAllowlist: ["docker *"] → ["docker build","gh pr *"] | + commandAllowlist{"gh pr *"}, - commandAllowlist{"docker *"}, + commandAllowlist{"docker build"}',
  'covered entries come after the removed wildcard | commandAllowlist: ["*"] → ["ls"] | - commandAllowlist{"*"}, + commandAllowlist{"ls"}',
  'entries that are no longer denied come before denied ones | commandDenylist: ["rm *","curl a"] → ["curl *","x"] | - commandDenylist{"rm *"}, + commandDenylist{"curl *"}, + commandDenylist{"x"}, - commandDenylist{"curl a"}',
  'a list without a rule keeps its order, and so do other changes | list: ["a"] → ["*"]; sandbox.enabled: true → false; commandAllowlist: ["a"] → ["b"]; env.A: - → "a" | - list{"a"}, + list{"*"}, ~ sandbox.enabled, + commandAllowlist{"b"}, - commandAllowlist{"a"}, + env',
])('%s', (line) => {
  const [, change = '', expected] = line.split(' | ')
  const { before, after } = changedSettings(change)
  expect(listed(before, after).join(', ')).toBe(expected)
})

test('changes of a part are ordered by its path in the settings', () => {
  expect(listed(['a'], ['*'], 'commandAllowlist')).toEqual(['+ {"*"}', '- {"a"}'])
  expect(listed({ allowedDomains: ['a'] }, { allowedDomains: ['*'] }, 'sandbox.network')).toEqual([
    '+ allowedDomains{"*"}',
    '- allowedDomains{"a"}',
  ])
  expect(listed(['a'], ['*'])).toEqual(['- {"a"}', '+ {"*"}'])
})

test('a list of any length is sorted', () => {
  const list = Array.from({ length: 150_000 }, (_, index) => `c${index}`)
  const changes = loosenedFirst(diffSettings(list, []), list, [], parsePath('commandAllowlist'))
  expect(changes).toHaveLength(list.length)
})
