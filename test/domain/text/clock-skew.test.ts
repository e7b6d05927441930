import { expect, test } from 'vitest'
import { isClockOff, skewWords } from '../../../src/domain/text/clock-skew.ts'

test('a clock may be off by 5 minutes either way', () => {
  expect([300_000, -300_000, 300_001, -300_001].map(isClockOff)).toEqual([false, false, true, true])
})

test('who is behind and who is ahead is said of this machine', () => {
  expect(skewWords(600_000)).toBe("This machine's clock is 10 min behind the server's")
  expect(skewWords(-600_000)).toBe("This machine's clock is 10 min ahead of the server's")
})
