import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isSameJson } from '../../../src/base/same-json.ts'
import { maskSettings } from '../../../src/domain/secrets/mask-settings.ts'
import { diffSettings } from '../../../src/domain/settings-diff/diff-settings.ts'
import { jsonPatchText, type PatchOperation, toJsonPatch } from '../../../src/domain/settings-diff/json-patch.ts'
import { tries } from '../../helpers/tries.ts'
import { json } from './documents.ts'

/** RFC 6902 as it is written, on a copy. */
const applyPatch = (document: unknown, operations: readonly PatchOperation[]): unknown => {
  const box = { root: structuredCloneJson(document) }
  const parse = (pointer: string): string[] =>
    pointer
      .split('/')
      .slice(1)
      .map((token) => token.replaceAll('~1', '/').replaceAll('~0', '~'))
  const find = (tokens: string[]): { holder: unknown; last: string } => {
    let holder: unknown = box
    let last = 'root'
    for (const token of tokens) {
      if (!Object.hasOwn(holder as object, last)) throw new Error(`nothing at ${last}`)
      holder = (holder as Record<string, unknown>)[last]
      last = token
    }
    return { holder, last }
  }
  const place = (list: unknown[], token: string, most: number): number => {
    const index = token === '-' ? list.length : Number(token)
    if (!/^(?:-|0|[1-9]\d*)$/.test(token) || index > most) throw new Error(`no place ${token}`)
    return index
  }
  const set = (holder: unknown, name: string, value: unknown): void => {
    Object.defineProperty(holder, name, { value, enumerable: true, writable: true, configurable: true })
  }
  const remove = (pointer: string): unknown => {
    const { holder, last } = find(parse(pointer))
    if (Array.isArray(holder)) return holder.splice(place(holder, last, holder.length - 1), 1)[0]
    if (!Object.hasOwn(holder as object, last)) throw new Error(`no member ${last}`)
    const value = (holder as Record<string, unknown>)[last]
    delete (holder as Record<string, unknown>)[last]
    return value
  }
  const add = (pointer: string, value: unknown): void => {
    const { holder, last } = find(parse(pointer))
    if (Array.isArray(holder)) holder.splice(place(holder, last, holder.length), 0, value)
    else set(holder, last, value)
  }
  for (const operation of operations) {
    if (operation.op === 'remove') remove(operation.path)
    else if (operation.op === 'move') add(operation.path, remove(operation.from))
    else if (operation.op === 'add') add(operation.path, structuredCloneJson(operation.value))
    else {
      const { holder, last } = find(parse(operation.path))
      if (!Object.hasOwn(holder as object, last)) throw new Error(`nothing at ${operation.path}`)
      if (Array.isArray(holder)) holder[place(holder, last, holder.length - 1)] = structuredCloneJson(operation.value)
      else set(holder, last, structuredCloneJson(operation.value))
    }
  }
  return box.root
}

const structuredCloneJson = (value: unknown): unknown => JSON.parse(JSON.stringify(value))

test('a patch of any two documents makes one into the other, and is empty exactly where nothing differs', () => {
  fc.assert(
    fc.property(json, json, (before, after) => {
      const patch = JSON.parse(JSON.stringify(toJsonPatch(before, after)))
      const applied = applyPatch(before, patch)
      expect(isSameJson(applied, after)).toBe(true)
      expect(patch.length === 0).toBe(isSameJson(before, after))
      expect(diffSettings(before, after).length === 0).toBe(patch.length === 0)
    }),
    { numRuns: tries(2_000), seed: 4 },
  )
})

test('a patch of a shuffled list with items taken out and put in makes the new list, with as few moves as can be', () => {
  const ids = fc.uniqueArray(fc.integer({ min: 0, max: 30 }), { maxLength: 20 })
  fc.assert(
    fc.property(ids, ids, (olds, nows) => {
      const before = olds.map((id) => ({ id, on: id % 2 === 0 }))
      const after = nows.map((id) => ({ id, on: id % 3 === 0 }))
      const patch = toJsonPatch(before, after)
      expect(applyPatch(before, patch)).toEqual(after)
      // The longest run that stays, by the plain quadratic rule.
      const kept = nows.filter((id) => olds.includes(id)).map((id) => olds.indexOf(id))
      const best: number[] = []
      for (const [index, place] of kept.entries()) {
        best.push(1 + Math.max(0, ...best.filter((_, other) => other < index && (kept[other] ?? 0) < place)))
      }
      expect(patch.filter(({ op }) => op === 'move')).toHaveLength(kept.length - Math.max(0, ...best))
    }),
    { numRuns: tries(500), seed: 4 },
  )
})

test('a patch of any two lists of texts, equal ones among them, makes the one into the other', () => {
  const texts = fc.array(fc.nat(25).map(String), { maxLength: 60 })
  fc.assert(
    fc.property(texts, texts, (before, after) => {
      expect(applyPatch(before, toJsonPatch(before, after))).toEqual(after)
    }),
    { numRuns: tries(500) },
  )
})

test('operations are those of RFC 6902 with pointers of RFC 6901', () => {
  const before = JSON.parse('{"a/b":{"m~n":1},"list":[{"id":1},{"id":2},{"id":3}],"__proto__":{"x":1},"gone":0}')
  const after = JSON.parse(
    '{"a/b":{"m~n":2},"list":[{"id":3},{"id":1},{"id":2,"on":true}],"__proto__":{"x":2},"new":[]}',
  )
  expect(toJsonPatch(before, after)).toEqual([
    { op: 'replace', path: '/a~1b/m~0n', value: 2 },
    { op: 'add', path: '/list/1/on', value: true },
    { op: 'move', from: '/list/2', path: '/list/0' },
    { op: 'replace', path: '/__proto__/x', value: 2 },
    { op: 'remove', path: '/gone' },
    { op: 'add', path: '/new', value: [] },
  ])
})

test('settings that are null or become it are replaced as a whole', () => {
  expect(toJsonPatch(null, { a: 1 })).toEqual([{ op: 'replace', path: '', value: { a: 1 } }])
  expect(toJsonPatch({ a: 1 }, null)).toEqual([{ op: 'replace', path: '', value: null }])
  expect(toJsonPatch(null, null)).toEqual([])
})

test('the text of a patch tells that a secret changed and neither it nor its hash', () => {
  const hash = (secret: string) => Buffer.from(secret.padEnd(24, 'x')).toString('base64url')
  const text = jsonPatchText(maskSettings({ env: { A: 'one' } }, hash), maskSettings({ env: { A: 'two' } }, hash))
  expect(JSON.parse(text)).toEqual([{ op: 'replace', path: '/env/A', value: '••••••' }])
})
