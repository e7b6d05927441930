import { randomBytes } from 'node:crypto'
import { chmodSync, linkSync, mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'

const BYTES = 32

export type MachineSalt = {
  /** 32 bytes. Never shown. */
  salt: Uint8Array
  /** Why other ones will come next time, so that nothing that hangs on these can be kept, as one sentence. */
  notice?: string
}

/**
 * The random bytes of this machine, with which hashes of keys and secrets are keyed. Made at the first call, for their owner
 * only; two processes that make them at once get the same. Never throws: bytes that cannot be kept are for this run.
 */
export const loadMachineSalt = (path: string): MachineSalt => {
  try {
    return { salt: readSalt(path) ?? makeSalt(path) }
  } catch {
    return {
      salt: randomBytes(BYTES),
      notice: `The salt ${path} cannot be read or made, so nothing is kept this time: see that its folder is yours.`,
    }
  }
}

/** Undefined when there is none, or a file of another length, which holds none. */
const readSalt = (path: string): Uint8Array | undefined => {
  let salt: Uint8Array
  try {
    salt = readFileSync(path)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
  if (salt.length !== BYTES) return undefined
  if (process.platform !== 'win32' && (statSync(path).mode & 0o077) !== 0) chmodSync(path, 0o600)
  return salt
}

const makeSalt = (path: string): Uint8Array => {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
  const salt = randomBytes(BYTES)
  // Written whole under another name first, so that nobody ever reads a part of it.
  const draft = `${path}.${randomBytes(6).toString('hex')}.part`
  try {
    writeFileSync(draft, salt, { flag: 'wx', mode: 0o600 })
    try {
      linkSync(draft, path)
      return salt
    } catch {
      // Somebody was faster, what is there is no salt, or the file system has no links.
      const other = readSalt(path)
      if (other) return other
    }
    renameSync(draft, path)
    return readSalt(path) ?? salt
  } finally {
    rmSync(draft, { force: true })
  }
}
