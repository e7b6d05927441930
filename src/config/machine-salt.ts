import { randomBytes } from 'node:crypto'
import { chmodSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { writeAtomicallySync } from '../base/atomic-file.ts'
import { readOwnFile } from '../base/own-file.ts'
import { ForeignError, makeOwnFolder } from '../base/own-folder.ts'

const BYTES = 32

export type MachineSalt = {
  /** 32 bytes. Never shown. */
  salt: Uint8Array
  /** Why the salt could not be kept, as one sentence: the next run has another, so nothing keyed with this one may be kept. */
  notice?: string
}

/**
 * The random bytes of this machine, with which hashes of keys and secrets are keyed. Made at the first call, for their owner
 * only; two processes that make them at once get the same. Never throws: where they cannot be kept, they last for this run.
 */
export const loadMachineSalt = (path: string): MachineSalt => {
  try {
    return { salt: readSalt(path) ?? makeSalt(path) }
  } catch (error) {
    const why = error instanceof ForeignError ? error.message : 'see that its folder is yours'
    return {
      salt: randomBytes(BYTES),
      notice: `The salt ${path} cannot be read or made, so nothing is kept this time: ${why}.`,
    }
  }
}

/** Undefined when there is none, or a file of another length, which holds none. */
const readSalt = (path: string): Uint8Array | undefined => {
  const salt = readOwnFile(path, BYTES)
  if (salt?.length !== BYTES) return undefined
  if (process.platform !== 'win32' && (statSync(path).mode & 0o077) !== 0) chmodSync(path, 0o600)
  return salt
}

const makeSalt = (path: string): Uint8Array => {
  makeOwnFolder(dirname(path))
  const salt = randomBytes(BYTES)
  // Of programs that make it at once one does, and all read the same. A file that holds no salt is replaced.
  for (const mayReplace of [false, true]) {
    writeAtomicallySync(path, salt, { mayReplace })
    const kept = readSalt(path)
    if (kept) return kept
  }
  return salt
}
