import type { Env } from '../../base/env.ts'
import { foldersOf } from '../folders.ts'
import { addressesOf, loadChosenProfile } from '../profiles/choose-profile.ts'
import { readConfig } from '../profiles/config-file.ts'
import { DEMO_PROFILE } from '../profiles/profile-name.ts'
import { keyPlaceWords } from './profile-key.ts'

const demoWords = { baseUrl: 'made up, on this machine', appUrl: '', key: 'its own', readOnly: false }

/**
 * All profiles in the order of config.json, and the demo. No key is read.
 *
 * @param named - What --profile said.
 * @throws AppError of kind `usage` where config.json is refused.
 */
export const listProfiles = async (env: Env, named: string | undefined) => {
  const { profiles = {} } = readConfig(foldersOf(env).configFile)
  // Without a choice there is still a list to choose from.
  const chosen = await loadChosenProfile(env, named).catch(() => ({ is: 'none' }) as const)
  const used = chosen.is === 'profile' ? chosen.name : chosen.is === 'demo' ? DEMO_PROFILE : undefined
  return [
    ...Object.entries(profiles).map(([name, profile]) => ({
      name,
      /** Whether a run that says nothing else works with it. */
      isUsed: name === used,
      ...addressesOf(profile),
      /** Where its key is looked for, in words. */
      key: keyPlaceWords({ name, profile }, env),
      readOnly: profile.readOnly ?? false,
    })),
    { name: DEMO_PROFILE, isUsed: used === DEMO_PROFILE, ...demoWords },
  ]
}
