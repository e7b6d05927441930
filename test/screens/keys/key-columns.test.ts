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

test.each([
  ['deploy', 'inactive', 'No key matches deploy. Press Esc to show all.'],
  [' ', 'inactive', 'No inactive keys. Press f to show others.'],
] as const)('with the filter %j and the quick filter %s, an empty list says: %s', (filter, quick, words) => {
  expect(emptyKeys({ is: 'loading' }, 3, filter, quick)).toBe(words)
})
