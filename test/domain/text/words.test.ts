import { expect, test } from 'vitest'
import { codeSpan } from '../../../src/domain/text/code-span.ts'
import { nearestWord } from '../../../src/domain/text/fuzzy.ts'
import { oneLine } from '../../../src/domain/text/one-line.ts'
import { safeText } from '../../../src/domain/text/safe-text.ts'
import { shortHash } from '../../../src/domain/text/short-hash.ts'
import { clockSkewText, isClockOff } from '../../../src/domain/text/time-text.ts'

test('breaks and runs of spaces become one space, and the ends are trimmed', () => {
  expect(oneLine('  Only one\n\n has\tit. \n')).toBe('Only one has it.')
  expect(oneLine(undefined)).toBe('')
})

test('a clock may be off by 5 minutes in either direction, and the message is about this machine', () => {
  expect([300_000, -300_000, 300_001, -300_001].map(isClockOff)).toEqual([false, false, true, true])
  expect(clockSkewText(600_000)).toBe("This machine's clock is 10 min behind the server clock")
  expect(clockSkewText(-600_000)).toContain('ahead of')
})

const words = ['credits', 'commits', 'created', 'mcp', 'mode', 'model']

test.each([
  ['credit', 'credits'],
  ['Cred', 'credits'],
  ['crdeits', 'credits'],
  ['comits', 'commits'],
  ['mdoel', 'model'],
  ['mpc', 'mcp'],
  ['xyzzy', undefined],
  ['q', undefined],
  ['', undefined],
])('the word closest to %j is %j', (typed, word) => {
  expect(nearestWord(typed, words)).toBe(word)
})

test.each([
  ['a|b <i> *c* @d', '`a|b <i> *c* @d`'],
  ['a`b', '``a`b``'],
  ['a``b`c', '```a``b`c```'],
  ['`', '`` ` ``'],
  [' both ', '`  both  `'],
  [' left', '` left`'],
  ['  ', '`  `'],
  ['', '(empty)'],
  ['two\nlines', '`two␊lines`'],
])('the code span of %j is %s', (text, expected) => {
  expect(codeSpan(safeText(text))).toBe(expected)
})

test('a hash is cut to seven characters, never inside one', () => {
  expect(shortHash('0123456789abcdef')).toBe('0123456')
  expect([shortHash(undefined), shortHash(null)]).toEqual(['', ''])
  expect(shortHash('123456😀').isWellFormed()).toBe(true)
  expect(shortHash('\x1b[31mred')).toBe('␛[31mre')
})
