import { AppError } from '../../base/errors.ts'
import { loadChosenProfile, type NamedProfile } from '../../config/profiles/choose-profile.ts'
import type { Deps } from '../kit/command.ts'

/**
 * The profile that a command changes: what --profile names, else the chosen one.
 *
 * @throws AppError of kind `usage` where that is the demo, the environment or nothing, or a profile whose key a helper holds.
 */
export const ownProfile = async ({ env, globals }: Pick<Deps, 'env' | 'globals'>): Promise<NamedProfile> => {
  const chosen = await loadChosenProfile(env, globals.profile)
  if (chosen.is === 'demo') throw new AppError('usage', 'The demo has a key of its own: name another profile.')
  if (chosen.is === 'none')
    throw new AppError('usage', 'Keys are kept for profiles, and there is none: add one with qd profile add.')
  if (chosen.is === 'environment')
    throw new AppError('usage', 'Keys are kept for profiles, and QUARTERDECK_* is in use: name one with --profile.')
  const { name, profile } = chosen
  if (profile.helper !== undefined)
    throw new AppError('usage', `The profile ${name} has its key from its helper ${profile.helper[0]}, where it stays.`)
  return { name, profile }
}
