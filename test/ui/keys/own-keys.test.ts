import { expect, test } from 'vitest'
import type { Binding } from '../../../src/ui/keys/bindings.ts'
import { createRemap, type KeyGroup, keyProblem, ownKeysNotice, readOwnKeys } from '../../../src/ui/keys/own-keys.ts'

const binding = (action: string, ...keys: string[]): Binding => ({ keys, action, help: `do ${action}`, group: 'Go' })

const down: Binding = { ...binding('down', 'j', 'Down'), hint: 'row', hintKey: 'j/k' }
const usage = [down, binding('up', 'k'), binding('measure', 'm'), binding('sort', 's c'), binding('compare', 'd')]
const groups: KeyGroup[] = [
  { scope: 'everywhere', title: 'everywhere', bindings: [binding('compare', 'd'), binding('open', '1', 'g u')] },
  { scope: 'lists', title: 'in lists', bindings: [down] },
  { scope: 'usage', title: 'Usage', bindings: usage },
  { scope: 'wiki', title: 'Wiki', bindings: [binding('export', 'x')] },
]
const read = (wanted: Record<string, string | string[]>) => readOwnKeys(wanted, groups)

test("a user's key replaces the keys of the action, only on its screen", () => {
  const { active, problems } = read({ 'usage.measure': ['v', 'F5'], 'wiki.export': 'm' })
  expect(problems).toEqual([])
  const keysIn = createRemap(active)
  expect(keysIn('usage', usage).map(({ keys }) => keys)).toContainEqual(['v', 'F5'])
  expect(keysIn('people', usage)).toEqual(usage)
  expect(keysIn('usage', usage)).toBe(keysIn('usage', usage))
})

test('a key for lists works on every screen, and its hint names the new key', () => {
  const keysIn = createRemap(read({ 'lists.down': 'n' }).active)
  expect(keysIn('usage', usage)[0]).toMatchObject({ ...binding('down', 'n'), hint: 'row' })
  const upper = createRemap(read({ 'usage.up': 'p' }).active)
  expect(upper('usage', usage)[0]).toEqual({ ...binding('down', 'j', 'Down'), hint: 'row' })
})

test.each([
  ['an unknown action', { 'usage.none': 'v' }, '"usage.none": unknown action.'],
  ['an invalid key', { 'usage.measure': 'gu' }, '"usage.measure": "gu" is not a key'],
  ['Esc, which must close', { 'usage.measure': 'Esc' }, "Esc can't be remapped."],
  ['a key of the same screen', { 'usage.measure': 'k' }, 'k is already used by usage.up (do up); m is kept.'],
  ['a key of everywhere.open', { 'usage.measure': '1' }, '1 is already used by everywhere.open (do open); m is kept.'],
  ['a key of any screen', { 'everywhere.open': 'x' }, 'x is already used by wiki.export (do export); 1 gu is kept.'],
  ['the start of a sequence', { 'usage.measure': 's' }, 's is already used by usage.sort (do sort); m is kept.'],
  ['a used key as a prefix', { 'usage.measure': 'k k' }, 'kk is already used by usage.up (do up); m is kept.'],
])('%s is an error, and the previous keys stay', (_what, wanted, expected) => {
  const { active, problems } = read(wanted as Record<string, string>)
  expect(active.size).toBe(0)
  expect(problems).toHaveLength(1)
  expect(problems[0]).toContain(expected)
})

test('two keys may be swapped; of two actions with one key the first gets it, and dependent changes fail too', () => {
  // A screen may override a key of the application that it overrides by default.
  for (const right of [{ 'usage.measure': 'k', 'usage.up': 'm' }, { 'usage.compare': ['d', 'D'] }])
    expect(read(right as Record<string, string>).problems).toEqual([])
  const { active, problems } = read({ 'usage.up': 'v', 'usage.measure': 'v', 'usage.sort': 'm' })
  expect([...active]).toEqual([['usage.up', ['v']]])
  expect(problems).toEqual([
    '"usage.measure": v is already used by usage.up (do up); m is kept.',
    '"usage.sort": m is already used by usage.measure (do measure); sc is kept.',
  ])
  expect(ownKeysNotice(problems)).toBe(`keys in config.json: ${problems[0]} 1 more; see qd doctor.`)
  expect(ownKeysNotice([])).toBeUndefined()
})

test('characters, Ctrl, Alt, named keys and sequences of them are valid keys', () => {
  for (const key of ['m', 'ü', '👍', '^x', 'M-x', 'F12', 'S-Tab', '^Left', 'g u', 'Space'])
    expect(keyProblem(key), key).toBeUndefined()
  for (const key of ['', ' ', 'gu', 'ctrl-x', '^', '^1', 'a b c d', '\x1b', '^c', 'g Esc'])
    expect(keyProblem(key) === undefined, JSON.stringify(key)).toBe(key === '^')
})
