import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Env } from '../base/env.ts'
import { frameGeneration } from '../base/kept-frames.ts'
import { readOrdinaryFile, readOwnFile } from '../base/own-file.ts'
import { foldersOf } from '../config/folders.ts'

declare const QUARTERDECK_VERSION: string

/**
 * What of the environment says whose figures are shown, and how they are drawn. The key is in it: only a hash of it is kept. Other
 * folders have other salts, pictures and configurations.
 */
const SAID = /^(?:QUARTERDECK_|INK_|LC_|LANG|TERM|COLOR|NO_COLOR|TZ$)/

/** A start of the explorer, as it was before anything of it was loaded. */
export type Start = {
  /** Version, words, configuration and keys; undefined where the files of keys cannot be read. Never shown or kept: it holds keys. */
  basis: string | undefined
  /** See {@link frameGeneration}. */
  generation: string
}

/** Looks at what a start with these words goes by. */
export const startOf = (words: readonly string[], env: Env): Start => {
  const { cacheFile, configFile, keysFolder } = foldersOf(env)
  const said = Object.entries(env).filter(([name]) => SAID.test(name))
  const keys = keysIn(keysFolder)
  const basis = keys && JSON.stringify([QUARTERDECK_VERSION, words, said.sort(), textOf(configFile), keys])
  return { basis, generation: frameGeneration(cacheFile) }
}

/**
 * All that decides what a start shows first: whose figures (the key itself, the profile, its addresses), how they are drawn, what was
 * open in the last run, and that nothing was deleted since; undefined where no picture can be known to be of this key.
 */
export const pictureIdentity = ({ basis, generation }: Start, env: Env): string | undefined =>
  basis === undefined || generation === ''
    ? undefined
    : JSON.stringify([basis, generation, openedIn(textOf(foldersOf(env).visitsFile))])

/** What was open, without when that was. */
const openedIn = (visits: string): unknown => {
  try {
    return JSON.parse(visits, (member, value) => (['at', 'seen', 'matters'].includes(member) ? undefined : value))
  } catch {
    return visits
  }
}

const MAX_KEY_BYTES = 16_384

/** The files of all profiles' keys: which of them is used is decided later. Undefined where one cannot be read. */
const keysIn = (folder: string): [name: string, text: string][] | undefined => {
  try {
    return readdirSync(folder)
      .sort()
      .map((name) => [name, Buffer.from(readOwnFile(join(folder, name), MAX_KEY_BYTES) ?? []).toString('utf8')])
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ENOENT' ? [] : undefined
  }
}

/** More than a configuration or a list of visits may have. */
const MAX_TEXT_BYTES = 10_000_000

/** Empty for a file that cannot be read: the command that needs it prints why. */
const textOf = (path: string): string => {
  try {
    return Buffer.from(readOrdinaryFile(path, MAX_TEXT_BYTES) ?? []).toString('utf8')
  } catch {
    return ''
  }
}
