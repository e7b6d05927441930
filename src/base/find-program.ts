import { accessSync, constants, statSync } from 'node:fs'
import { delimiter, isAbsolute, join } from 'node:path'
import type { Env } from './env.ts'

/**
 * The path of a program in the folders of PATH; undefined if it is not installed. Folders relative to the working
 * directory are skipped: a file that happens to lie there must not run.
 *
 * @param name - Its file name, on Windows with the extension.
 */
export const findProgram = (name: string, env: Env): string | undefined =>
  (env.PATH ?? env.Path ?? '')
    .split(delimiter)
    .filter(isAbsolute)
    .map((folder) => join(folder, name))
    .find(isProgram)

const isProgram = (path: string): boolean => {
  try {
    accessSync(path, constants.X_OK)
    return statSync(path).isFile()
  } catch {
    return false
  }
}
