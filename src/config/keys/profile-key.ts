import { spawn } from 'node:child_process'
import { statSync } from 'node:fs'
import { type Env, withoutKey } from '../../base/env.ts'
import { AppError } from '../../base/errors.ts'
import { isObject } from '../../base/json.ts'
import { isTrustedOwner, isWritableByOthers } from '../../base/own-folder.ts'
import { deleteFrames } from '../../base/saved-frames.ts'
import { foldersOf } from '../folders.ts'
import { type Addresses, addressesOf, type NamedProfile } from '../profiles/choose-profile.ts'
import type { KeyPlace, Profile } from '../profiles/config-schema.ts'
import { keyFileOf, readKeyFile, removeKeyFile, writeKeyFile } from './key-file.ts'
import type { Keychain } from './keychain.ts'

export type HelperOptions = {
  env: Env
  /** The name of the program in errors, such as `the helper of the profile acme`. */
  name: string
  /**
   * Time limit in milliseconds.
   * @default 10_000
   */
  limitMs?: number
}

const MAX_SIZE_BYTES = 16_384

/**
 * Runs a program and returns its standard output, which may contain secrets and is never shown. The program runs without
 * a shell and without the key in its environment.
 *
 * @throws AppError of kind `failed` if it fails, exceeds the time limit, or prints more than 16 KiB.
 */
export const readHelper = (argv: readonly string[], { env, name, limitMs = 10_000 }: HelperOptions): Promise<string> =>
  new Promise((resolve, reject) => {
    const [program = '', ...args] = argv
    const parts: Buffer[] = []
    let sizeBytes = 0
    const stop = (): void => {
      clearTimeout(limit)
      child?.stdout.destroy()
      child?.kill('SIGKILL')
    }
    const fail = (why: string): void => {
      stop()
      reject(new AppError('failed', `No key: ${name} (${program}) ${why}.`))
    }
    const limit = setTimeout(() => fail(`did not exit within ${limitMs / 1000} s; run it yourself to see why`), limitMs)
    const child = spawnHelper(program, args, env)
    if (child === undefined) return fail("can't be started; check the configuration")
    child.on('error', ({ code = 'an error' }: NodeJS.ErrnoException) =>
      fail(
        code === 'ENOENT'
          ? 'was not found; use its full path in the configuration'
          : `can't be started (${code}); check that it is executable`,
      ),
    )
    child.stdout.on('data', (part: Buffer) => {
      sizeBytes += part.length
      parts.push(part)
      if (sizeBytes > MAX_SIZE_BYTES) fail(`printed more than ${MAX_SIZE_BYTES} bytes, too large for a key`)
    })
    child.on('close', (status, signal) => {
      if (status !== 0)
        return fail(
          `${signal === null ? `exited with status ${status}` : `was ended by ${signal}`}; run it yourself to see why`,
        )
      clearTimeout(limit)
      resolve(Buffer.concat(parts).toString('utf8'))
    })
  })

const spawnHelper = (program: string, args: readonly string[], env: Env) => {
  try {
    return spawn(program, args, { env: withoutKey(env), stdio: ['ignore', 'pipe', 'ignore'], windowsHide: true })
  } catch {
    // A name or argument contains NUL.
    return undefined
  }
}

/** What a key belongs to: a profile, or the team's server that the profile names. */
export type KeyOwner = NamedProfile & {
  /** Whether it is the team's server; then `profile` has its address and the places of its key. @default false */
  isHistory?: boolean
}

/** The team's server of a profile as the owner of its own key; undefined if the profile names none. */
export const historyOwnerOf = ({ name, profile }: NamedProfile): KeyOwner | undefined => {
  const { historyUrl, historyHelper: helper, historyKeyIn: keyIn } = profile
  if (historyUrl === undefined) return undefined
  return { name, isHistory: true, profile: { baseUrl: historyUrl, ...(helper && { helper }), ...(keyIn && { keyIn }) } }
}

/** The name of a key's entry in the keychain, and of its file. Names of profiles contain no `@`. */
const entryOf = ({ name, isHistory }: Omit<KeyOwner, 'profile'>): string => (isHistory ? `${name}@history` : name)

/** The owner of a key in sentences. */
const ownerText = ({ name, isHistory }: KeyOwner): string =>
  isHistory ? `the team's server of the profile ${name}` : `the profile ${name}`

/** The command that stores a key. */
export const loginCommand = ({ name, isHistory }: Omit<KeyOwner, 'profile'>): string =>
  `qd login ${isHistory ? '--history ' : ''}--profile ${name}`

/** A key and where it came from, in words that help to find it. */
export type FoundKey = { text: string; source: string }

export type KeyDeps = { env: Env; keychain: Keychain }

/**
 * Reads the key of a profile: from its helper, else from the keychain, else from the file. Any error is thrown, except
 * that of a keychain that the profile does not name: then the file is tried.
 *
 * @throws AppError if there is no key, or if it must not be used.
 */
export const readProfileKey = async (owner: KeyOwner, deps: KeyDeps): Promise<FoundKey> => {
  const { profile } = owner
  const { env } = deps
  if (profile.helper !== undefined) {
    const source = `the helper of ${ownerText(owner)}`
    assertOwnConfig(foldersOf(env).configFile, source)
    return { text: await readHelper(profile.helper, { env, name: source }), source }
  }
  let keychainError = ''
  for (const place of placesOf(profile)) {
    const source = describeKeyPlace(place, owner, env)
    try {
      const stored = place === 'keychain' ? await deps.keychain.read(entryOf(owner)) : readKeyFile(fileOf(owner, env))
      if (stored !== undefined) return { text: fromStoredKey(stored, owner, source), source }
    } catch (error) {
      if (!(error instanceof AppError) || place === 'file' || profile.keyIn !== undefined) throw error
      // The keychain is not available: report that only if there is no file either. Other errors mean that the entry in
      // the keychain must not be used.
      if (error.kind !== 'failed') throw error
      keychainError = ` ${error.message}`
    }
  }
  const who = ownerText(owner)
  throw new AppError(
    'usage',
    `${who.charAt(0).toUpperCase()}${who.slice(1)} has no key: store one with ${loginCommand(owner)}.${keychainError}`,
  )
}

