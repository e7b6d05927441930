import { AppError } from '../../base/errors.ts'
import { forgetKey } from '../../cache/ledger/clear-ledger.ts'
import { ownerOf } from '../../cache/ledger/partition.ts'
import { parseApiKey } from '../../config/credentials.ts'
import { foldersOf } from '../../config/folders.ts'
import { forgetMemory } from '../../config/forget-memory.ts'
import { readProfileKey } from '../../config/keys/profile-key.ts'
import { loadMachineSalt } from '../../config/machine-salt.ts'
import { addressesOf, type NamedProfile } from '../../config/profiles/named-profile.ts'
import type { Deps } from '../kit/command.ts'
import { noteTo } from '../kit/note.ts'

/**
 * Deletes what the cache on disk holds for the key of a profile, and what is remembered of its explorer. Where that cannot be had,
 * it cannot be told which rows are its own: they stay, where no other key shows them, and that is said.
 *
 * @returns Whether there was a key.
 */
export const forgetKept = async (named: NamedProfile, deps: Deps): Promise<boolean> => {
  const { env, keychain, err, hide } = deps
  const { cacheFile, saltFile } = foldersOf(env)
  try {
    const { text } = await readProfileKey(named, { env, keychain })
    hide(text)
    const { salt } = loadMachineSalt(saltFile)
    const credentials = { ...addressesOf(named.profile), apiKey: parseApiKey(text, 'the key') }
    forgetKey(cacheFile, salt, credentials)
    forgetMemory(env, ownerOf(salt, credentials))
    return true
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    noteTo(err, `${error.message} What the cache holds for it stays until qd cache clear.`)
    return false
  }
}
