import { expect, test } from 'vitest'
import { leaderboardOf } from '../../../src/domain/people/leaderboard.ts'
import { compareMarked } from '../../../src/domain/people/people-marks.ts'
import { pseudonymOf } from '../../../src/domain/people/pseudonym.ts'
import { personDay } from '../../helpers/person-day.ts'
import { peopleOf, previous, range } from './people-rows.ts'

test('the same id and salt give the same pseudonym on every machine and in every session', () => {
  // HMAC-SHA-256 starts with e90ff9d5a0da, written in base 28 with the lowest digit first.
  expect(pseudonymOf('user_1', 'salt')).toBe('Person TZXV3-3T98W')
  expect(pseudonymOf('', 'salt')).toBe('without a user')
})

test('a pseudonym contains no part of the id', () => {
  for (const id of ['a.chen@acme.example', '\u001b[2J', 'ünï']) {
    expect(pseudonymOf(id, 'salt')).toMatch(/^Person [2-9B-DF-HJKMNP-TV-Z]{5}-[2-9B-DF-HJKMNP-TV-Z]{5}$/)
  }
})

test('no two of 20,000 users share a pseudonym', () => {
  const names = new Set(Array.from({ length: 20_000 }, (_, n) => pseudonymOf(`user_${n}`, 'salt')))
  expect(names.size).toBe(20_000)
})

const other = { primary_model: 'n', user_email: 'b@x' }
const board = leaderboardOf(
  peopleOf([
    personDay('a', '2026-11-05', { billable_tokens: 30, git_commits: 4, languages: ['Go'], autonomy_ratio: 2 }),
    personDay('a', '2026-11-01', { billable_tokens: 20 }),
    personDay('b', '2026-11-05', { ...other, billable_tokens: 10, git_commits: 4, autonomy_ratio: 6 }),
    personDay('c', '2026-11-05', { billable_tokens: undefined }),
  ]),
  { range, previous },
)

test('marked users are compared side by side in the order of their marks', () => {
  const result = compareMarked(board, new Set(['b', 'nope', 'a']))
  const measure = (field: string) => result.measures.find((each) => each.field === field)
  expect(result.names).toEqual(['b@x', 'a'])
  expect(result.entries.map(board.idAt)).toEqual(['b', 'a'])
  expect(measure('credits')).toMatchObject({
    sums: [{ value: 10 }, { value: 30 }],
    deltas: [{ text: 'new' }, { text: '50.0 %', kind: 'up' }],
    largest: 1,
  })
  expect(measure('commits')).toMatchObject({ largest: undefined })
  expect(measure('autonomy')).toMatchObject({ sums: [{ value: 6 }, { value: 2 }], largest: 0 })
  expect(result.words).toContainEqual({ field: 'model', values: ['n', 'm'] })
  expect(result.words).toContainEqual({ field: 'state', values: ['new', 'stayed'] })
  expect(result.languages).toEqual([[], ['Go']])
})

test('an unknown sum is never the largest', () => {
  const [credits] = compareMarked(board, ['c', 'a']).measures
  expect(credits).toMatchObject({ sums: [{ value: undefined, missing: 1 }, { value: 30 }], largest: 1 })
  expect(compareMarked(board, ['c']).measures[0]?.largest).toBeUndefined()
  expect(compareMarked(board, [])).toMatchObject({ names: [], languages: [] })
})
