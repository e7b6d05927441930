import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { writeAtomicallySync } from '../../base/atomic-file.ts'
import type { Env } from '../../base/env.ts'
import { memberOf } from '../../base/json.ts'
import { readOwnFile } from '../../base/own-file.ts'
import { createOwnFolder } from '../../base/own-folder.ts'
import { statusFolderOf } from '../../base/saved-frames.ts'
import { sha256 } from '../../base/sha256.ts'
import { parseStatusFigures, type StatusFigures } from '../../domain/status/status-text.ts'
import { type Credentials, isDemo } from '../credentials.ts'
import { foldersOf } from '../folders.ts'
import { loadMachineSalt } from '../machine-salt.ts'
import { DEMO_PROFILE } from '../profiles/profile-name.ts'
import { configTexts, keysIn, parsePlainly } from '../start-files.ts'

/** The message if there are no figures. */
export const NO_STATUS = 'No figures of this organisation are cached: run qd overview, or open the explorer.'

/** The variables that determine the organisation, apart from QUARTERDECK_PROFILE. */
const VARIABLES = [
  'QUARTERDECK_BASE_URL',
  'QUARTERDECK_APP_URL',
  'QUARTERDECK_API_KEY',
  'QUARTERDECK_HISTORY_URL',
  'QUARTERDECK_HISTORY_API_KEY',
] as const

/**
 * Everything that determines the organisation of a run, apart from keys in a keychain or of a helper: `qd login`
 * deletes the figures. It does not validate the configuration, because a status line must be fast. Undefined
 * without an organisation or with an invalid configuration. The result contains the key: never show or store it.
 *
 * @param named - The value of --profile, or the profile in use.
 */
export const statusIdentity = (env: Env, named: string | undefined): string | undefined => {
  const { configFile, keysFolder } = foldersOf(env)
  const texts = configTexts(configFile)
  const keys = keysIn(keysFolder)
  if (!texts || !keys) return undefined
  try {
    const files = texts.map((text) => (text === '' ? {} : parsePlainly(text)))
    const name = named ?? (env.QUARTERDECK_PROFILE || currentProfile(env, files))
    if (name === DEMO_PROFILE || (name === undefined && !env.QUARTERDECK_BASE_URL)) return undefined
    const profile = name === undefined ? [] : files.map((file) => memberOf(memberOf(file, 'profiles'), name))
    return JSON.stringify([name ?? null, profile, VARIABLES.map((variable) => env[variable] ?? ''), keys])
  } catch {
    return undefined
  }
}

/** The profile that config.json selects, unless the environment has an address. */
const currentProfile = (env: Env, [config, ...included]: readonly unknown[]): string | undefined => {
  if (env.QUARTERDECK_BASE_URL || env.QUARTERDECK_APP_URL || env.QUARTERDECK_HISTORY_URL) return undefined
  const own = memberOf(config, 'profile')
  const [first, ...others] = new Set(included.flatMap((file) => memberOf(file, 'profile') ?? []))
  // Which of several included files wins depends on their order: find out with qd itself, not here.
  const name = own ?? (others.length > 0 ? undefined : first)
  return typeof name === 'string' ? name : undefined
}

/** The name is a hash that is keyed with the machine's salt, because the identity contains keys. */
const pathOf = (folder: string, salt: Uint8Array, identity: string): string =>
  join(folder, sha256(Buffer.concat([salt, Buffer.from(`status\n${identity}`)])))

/** The cached figures of an organisation; undefined if there are none. Sends no request and never throws. */
export const readStatus = (env: Env, named: string | undefined): StatusFigures | undefined => {
  try {
    const { cacheFile, saltFile } = foldersOf(env)
    const folder = statusFolderOf(cacheFile)
    // Return early, because loading the salt would create it.
    if (!existsSync(folder)) return undefined
    const identity = statusIdentity(env, named)
    if (identity === undefined) return undefined
    const bytes = readOwnFile(pathOf(folder, loadMachineSalt(saltFile).salt, identity), MAX_BYTES)
    return bytes && parseStatusFigures(JSON.parse(Buffer.from(bytes).toString('utf8')))
  } catch {
    return undefined
  }
}

const MAX_BYTES = 10_000

/**
 * Caches figures for `qd status`, readable only by their owner. Does nothing for a demo, for a key from standard input,
 * which has no profile, and if they cannot be written: then the status is stale.
 *
 * @param identity - See {@link statusIdentity}, from before the data was loaded.
 */
export const saveStatus = (
  figures: StatusFigures,
  credentials: Credentials,
  env: Env,
  identity = statusIdentity(env, credentials.profile),
): void => {
  const { cacheFile, saltFile } = foldersOf(env)
  const { salt, notice } = loadMachineSalt(saltFile)
  if (identity === undefined || notice !== undefined || isDemo(credentials) || credentials.keySource === KEY_STDIN)
    return
  try {
    const folder = statusFolderOf(cacheFile)
    createOwnFolder(folder)
    writeAtomicallySync(pathOf(folder, salt, identity), JSON.stringify(figures), { mayReplace: true })
  } catch {
    // See above.
  }
}

const KEY_STDIN = '--key-stdin'
