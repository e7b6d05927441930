import { randomBytes } from 'node:crypto'
import { AppError } from '../../base/errors.ts'
import { ROLES, type Role } from '../../contract/roles.ts'
import { recordCommand } from '../store/audit-log.ts'
import type { Store } from '../store/store.ts'

export type AccessKeys = Record<Role, string>

const MIN_LENGTH = 16

/** A key of 256 random bits. */
export const createKey = (): string => `qdk_${randomBytes(32).toString('base64url')}`

/**
 * Ensures that every role has a key, unless there are keys with names.
 *
 * @param given Keys chosen by the user. They replace those in the store.
 * @param renew Whether roles without a given key get a new key even if they have one.
 * @returns The keys that are known in plain text. Only the hashes of earlier keys are stored.
 * @throws AppError if a given key is too short, contains characters other than printable ASCII, or is used twice.
 */
export const ensureKeys = async (
  store: Store,
  given: Partial<AccessKeys>,
  renew: boolean,
): Promise<Partial<AccessKeys>> => {
  checkGivenKeys(given)
  const known: Partial<AccessKeys> = {}
  await store.write(async (stores) => {
    const { keys } = stores
    // A server with named keys needs no others, and printing them would add them to its log.
    const isManaged = await keys.hasNamed()
    const changed: Role[] = []
    for (const role of ROLES) {
      const key = given[role] ?? createKey()
      if (given[role] !== undefined || renew) {
        if (await keys.put(role, key)) changed.push(role)
      }
      // Another instance may create keys at the same time.
      else if (!isManaged && (await keys.create(role, key))) changed.push(role)
      else continue
      known[role] = key
    }
    if (changed.length > 0) await recordCommand(stores, 'serve', `keys of ${changed.join(', ')}`)
  })
  return known
}

const checkGivenKeys = (given: Partial<AccessKeys>): void => {
  for (const [role, key] of Object.entries(given)) {
    // Don't print the key: it may be a secret with a typing error.
    if (!/^[\x21-\x7e]+$/.test(key) || key.length < MIN_LENGTH)
      throw new AppError(
        'usage',
        `The key for ${role} must have at least ${MIN_LENGTH} printable ASCII characters and no spaces.`,
      )
  }
  const keys = Object.values(given)
  if (new Set(keys).size < keys.length)
    throw new AppError('usage', 'Two roles have the same key. Use a different key for each role.')
}
