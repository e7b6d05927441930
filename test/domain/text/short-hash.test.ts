import { expect, test } from 'vitest'
import { shortHash } from '../../../src/domain/text/short-hash.ts'

test('a hash is cut to seven signs, and nothing of it is half a sign', () => {
  expect(shortHash('0123456789abcdef')).toBe('0123456')
  expect([shortHash(undefined), shortHash(null)]).toEqual(['', ''])
  expect(shortHash('123456😀').isWellFormed()).toBe(true)
  expect(shortHash('\x1b[31mred')).toBe('␛[31mre')
})
