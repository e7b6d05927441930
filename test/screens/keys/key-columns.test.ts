import { expect, test } from 'vitest'
import { keyRole } from '../../../screens/keys/key-columns.ts'
import { emptyKeys } from '../../../screens/keys/key-detail.ts'
import type { KeyRow } from '../../../src/domain/keys/key-rows.ts'

test.each<[KeyRow['state'], KeyRow['concerns'], string]>([
  ['active', [], 'good'],
  ['active', ['expiring', 'old'], 'bad'],
  ['active', ['old', 'expiring'], 'warn'],
  ['expired', ['expiring'], 'muted'],
])('the color of a key that is %s, with %j, is %s', (state, concerns, role) => {
  expect(keyRole({ state, concerns })).toBe(role)
})

test('an empty list names the filter, or else the quick filter', () => {
  const emptyFor = (filter: string) => emptyKeys({ is: 'loading' }, 3, filter, 'inactive')
  expect(emptyFor('deploy')).toBe('No key matches deploy. Press Esc to show all.')
  expect(emptyFor(' ')).toBe('No inactive keys. Press f to show others.')
})
