import { expect, test } from 'vitest'
import { oneLine } from '../../../src/domain/text/one-line.ts'

test('breaks and runs of spaces become one space, and those at the ends go', () => {
  expect(oneLine('  Only one\n\n has\tit. \n')).toBe('Only one has it.')
  expect(oneLine(undefined)).toBe('')
})
