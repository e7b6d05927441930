import { deserialize, serialize } from 'node:v8'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createPartStore } from '../../../src/cache/process/part-store.ts'
import { toParts } from '../../../src/cache/process/parts.ts'
import { tries } from '../../helpers/tries.ts'

/** Both sides of a way on which parts are sent as a process sends them; `sent` has the sizes of those with a value. */
const open = () => {
  const store = createPartStore()
  const cross = (answer: unknown, reader = store.begin()) => {
    const known = new Set(reader.known)
    const { root, parts } = toParts(answer, (digest) => known.has(digest))
    const overThere = deserialize(serialize({ root, parts: parts.map(({ part }) => part) }))
    reader.take(overThere.parts)
    const sent = parts.filter(({ part }) => part.value !== undefined).map(({ size }) => size)
    return { answer: reader.finish(overThere.root), sent }
  }
  return { store, cross }
}

const large = (start: number) => Array.from({ length: 200 }, (_, at) => `command ${start + at}`)
const revision = (number: number, allowed = large(0)) => ({
  revision: number,
  settings: { commandAllowlist: allowed, sandbox: { network: { allowedDomains: large(500) } } },
})
type Revision = ReturnType<typeof revision>

test('what is the same in two rows crosses once and is one object', () => {
  const { cross } = open()
  const { answer, sent } = cross([revision(2), revision(1)])
  const [after, before] = answer as [Revision, Revision]
  expect([after, before]).toEqual([revision(2), revision(1)])
  expect(after.settings).toBe(before.settings)
  expect(sent.filter((size) => size > 1000)).toHaveLength(2)
})

test('what an earlier answer has brought does not cross again, though only a part of it is the same', () => {
  const { cross } = open()
  const first = cross([revision(1)]).answer as Revision[]
  const { answer, sent } = cross([revision(2, large(1)), revision(1)])
  const [after, before] = answer as [Revision, Revision]
  expect(before).toBe(first[0])
  expect(after).toEqual(revision(2, large(1)))
  expect(after.settings.sandbox).toBe(before.settings.sandbox)
  expect(sent.filter((size) => size > 1000)).toHaveLength(1)
})

test('an answer that is known as a whole is sent as one sign', () => {
  const { cross } = open()
  const { answer } = cross([revision(1)])
  const again = cross([revision(1)])
  expect(again.answer).toBe(answer)
  expect(again.sent).toEqual([])
})

test('of the answers of one load the later does not repeat the earlier', () => {
  const { store } = open()
  const reader = store.begin()
  const known = new Set(reader.known)
  const cross = (value: unknown) => {
    const { root, parts } = toParts(value, (digest) => known.has(digest))
    for (const { part } of parts) known.add(part.digest)
    reader.take(structuredClone(parts.map(({ part }) => part)))
    return { answer: reader.finish(root), sent: parts.filter(({ part }) => part.value !== undefined).length }
  }
  const held = cross([revision(1)])
  const loaded = cross([revision(2, large(1)), revision(1)])
  expect((loaded.answer as Revision[])[1]).toBe((held.answer as Revision[])[0])
  expect(loaded.answer).toEqual([revision(2, large(1)), revision(1)])
})

test('the answer that is taken apart stays as it is', () => {
  const rows = [revision(2, large(1)), revision(1)]
  const before = structuredClone(rows)
  toParts(rows, () => false)
  expect(rows).toEqual(before)
})

test('values that JSON writes alike are told apart', () => {
  const { cross } = open()
  const base = { list: large(0) }
  const odd = [undefined, null, 0, -0, '0', 'undefined', 'null', [], {}]
  const rows = odd.map((value) => ({ ...base, value, inner: { value } }))
  const again = cross(rows).answer as typeof rows
  expect(again).toStrictEqual(rows)
  expect(again.map(({ inner }) => Object.is(inner.value, -0))).toEqual(odd.map((value) => Object.is(value, -0)))
  expect('value' in (again[0] as object)).toBe(true)
})

test('members of any name, masks and half surrogates cross as they are', () => {
  const { cross } = open()
  const odd = JSON.parse(
    `{"__proto__":${JSON.stringify(large(0))},"toString":${JSON.stringify(large(1))},"":1,"\\ud800":"\\uf8ff\\ue0aaAAAA\\ue0bb\\uf8ff"}`,
  )
  const { answer } = cross([odd])
  expect(JSON.stringify(answer)).toBe(JSON.stringify([odd]))
  expect(Object.getPrototypeOf((answer as object[])[0])).toBe(Object.prototype)
})

test('an answer nested deeper than is looked at crosses', () => {
  const { cross } = open()
  let deep: unknown = large(0)
  for (let level = 0; level < 400; level += 1) deep = [deep]
  expect(JSON.stringify(cross([deep]).answer)).toBe(JSON.stringify([deep]))
})

test('what is too large for a frame crosses in pieces, lists and objects, and only those that have changed', () => {
  const { cross } = open()
  const list = Array.from({ length: 20_000 }, (_, at) => ({ id: `model-${at}` }))
  const members = Object.fromEntries(list.map(({ id }) => [id, [id]]))
  const odd = JSON.parse(`{"__proto__":["x"],"9":1,"":${JSON.stringify(large(0))}}`)
  const answer = [{ list, members: { ...members, odd }, nested: [list.slice(0, 10_000), []] }]
  const first = cross(answer)
  expect(first.answer).toStrictEqual(answer)
  expect(Math.max(...first.sent)).toBeLessThan(40_000)
  expect(first.sent.length).toBeGreaterThan(20)
  const changed = [{ ...answer[0], list: list.with(7, { id: 'another' }) }]
  const next = cross(changed)
  expect(next.answer).toStrictEqual(changed)
  expect(next.sent.filter((size) => size > 5_000)).toHaveLength(1)
})

test('a list of lists is not taken for a list in pieces', () => {
  const { cross } = open()
  const flat = Array.from({ length: 4_000 }, (_, at) => `command number ${at}`)
  const half = flat.length / 2
  const answer = [flat, [flat.slice(0, half), flat.slice(half)], [[]], [[], []]]
  expect(cross(answer).answer).toStrictEqual(answer)
})

test('any rows cross as they are, after any others', () => {
  const long = fc.array(fc.constantFrom('npm test', 'git status', 'ls'), { minLength: 30, maxLength: 60 })
  const json = fc.letrec((tie) => ({
    value: fc.oneof({ depthSize: 'medium' }, long, fc.string(), fc.double(), fc.constant(null), tie('object')),
    object: fc.dictionary(fc.oneof(fc.constant('__proto__'), fc.string()), tie('value'), { noNullPrototype: true }),
  })).object
  fc.assert(
    fc.property(fc.array(fc.array(json)), (answers) => {
      const { cross } = open()
      for (const answer of answers) expect(cross(answer).answer).toStrictEqual(answer)
    }),
    { numRuns: tries(100) },
  )
})
