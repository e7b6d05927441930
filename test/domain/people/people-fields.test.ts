import { expect, test } from 'vitest'
import { fieldNamed, fieldsOf, MEASURE_FIELDS, PEOPLE_FIELDS } from '../../../src/domain/people/people-fields.ts'
import { PERSON_MEASURES } from '../../../src/domain/people/person-days.ts'

test('no two fields share a name or an alias', () => {
  const names = PEOPLE_FIELDS.flatMap(({ name, aliases }) => [name, ...aliases])
  expect(new Set(names).size).toBe(names.length)
  expect(names).toEqual(names.map((name) => name.toLowerCase()))
})

test('each number of a per-user row is a field by its own name too', () => {
  expect(MEASURE_FIELDS.map(({ measure }) => measure).toSorted()).toEqual(PERSON_MEASURES.toSorted())
  for (const measure of PERSON_MEASURES) expect(fieldNamed(measure)).toMatchObject({ measure })
})

test('fields are found in either case, and each list has its own', () => {
  expect(fieldNamed('Delegation_Level')?.name).toBe('mode')
  expect(fieldNamed('toString')).toBeUndefined()
  expect(fieldsOf('days').map(({ name }) => name)).not.toContain('rank')
  expect(fieldsOf('people').map(({ name }) => name)).not.toContain('date')
})
