import { expect, test } from 'vitest'
import { ageEnd } from '../../../src/domain/calendar/as-of.ts'
import { filterRows } from '../../../src/domain/filter/row-columns.ts'
import { parseFilter } from '../../../src/domain/filter/where-terms.ts'
import { filterableRevision, revisionTable } from '../../../src/domain/revisions/revision-filter.ts'

const now = Date.parse('2026-11-24T12:00:00Z')

test('ages are measured to now, or to the end of an earlier day', () => {
  expect(ageEnd(undefined, now)).toBe(now)
  expect(ageEnd('2026-10-31', now)).toBe(Date.parse('2026-11-01T00:00:00Z'))
  expect(ageEnd('2026-11-24', now)).toBe(now)
})

test.each([
  ['age<7d', undefined, [2]],
  ['age>=7d', undefined, [1]],
  ['age<7d', '2026-11-19', [1, 2]],
] as const)('the filter %s as of %s compares the displayed ages of revisions', (filter, at, expected) => {
  const revisions = [
    // 7 calendar days, but only a bit over 6 days of time.
    { revision: 2, updatedAt: '2026-11-17T18:00:00Z', settings: {} },
    { revision: 1, updatedAt: '2026-11-14T18:00:00Z', settings: {} },
  ].toReversed()
  const table = revisionTable(ageEnd(at, now), (row: (typeof revisions)[number]) => filterableRevision(undefined, row))
  expect(filterRows(revisions, table, parseFilter(filter, table)).map(({ revision }) => revision)).toEqual(expected)
})
