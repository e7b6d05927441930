// Files of a start, read without the schema of config.json, because a start must be fast.
import { readdirSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { memberOf } from '../base/json.ts'
import { readOwnFile, readRegularFile } from '../base/own-file.ts'

const MAX_KEY_BYTES = 16_384

/** The key files of all profiles, because the profile is selected later. Undefined if one cannot be read. */
export const keysIn = (folder: string): [name: string, text: string][] | undefined => {
  try {
    return readdirSync(folder)
      .sort()
      .map((name) => [name, Buffer.from(readOwnFile(join(folder, name), MAX_KEY_BYTES) ?? []).toString('utf8')])
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ENOENT' ? [] : undefined
  }
}

/** A string or a comment in JSON. One without an end reaches to the end, so that the search takes linear time. */
const STRING_OR_COMMENT = /"(?:[^"\\\n]|\\.)*"?|\/\/[^\n]*|\/\*[\s\S]*?(?:\*\/|$)/g

/** Parses a text of config.json, which may have comments. @throws SyntaxError. */
export const parsePlainly = (text: string): unknown =>
  JSON.parse(text.replace(/^\uFEFF/, '').replaceAll(STRING_OR_COMMENT, (found) => (found[0] === '"' ? found : ' ')))

/** More than the maximum number of files of a configuration. */
const MAX_CONFIG_FILES = 60

/**
 * The texts of config.json and of the files that it includes. Undefined if the included files cannot be found, because
 * the text is invalid. Most configurations include none, so they are not parsed.
 */
export const configTexts = (configFile: string): string[] | undefined => {
  const texts: string[] = []
  const paths = [configFile]
  for (const path of paths) {
    const text = textOf(path)
    texts.push(text)
    // An escape sequence may spell the name of the member.
    if (!/include|\\u/.test(text)) continue
    if (paths.length > MAX_CONFIG_FILES) return undefined
    try {
      const include = memberOf(parsePlainly(text), 'include')
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
export const textOf = (path: string): string => {
  try {
    return Buffer.from(readRegularFile(path, MAX_TEXT_BYTES) ?? []).toString('utf8')
  } catch {
    return ''
  }
}
