import { expect, test } from 'vitest'
import { revisionName } from '../../../src/domain/revisions/revision-name.ts'

test('a revision is called by its number, the time and who made it', () => {
  const updatedAt = '2026-11-19T14:39:24.946Z'
  const user = { id: 'u1', email: 'h@example.com', name: 'Hana\u001b[31m' }
  expect(revisionName({ revision: 418, updatedAt, user })).toMatch(/^418 {2}2026-11-19 14:39 UTC {2}Hana/)
  expect(revisionName({ revision: 418, updatedAt, user })).not.toContain('\u001b')
})

test('what the API does not tell is left out or a question mark', () => {
  expect(revisionName({ revision: 7 })).toBe('7  ?')
  expect(revisionName({})).toBe('?  ?')
})
