import { lstatSync, readFileSync } from 'node:fs'
import { isObject } from '../../base/json.ts'

/** Most bytes of a file. */
const MAX_FILE_BYTES = 256 * 1024 * 1024

/** Why a file cannot be taken in, in words that follow its name. */
export class Unreadable extends Error {
  override name = 'Unreadable'
}

/** The text of a file. Throws {@link Unreadable} for links, devices, files that are too large, and what is not UTF-8. */
export const readText = (path: string): string => {
  const about = lstatSync(path)
  if (about.isSymbolicLink()) throw new Unreadable('is a symbolic link: put the file itself there')
  if (!about.isFile()) throw new Unreadable('is not a regular file')
  if (about.size > MAX_FILE_BYTES)
    throw new Unreadable(`is larger than ${MAX_FILE_BYTES / 1024 / 1024} MiB: split it into several`)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(readFileSync(path))
  } catch (error) {
    if (error instanceof TypeError) throw new Unreadable('is not UTF-8')
    throw error
  }
}

/** The JSON object that a file holds. Throws {@link Unreadable} as {@link readText} does, and for anything else. */
export const readObject = (path: string): Record<string, unknown> => {
  let value: unknown
  try {
    value = JSON.parse(readText(path))
  } catch (error) {
    if (error instanceof SyntaxError) throw new Unreadable('is not JSON')
    throw error
  }
  if (!isObject(value)) throw new Unreadable('is not a JSON object: put what the API answers there, envelope and all')
  return value
}
