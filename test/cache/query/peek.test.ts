import { expect, test } from 'vitest'
import type { Ledger } from '../../../src/cache/ledger/open-ledger.ts'
import { createPeek } from '../../../src/cache/query/peek.ts'
import { noCreditDays } from '../../../src/domain/usage/credit-days.ts'

const range = { from: '2026-11-01', to: '2026-11-01' }
const day = { day: range.from, fetchedAt: Date.parse('2026-11-20'), rows: [], problems: 0 }

test('credits are read at once, unless there are so many that a frame would wait for them', () => {
  let bytes = 10_000
  let reads = 0
  const ledger = {
    creditBytes: () => bytes,
    heldDays: () => [day],
    readCreditDays() {
      reads++
      return { days: [day], people: noCreditDays().people }
    },
  } as unknown as Ledger
  const peek = createPeek(ledger, () => Date.parse('2026-11-20'))
  expect(peek.state('creditDays', { range })).toMatchObject({ is: 'loading', old: { data: { days: [] } } })
  peek.forgetAll()
  bytes = 5_000_000
  // The first frame waits for more than a key does.
  expect(peek.state('creditDays', { range })).toHaveProperty('old')
  peek.beQuick()
  expect(peek.state('creditDays', { range })).toHaveProperty('old')
  expect(reads).toBe(2)
  peek.forgetAll()
  expect(peek.state('creditDays', { range })).toEqual({ is: 'loading' })
  expect(reads).toBe(2)
})
