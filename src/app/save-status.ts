import type { Env } from '../base/env.ts'
import { beginGeneration, frameGeneration, isSameGeneration } from '../base/saved-frames.ts'
import type { Credentials } from '../config/credentials.ts'
import { foldersOf } from '../config/folders.ts'
import { saveStatus, statusIdentity } from '../config/status/saved-status.ts'
import type { StatusFigures } from '../domain/status/status-text.ts'

/**
 * Creates a function that caches the figures of `qd status` while the explorer is open. It stops when another run
 * deletes cached figures, because this run may still show data from before.
 *
 * @param run - Id of this run, see {@link isSameGeneration}.
 */
export const createStatusSaver = (
  credentials: Credentials,
  env: Env,
  run: string,
): ((figures: StatusFigures) => void) => {
  const { cacheFile } = foldersOf(env)
  // If config.json is changed later, the figures still belong to the organisation from before.
  const identity = statusIdentity(env, credentials.profile)
  const first = generationOf(cacheFile)
  return (figures) => {
    if (identity !== undefined && isSameGeneration(first, frameGeneration(cacheFile), run))
      saveStatus(figures, credentials, env, identity)
  }
}

const generationOf = (cacheFile: string): string => {
  try {
    beginGeneration(cacheFile)
  } catch {
    // Then nothing is saved.
  }
  return frameGeneration(cacheFile)
}
