import { AppError } from '../../base/errors.ts'
import { forgetKey } from '../../cache/ledger/clear-ledger.ts'
import { ownerOf } from '../../cache/ledger/partition.ts'
import { attentionIn } from '../../config/attention-memory.ts'
import { parseApiKey } from '../../config/credentials.ts'
import { foldersOf } from '../../config/folders.ts'
import { readProfileKey } from '../../config/keys/profile-key.ts'
import { looksFile } from '../../config/last-looks.ts'
import { loadMachineSalt } from '../../config/machine-salt.ts'
import { typedLinesIn } from '../../config/own-typed-lines.ts'
import { changeEntry, type OwnersFile, readEntry } from '../../config/owners-file.ts'
import { addressesOf, type NamedProfile } from '../../config/profiles/named-profile.ts'
import type { Deps } from '../kit/command.ts'
import { noteTo } from '../kit/note.ts'

/**
 * Deletes what the cache on disk holds for the key of a profile, and what was seen, typed, told and muted under it. Where that cannot be had, it cannot be told which rows are its own:
 * they stay, where no other key shows them, and that is said.
 *
 * @returns Whether there was a key.
 */
export const forgetKept = async (named: NamedProfile, deps: Deps): Promise<boolean> => {
  const { env, keychain, err, hide } = deps
  const files = foldersOf(env)
  try {
    const { text } = await readProfileKey(named, { env, keychain })
    hide(text)
    const { salt } = loadMachineSalt(files.saltFile)
    const tenant = { ...addressesOf(named.profile), apiKey: parseApiKey(text, 'the key') }
    forgetKey(files.cacheFile, salt, tenant)
    const owner = ownerOf(salt, tenant)
    forgetEntry(looksFile(files.looksFile), owner)
    forgetEntry(typedLinesIn(files.typedFile), owner)
    forgetEntry(attentionIn(files.attentionFile), owner)
    return true
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    noteTo(err, `${error.message} What the cache holds for it stays until qd cache clear.`)
    return false
  }
}

/** An entry of a file that cannot be changed stays, where no other key finds it. */
const forgetEntry = <Entry>(file: OwnersFile<Entry>, owner: string): void => {
  if (readEntry(file, owner) === undefined) return
  try {
    changeEntry(file, owner, () => undefined)
  } catch {
    // What it is called is a hash of the key.
  }
}
