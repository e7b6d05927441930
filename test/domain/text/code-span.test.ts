import { expect, test } from 'vitest'
import { codeSpan } from '../../../src/domain/text/code-span.ts'
import { safeText } from '../../../src/domain/text/safe-text.ts'

test.each([
  ['plain', '`plain`'],
  ['a|b <i> *c* @d', '`a|b <i> *c* @d`'],
  ['a`b', '``a`b``'],
  ['a``b`c', '```a``b`c```'],
  ['`', '`` ` ``'],
  ['a`', '`` a` ``'],
  [' both ', '`  both  `'],
  [' left', '` left`'],
  ['  ', '`  `'],
  ['', '(empty)'],
  ['two\nlines', '`two␊lines`'],
])('%j is %s', (text, expected) => {
  expect(codeSpan(safeText(text))).toBe(expected)
})
