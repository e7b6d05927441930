import { expect, test } from 'vitest'
import { createRowBuffer } from '../../../src/commands/analytics/walk-sinks.ts'
import type { RawRow } from '../../../src/commands/output/row-layout.ts'

const rowsOf = (...values: number[]): RawRow[] => values.map((value) => ({ value }))

test('too many rows to buffer are rejected with a suggestion', () => {
  const kept = createRowBuffer(undefined, 3)
  kept.take(rowsOf(1, 2))
  kept.take(rowsOf(3))
  expect(kept.rows).toEqual(rowsOf(1, 2, 3))
  expect(() => kept.take(rowsOf(4))).toThrow(/^More than 3 rows .* use a shorter range, --where, or --top with --sort/)
})

test('with --top only the first rows in order are buffered, however many arrive', () => {
  const largest = (rows: readonly RawRow[]) =>
    rows.toSorted((a, b) => (b.value as number) - (a.value as number)).slice(0, 2)
  const kept = createRowBuffer({ count: 2, of: largest }, 20_001)
  for (let page = 0; page < 30; page += 1)
    kept.take(rowsOf(...Array.from({ length: 1_000 }, (_, at) => (at * 37 + page) % 29_989)))
  expect(kept.rows.length).toBeLessThan(20_001)
  expect(largest(kept.rows)).toEqual(rowsOf(29_988, 29_987))
})
