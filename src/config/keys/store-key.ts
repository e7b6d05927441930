import { AppError } from '../../base/errors.ts'
import { foldersOf } from '../folders.ts'
import { changeConfig } from '../profiles/config-file.ts'
import type { KeyPlace } from '../profiles/config-schema.ts'
import { describeKeyPlace, type KeyDeps, type KeyOwner, removeOtherKey, writeProfileKey } from './profile-key.ts'

type StoreOptions = {
  /**
   * Where to store it.
   * @default the keychain; if that fails and the user agrees, a file
   */
  place?: KeyPlace | undefined
  /** Asks before writing a file that was not requested, with the reason and the file. Rejects if the user declines. */
  agree: (error: AppError, file: string) => Promise<void>
}

/**
 * Stores a key in one place, and the place in config.json.
 *
 * @returns The place.
 * @throws AppError if it cannot be stored; rethrows the rejection of `agree`. Nothing has been stored then.
 */
export const storeKey = async (
  owner: KeyOwner,
  key: string,
  { place, agree }: StoreOptions,
  deps: KeyDeps,
): Promise<KeyPlace> => {
  const storeIn = async (chosen: KeyPlace) => {
    await writeProfileKey(owner, key, chosen, deps)
    return chosen
  }
  const stored = await storeIn(place ?? 'keychain').catch(async (error: unknown) => {
    if (!(error instanceof AppError) || place !== undefined) throw error
    await agree(error, describeKeyPlace('file', owner, deps.env))
    return storeIn('file')
  })
  await removeOtherKey(owner, stored, deps)
  changeConfig(foldersOf(deps.env).configFile, ({ profiles = {} }) => {
    const profile = profiles[owner.name]
    if (profile) profile[owner.isHistory ? 'historyKeyIn' : 'keyIn'] = stored
  })
  return stored
}
