import { expect, test } from 'vitest'
import {
  moveText,
  nameText,
  nameTexts,
  numberText,
  rankText,
  shareText,
  sumText,
  wordsText,
} from '../../../../screens/people/shared/cells.ts'

test.each([
  [1_284_320, 9, '1,284,320'],
  [1_284_320, 8, '1.28M'],
  [0, 4, '0'],
  [Number.NaN, 4, '?'],
  [undefined, 4, '?'],
  [9_999, 5, '9,999'],
  [12_345, 5, '12.3k'],
  [1e300, 9, '1.00e300'],
])('the number %d in %i cells is %s, never cut', (value, width, text) => {
  expect(numberText(value, width)).toBe(text)
})

test('a sum with missing days is marked, within its cells', () => {
  expect(sumText({ value: 1_234, missing: 0 }, 6)).toBe('1,234')
  expect(sumText({ value: 1_234, missing: 2 }, 6)).toBe('1,234?')
  expect(sumText({ value: 12_345, missing: 2 }, 6)).toBe('12.3k?')
  expect(sumText({ value: undefined, missing: 2 }, 6)).toBe('?')
})

test('a share is a percentage with one decimal', () => {
  expect([0.0941, 1, 0, undefined].map((share) => shareText(share, 5, true))).toEqual(['9.4', '100.0', '0.0', '?'])
  expect([0.0941, 1, undefined].map((share) => shareText(share, 5, false))).toEqual(['~9.4', '~100', '?'])
  expect([57, 1304, 12_345].map((rank) => rankText(rank, 5, false))).toEqual(['~57', '~1304', '~12k'])
  expect([57, 1304, Number.NaN].map((rank) => rankText(rank, 5, true))).toEqual(['57', '1,304', '?'])
})

test.each([
  ['a.chen@northwind.example', 24, 'a.chen@northwind.example'],
  ['a.chen@northwind.example', 15, 'a.chen@…'],
  ['a.very.long.name@x.example', 10, 'a.very.long.name@x.example'],
  ['@handle-of-a-person', 8, '@handle-of-a-person'],
  ['user_0123', 5, 'user_0123'],
  ['\u202ea@b', 30, '⟨202E⟩a@b'],
])('the name %j in %i cells is %j before it is cut', (name, width, text) => {
  expect(nameText(name, width)).toBe(text)
})

test('movement has a sign, or a word if there is no number', () => {
  const moves = [moveText(3, 'stayed'), moveText(-2, 'stayed'), moveText(0, 'stayed'), moveText(5, 'new')]
  expect(moves).toEqual(['+3', '-2', '=', 'new'])
  expect([moveText(Number.NaN, 'gone'), moveText(Number.NaN, 'stayed')]).toEqual(['gone', ''])
})

test('words that do not fit are counted', () => {
  const words = ['Rust', 'Terraform', 'YAML']
  expect([19, 18, 17, 16, 7, 6].map((width) => wordsText(words, width))).toEqual([
    'Rust Terraform YAML',
    'Rust Terraform +1',
    'Rust Terraform +1',
    'Rust +2',
    'Rust +2',
    'Rust',
  ])
  expect(wordsText([], 9)).toBe('')
})

test('names in a column are either all full e-mails or all cut after the @', () => {
  const names = ['a.chen@acme.example', 'w.lindgren@acme.example']
  const text = nameTexts({ length: 2, nameAt: (entry) => names[entry] ?? '' })
  expect([0, 1].map((entry) => text(entry, 23))).toEqual(names)
  expect([0, 1].map((entry) => text(entry, 22))).toEqual(['a.chen@…', 'w.lindgren@…'])
})
