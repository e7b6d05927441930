import { existsSync } from 'node:fs'
import type { Env } from '../../base/env.ts'
import { AppError } from '../../base/errors.ts'
import { parseAddress } from '../address.ts'
import type { Credentials } from '../credentials.ts'
import { foldersOf } from '../folders.ts'
import type { Config, Profile } from './config-schema.ts'
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

/** A profile by its name. */
export type NamedProfile = { name: string; profile: Profile }

/** The two addresses that a key is bound to. */
export type Addresses = Pick<Credentials, 'baseUrl' | 'appUrl'>

/** The two addresses of a profile, without slashes at their ends. */
export const addressesOf = ({ baseUrl, appUrl = baseUrl }: Profile): Addresses => ({
  baseUrl: parseAddress(baseUrl, 'baseUrl'),
  appUrl: parseAddress(appUrl, 'appUrl'),
})

/** What config.json says. The file is read, and what judges it loaded, only where there is one. */
const loadConfig = async (path: string): Promise<Config> =>
  existsSync(path) ? (await import('./config-file.ts')).readConfig(path) : {}

/** Undefined where the configuration is refused. */
const unlessRefused = <Value>(promise: Promise<Value>): Promise<Value | undefined> =>
  promise.catch((error: unknown) => {
    if (error instanceof AppError) return undefined
    throw error
  })

/** Which profile a run works with. */
export const loadChosenProfile = async (env: Env, named: string | undefined): Promise<ChosenProfile> => {
  const { configFile } = foldersOf(env)
  return chooseProfile(await loadConfig(configFile), env, named, configFile)
}

/**
 * The profile that a command has to be given by --profile to ask the same organisation; undefined where it does so anyway.
 *
 * @param shown - Whose figures are shown: a profile's, or the demo's; undefined: those that the environment names, which no flag
 * stands for.
 */
export const profileToName = async (env: Env, shown: string | undefined): Promise<string | undefined> => {
  if (shown === undefined) return undefined
  const chosen = await unlessRefused(loadChosenProfile(env, undefined))
  const usual = chosen?.is === 'demo' ? DEMO_PROFILE : chosen?.is === 'profile' ? chosen.name : undefined
  return shown === usual ? undefined : shown
}

/** The user's settings of the explorer. */
export type Habits = Pick<Config, 'theme' | 'mouse' | 'keys' | 'screenReader'>

/** What config.json says of them; nothing where it cannot be read: habits are no reason to stop. */
export const loadHabits = async (env: Env): Promise<Habits> =>
  (await unlessRefused(loadConfig(foldersOf(env).configFile))) ?? {}
