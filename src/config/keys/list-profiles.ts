import type { Env } from '../../base/env.ts'
import { foldersOf } from '../folders.ts'
import { addressesOf, historyUrlOf, loadChosenProfile, type NamedProfile } from '../profiles/choose-profile.ts'
import { readConfig } from '../profiles/config-file.ts'
import { DEMO_PROFILE } from '../profiles/profile-name.ts'
import { describeKeyPlaces, historyOwnerOf } from './profile-key.ts'

const demoRow = {
  baseUrl: 'demo data, on this machine',
  appUrl: '',
  historyUrl: null,
  key: 'its own',
  historyKey: null,
  readOnly: false,
}

/** The places where the key of a profile's team server may be stored, as text; undefined without one. */
export const historyKeyPlaces = (named: NamedProfile, env: Env): string | undefined => {
  const owner = historyOwnerOf(named)
  return owner && describeKeyPlaces(owner, env)
}

/**
 * All profiles in the order of config.json, and the demo. Reads no keys.
 *
 * @param named - The value of --profile.
 * @throws AppError of kind `usage` if config.json is invalid.
 */
export const listProfiles = async (env: Env, named: string | undefined) => {
  const { profiles = {} } = readConfig(foldersOf(env).configFile)
  // The list is useful even if no profile is selected.
  const chosen = await loadChosenProfile(env, named).catch(() => ({ is: 'none' }) as const)
  const used = chosen.is === 'profile' ? chosen.name : chosen.is === 'demo' ? DEMO_PROFILE : undefined
  return [
    ...Object.entries(profiles).map(([name, profile]) => ({
      name,
      /** Whether it is the profile of this run. */
      isUsed: name === used,
      ...addressesOf(profile),
      /** The address of its team's server; null if it names none. */
      historyUrl: historyUrlOf(profile) ?? null,
      /** The places where its key may be stored, as text. */
      key: describeKeyPlaces({ name, profile }, env),
      /** The places where the key of its team's server may be stored, as text; null without one. */
      historyKey: historyKeyPlaces({ name, profile }, env) ?? null,
      readOnly: profile.readOnly ?? false,
    })),
    { name: DEMO_PROFILE, isUsed: used === DEMO_PROFILE, ...demoRow },
  ]
}
