import { AppError } from '../../src/base/errors.ts'
import type { Keychain } from '../../src/config/keys/keychain.ts'

/** A keychain in memory, over a map that tests can read. */
export const memoryKeychain = (kept = new Map<string, string>()): Keychain => ({
  read: async (profile) => kept.get(profile),
  write: async (profile, secret) => void kept.set(profile, secret),
  remove: async (profile) => void kept.delete(profile),
})

const LOCKED = new AppError('failed', 'The system keychain did not respond within 3 s; check that it is unlocked.')

/** A keychain that is never available. */
export const lockedKeychain: Keychain = {
  read: () => Promise.reject(LOCKED),
  write: () => Promise.reject(LOCKED),
  remove: () => Promise.reject(LOCKED),
}
