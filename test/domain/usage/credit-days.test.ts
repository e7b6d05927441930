import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { CreditDay } from '../../../src/contract/credits.ts'
import type { Lenient } from '../../../src/contract/lenient.ts'
import { addDays } from '../../../src/domain/calendar/calendar.ts'
import { breakdownByPerson } from '../../../src/domain/usage/breakdown.ts'
import { joinCreditDays, toCreditDays } from '../../../src/domain/usage/credit-days.ts'
import { dayBreakdowns } from '../../../src/domain/usage/day-breakdowns.ts'
import { toolEntries } from '../../../src/domain/usage/day-entries.ts'
import { readDay } from '../../../src/domain/usage/day-sentence.ts'
import { peopleOfModel } from '../../../src/domain/usage/model-people.ts'
import { forMany } from '../../helpers/for-all.ts'

type Row = Lenient<CreditDay>

const days = ['2026-11-01', '2026-11-02', '2026-11-03', '2026-11-04', '2026-11-05']
const range = { from: '2026-11-02', to: '2026-11-05' }

const count = fc.option(fc.oneof(fc.nat(50), fc.constant(Number.NaN)), { nil: undefined })
const optional: { requiredKeys: [] } = { requiredKeys: [] }
const model_id = fc.constantFrom('opus', 'sonnet', 'constructor')
const part = fc.record({ model_id, billable_tokens: count, input_tokens: count, output_tokens: count }, optional)
const user_id = fc.constantFrom('u1', 'u2', '__proto__', 'u\u001b[2J', '')
const user_email = fc.constantFrom('a@example.com', 'b@example.com', null)
const by_model = fc.array(part, { maxLength: 3 })
const entry = fc.record({ user_id, user_email, billable_tokens: count, by_model }, optional)
const date = fc.constantFrom(...days, '2026-02-30')
const by_user = fc.array(entry, { maxLength: 6 })
const row: fc.Arbitrary<Row> = fc.record({ date, billable_tokens: count, by_user }, optional)
const rows = fc.array(row, { maxLength: 8 })

/** The last row of each day, in order. */
const lastRows = (all: readonly Row[]): Row[] =>
  days.map((day) => all.findLast(({ date }) => date === day)).filter((each) => each !== undefined)

const known = (value: number | undefined): value is number => value !== undefined && !Number.isNaN(value)
const plainSum = (values: (number | undefined)[]): number | undefined => {
  const all = values.filter(known)
  return all.length === 0 ? undefined : all.reduce((sum, value) => sum + value, 0)
}
/** A sum over days of sums within a day. */
const overDays = (values: (number | undefined)[]) => ({
  value: plainSum(values),
  missing: values.filter((value) => !known(value)).length,
})

/** The expected breakdown, computed from the raw rows. */
const plainBreakdown = (all: readonly Row[]) => {
  const inRange = lastRows(all).filter(({ date = '' }) => date >= range.from && date <= range.to)
  const total = plainSum(inRange.map((each) => each.billable_tokens))
  const entriesOfDay = (id: string, day: Row) => (day.by_user ?? []).filter((each) => (each.user_id ?? '') === id)
  const ids = [...new Set(inRange.flatMap((day) => (day.by_user ?? []).map((each) => each.user_id ?? '')))]
  return ids.map((id) => {
    const active = inRange.map((day) => entriesOfDay(id, day)).filter((own) => own.length > 0)
    const credits = overDays(active.map((own) => plainSum(own.map((each) => each.billable_tokens))))
    const ofModels = (member: 'input_tokens' | 'output_tokens') =>
      overDays(active.map((own) => plainSum(own.flatMap((each) => (each.by_model ?? []).map((part) => part[member])))))
    const everywhere = lastRows(all).flatMap((day) => entriesOfDay(id, day))
    return {
      key: id,
      name:
        id === ''
          ? 'without a user'
          : (everywhere.findLast((each) => typeof each.user_email === 'string')?.user_email ?? id),
      credits,
      input: ofModels('input_tokens'),
      output: ofModels('output_tokens'),
      share: credits.value === undefined || !total ? undefined : credits.value / total,
      series: days.slice(1).map((day) => {
        const found = lastRows(all).find(({ date }) => date === day)
        if (!found?.by_user) return undefined
        const own = entriesOfDay(id, found)
        return own.length === 0 ? 0 : plainSum(own.map((each) => each.billable_tokens))
      }),
    }
  })
}

const byKey = <T extends { key: string }>(all: T[]): T[] => all.toSorted((a, b) => (a.key < b.key ? -1 : 1))

test('joined parts equal one part with all their rows; for a day in both, the later part wins', () => {
  forMany(300, fc.array(rows, { maxLength: 4 }), (parts) => {
    const joined = joinCreditDays(parts.map(toCreditDays))
    const once = toCreditDays(parts.flat())
    expect(joined.days).toEqual(once.days)
    expect(byKey(breakdownByPerson(joined, range))).toEqual(byKey(plainBreakdown(parts.flat())))
    for (const model of ['opus', 'constructor'])
      expect(byKey(peopleOfModel(joined.people, model, range))).toEqual(byKey(peopleOfModel(once.people, model, range)))
  })
})

test('a row is kept without its users, with unknown members', () => {
  const { days: kept } = toCreditDays([{ date: '2026-11-02', billable_tokens: 5, by_user: [], region: 'eu' } as Row])
  expect(kept).toEqual([{ date: '2026-11-02', billable_tokens: 5, region: 'eu' }])
})

const day = '2026-11-20'
const toolDay = (date: string, calls: Record<string, number>) => ({
  date,
  tool_calls: Object.values(calls).reduce((sum, one) => sum + one, 0),
  by_tool: Object.entries(calls).map(([tool, invocations]) => ({ tool, invocations })),
})
// The Fridays before: Read 10, 12, 14, 16 calls, Edit 5 each.
const fridays = [
  toolDay(day, { Read: 37, New: 3 }),
  ...[10, 12, 14, 16].map((calls, week) => toolDay(addDays(day, -7 * (week + 1)), { Read: calls, Edit: 5 })),
]
const valueOn = (of: string) => fridays.find(({ date }) => date === of)?.tool_calls

test('a day is explained by the parts that changed in its direction, as shares of the difference', () => {
  expect(readDay(day, valueOn, { parts: dayBreakdowns(fridays, toolEntries), by: 'tool' })).toEqual({
    status: 'explained',
    value: 40,
    median: 18,
    difference: 22,
    ratio: 40 / 18,
    days: 4,
    // Edit fell, so it does not explain a rise.
    reasons: [
      { key: 'Read', name: 'Read', by: 'tool', difference: 24, share: 24 / 22 },
      { key: 'New', name: 'New', by: 'tool', difference: 3, share: 3 / 22 },
    ],
  })
})
