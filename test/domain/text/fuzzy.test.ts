import fc from 'fast-check'
import { expect, test } from 'vitest'
import { fuzzyScore, nearestWord } from '../../../src/domain/text/fuzzy.ts'
import { forAll } from '../../helpers/for-all.ts'

const best = (typed: string, texts: string[]): string | undefined =>
  texts
    .map((text) => ({ text, score: fuzzyScore(text, typed) }))
    .filter((one): one is { text: string; score: number } => one.score !== undefined)
    .toSorted((a, b) => b.score - a.score)[0]?.text

test('case and spaces of the query do not matter', () => {
  expect(fuzzyScore('Open Usage', 'OPEN usage')).toBe(fuzzyScore('open usage', 'openusage'))
})

test('the starts of words win over letters inside them', () => {
  expect(best('sd', ['choose the range of days', 'sort by delta', 'used'])).toBe('sort by delta')
  expect(best('ou', ['compare the amount', 'open Usage'])).toBe('open Usage')
})

test('adjacent letters win over separated letters', () => {
  expect(best('filter', ['find a little text here', 'filter the rows'])).toBe('filter the rows')
})

test('an empty query matches every text with score 0', () => {
  expect(fuzzyScore('anything', '')).toBe(0)
})

test.each([
  ['cred', 'credits'],
  ['CREDIST', 'credits'],
  // Swapped neighbours are one difference.
  ['lnagx', 'lang'],
  ['la', 'lang'],
  ['l', undefined],
  ['lxyz', undefined],
  ['', undefined],
])('the word closest to %j is %s', (typed, word) => {
  expect(nearestWord(typed, ['name', 'lang', 'credits'])).toBe(word)
})

test('a text matches if it contains the letters of the query in their order', () => {
  const word = fc.string({ unit: fc.constantFrom('a', 'b', ' '), maxLength: 8 })
  forAll(word, word, (text, typed) => {
    const letters = [...typed.replaceAll(' ', '')]
    let at = -1
    const isMatch = letters.every((letter) => {
      at = text.indexOf(letter, at + 1)
      return at >= 0
    })
    expect(fuzzyScore(text, typed) !== undefined).toBe(isMatch)
  })
})
