import { randomBytes } from 'node:crypto'
import { AppError } from '../../base/errors.ts'
import { ROLES, type Role } from '../../contract/roles.ts'
import type { Store } from '../store/store.ts'

export type AccessKeys = Record<Role, string>

const MIN_LENGTH = 16

/** A key of 256 random bits. */
const createKey = (): string => `qdk_${randomBytes(32).toString('base64url')}`

/**
 * Sees to it that every role has a key.
 *
 * @param given Keys that somebody chose; they take the place of what the store holds.
 * @param renew Whether roles without a given key get a new one although they have one already.
 * @returns The keys that are known in plain text now: of keys made earlier only the hash is left.
 * @throws AppError when a given key is too short, has other than printable ASCII characters or is given twice.
 */
export const settleKeys = (store: Store, given: Partial<AccessKeys>, renew: boolean): Partial<AccessKeys> => {
  checkGiven(given)
  const known: Partial<AccessKeys> = {}
  store.write(() => {
    const held = renew ? [] : store.keys.readRoles()
    for (const role of ROLES) {
      const key = given[role] ?? (held.includes(role) ? undefined : createKey())
      if (key === undefined) continue
      store.keys.put(role, key)
      known[role] = key
    }
  })
  return known
}

const checkGiven = (given: Partial<AccessKeys>): void => {
  for (const [role, key] of Object.entries(given)) {
    // The key itself is never repeated: what is wrong with it may be a typing error in a secret.
    if (!/^[\x21-\x7e]+$/.test(key) || key.length < MIN_LENGTH)
      throw new AppError(
        'usage',
        `The key for ${role} cannot be used: give at least ${MIN_LENGTH} printable ASCII characters without spaces.`,
      )
  }
  const keys = Object.values(given)
  if (new Set(keys).size < keys.length)
    throw new AppError('usage', 'Two roles were given the same key: give each its own.')
}
