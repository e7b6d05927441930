import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isSameJson } from '../../src/base/same-json.ts'
import { forAll } from '../helpers/for-all.ts'

test('an array is not an object, null is not an empty object and false is not 0', () => {
  const different: [unknown, unknown][] = [
    [[], {}],
    [null, {}],
    [false, 0],
    ['1', 1],
    [[1], [1, 2]],
    [{ a: undefined }, { b: undefined }],
    [JSON.parse('{"__proto__": 1}'), {}],
  ]
  for (const [a, b] of different) {
    expect(isSameJson(a, b)).toBe(false)
    expect(isSameJson(b, a)).toBe(false)
  }
})

test('JSON equals its copy with the keys in another order', () => {
  const reversed = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(reversed)
    if (typeof value !== 'object' || value === null) return value
    const copy = {}
    for (const [key, member] of Object.entries(value).reverse())
      Object.defineProperty(copy, key, { value: reversed(member), enumerable: true })
    return copy
  }
  forAll(fc.jsonValue(), (value) => {
    const parsed = JSON.parse(JSON.stringify(value))
    expect(isSameJson(parsed, reversed(parsed))).toBe(true)
    expect(isSameJson(parsed, [parsed])).toBe(false)
  })
})

test('-0 is not 0, and NaN is NaN', () => {
  expect(isSameJson({ a: [-0] }, { a: [0] })).toBe(false)
  expect(isSameJson([Number.NaN], [Number.NaN])).toBe(true)
})
