import { expect, test } from 'vitest'
import { firstGap } from '../../../src/domain/revisions/revision-gap.ts'

const revisions = (...numbers: (number | undefined)[]) => numbers.map((revision) => ({ revision }))

test('numbers that follow each other have no gap', () => {
  expect(firstGap([])).toBeUndefined()
  expect(firstGap(revisions(7, 6, 5))).toBeUndefined()
})

test('the newest gap is told with both its ends', () => {
  expect(firstGap(revisions(9, 8, 5, 4, 1))).toEqual({ from: 6, to: 7 })
  expect(firstGap(revisions(9, 7))).toEqual({ from: 8, to: 8 })
})

test('a revision without a number says nothing of what lies between', () => {
  expect(firstGap(revisions(9, undefined, 5))).toBeUndefined()
})
