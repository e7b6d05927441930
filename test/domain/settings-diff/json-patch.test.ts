import { expect, test } from 'vitest'
import { isSameJson } from '../../../src/base/same-json.ts'
import { maskSettings } from '../../../src/domain/secrets/mask-settings.ts'
import { diffSettings } from '../../../src/domain/settings-diff/diff-settings.ts'
import { jsonPatchText, type PatchOperation, toJsonPatch } from '../../../src/domain/settings-diff/json-patch.ts'
import { forMany } from '../../helpers/for-all.ts'
import { json } from './documents.ts'

type Holder = Record<string, unknown>

/** A simple implementation of RFC 6902 that works on a copy. */
const applyPatch = (document: unknown, operations: readonly PatchOperation[]): unknown => {
  const box: Holder = { root: structuredClone(document) }
  const find = (pointer: string): { holder: Holder; name: string } => {
    const names = pointer.split('/').map((token) => token.replaceAll('~1', '/').replaceAll('~0', '~'))
    const path = ['root', ...names.slice(1)]
    const name = path.pop() ?? ''
    return { holder: path.reduce((at, step) => at[step] as Holder, box), name }
  }
  const remove = (pointer: string): unknown => {
    const { holder, name } = find(pointer)
    if (!Object.hasOwn(holder, name)) throw new Error(`nothing at ${pointer}`)
    const value = holder[name]
    if (Array.isArray(holder)) holder.splice(Number(name), 1)
    else delete holder[name]
    return value
  }
  const add = (pointer: string, value: unknown): void => {
    const { holder, name } = find(pointer)
    if (!Array.isArray(holder))
      Object.defineProperty(holder, name, { value, enumerable: true, writable: true, configurable: true })
    else {
      const place = name === '-' ? holder.length : Number(name)
      if (!/^(?:-|0|[1-9]\d*)$/.test(name) || place > holder.length) throw new Error(`no place at ${pointer}`)
      holder.splice(place, 0, value)
    }
  }
  for (const operation of operations) {
    const { op, path } = operation
    const taken = op === 'move' ? remove(operation.from) : undefined
    if (op === 'remove' || op === 'replace') remove(path)
    if (op !== 'remove') add(path, op === 'move' ? taken : structuredClone(operation.value))
  }
  return box.root
}

test('a patch converts any document to any other, and is empty for equal ones', () => {
  forMany(2_000, json, json, (before, after) => {
    const patch = JSON.parse(JSON.stringify(toJsonPatch(before, after)))
    const applied = applyPatch(before, patch)
    expect(isSameJson(applied, after)).toBe(true)
    expect(patch.length === 0).toBe(isSameJson(before, after))
    expect(diffSettings(before, after).length === 0).toBe(patch.length === 0)
  })
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

test('the text of a patch shows that a secret changed, but neither the secret nor its hash', () => {
  const hash = (secret: string) => Buffer.from(secret.padEnd(24, 'x')).toString('base64url')
  const text = jsonPatchText(maskSettings({ env: { A: 'one' } }, hash), maskSettings({ env: { A: 'two' } }, hash))
  expect(JSON.parse(text)).toEqual([{ op: 'replace', path: '/env/A', value: '••••••' }])
})
