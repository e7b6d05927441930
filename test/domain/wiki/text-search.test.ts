import { expect, test } from 'vitest'
import {
  excerptOf,
  highlightPattern,
  matchesLine,
  parseTextSearch,
  searchLines,
} from '../../../src/domain/wiki/text-search.ts'

/** The numbers of the lines that are found. */
const found = (text: string, typed: string): number[] => {
  const lines: number[] = []
  searchLines(text, parseTextSearch(typed), (index) => lines.push(index + 1))
  return lines
}

const TEXT = 'The settlement of a payment\nhappens at night.\r\n\nNight payment settlement'

test.each([
  ['payment', [1, 4]],
  ['PAYMENT settlement', [1, 4]],
  ['payment settlement night', [4]],
  ['"payment settlement"', [4]],
  ['"Night   payment', [4]],
  ['night.', [2]],
  ['payment happens', []],
  ['"payment happens"', []],
  ['  ', []],
  ['""', []],
])('%s is found in these lines', (typed, lines) => {
  expect(found(TEXT, typed)).toEqual(lines)
})

test.each([
  ['größe', 'Die GRÖSSE\nDie GRÖẞE\nDie Gro\u0308ße', [2, 3]],
  ['ΟΔΟΣ', 'οδος\nοδοσ', [1, 2]],
  ['決済', '支払いの決済は夜に\n行われる', [1]],
  ['a.b', 'axb\na.b', [2]],
])('%s is found without regard to letter case and composition', (typed, text, lines) => {
  expect(found(text, typed)).toEqual(lines)
})

test('the number of line breaks is returned, and names match as a line does', () => {
  expect(searchLines('one\ntwo\n', parseTextSearch('one'), () => {})).toBe(2)
  expect(matchesLine('docs/Request flow.md', parseTextSearch('flow docs'))).toBe(true)
})

test('a long line is cut around its first match', () => {
  const search = parseTextSearch('needle')
  expect(excerptOf(`${'x'.repeat(5_000)} needle ${'y'.repeat(5_000)}`, search)).toMatch(/^…x{59} needle y+…$/)
  expect(excerptOf('a needle', search)).toBe('a needle')
})

test('words and wrapped phrases are highlighted by one pattern, the longest first', () => {
  const pattern = highlightPattern(parseTextSearch('check checkout "two words"'))
  expect('checkout two\nwords check'.match(pattern ?? '')).toEqual(['checkout', 'two\nwords', 'check'])
  expect(highlightPattern([])).toBeUndefined()
})

test('a line of a million letters is searched in linear time', () => {
  const text = `${'a '.repeat(500_000)}\n`.repeat(4)
  expect(found(text, '"a a a b"')).toEqual([])
  expect(found(text, 'a "a b"')).toEqual([])
})
