import { lstatSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { assertOwnFolder, createFolders } from './own-folder.ts'

const RETRY_INTERVAL_MS = 5
/** An older lock counts as stale: its program crashed. */
const STALE_MS = 10_000

/**
 * Runs `act` while holding a lock file next to `path`, so that concurrent programs don't overwrite each other's
 * changes. Creates a missing folder that only its owner can access.
 *
 * @throws UntrustedPathError if others can write to the folder; EEXIST if the lock stays held for `waitMs`; errors of `act`.
 */
export const withFileLock = <Result>(path: string, act: () => Result, waitMs = 100): Result => {
  const lock = `${path}.lock`
  const folder = dirname(path)
  createFolders(folder)
  assertOwnFolder(realpathSync(folder))
  const taken = waitForLock(lock, waitMs)
  const takenAt = Date.now()
  try {
    return act()
  } finally {
    // After STALE_MS another program may have taken over the lock. That program then removes it.
    if (Date.now() - takenAt < STALE_MS) remove(taken)
  }
}

const waitForLock = (lock: string, waitMs: number): string[] => {
  for (let tries = 1; ; tries += 1) {
    const taken = takeLock(lock)
    if (taken) return taken
    if (tries * RETRY_INTERVAL_MS >= waitMs)
      throw Object.assign(new Error(`EEXIST: ${lock} is held`), { code: 'EEXIST' })
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, RETRY_INTERVAL_MS)
  }
}

/**
 * Takes a free lock, or takes over a stale one. To take over, it first takes a second lock named after the inode and
 * time of the stale file. It never removes a stale lock first, because another program may have replaced the file since
 * the check.
 *
 * @returns The files to remove afterwards, in this order; undefined if the lock is held.
 */
const takeLock = (lock: string): string[] | undefined => {
  try {
    writeFileSync(lock, '', { flag: 'wx', mode: 0o600 })
    return [lock]
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
  const stale = staleName(lock)
  const taken = stale === undefined ? undefined : takeLock(stale)
  if (!taken) return undefined
  if (staleName(lock) === stale) return [lock, ...taken]
  remove(taken)
  return undefined
}

/** Name of the lock that guards the takeover of a stale lock; undefined if the lock isn't stale or no longer exists. */
const staleName = (lock: string): string | undefined => {
  const stats = lstatSync(lock, { bigint: true, throwIfNoEntry: false })
  if (!stats || Date.now() - Number(stats.mtimeMs) <= STALE_MS) return undefined
  return `${lock}.${stats.ino.toString(36)}-${stats.mtimeNs.toString(36)}`
}

const remove = (paths: readonly string[]): void => {
  for (const path of paths) {
    try {
      rmSync(path, { force: true })
    } catch {
      // The path is a folder. Leave it: when it is stale, it can be taken over like a lock.
    }
  }
}
