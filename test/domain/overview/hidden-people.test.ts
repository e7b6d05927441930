import { expect, test } from 'vitest'
import { withHiddenRevision } from '../../../src/domain/overview/hidden-people.ts'
import { pseudonymOf } from '../../../src/domain/people/pseudonym.ts'

const SALT = '0011223344556677'

test('a revision with hidden people names nobody, in its author as in its settings', () => {
  const settings = {
    managedComputersAllowedEmails: ['ann@example.com', 'ben.o-neil@mail.example.org'],
    missionPolicy: { allowedUserIds: ['user_7'], restrictedAccess: true },
    userModelPolicies: { user_7: { model: 'opus' } },
    note: 'ask ann@example.com, or <ben.o-neil@mail.example.org>',
    hosts: ['https://••••••@git.example/x', '@scope/package'],
    cloudSessionSync: null,
  }
  const user = { id: 'user_7', email: 'ann@example.com', name: 'Ann' }
  const hidden = withHiddenRevision({ revision: 3, settings, user, updatedAt: '2026-11-01T00:00:00Z' }, SALT)
  const [ann, ben, seven] = ['ann@example.com', 'ben.o-neil@mail.example.org', 'user_7'].map((one) =>
    pseudonymOf(one, SALT),
  )
  expect(hidden).toEqual({
    revision: 3,
    updatedAt: '2026-11-01T00:00:00Z',
    user: { id: seven, name: seven },
    settings: {
      managedComputersAllowedEmails: [ann, ben],
      missionPolicy: { allowedUserIds: [seven], restrictedAccess: true },
      userModelPolicies: { [seven ?? '']: { model: 'opus' } },
      note: `ask ${ann}, or <${ben}>`,
      hosts: ['https://••••••@git.example/x', '@scope/package'],
      cloudSessionSync: null,
    },
  })
})

test('of an author without an id nothing is told', () => {
  expect(withHiddenRevision({ revision: 1, user: { name: 'Ann' } }, SALT)).toEqual({ revision: 1, user: {} })
})
