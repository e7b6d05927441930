import { expect, test } from 'vitest'
import { fractionOf, percentOf, progressText } from '../../../src/domain/text/progress-text.ts'

test('the time left is rounded up, and needs a length and a rate', () => {
  const of = (bytesPerSecond?: number) => progressText({ doneBytes: 0, totalBytes: 7_200_000, bytesPerSecond })
  expect(of(1_000_000)).toBe('0 B of 7.2 MB  1.0 MB/s  8 s left')
  expect(of(100_000)).toBe('0 B of 7.2 MB  100 kB/s  2 min left')
  expect(of(1000)).toBe('0 B of 7.2 MB  1.0 kB/s  2 h 0 min left')
  expect(of(0)).toBe('0 B of 7.2 MB  0 B/s')
  expect(of()).toBe('0 B of 7.2 MB')
  expect(progressText({ doneBytes: 12, bytesPerSecond: 4 })).toBe('12 B  4 B/s')
})

test('a share is between 0 and 1, and unknown for an unknown or empty length', () => {
  expect(fractionOf({ doneBytes: 5, totalBytes: 10 })).toBe(0.5)
  expect(fractionOf({ doneBytes: 11, totalBytes: 10 })).toBe(1)
  expect(fractionOf({ doneBytes: 5 })).toBeUndefined()
  expect(fractionOf({ doneBytes: 0, totalBytes: 0 })).toBeUndefined()
  expect(percentOf({ doneBytes: 5, totalBytes: 10 })).toBe('50 %')
  expect(percentOf({ doneBytes: 5 })).toBe('')
})
