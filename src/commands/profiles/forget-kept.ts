import { AppError } from '../../base/errors.ts'
import { forgetKey } from '../../cache/ledger/clear-ledger.ts'
import { ownerOf } from '../../cache/ledger/partition.ts'
import { parseApiKey } from '../../config/credentials.ts'
import { countEntered, deleteEntered } from '../../config/entered-file.ts'
import { foldersOf } from '../../config/folders.ts'
import { forgetMemory } from '../../config/forget-memory.ts'
import { readProfileKey } from '../../config/keys/profile-key.ts'
import { loadMachineSalt } from '../../config/machine-salt.ts'
import { addressesOf, type NamedProfile } from '../../config/profiles/choose-profile.ts'
import type { Deps } from '../kit/command.ts'
import { noteTo } from '../kit/note.ts'

/**
 * Deletes what the cache on disk holds for the key of a profile, ids added under it, and what is remembered of its explorer. Where that cannot be had,
 * it cannot be told which rows are its own: they stay, where no other key shows them, and that is said.
 *
 * @returns Whether there was a key.
 */
export const forgetKept = async (named: NamedProfile, deps: Deps): Promise<boolean> => {
  const { env, keychain, err, hide } = deps
  const { cacheFile, enteredFile, saltFile } = foldersOf(env)
  try {
    const { text } = await readProfileKey(named, { env, keychain })
    hide(text)
    const { salt } = loadMachineSalt(saltFile)
    const credentials = { ...addressesOf(named.profile), apiKey: parseApiKey(text, 'the key') }
    forgetKey(cacheFile, salt, credentials)
    forgetMemory(env, ownerOf(salt, credentials))
    try {
      deleteEntered(enteredFile, ownerOf(salt, credentials))
    } catch (error) {
      noteTo(err, `The ids that you added stay in ${enteredFile}: ${(error as Error).message}. Delete that file.`)
    }
    return true
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    const { ids, exports } = countEntered(enteredFile)
    const added = ids + exports > 0 ? ` Ids that you added stay in ${enteredFile}.` : ''
    noteTo(err, `${error.message} What the cache holds for it stays until qd cache clear.${added}`)
    return false
  }
}
