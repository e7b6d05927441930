import { readdirSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import type { Env } from '../base/env.ts'
import { memberOf } from '../base/json.ts'
import { readOwnFile, readRegularFile } from '../base/own-file.ts'
import { frameGeneration } from '../base/saved-frames.ts'
import { foldersOf } from '../config/folders.ts'

declare const QUARTERDECK_VERSION: string

/**
 * The variables that determine whose figures are shown and how they are rendered. They include the key, so only a hash
 * is stored. Variables for folders are not needed: other folders have other salts, frames and configurations.
 */
const RELEVANT_VARIABLES = /^(?:QUARTERDECK_|INK_|LC_|LANG|TERM|COLOR|NO_COLOR|TZ$)/

/** Everything that a start depends on, read before the explorer is loaded. */
export type Start = {
  /**
   * Version, arguments, configuration and keys; undefined if the keys or the files of the configuration cannot be read.
   * Never show or store it.
   */
  basis: string | undefined
  /** See {@link frameGeneration}. */
  generation: string
}

/** Reads the inputs of a start with these arguments. */
export const startOf = (words: readonly string[], env: Env): Start => {
  const { cacheFile, configFile, keysFolder } = foldersOf(env)
  const variables = Object.entries(env).filter(([name]) => RELEVANT_VARIABLES.test(name))
  const keys = keysIn(keysFolder)
  const config = configTexts(configFile)
  const basis = keys && config && JSON.stringify([QUARTERDECK_VERSION, words, variables.sort(), config, keys])
  return { basis, generation: frameGeneration(cacheFile) }
}

/**
 * Everything that determines the first screen of a start: whose figures are shown (the key itself, the profile, its
 * addresses), how they are rendered, the open screens of the last run, and that saved frames were not deleted since.
 * Undefined if a saved frame cannot be matched to the key.
 */
export const frameIdentity = ({ basis, generation }: Start, env: Env): string | undefined =>
  basis === undefined || generation === ''
    ? undefined
    : JSON.stringify([basis, generation, openedIn(textOf(foldersOf(env).visitsFile))])

/** The open screens, without times. */
const openedIn = (visits: string): unknown => {
  try {
    return JSON.parse(visits, (member, value) => (['at', 'seen', 'matters'].includes(member) ? undefined : value))
  } catch {
    return visits
  }
}

const MAX_KEY_BYTES = 16_384

/** The key files of all profiles, because the profile is selected later. Undefined if one cannot be read. */
const keysIn = (folder: string): [name: string, text: string][] | undefined => {
  try {
    return readdirSync(folder)
      .sort()
      .map((name) => [name, Buffer.from(readOwnFile(join(folder, name), MAX_KEY_BYTES) ?? []).toString('utf8')])
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ENOENT' ? [] : undefined
  }
}

/** A string or a comment in JSON. */
const STRING_OR_COMMENT = /"(?:[^"\\\n]|\\.)*"|\/\/[^\n]*|\/\*[\s\S]*?\*\//g

/** More than the maximum number of files of a configuration. */
const MAX_CONFIG_FILES = 60

/**
 * The texts of config.json and of the files that it includes. Undefined if the included files cannot be found, because
 * the text is invalid. Most configurations include none, so they are not parsed.
 */
const configTexts = (configFile: string): string[] | undefined => {
  const texts: string[] = []
  const paths = [configFile]
  for (const path of paths) {
    const text = textOf(path)
    texts.push(text)
    // An escape sequence may spell the name of the member.
    if (!/include|\\u/.test(text)) continue
    if (paths.length > MAX_CONFIG_FILES) return undefined
    try {
      const plain = text
        .replace(/^\uFEFF/, '')
        .replaceAll(STRING_OR_COMMENT, (found) => (found[0] === '"' ? found : ' '))
      const include = memberOf(JSON.parse(plain), 'include')
      for (const name of Array.isArray(include) ? include : []) paths.push(resolve(dirname(path), String(name)))
    } catch {
      return undefined
    }
  }
  return texts
}

/** More than the maximum size of config.json and of the list of visits. */
const MAX_TEXT_BYTES = 10_000_000

/** The text of a file; empty if it cannot be read. The code that uses the file reports the error. */
const textOf = (path: string): string => {
  try {
    return Buffer.from(readRegularFile(path, MAX_TEXT_BYTES) ?? []).toString('utf8')
  } catch {
    return ''
  }
}
