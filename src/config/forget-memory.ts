import type { Env } from '../base/env.ts'
import { foldersOf } from './folders.ts'
import { looksFile } from './last-looks.ts'
import { visitsFile } from './own-visits.ts'
import { changeEntry } from './owners-file.ts'

/**
 * Deletes what is remembered of the explorer for one organisation.
 *
 * @param owner See {@link createVisits}.
 */
export const forgetMemory = (env: Env, owner: string): void => {
  const folders = foldersOf(env)
  for (const forget of [
    () => changeEntry(looksFile(folders.looksFile), owner, () => undefined),
    () => changeEntry(visitsFile(folders.visitsFile), owner, () => undefined),
  ]) {
    try {
      forget()
    } catch {
      // What cannot be read or written holds nothing that another profile would be shown.
    }
  }
}
