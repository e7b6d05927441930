import type { Env } from '../../base/env.ts'
import { AppError } from '../../base/errors.ts'
import type { Config, Profile } from './config-schema.ts'
import { addressesOf, type NamedProfile } from './named-profile.ts'
import { DEMO_PROFILE } from './profile-name.ts'

/** Whose addresses and key a run works with. */
export type ChosenProfile =
  /** Nothing is configured. */
  | { is: 'none' }
  | { is: 'demo' }
  /** QUARTERDECK_* alone; `shadowed` is the profile that would be used without them. */
  | { is: 'environment'; shadowed: string | undefined }
  /** `isKeyFromEnv`: QUARTERDECK_API_KEY goes to its addresses, in place of its own key. */
  | ({ is: 'profile'; isKeyFromEnv: boolean } & NamedProfile)

/**
 * Who names a profile, by --profile or QUARTERDECK_PROFILE, gets that one; else the addresses of the environment hold, else the
 * profile that qd profile use has chosen. A key of the environment follows its own addresses: beside other ones than the profile's
 * it is not meant for that, and is not sent there.
 *
 * @param named - What --profile said.
 * @throws AppError of kind `usage` where there is no such profile, or none is chosen.
 */
export const chooseProfile = (config: Config, env: Env, named: string | undefined, path: string): ChosenProfile => {
  const wanted = named ?? (env.QUARTERDECK_PROFILE || undefined)
  if (wanted === undefined && (env.QUARTERDECK_BASE_URL || env.QUARTERDECK_APP_URL))
    return { is: 'environment', shadowed: config.profile }
  const name = wanted ?? config.profile
  if (name === DEMO_PROFILE) return { is: 'demo' }
  if (name !== undefined) {
    const profile = findProfile(config, name, wanted === undefined ? `which ${path} names` : undefined)
    return { is: 'profile', name, profile, isKeyFromEnv: isKeyFor(profile, env) }
  }
  const names = Object.keys(config.profiles ?? {})
  if (names.length > 0 && !env.QUARTERDECK_API_KEY)
    throw new AppError('usage', `No profile is chosen: qd profile use ${names.join('|')} chooses one.`)
  return env.QUARTERDECK_API_KEY ? { is: 'environment', shadowed: undefined } : { is: 'none' }
}

/**
 * A profile of the configuration by its name.
 *
 * @param why - What made us look for it, when nobody typed it.
 * @throws AppError of kind `usage` with the names that there are.
 */
export const findProfile = (config: Config, name: string, why?: string): Profile => {
  const profiles = config.profiles ?? {}
  if (Object.hasOwn(profiles, name)) return profiles[name] as Profile
  const names = [...Object.keys(profiles), DEMO_PROFILE].join(', ')
  throw new AppError('usage', `There is no profile "${name}"${why ? `, ${why}` : ''}: choose from ${names}.`)
}

const isKeyFor = (profile: Profile, env: Env): boolean => {
  if (!env.QUARTERDECK_API_KEY) return false
  if (!env.QUARTERDECK_BASE_URL && !env.QUARTERDECK_APP_URL) return true
  const own = addressesOf(profile)
  const base = env.QUARTERDECK_BASE_URL || undefined
  const app = env.QUARTERDECK_APP_URL || base
  return isSameOrigin(base, own.baseUrl) && isSameOrigin(app, own.appUrl)
}

const isSameOrigin = (one: string | undefined, other: string): boolean =>
  one !== undefined && URL.canParse(one) && new URL(one).origin === new URL(other).origin
