import { expect, test } from 'vitest'
import { keyRole } from '../../../screens/keys/key-columns.ts'
import type { KeyRow } from '../../../src/domain/keys/key-rows.ts'

test.each<[KeyRow['state'], KeyRow['concerns'], string]>([
  ['active', [], 'good'],
  ['active', ['expiring', 'old'], 'bad'],
  ['active', ['old', 'expiring'], 'warn'],
  ['expired', ['expiring'], 'muted'],
])('the color of a key that is %s, with %j, is %s', (state, concerns, role) => {
  expect(keyRole({ state, concerns })).toBe(role)
})
