import { existsSync } from 'node:fs'
import type { Env } from '../../base/env.ts'
import { AppError } from '../../base/errors.ts'
import { parseAddress } from '../address.ts'
import type { Credentials } from '../credentials.ts'
import { foldersOf } from '../folders.ts'
import type { Config, Profile } from './config-schema.ts'
import { DEMO_PROFILE } from './profile-name.ts'

/** The source of a run's addresses and key. */
export type ChosenProfile =
  /** Nothing is configured. */
  | { is: 'none' }
  | { is: 'demo' }
  /** QUARTERDECK_* only; `shadowed` is the profile that they override. */
  | { is: 'environment'; shadowed: string | undefined }
  /**
   * `isKeyFromEnv`: QUARTERDECK_API_KEY is used instead of the profile's own key. `isHistoryKeyFromEnv`: the same for
   * the key of its team's server.
   */
  | ({ is: 'profile'; isKeyFromEnv: boolean; isHistoryKeyFromEnv: boolean } & NamedProfile)

/**
 * Selects the profile named by --profile or QUARTERDECK_PROFILE; otherwise the addresses in the environment; otherwise
 * the profile selected by qd profile use. A key in the environment belongs to the addresses in the environment: if
 * these differ from the profile's addresses, the profile's own key is used.
 *
 * @param named - The value of --profile.
 * @throws AppError of kind `usage` if the profile does not exist, or none is selected.
 */
export const chooseProfile = (config: Config, env: Env, named: string | undefined, path: string): ChosenProfile => {
  const wanted = named ?? (env.QUARTERDECK_PROFILE || undefined)
  if (wanted === undefined && hasAddress(env)) return { is: 'environment', shadowed: config.profile }
  const name = wanted ?? config.profile
  if (name === DEMO_PROFILE) return { is: 'demo' }
  if (name !== undefined) {
    const profile = findProfile(config, name, wanted === undefined ? `which ${path} selects` : undefined)
    const isHistoryKeyFromEnv = isHistoryKeyFor(profile, env)
    return { is: 'profile', name, profile, isKeyFromEnv: isKeyFor(profile, env), isHistoryKeyFromEnv }
  }
  const names = Object.keys(config.profiles ?? {})
  if (names.length > 0 && !env.QUARTERDECK_API_KEY)
    throw new AppError('usage', `No profile is selected. Select one with qd profile use ${names.join('|')}.`)
  return env.QUARTERDECK_API_KEY ? { is: 'environment', shadowed: undefined } : { is: 'none' }
}

/**
 * Finds a profile by its name.
 *
 * @param why - Where the name came from, if the user did not type it.
 * @throws AppError of kind `usage` that lists the existing names.
 */
export const findProfile = (config: Config, name: string, why?: string): Profile => {
  const profiles = config.profiles ?? {}
  if (Object.hasOwn(profiles, name)) return profiles[name] as Profile
  const names = [...Object.keys(profiles), DEMO_PROFILE].join(', ')
  throw new AppError('usage', `No profile "${name}"${why ? `, ${why}` : ''}. Choose from ${names}.`)
}

const isKeyFor = (profile: Profile, env: Env): boolean => {
  if (!env.QUARTERDECK_API_KEY) return false
  if (!env.QUARTERDECK_BASE_URL && !env.QUARTERDECK_APP_URL) return true
  const own = addressesOf(profile)
  const base = env.QUARTERDECK_BASE_URL || undefined
  const app = env.QUARTERDECK_APP_URL || base
  return isSameOrigin(base, own.baseUrl) && isSameOrigin(app, own.appUrl)
}

const hasAddress = (env: Env): boolean =>
  Boolean(env.QUARTERDECK_BASE_URL || env.QUARTERDECK_APP_URL || env.QUARTERDECK_HISTORY_URL)

const isHistoryKeyFor = ({ historyUrl }: Profile, env: Env): boolean => {
  if (!env.QUARTERDECK_HISTORY_API_KEY || historyUrl === undefined) return false
  return !hasAddress(env) || isSameOrigin(env.QUARTERDECK_HISTORY_URL || undefined, historyUrl)
}

const isSameOrigin = (one: string | undefined, other: string): boolean =>
  one !== undefined && URL.canParse(one) && new URL(one).origin === new URL(other).origin

export type NamedProfile = { name: string; profile: Profile }

/** The two addresses that may receive a key. */
export type Addresses = Pick<Credentials, 'baseUrl' | 'appUrl'>

/** The two addresses of a profile, without trailing slashes. */
export const addressesOf = ({ baseUrl, appUrl = baseUrl }: Profile): Addresses => ({
  baseUrl: parseAddress(baseUrl, 'baseUrl'),
  appUrl: parseAddress(appUrl, 'appUrl'),
})

/** The address of a profile's team server, without trailing slashes; undefined if it names none. */
export const historyUrlOf = ({ historyUrl }: Profile): string | undefined =>
  historyUrl === undefined ? undefined : parseAddress(historyUrl, 'historyUrl')

/** Reads config.json. Loads the schema only if the file exists, and the parser for comments only if it has some. */
const loadConfig = async (path: string): Promise<Config> => {
  if (!existsSync(path)) return {}
  const { readPlainConfig } = await import('./plain-config.ts')
  return readPlainConfig(path)?.config ?? (await import('./config-file.ts')).readConfig(path)
}

/**
 * A warning for each unknown member of config.json and of the files that it includes; none if it is invalid. Loads the
 * parser for positions only if there are some.
 */
export const loadConfigWarnings = async (env: Env): Promise<string[]> => {
  const { configFile } = foldersOf(env)
  if (!existsSync(configFile)) return []
  const { readPlainConfig } = await import('./plain-config.ts')
  const load = async () => {
    if (readPlainConfig(configFile)?.hasUnknown === false) return []
    return (await import('./parse-config.ts')).configWarnings(configFile)
  }
  return (await undefinedIfInvalid(load())) ?? []
}

/** Undefined if the configuration is invalid. */
const undefinedIfInvalid = <Value>(promise: Promise<Value>): Promise<Value | undefined> =>
  promise.catch((error: unknown) => {
    if (error instanceof AppError) return undefined
    throw error
  })

/** Selects the profile of a run. */
export const loadChosenProfile = async (env: Env, named: string | undefined): Promise<ChosenProfile> => {
  const { configFile } = foldersOf(env)
  return chooseProfile(await loadConfig(configFile), env, named, configFile)
}

/**
 * The profile that a command must name with --profile to use the same organisation; undefined if it is the default.
 *
 * @param shown - The profile on the screen, or the demo; undefined for an organisation from the environment, which no
 * option can select.
 */
export const profileToName = async (env: Env, shown: string | undefined): Promise<string | undefined> => {
  if (shown === undefined) return undefined
  const chosen = await undefinedIfInvalid(loadChosenProfile(env, undefined))
  const usual = chosen?.is === 'demo' ? DEMO_PROFILE : chosen?.is === 'profile' ? chosen.name : undefined
  return shown === usual ? undefined : shown
}

/** The user's settings of the explorer. */
export type Preferences = Pick<
  Config,
  'theme' | 'mouse' | 'pseudonyms' | 'compare' | 'keys' | 'screenReader' | 'announce' | 'profiles'
>

/** Reads the user's settings from config.json; empty if it is invalid, because settings must not prevent a start. */
export const loadPreferences = async (env: Env): Promise<Preferences> =>
  (await undefinedIfInvalid(loadConfig(foldersOf(env).configFile))) ?? {}
