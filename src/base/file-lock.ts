import { realpathSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { assertOwnFolder, makeFolders } from './own-folder.ts'

const TRIES = 20
const WAIT_MS = 5
/** An older lock was left by a program that crashed. */
const LEFT_BEHIND_MS = 10_000

/**
 * Runs `act` under a lock file beside a file, so that two programs that change it at once do not lose each other's changes. The
 * folder is made, for its owner only, where it is missing.
 *
 * @throws ForeignError where others can write to the folder; where the lock cannot be had within 0.1 s; and what `act` throws.
 */
export const withFileLock = <Result>(path: string, act: () => Result): Result => {
  const lock = `${path}.lock`
  const folder = dirname(path)
  makeFolders(folder)
  assertOwnFolder(realpathSync(folder))
  for (let tries = 1; ; tries += 1) {
    try {
      writeFileSync(lock, '', { flag: 'wx', mode: 0o600 })
      break
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST' || tries === TRIES) throw error
      if (isLeftBehind(lock)) rmSync(lock, { force: true })
      else Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, WAIT_MS)
    }
  }
  try {
    return act()
  } finally {
    rmSync(lock, { force: true })
  }
}

const isLeftBehind = (lock: string): boolean => {
  try {
    return Date.now() - statSync(lock).mtimeMs > LEFT_BEHIND_MS
  } catch {
    // It has gone meanwhile.
    return false
  }
}
