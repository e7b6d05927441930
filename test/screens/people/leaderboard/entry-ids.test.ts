import { expect, test } from 'vitest'
import { entryIdsOf } from '../../../../screens/people/leaderboard/entry-ids.ts'
import { leaderboardOf } from '../../../../src/domain/people/leaderboard.ts'
import { personRowsOf } from '../../../../src/domain/people/person-rows.ts'
import { peopleOf, range } from '../../../domain/people/people-rows.ts'
import { personDay } from '../../../helpers/person-day.ts'

const people = peopleOf([
  personDay('a', '2026-11-05'),
  personDay('b', '2026-11-05'),
  personDay('a', '2026-11-07'),
  personDay('c', '2026-11-01'),
])

test.each([undefined, 'salt'])('people and their days are found by ids of their own, also with the salt %s', (salt) => {
  const board = leaderboardOf(people, { range, salt })
  const rows = personRowsOf(people, { range, salt })
  const [ofPeople, ofDays] = [entryIdsOf(board, undefined), entryIdsOf(board, rows)]
  expect([0, 1].map(ofPeople.idOf)).toEqual(['a', 'b'])
  expect([0, 1, 2].map(ofDays.idOf)).toEqual(['2026-11-05a', '2026-11-05b', '2026-11-07a'])
  expect(['a', 'b', 'c', 'nobody'].map(ofPeople.entryOf)).toEqual([0, 1, undefined, undefined])
  expect(['2026-11-07a', '2026-11-06a', '2026-11-01c'].map(ofDays.entryOf)).toEqual([2, undefined, undefined])
  expect([0, 1, 2].map(ofDays.personOf)).toEqual(['a', 'b', 'a'])
})
