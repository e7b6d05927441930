import { expect, test } from 'vitest'
import { pseudonymizeUsers } from '../../../src/commands/output/pseudonyms.ts'
import { pseudonymOf } from '../../../src/domain/people/pseudonym.ts'

const SALT = 'ab'.repeat(32)

test('unknown members of a person are removed, unknown members of a day are kept', () => {
  const rows = [
    {
      date: '2026-11-20',
      billable_tokens: 5,
      region: 'eu',
      by_user: [
        { user_id: 'u1', user_email: 'ann@example.com', user_name: 'Ann Lee', billable_tokens: 3 },
        { user_email: 'bo@example.com', avatar: 'https://example.com/bo.png', billable_tokens: 2 },
      ],
    },
    { user_id: 7, user_email: 'c@example.com', full_name: 'C', date: '2026-11-20', tool_calls: 1, languages: ['Go'] },
  ]
  expect(pseudonymizeUsers(rows, SALT)).toEqual([
    {
      date: '2026-11-20',
      billable_tokens: 5,
      region: 'eu',
      by_user: [
        { user_id: pseudonymOf('u1', SALT), user_email: null, billable_tokens: 3 },
        { user_email: null, billable_tokens: 2 },
      ],
    },
    { user_id: null, user_email: null, date: '2026-11-20', tool_calls: 1, languages: ['Go'] },
  ])
})
