import { expect, test } from 'vitest'
import { blamePath } from '../../../src/domain/revisions/blame.ts'
import { diffSettings } from '../../../src/domain/settings-diff/diff-settings.ts'
import { parsePath } from '../../../src/domain/settings-diff/setting-path.ts'
import { valueAt } from '../../../src/domain/settings-diff/value-at.ts'
import { forMany } from '../../helpers/for-all.ts'
import { json } from '../settings-diff/documents.ts'

const at = (text: string) => parsePath(text) ?? []
const who = (name: string) => ({ id: `u_${name}`, email: `${name}@acme.example`, name })
const domains = (...allowedDomains: string[]) => ({ sandbox: { network: { allowedDomains } } })
const history = [
  { revision: 418, updatedAt: '2026-07-14T08:00:00Z', user: who('m.ito'), settings: domains('*') },
  { revision: 417, updatedAt: '', user: who('j.silva'), settings: { ...domains('github', 'npm'), x: 1 } },
  { revision: 415, updatedAt: '2026-07-11T08:00:00Z', user: who('j.silva'), settings: domains('github', 'npm') },
  { revision: 398, updatedAt: '2026-06-01T08:00:00Z', user: who('m.ito'), settings: domains('github') },
]
const listed = (blame: ReturnType<typeof blamePath>) =>
  blame.entries.map(({ kind, revision, who, after }) => `${revision} ${who} ${kind} ${JSON.stringify(after)}`)

test('every revision that changed a path is listed with its author and change; the oldest is "first seen"', () => {
  const blame = blamePath(history, at('sandbox.network.allowedDomains'))
  expect(listed(blame)).toEqual([
    '418 m.ito changed ["*"]',
    '415 j.silva changed ["github","npm"]',
    '398 m.ito first seen ["github"]',
  ])
  expect(blame).toMatchObject({ searched: { count: 4, newest: 418, oldest: 398 }, isWhole: false, mayStop: false })
  expect(blame.entries[1]).toMatchObject({ before: ['github'], email: 'j.silva@acme.example', userId: 'u_j.silva' })
  expect(blame.entries[1]?.changes).toEqual([
    { kind: 'added', path: [{ is: 'entry', value: 'npm', nth: 1 }], after: 'npm' },
  ])
})

test('an entry of a list and a member are blamed when they are added and removed', () => {
  expect(listed(blamePath(history, at('sandbox.network.allowedDomains{"npm"}')))).toEqual([
    '418 m.ito removed undefined',
    '415 j.silva added "npm"',
  ])
  expect(listed(blamePath(history, at('x')))).toEqual(['418 m.ito removed undefined', '417 j.silva added 1'])
  expect(listed(blamePath(history, at('nowhere')))).toEqual([])
})

test('at the end of the history, the oldest revision added its values', () => {
  const path = at('sandbox')
  expect(listed(blamePath(history, path, { isEnd: true })).at(-1)).toMatch(/^398 m.ito added/)
  const first = blamePath([{ ...history[3], revision: 1 }], path)
  expect(first).toMatchObject({ isWhole: true, mayStop: true, entries: [{ kind: 'added', revision: 1 }] })
})

test('the search may stop once enough changes are found, not counting first seen', () => {
  const path = at('sandbox.network.allowedDomains')
  expect(blamePath(history.slice(0, 1), path, { limit: 1 })).toMatchObject({
    mayStop: false,
    entries: [{ kind: 'first seen' }],
  })
  const enough = blamePath(history, path, { limit: 1 })
  expect(enough).toMatchObject({ mayStop: true, isWhole: false })
  expect(listed(enough)).toEqual(['418 m.ito changed ["*"]'])
})

test('pages may overlap, come in any order, and have settings that are null or missing', () => {
  const odd = [...history.slice(2), ...history, { revision: 419, settings: null }, { revision: 420 }]
  const blame = blamePath(odd as never, at('sandbox.network.allowedDomains'))
  expect(listed(blame)).toEqual([
    '419 undefined removed undefined',
    '418 m.ito changed ["*"]',
    '415 j.silva changed ["github","npm"]',
    '398 m.ito first seen ["github"]',
  ])
  expect(blamePath([], at('a'))).toMatchObject({ entries: [], searched: { count: 0 }, isWhole: false, mayStop: false })
  // Revisions without a number are distinct.
  expect(blamePath([{ settings: { a: 1 } }, { settings: { a: 2 } }], at('a')).searched.count).toBe(2)
})

test('the value of a change is the value at its path', () => {
  forMany(1_000, json, json, (before, after) => {
    for (const change of diffSettings(before, after)) {
      // An index is valid on one side only; an item has the key from before the change.
      if (change.path.some((step) => step.is === 'place')) continue
      const isWithinItem = change.path.slice(0, -1).some((step) => step.is === 'item')
      if (change.kind === 'added' && !isWithinItem) expect(valueAt(after, change.path)).toEqual(change.after)
      if (change.kind === 'removed') expect(valueAt(before, change.path)).toEqual(change.before)
      if (change.kind === 'changed') expect(valueAt(before, change.path)).toEqual(change.before)
    }
  })
})
