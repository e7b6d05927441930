import fc from 'fast-check'
import { expect, test } from 'vitest'
import { personRowsOf } from '../../../src/domain/people/person-rows.ts'
import { tries } from '../../helpers/tries.ts'
import { found, nameIn, newestOf, peopleOf, range, rowSample, within } from './people-rows.ts'

const operators = ['<', '<=', '>', '>=', '=', '!='] as const
type Condition = { isNegated: boolean } & (
  | { on: 'credits' | 'commits'; operator: (typeof operators)[number]; value: number }
  | { on: 'mode' | 'lang'; operator: '=' | '!=' | '~'; value: string }
  | { on: 'name'; operator: ''; value: string }
)
const condition: fc.Arbitrary<Condition> = fc.oneof(
  fc.record({
    isNegated: fc.boolean(),
    on: fc.constantFrom('credits' as const, 'commits' as const),
    operator: fc.constantFrom(...operators),
    value: fc.constantFrom(0, 1, 3, 0.5, 1000, 70_000),
  }),
  fc.record({
    isNegated: fc.boolean(),
    on: fc.constantFrom('mode' as const, 'lang' as const),
    operator: fc.constantFrom('=' as const, '!=' as const, '~' as const),
    value: fc.constantFrom('auto-high', 'auto', 'spec', 'go', 'C', 'c++', 'typescript', 'script'),
  }),
  fc.record({
    isNegated: fc.boolean(),
    on: fc.constant('name' as const),
    operator: fc.constant('' as const),
    value: fc.constantFrom('ann', 'BOB', 'é', 'zed', '@x', 'nobody'),
  }),
)

const textOf = ({ isNegated, on, operator, value }: Condition): string =>
  `${isNegated ? '!' : ''}${operator === '' ? '' : `${on}${operator}`}${value}`

/** A day as plainly as a filter can look at it. */
type Looked = Record<'credits' | 'commits', number | undefined> & { mode: string[]; lang: string[]; text: string }

const holdsPlainly = (day: Looked, { isNegated, on, operator, value }: Condition): boolean => {
  const plain = (): boolean => {
    if (on === 'name') return day.text.includes(value.toLowerCase())
    if (on === 'mode' || on === 'lang') {
      const isHeld = day[on].some((word) => {
        const parts = word.toLowerCase().split('-')
        const wanted = value.toLowerCase()
        if (operator === '~') return word.toLowerCase().includes(wanted)
        return word.toLowerCase() === wanted || parts.includes(wanted)
      })
      return operator === '!=' ? !isHeld : isHeld
    }
    const own = day[on] ?? Number.NaN
    if (operator === '<') return own < value
    if (operator === '<=') return own <= value
    if (operator === '>') return own > value
    if (operator === '>=') return own >= value
    return operator === '=' ? own === value : own !== value
  }
  return plain() !== isNegated
}

test('a filter of days finds what a plain look at each row finds', () => {
  fc.assert(
    fc.property(fc.array(rowSample, { maxLength: 30 }), fc.array(condition, { maxLength: 3 }), (sample, conditions) => {
      const list = personRowsOf(peopleOf(sample), { range })
      const expected = within(newestOf(sample), range)
        .filter((row) => {
          const day: Looked = {
            credits: row.billable_tokens,
            commits: row.git_commits,
            mode: [row.delegation_level ?? []].flat(),
            lang: (row.languages ?? []) as string[],
            text: `${nameIn(sample, row.user_id)} ${row.user_id}`.toLowerCase(),
          }
          return conditions.every((each) => holdsPlainly(day, each))
        })
        .map((row) => [row.user_id, row.date])
      const own = found(list, conditions.map(textOf).join(' ')).map((entry) => [list.idAt(entry), list.dayAt(entry)])
      expect(own).toEqual(expected)
    }),
    { numRuns: tries(300) },
  )
})
