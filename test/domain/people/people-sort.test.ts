import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type FieldName, fieldsOf } from '../../../src/domain/people/field-table.ts'
import { leaderboardOf } from '../../../src/domain/people/leaderboard.ts'
import { sortBy, sortEntries } from '../../../src/domain/people/people-sort.ts'
import { personRowsOf } from '../../../src/domain/people/person-rows.ts'
import { forMany } from '../../helpers/for-all.ts'
import { personDay } from '../../helpers/person-day.ts'
import { peopleOf, previous, range, rowSample } from './people-rows.ts'

const compared = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)
type Keyed = { key: number | string | undefined; name: string; id: string; date: string }

/** The expected order of rows: unknown last, then by key, name, id and newest day. */
const inPlainOrder = (rows: readonly Keyed[], isDescending: boolean): Keyed[] =>
  rows.toSorted((a, b) => {
    if ((a.key === undefined) !== (b.key === undefined)) return a.key === undefined ? 1 : -1
    if (a.key !== b.key && a.key !== undefined && b.key !== undefined) return a.key < b.key === isDescending ? 1 : -1
    return compared(a.name, b.name) || compared(a.id, b.id) || compared(b.date, a.date)
  })

test('single days are sorted by any field in both directions, then by name, id and newest day', () => {
  forMany(
    300,
    fc.array(rowSample, { maxLength: 40 }),
    fc.constantFrom<FieldName>('credits', 'files', 'date', 'model', 'name', 'id'),
    fc.boolean(),
    (rows, field, isDescending) => {
      const list = personRowsOf(peopleOf(rows), { range })
      const keyOf = (entry: number): Keyed['key'] => {
        const row = list.rowAt(entry)
        const known = {
          credits: row.billable_tokens,
          files: [row.files_created, row.files_edited]
            .flatMap((value) => value ?? [])
            .reduce<number | undefined>((a, b) => (a ?? 0) + b, undefined),
          date: row.date,
          model: row.primary_model?.toLowerCase(),
          // Users with the same name are sorted by id, which reverses with the name.
          name: `${list.nameAt(entry).toLowerCase()}\0${list.idAt(entry)}`,
          id: list.idAt(entry),
        }
        return known[field as keyof typeof known]
      }
      const keyed = Array.from({ length: list.length }, (_, entry) => ({
        key: keyOf(entry),
        name: list.nameAt(entry).toLowerCase(),
        id: list.idAt(entry),
        date: list.dayAt(entry),
      }))
      const order = [...sortEntries(list, { field, isDescending })].map((entry) => keyed[entry])
      expect(order).toEqual(inPlainOrder(keyed, isDescending))
    },
  )
})

test('people can be sorted by every field they have', () => {
  const board = leaderboardOf(peopleOf([personDay('a', '2026-11-05'), personDay('b', '2026-11-01')]), {
    range,
    previous,
  })
  for (const { name } of fieldsOf('people'))
    expect([...sortEntries(board, { field: name, isDescending: true })].toSorted(), name).toEqual([0, 1])
})

const ids = (field: FieldName, isDescending = sortBy(field).isDescending): string => {
  const day = (id: string, more: object) => personDay(id, '2026-11-05', more)
  const board = leaderboardOf(
    peopleOf([
      day('b', { billable_tokens: 5, delegation_level: 'spec', git_commits: 1 }),
      day('a', { billable_tokens: 5, delegation_level: 'auto-high', git_commits: 2 }),
      day('C', { billable_tokens: 9, delegation_level: 'made-up', git_commits: 2 }),
      day('d', { billable_tokens: undefined, delegation_level: undefined, git_commits: undefined }),
    ]),
    { range },
  )
  return [...sortEntries(board, { field, isDescending })].map(board.idAt).join('')
}

test('by default, numbers are sorted from the largest and names from A, ignoring case', () => {
  expect([ids('credits'), ids('name')]).toEqual(['Cabd', 'abCd'])
})

test('unknown values are last in both directions, and equal values are sorted by name', () => {
  expect([ids('commits', true), ids('commits', false)]).toEqual(['aCbd', 'baCd'])
})

test('delegation levels are sorted by autonomy, unknown ones last', () => {
  expect([ids('mode'), ids('mode', false)]).toEqual(['abCd', 'Cbad'])
})
