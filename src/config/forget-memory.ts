import type { Env } from '../base/env.ts'
import { attentionIn } from './attention-memory.ts'
import { foldersOf } from './folders.ts'
import { looksFile } from './last-looks.ts'
import { typedLinesIn } from './own-typed-lines.ts'
import { visitsFile } from './own-visits.ts'
import { changeEntry, type OwnersFile, readEntry } from './owners-file.ts'

/**
 * Deletes what is remembered of the explorer for one organisation.
 *
 * @param owner See {@link createVisits}.
 */
export const forgetMemory = (env: Env, owner: string): void => {
  const folders = foldersOf(env)
  forgetEntry(looksFile(folders.looksFile), owner)
  forgetEntry(typedLinesIn(folders.typedFile), owner)
  forgetEntry(attentionIn(folders.attentionFile), owner)
  forgetEntry(visitsFile(folders.visitsFile), owner)
}

/** An entry of a file that cannot be changed stays, where no other key finds it. */
const forgetEntry = <Entry>(file: OwnersFile<Entry>, owner: string): void => {
  try {
    if (readEntry(file, owner) !== undefined) changeEntry(file, owner, () => undefined)
  } catch {
    // What it is called is a hash of the key.
  }
}
