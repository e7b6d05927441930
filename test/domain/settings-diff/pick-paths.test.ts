import { expect, test } from 'vitest'
import { parsePathGlob } from '../../../src/domain/settings-diff/path-glob.ts'
import { pickPaths } from '../../../src/domain/settings-diff/pick-paths.ts'

const settings = {
  sandbox: { enabled: true, network: { allowedDomains: ['a.example', 'b.example'], httpProxyPort: 1 } },
  customModels: [
    { id: 'cm_1', apiKey: 'x', model: 'm' },
    { id: 'cm_2', model: 'n' },
  ],
  hooks: { Stop: [{ command: 'one' }, { command: 'two' }] },
  nothing: null,
}
const picked = (pattern: string, from: unknown = settings) =>
  pickPaths(from, parsePathGlob(pattern)) as Record<string, unknown> | null | undefined

test.each<[string, unknown]>([
  ['', settings],
  ['**', settings],
  ['sandbox.enabled', { sandbox: { enabled: true } }],
  ['sandbox.network', { sandbox: { network: settings.sandbox.network } }],
  ['sandbox.**', { sandbox: settings.sandbox }],
  ['customModels[*].apiKey', { customModels: [{ apiKey: 'x' }] }],
  ['customModels[cm_2]', { customModels: [{ id: 'cm_2', model: 'n' }] }],
  ['hooks.Stop[1]', { hooks: { Stop: [{ command: 'two' }] } }],
  ['**.allowedDomains.b*', { sandbox: { network: { allowedDomains: ['b.example'] } } }],
  ['nothing', { nothing: null }],
  ['no.such', undefined],
])('the parts that match %s are %j', (pattern, expected) => {
  expect(picked(pattern)).toEqual(expected)
})

test('from settings that are null, a text or missing, only a pattern for everything picks something', () => {
  expect(picked('a', null)).toBe(undefined)
  expect(picked('a', undefined)).toBe(undefined)
  expect(picked('', null)).toBe(null)
  expect(picked('a', 'a')).toBe(undefined)
})

test('a deep value is picked with all its parents', () => {
  const deep = (...siblings: object[]) => ({
    a: { b: { c: { d: { e: { f: Object.assign({ g: 1 }, ...siblings) } } } } },
  })
  expect(picked('**.g', deep({ h: 2 }))).toEqual(deep())
})

test('inherited names are ordinary members', () => {
  const hostile = JSON.parse('{"__proto__":{"a":1,"b":2},"constructor":{"a":3},"toString":4,"":{"a":5}}')
  const found = picked('*.a', hostile) as object
  expect(JSON.stringify(found)).toBe('{"__proto__":{"a":1},"constructor":{"a":3},"":{"a":5}}')
  expect(Object.getPrototypeOf(found)).toBe(Object.prototype)
  expect(JSON.stringify(picked('toString', hostile))).toBe('{"toString":4}')
})
