import { readFileSync } from 'node:fs'
import type { Env } from '../base/env.ts'
import { foldersOf } from '../config/folders.ts'

declare const QUARTERDECK_VERSION: string

/**
 * What of the environment says whose figures are shown, and how they are drawn. The key is in it: only a hash of it is kept. Other
 * folders have other salts, pictures and configurations.
 */
const SAID = /^(?:QUARTERDECK_|INK_|LC_|LANG|TERM|COLOR|NO_COLOR|TZ$)/

/**
 * All that decides what a start with these words shows first: the version, what it is told, which profile is chosen, its addresses,
 * the theme, and what was open in the last run.
 */
export const startIdentity = (words: readonly string[], env: Env): string => {
  const { configFile, visitsFile } = foldersOf(env)
  const said = Object.entries(env).filter(([name]) => SAID.test(name))
  return JSON.stringify([QUARTERDECK_VERSION, words, said.sort(), textOf(configFile), openedIn(textOf(visitsFile))])
}

/** What was open, without when that was. */
const openedIn = (visits: string): unknown => {
  try {
    return JSON.parse(visits, (member, value) => (['at', 'seen', 'matters'].includes(member) ? undefined : value))
  } catch {
    return visits
  }
}

const textOf = (path: string): string => {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return ''
  }
}
