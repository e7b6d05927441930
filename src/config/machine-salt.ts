import { randomBytes } from 'node:crypto'
import { chmodSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { writeAtomicallySync } from '../base/atomic-file.ts'
import { readOwnFile } from '../base/own-file.ts'
import { createOwnFolder, UntrustedPathError } from '../base/own-folder.ts'

const BYTES = 32

export type MachineSalt = {
  /** 32 bytes. Never shown. */
  salt: Uint8Array
  /**
   * Why the salt could not be saved, as one sentence. The next run then has another salt, so data keyed with this one
   * must not be stored.
   */
  notice?: string
}

/**
 * Loads the random bytes that key the hashes of keys and secrets on this machine. Creates them at the first call,
 * readable only by their owner. Two processes that create them at the same time get the same bytes. Never throws: if
 * they cannot be saved, they apply to this run only.
 */
export const loadMachineSalt = (path: string): MachineSalt => {
  try {
    return { salt: readSalt(path) ?? makeSalt(path) }
  } catch (error) {
    const why = error instanceof UntrustedPathError ? error.message : 'check that you own its folder'
    return {
      salt: randomBytes(BYTES),
      notice: `Nothing is stored in this run, because the salt ${path} can't be read or created: ${why}.`,
    }
  }
}

/** Undefined if the file does not exist or has a wrong length. */
const readSalt = (path: string): Uint8Array | undefined => {
  const salt = readOwnFile(path, BYTES)
  if (salt?.length !== BYTES) return undefined
  if (process.platform !== 'win32' && (statSync(path).mode & 0o077) !== 0) chmodSync(path, 0o600)
  return salt
}

const makeSalt = (path: string): Uint8Array => {
  createOwnFolder(dirname(path))
  const salt = randomBytes(BYTES)
  // If several programs create it at the same time, one succeeds and all read the same bytes. An invalid file is
  // replaced.
  for (const mayReplace of [false, true]) {
    writeAtomicallySync(path, salt, { mayReplace })
    const kept = readSalt(path)
    if (kept) return kept
  }
  return salt
}
