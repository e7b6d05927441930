import { expect, test } from 'vitest'
import { type Change, diffSettings } from '../../../src/domain/settings-diff/diff-settings.ts'
import { parsePath, pathKey, pathText } from '../../../src/domain/settings-diff/setting-path.ts'
import { forMany } from '../../helpers/for-all.ts'
import { changedSettings } from './changed-settings.ts'
import { json } from './documents.ts'

const signs: Record<Change['kind'], string> = { added: '+', removed: '-', changed: '~', reordered: '↕' }
const listed = (before: unknown, after: unknown): string[] =>
  diffSettings(before, after).map((change) => `${signs[change.kind]} ${pathText(change.path)}`)

test.each([
  'nothing | a: 1 → 1; b: [1,{"c":2}] → [1,{"c":2}] | ',
  'a value | a: {"b":1} → {"b":2} | ~ a.b',
  'a type | a: {"b":1} → "x" | ~ a',
  'an object that became a list | a: {} → [] | ~ a',
  'an added object | a: - → {"b":1,"c":[2]} | + a',
  'a removed object | a: {"b":1,"c":[2]} → - | - a',
  'null and missing | a: null → 0; b: null → - | ~ a, - b',
  'an entry | l: ["a","b"] → ["a","c"] | - l{"b"}, + l{"c"}',
  'equal entries, counted | l: ["a","a","a"] → ["a"] | - l{"a"}#2, - l{"a"}#3',
  'entries with the same text | l: [1,"true",null] → ["1",true,"null"] | - l{1}, - l{"true"}, - l{null}, + l{"1"}, + l{true}, + l{"null"}',
  'a new order of entries | l: ["a","b","c"] → ["c","a","b"] | ↕ l',
  'an added entry and a new order | l: ["a","b"] → ["b","a","c"] | + l{"c"}, ↕ l',
  'an item by its id | m: [{"id":"cm_1","k":1},{"id":"cm_2"}] → [{"id":"cm_2"},{"id":"cm_1","k":2}] | ~ m[cm_1].k, ↕ m',
  'an item by its model | m: [{"model":"a b","k":1}] → [{"model":"c"},{"model":"a b"}] | - m[model="a b"].k, + m[model=c]',
  'an item by its pattern | m: [{"urlPattern":"https://x/*","k":1}] → [{"urlPattern":"https://x/*","k":2}] | ~ m[urlPattern="https://x/*"].k',
  'an item by its repository | m: [{"repo":"o/r","ref":"1"}] → [{"repo":"o/r","ref":"2"}] | ~ m[repo=o/r].ref',
  'an id that looks like a number | m: [{"id":"5","k":1}] → [{"id":"5","k":2}] | ~ m[id="5"].k',
  'an item by its index | m: [{"a":1},{"a":2},{"a":3}] → [{"a":1},{"a":9},{"a":3}] | ~ m[1].a',
  'an item inserted before others | m: [{"a":1},{"a":2}] → [{"a":0,"b":0},{"a":1},{"a":2}] | + m[+0]',
  'an id that two items have | m: [{"id":1,"a":1},{"id":1,"a":2}] → [{"id":1,"a":2}] | - m[0]',
  'another id of the same item | m: [{"id":1,"a":1,"b":2}] → [{"id":2,"a":1,"b":2}] | ~ m[id=1].id',
  'another item with another id | m: [{"id":1,"a":1,"b":2}] → [{"id":2,"a":2,"b":2}] | - m[id=1], + m[id=2]',
  'an added id | m: [{"name":"a","k":1}] → [{"id":"x","name":"a","k":1}] | + m[name=a].id',
  'an item that became a scalar | m: [{"a":1},{"a":2}] → [{"a":1},"x"] | ~ m[1]',
  '0 and -0 | a: 0 → -0 | ~ a',
])('%s', (line) => {
  const [, change = '', expected] = line.split(' | ')
  const { before, after } = changedSettings(change)
  expect(listed(before, after).join(', ')).toBe(expected)
})

test.each<[unknown, unknown, string[]]>([
  [null, { a: 1 }, ['~ (all settings)']],
  [{ a: 1 }, null, ['~ (all settings)']],
  [undefined, { a: 1 }, ['+ (all settings)']],
  [{ a: 1 }, undefined, ['- (all settings)']],
  [null, null, []],
])('settings that are %j and become %j', (before, after, expected) => {
  expect(listed(before, after)).toEqual(expected)
})

test('members with unusual names are ordinary members', () => {
  const before = JSON.parse(
    '{"__proto__":{"a":1},"toString":1,"":1,"a.b":{"c":1},"a":{"b":{"c":1}},"constructor":{"a":1}}',
  )
  const after = JSON.parse(
    '{"__proto__":{"a":2},"":2,"a.b":{"c":2},"a":{"b":{"c":2}},"constructor":{},"hasOwnProperty":1}',
  )
  expect(listed(before, after).join(', ')).toBe(
    '~ __proto__.a, - toString, ~ [""], ~ ["a.b"].c, ~ a.b.c, - constructor.a, + hasOwnProperty',
  )
})

test('every change has its own path, and every path can be parsed from its text', () => {
  forMany(2_000, json, json, (before, after) => {
    const changes = diffSettings(before, after)
    const keys = changes.map(({ kind, path }) => (kind === 'reordered' ? `${pathKey(path)} order` : pathKey(path)))
    expect(new Set(keys).size).toBe(keys.length)
    for (const { path } of changes) expect(parsePath(pathText(path))).toEqual(path)
  })
})
