import { expect, test } from 'vitest'
import {
  criterionOf,
  judgedCriteria,
  judgedText,
  oddityOf,
  ratioText,
} from '../../../src/domain/readiness/judged-criteria.ts'

const of = (numerator: number | null | undefined, denominator: number | undefined) => {
  const [one] = judgedCriteria({ report: { readme: { numerator, denominator } } })
  if (!one) throw new Error('no criterion')
  return one
}

test('criteria stand in the order of the levels, unknown ones behind them by their ids', () => {
  const passing = { numerator: 1, denominator: 1, rationale: 'r' }
  const report = { zebra: passing, skills: passing, toString: passing, readme: passing, codeowners: passing }
  expect(judgedCriteria({ report }).map(({ id, level }) => [id, level])).toEqual([
    ['readme', 1],
    ['codeowners', 2],
    ['skills', 3],
    ['toString', undefined],
    ['zebra', undefined],
  ])
})

test('a report without criteria has none, and inherited names are no criteria', () => {
  expect(judgedCriteria({})).toEqual([])
  expect(judgedCriteria({ report: {} })).toEqual([])
  expect(criterionOf({ report: {} }, 'toString')).toBeUndefined()
  expect(criterionOf({ report: { skills: { numerator: null, denominator: 2 } } }, 'skills')?.outcome).toBe('skipped')
})

test('numbers are written as they are, whatever they are', () => {
  expect(ratioText(of(1, 2))).toBe('1/2')
  expect(ratioText(of(null, 2))).toBe('skipped')
  expect(ratioText(of(3, 2))).toBe('3/2')
  expect(ratioText(of(0, 0))).toBe('0/0')
  expect(ratioText(of(undefined, 1))).toBe('?/1')
})

test('what is odd about numbers is told, and nothing of those that make sense', () => {
  expect(oddityOf(of(1, 2))).toBeUndefined()
  expect(oddityOf(of(null, 0))).toBeUndefined()
  expect(oddityOf(of(3, 2))).toBe('more pass than were judged')
  expect(oddityOf(of(0, 0))).toBe('nothing was there to be judged, so it counts neither way')
  expect(oddityOf(of(-1, 2))).toBe('the numbers make no sense, so it counts neither way')
  expect(oddityOf(of(undefined, 2))).toBe('the report lacks the numbers')
})

test('a sentence counts applications only where a criterion is judged once for each', () => {
  const texts = (id: string, numerator: number | null, denominator: number) =>
    judgedCriteria({ report: { [id]: { numerator, denominator } } }).map(judgedText)
  expect(texts('flaky_test_detection', 1, 2)).toEqual(['1 of 2 applications'])
  expect(texts('flaky_test_detection', 0, 1)).toEqual(['0 of 1 application'])
  expect(texts('readme', 0, 1)).toEqual(['0 of 1, judged once for the repository'])
  expect(texts('readme', 1, 3)).toEqual(['1 of 3'])
  expect(texts('zebra', 1, 1)).toEqual(['1 of 1'])
  expect(texts('zebra', null, 1)).toEqual(['skipped: it counts neither way'])
})