/** @throws AppError of kind `usage` if other users may have named the program to run. */
const assertOwnConfig = (path: string, source: string): void => {
  const stats = statSync(path, { throwIfNoEntry: false })
  if (!stats || process.platform === 'win32') return
  const refused = (why: string) => new AppError('usage', `The key from ${source} is not used: ${why}.`)
  if (!isTrustedOwner(stats)) throw refused(`${path} belongs to another user; replace it with your own file`)
  if (isWritableByOthers(stats)) throw refused(`other users can write to ${path}; run chmod go-w ${path}`)
}

/** Stores the key of a profile in one place. Throws the AppErrors of that place. */
export const writeProfileKey = async (owner: KeyOwner, key: string, place: KeyPlace, deps: KeyDeps): Promise<void> => {
  // Saved frames may show data that the new key may not access.
  deleteFrames(foldersOf(deps.env).cacheFile)
  // Both the keychain and the files contain the key with the two origins that may receive it.
  const stored = `${JSON.stringify({ origins: originsOf(addressesOf(owner.profile)), key })}\n`
  if (place === 'keychain') await deps.keychain.write(entryOf(owner), stored)
  else writeKeyFile(fileOf(owner, deps.env), stored)
}

/** Deletes the key from the place other than `current`. Ignores keychain errors, because that key is not used any more. */
export const removeOtherKey = async (
  owner: Omit<KeyOwner, 'profile'>,
  current: KeyPlace,
  { env, keychain }: KeyDeps,
): Promise<void> => {
  if (current === 'keychain') return removeKeyFile(fileOf(owner, env))
  await keychain.remove(entryOf(owner)).catch(() => {})
}

/**
 * Deletes the key of a profile and that of its team's server from all places.
 *
 * @returns A sentence if the keychain failed and the profile does not name it as the place of a key.
 * @throws AppError of kind `failed` if a key may remain.
 */
export const removeProfileKeys = async (named: NamedProfile, deps: KeyDeps): Promise<string | undefined> => {
  deleteFrames(foldersOf(deps.env).cacheFile)
  const { name, profile } = named
  const places = [
    { isHistory: false, keyIn: profile.keyIn },
    // A key may remain from a team's server that the profile named before.
    { isHistory: true, keyIn: profile.historyKeyIn ?? (profile.historyUrl === undefined ? 'file' : undefined) },
  ]
  let keychainError: string | undefined
  for (const { isHistory, keyIn } of places) {
    removeKeyFile(fileOf({ name, isHistory }, deps.env))
    if (keyIn === 'file') continue
    try {
      await deps.keychain.remove(entryOf({ name, isHistory }))
    } catch (error) {
      if (!(error instanceof AppError) || keyIn === 'keychain') throw error
      keychainError = error.message
    }
  }
  return keychainError
}

/** The places where a key may be stored, as text. */
export const describeKeyPlaces = (owner: KeyOwner, env: Env): string =>
  owner.profile.helper !== undefined
    ? `its helper ${owner.profile.helper[0]}`
    : placesOf(owner.profile)
        .map((place) => describeKeyPlace(place, owner, env))
        .join(', else ')

const placesOf = ({ keyIn }: Profile): readonly KeyPlace[] => (keyIn === undefined ? ['keychain', 'file'] : [keyIn])

const fileOf = (owner: Omit<KeyOwner, 'profile'>, env: Env): string =>
  keyFileOf(foldersOf(env).keysFolder, entryOf(owner))

/** A place where a key may be stored, as text. */
export const describeKeyPlace = (place: KeyPlace, owner: Omit<KeyOwner, 'profile'>, env: Env): string =>
  place === 'keychain' ? 'the system keychain' : `the file ${fileOf(owner, env)}`

/**
 * Parses the key in a text written by {@link writeProfileKey}.
 *
 * @param where - Where the text was found, such as `the file /home/me/key`.
 * @throws AppError of kind `usage` if it is for other origins, or is invalid.
 */
const fromStoredKey = (text: string, { profile, isHistory }: KeyOwner, where: string): string => {
  const { origins, key } = parsed(text)
  if (typeof key !== 'string' || !Array.isArray(origins) || !origins.every((origin) => typeof origin === 'string'))
    throw new AppError('usage', `The key in ${where} was not stored by qd login: log in again.`)
  const own = originsOf(addressesOf(profile))
  if (origins.length !== own.length || origins.some((origin, at) => origin !== own[at]))
    throw new AppError(
      'usage',
      `The key in ${where} is only for ${[...new Set(origins)].join(' and ')}, not for ${[...new Set(own)].join(' and ')}: log in again with qd login${isHistory ? ' --history' : ''}.`,
    )
  return key
}

const originsOf = ({ baseUrl, appUrl }: Addresses): string[] => [baseUrl, appUrl].map((url) => new URL(url).origin)

const parsed = (text: string): { origins?: unknown; key?: unknown } => {
  try {
    const value: unknown = JSON.parse(text)
    return isObject(value) ? value : {}
  } catch {
    return {}
  }
}
