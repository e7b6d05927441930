import { lstatSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { assertOwnFolder, makeFolders } from './own-folder.ts'

const TRY_EVERY_MS = 5
/** An older lock was left by a program that crashed. */
const STALE_MS = 10_000

/**
 * Runs `act` under a lock file beside a file, so that two programs that change it at once do not lose each other's changes. The
 * folder is made, for its owner only, where it is missing.
 *
 * @throws ForeignError where others can write to the folder; where the lock cannot be had within `waitMs`; and what `act` throws.
 */
export const withFileLock = <Result>(path: string, act: () => Result, waitMs = 100): Result => {
  const lock = `${path}.lock`
  const folder = dirname(path)
  makeFolders(folder)
  assertOwnFolder(realpathSync(folder))
  const taken = waitForLock(lock, waitMs)
  const takenAt = Date.now()
  try {
    return act()
  } finally {
    // A lock that was held for too long may be another program's by now, which removes it.
    if (Date.now() - takenAt < STALE_MS) remove(taken)
  }
}

const waitForLock = (lock: string, waitMs: number): string[] => {
  for (let tries = 1; ; tries += 1) {
    const taken = takeLock(lock)
    if (taken) return taken
    if (tries * TRY_EVERY_MS >= waitMs) throw Object.assign(new Error(`EEXIST: ${lock} is held`), { code: 'EEXIST' })
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, TRY_EVERY_MS)
  }
}

/**
 * Takes a lock, or one that is stale: by a lock of its own, named after that very lock. A stale lock is never removed to take it:
 * another program may have put its own there since it was looked at.
 *
 * @returns The files to remove afterwards, in this order; undefined where the lock is held.
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

/** The name of the lock for a lock that is stale; undefined where it is not, or has gone. */
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
      // A folder stands in its place: as a stale lock it is taken again.
    }
  }
}
