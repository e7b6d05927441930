import { expect, test } from 'vitest'
import { gravestFirst, gravestOf } from '../../../src/domain/risk/gravest-findings.ts'

const findings = [
  { verdict: 'neutral', at: 1 },
  { verdict: 'narrowed', at: 2 },
  { verdict: 'widened', at: 3 },
  { verdict: 'narrowed', at: 4 },
  { verdict: 'widened', at: 5 },
] as const

test('what widens is graver than what narrows, and that than what is neutral', () => {
  expect(gravestOf(findings)?.at).toBe(3)
  expect(gravestOf(findings.filter(({ verdict }) => verdict !== 'widened'))?.at).toBe(2)
  expect(gravestOf(findings.slice(0, 1))?.at).toBe(1)
  expect(gravestOf([])).toBeUndefined()
})

test('findings that are as grave stay in their order', () => {
  expect(gravestFirst(findings).map(({ at }) => at)).toEqual([3, 5, 2, 4, 1])
  expect(gravestFirst([])).toEqual([])
})
