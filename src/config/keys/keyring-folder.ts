import { existsSync, readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { assertOwnFolder } from '../../base/own-folder.ts'

const KEYRING = join('@napi-rs', 'keyring')

/**
 * The folder of the `@napi-rs/keyring` that was installed with this program: in the package's own node_modules, or next
 * to the package if npm installed both into the same folder. Node's own search would continue in all parent folders,
 * where other users may have put a package.
 *
 * @param file A file of this program.
 * @returns undefined if it was not installed with the program.
 */
export const keyringFolder = (file: string): string | undefined => {
  const own = packageFolder(dirname(file))
  if (own === undefined) return undefined
  const parent = dirname(own)
  const places = [join(own, 'node_modules'), ...(basename(parent) === 'node_modules' ? [parent] : [])]
  if (isRepository(parent)) places.push(join(parent, 'node_modules'))
  return places.map((place) => join(place, KEYRING)).find((folder) => existsSync(join(folder, 'package.json')))
}

const packageFolder = (folder: string): string | undefined => {
  if (existsSync(join(folder, 'package.json'))) return folder
  return dirname(folder) === folder ? undefined : packageFolder(dirname(folder))
}

/** Whether the package is in the repository that built it. */
const isRepository = (folder: string): boolean => {
  try {
    assertOwnFolder(folder)
    return JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')).name === 'quarterdeck'
  } catch {
    return false
  }
}
