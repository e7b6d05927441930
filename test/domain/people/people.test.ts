import fc from 'fast-check'
import { expect, test } from 'vitest'
import { personRowsOf } from '../../../src/domain/people/person-rows.ts'
import { forAll } from '../../helpers/for-all.ts'
import { FIRST, nameIn, newestOf, peopleOf, rowSample } from './people-rows.ts'

const everyDay = { from: FIRST, to: '2026-11-09' }

test('each user and day has its newest row, for pages of any size and repeated rows', () => {
  forAll(fc.array(rowSample, { maxLength: 60 }), fc.array(fc.nat(9), { maxLength: 9 }), (rows, sizes) => {
    const people = peopleOf(rows, sizes)
    const list = personRowsOf(people, { range: everyDay })
    const own = Array.from({ length: list.length }, (_, entry) => list.rowAt(entry))
    const expected = newestOf(rows).map((row) => {
      const name = nameIn(rows, row.user_id)
      return { ...row, user_email: name === (row.user_id || 'without a user') ? null : name }
    })
    expect(own).toEqual(expected)
    expect(people.length).toBe(expected.length)
  })
})
