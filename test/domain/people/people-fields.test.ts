import { expect, test } from 'vitest'
import { PersonDay } from '../../../src/contract/per-user-rows.ts'
import {
  aliasesOf,
  fieldNamed,
  fieldsOf,
  fieldsWith,
  PEOPLE_FIELDS,
  PERSON_MEASURES,
  PERSON_WORDS,
} from '../../../src/domain/people/field-table.ts'

test('no two fields share a name or an alias', () => {
  const names = PEOPLE_FIELDS.flatMap((field) => [field.name, ...aliasesOf(field)])
  expect(new Set(names).size).toBe(names.length)
  expect(names).toEqual(names.map((name) => name.toLowerCase()))
})

test('each member of a per-user row is a field', () => {
  const members = PEOPLE_FIELDS.flatMap(({ member }) => member ?? [])
  expect(members.toSorted()).toEqual(Object.keys(PersonDay.shape).toSorted())
  for (const member of PERSON_MEASURES) expect(fieldNamed(member)).toMatchObject({ member })
})

test('the members of existing ledgers keep their positions', () => {
  expect(PERSON_WORDS.slice(0, 3)).toEqual(['primary_model', 'primary_model_tier', 'delegation_level'])
  const first =
    'billable_tokens tool_calls sessions messages user_messages assistant_messages git_commits git_prs_created' +
    ' files_created files_edited mcp_calls skill_calls slash_commands hooks autonomy_ratio'
  expect(PERSON_MEASURES.slice(0, 15).join(' ')).toBe(first)
  const places = (kind: string) =>
    fieldsWith('ledgerPlace').flatMap((field) => (field.kind === kind ? [field.ledgerPlace] : []))
  expect(new Set(places('number')).size).toBe(PERSON_MEASURES.length)
  expect(new Set(places('word')).size).toBe(PERSON_WORDS.length)
})

test('field names are case-insensitive, and each list has its own fields', () => {
  expect(fieldNamed('Delegation_Level')?.name).toBe('mode')
  expect(fieldNamed('toString')).toBeUndefined()
  expect(fieldsOf('days').map(({ name }) => name)).not.toContain('rank')
  expect(fieldsOf('people').map(({ name }) => name)).not.toContain('date')
})
