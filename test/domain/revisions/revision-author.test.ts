import { expect, test } from 'vitest'
import { authorOf } from '../../../src/domain/revisions/revision-author.ts'

test('who made a revision is known by name, else by e-mail, else by id', () => {
  const user = { id: 'u1', email: 'a@b.example', name: 'A. B.' }
  expect(authorOf({ user })).toEqual({ who: 'A. B.', email: 'a@b.example', userId: 'u1' })
  expect(authorOf({ user: { ...user, name: '' } }).who).toBe('a@b.example')
  expect(authorOf({ user: { id: 'u1' } }).who).toBe('u1')
  expect(authorOf({ user: { id: '', email: '', name: '' } }).who).toBeUndefined()
  expect(authorOf({})).toEqual({ who: undefined, email: undefined, userId: undefined })
})
