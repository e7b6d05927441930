import fc from 'fast-check'
import { expect, test } from 'vitest'
import { DAY_MS } from '../../../src/base/time.ts'
import { daysSince, fieldsOf } from '../../../src/domain/filter/field-of.ts'
import { filterRows, type RowTable } from '../../../src/domain/filter/row-columns.ts'
import { parseFilter } from '../../../src/domain/filter/where-terms.ts'
import { age } from '../../../src/domain/text/format.ts'
import { forMany } from '../../helpers/for-all.ts'

const NOW = Date.UTC(2026, 10, 21)
/** Rows are timestamps. */
const table: RowTable<number> = {
  fields: [
    fieldsOf((at: number) => at)('age', 'age', (at) => daysSince(at, NOW)),
    fieldsOf((at: number) => at)('changed', 'day', () => '2026-11-20'),
  ],
  nameOf: String,
}
const matches = (at: number, condition: string): boolean => {
  const where = parseFilter(condition, table)
  expect(where).toMatchObject({ wrong: undefined, unfinished: undefined })
  return filterRows([at], table, where).length === 1
}

const UNITS = { s: 1_000, min: 60_000, h: 3_600_000, d: DAY_MS }

test('an age is compared as its column shows it: 12 d is neither less than 12d nor more', () => {
  forMany(500, fc.tuple(fc.integer({ min: 0, max: 90 * DAY_MS }), fc.integer({ min: 0, max: 90 })), ([ms, days]) => {
    const [, shown = '', unit = ''] = /^(\d+) (\w+)$/.exec(age(ms)) ?? []
    const typed = `${shown}${unit}`
    const seen = ['<', '<=', '=', '>=', '>', '!='].map((operator) => matches(NOW - ms, `age${operator}${typed}`))
    expect(seen).toEqual([false, true, true, true, false, false])
    // In days, a column of hours shows less than one day.
    const shownDays = unit === 'd' ? Number(shown) : 0
    expect(matches(NOW - ms, `age<${days}d`)).toBe(shownDays < days)
    expect(matches(NOW - ms, `age>${days}d`)).toBe(shownDays > days)
    expect(matches(NOW - ms, `age=${days}d..${days + 7}d`)).toBe(shownDays >= days && shownDays <= days + 7)
  })
})

test('ages below a day are compared in hours, minutes and seconds', () => {
  for (const [unit, length] of Object.entries(UNITS)) {
    expect(matches(NOW - 6 * length + 1, `age<6${unit}`)).toBe(true)
    expect(matches(NOW - 6 * length, `age<6${unit}`)).toBe(false)
    expect(matches(NOW - 7 * length + 1, `age<=6${unit}`)).toBe(true)
  }
  expect([matches(NOW - 14 * DAY_MS, 'age=2w'), matches(NOW - 15 * DAY_MS, 'age=2w')]).toEqual([true, false])
  expect([matches(NOW - 1.4 * DAY_MS, 'age<1.5d'), matches(NOW - 1.6 * DAY_MS, 'age<1.5d')]).toEqual([true, false])
})

test('a duration for a day names the field for durations, and an unknown field the nearest heading with its field', () => {
  expect(parseFilter('changed<3d', table).wrong).toBe('changed is a day, not a duration; use 2026-11-20, or age<3d')
  const risky = { fields: [{ name: 'verdict', aliases: ['risk'], kind: 'word' as const }, ...table.fields] }
  expect(parseFilter('rsk=x', risky).wrong).toBe("unknown field 'rsk': did you mean risk (verdict)?")
  expect(parseFilter('verdit=x', risky).wrong).toBe("unknown field 'verdit': did you mean verdict?")
  for (const name of ['RISK', 'verdict', 'Verdict', 'ver_dict'])
    expect(parseFilter(`${name}=x`, risky).terms).toMatchObject([{ field: 'verdict' }])
})
