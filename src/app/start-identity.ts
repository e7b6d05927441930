import type { Env } from '../base/env.ts'
import { frameGeneration } from '../base/saved-frames.ts'
import { foldersOf } from '../config/folders.ts'
import { configTexts, keysIn, textOf } from '../config/start-files.ts'

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
