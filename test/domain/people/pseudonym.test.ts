import { expect, test } from 'vitest'
import { pseudonymOf } from '../../../src/domain/people/pseudonym.ts'

test('the same id and salt give the same pseudonym on every machine and in every session', () => {
  // HMAC-SHA-256 begins with e90ff9d5a0da, which is written in base 28 with the lowest digit first.
  expect(pseudonymOf('user_1', 'salt')).toBe('Person TZXV3-3T98W')
})

test('another salt gives another pseudonym', () => {
  expect(pseudonymOf('user_1', 'pepper')).not.toBe(pseudonymOf('user_1', 'salt'))
})

test('a pseudonym holds nothing of the id', () => {
  for (const id of ['', 'a.chen@acme.example', '\u001b[2J', 'ünï']) {
    expect(pseudonymOf(id, 'salt')).toMatch(/^Person [2-9B-DF-HJKMNP-TV-Z]{5}-[2-9B-DF-HJKMNP-TV-Z]{5}$/)
  }
})

test('no two of 20,000 people share a pseudonym', () => {
  const names = new Set(Array.from({ length: 20_000 }, (_, n) => pseudonymOf(`user_${n}`, 'salt')))
  expect(names.size).toBe(20_000)
})
