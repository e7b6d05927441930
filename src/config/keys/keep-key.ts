import { AppError } from '../../base/errors.ts'
import { foldersOf } from '../folders.ts'
import type { NamedProfile } from '../profiles/choose-profile.ts'
import { changeConfig } from '../profiles/config-file.ts'
import type { KeyPlace } from '../profiles/config-schema.ts'
import { type KeyDeps, keyPlaceOf, removeOtherKey, writeProfileKey } from './profile-key.ts'

type KeepOptions = {
  /**
   * Where to keep it.
   * @default the keychain; where that fails and somebody agrees, a file
   */
  place?: KeyPlace | undefined
  /** Asked before a file is written that nobody has asked for: why, and which. Rejects for a no. */
  agree: (trouble: AppError, file: string) => Promise<void>
}

/**
 * Keeps the key of a profile in one place, which config.json remembers.
 *
 * @returns The place.
 * @throws AppError where it cannot be kept, and what `agree` rejects with; nothing has been kept then.
 */
export const keepKey = async (
  own: NamedProfile,
  key: string,
  { place, agree }: KeepOptions,
  deps: KeyDeps,
): Promise<KeyPlace> => {
  const keepIn = async (chosen: KeyPlace) => {
    await writeProfileKey(own, key, chosen, deps)
    return chosen
  }
  const kept = await keepIn(place ?? 'keychain').catch(async (error: unknown) => {
    if (!(error instanceof AppError) || place !== undefined) throw error
    await agree(error, keyPlaceOf('file', own.name, deps.env))
    return keepIn('file')
  })
  await removeOtherKey(own.name, kept, deps)
  changeConfig(foldersOf(deps.env).configFile, ({ profiles = {} }) => {
    const profile = profiles[own.name]
    if (profile) profile.keyIn = kept
  })
  return kept
}
