import type { Env } from '../../base/env.ts'
import { AppError } from '../../base/errors.ts'
import { loadChosenProfile } from './load-chosen-profile.ts'
import { DEMO_PROFILE } from './profile-name.ts'

/**
 * The profile that a command has to be given by --profile to ask the same organisation; undefined where it does so anyway.
 *
 * @param shown - Whose figures are shown: a profile's, or the demo's; undefined: those that the environment names, which no flag
 * stands for.
 */
export const profileToName = async (env: Env, shown: string | undefined): Promise<string | undefined> => {
  if (shown === undefined) return undefined
  return shown === (await usualProfile(env)) ? undefined : shown
}

/** Which profile a command works with that names none; undefined: none of them. */
const usualProfile = async (env: Env): Promise<string | undefined> => {
  try {
    const chosen = await loadChosenProfile(env, undefined)
    if (chosen.is === 'demo') return DEMO_PROFILE
    return chosen.is === 'profile' ? chosen.name : undefined
  } catch (error) {
    if (error instanceof AppError) return undefined
    throw error
  }
}
