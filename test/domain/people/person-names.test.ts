import { expect, test } from 'vitest'
import { namesOf } from '../../../src/domain/people/person-names.ts'
import { personDay } from '../../helpers/person-day.ts'
import { peopleOf } from './people-rows.ts'

const day = (id: string, user_email: string | null = null) => personDay(id, '2026-11-05', { user_email })

test('different salts give different names', () => {
  const people = peopleOf([day('a', 'a@x')])
  const [plain, one, other] = [namesOf(people), namesOf(people, 'one'), namesOf(people, 'other')]
  expect(plain.nameOf(0)).toBe('a@x')
  expect(one.nameOf(0)).not.toBe(other.nameOf(0))
})

test('positions follow names in lower case, then ids', () => {
  const names = namesOf(peopleOf([day('z', 'same@x'), day('B'), day('a'), day('y', 'Same@x')]))
  expect([...names.places]).toEqual([3, 1, 0, 2])
})

test('a search finds text in the name and in the id, ignoring case', () => {
  const names = namesOf(peopleOf([day('u1', 'İpek@x'), day('u2', 'ÅSA@x'), day('ipek')]))
  expect([...names.search('u1')]).toEqual([1, 0, 0])
  expect([...names.search('åsa')]).toEqual([0, 1, 0])
  expect([...names.search('pek')]).toEqual([1, 0, 1])
  expect([...names.search('')]).toEqual([1, 1, 1])
  expect([...names.search('nope')]).toEqual([0, 0, 0])
})
