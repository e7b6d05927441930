import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createPairSet } from '../../src/base/seen-pairs.ts'
import { forAll } from '../helpers/for-all.ts'

test('a pair is reported as new exactly once', () => {
  const part = fc.oneof(fc.integer({ min: 0, max: 70 }), fc.constantFrom('0', '1', '', undefined))
  forAll(fc.array(fc.tuple(part, part), { maxLength: 300 }), (pairs) => {
    const seen = createPairSet()
    const known = new Set<string>()
    for (const [first, second] of pairs) {
      const key = `${typeof first}${first}/${typeof second}${second}`
      expect(seen.has(first, second)).toBe(known.has(key))
      expect(seen.add(first, second)).toBe(!known.has(key))
      known.add(key)
    }
  })
})
