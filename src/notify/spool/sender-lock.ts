import { readFileSync, rmSync } from 'node:fs'
import { withFileLock } from '../../base/file-lock.ts'
import { readSpoolFile, writeSpoolFile } from './spool-files.ts'

/** Maximum lifetime of a sender, ms. */
export const SENDER_LIFE_MS = 120_000

/**
 * Whether a sender is running that will check the spool once more. Detects senders that crashed, and process ids that
 * another program reuses.
 *
 * @param now - Unix ms.
 */
export const isSenderAlive = (lockFile: string, now: number): boolean => {
  const holder = readHolder(lockFile)
  return holder !== undefined && Math.abs(now - holder.since) < SENDER_LIFE_MS && isRunning(holder.pid)
}

/**
 * Makes this process the sender.
 *
 * @returns false if another process is the sender.
 * @throws the file system's error; EEXIST if others hold the file lock the whole time.
 */
export const acquireSenderLock = (lockFile: string, now: number): boolean =>
  withFileLock(lockFile, () => {
    if (isSenderAlive(lockFile, now)) return false
    writeSpoolFile(lockFile, { pid: process.pid, since: now })
    return true
  })

/** Releases the lock. Check the spool again afterwards: a hook that found it held relied on this process. */
export const releaseSenderLock = (lockFile: string): void => {
  if (readHolder(lockFile)?.pid === process.pid) rmSync(lockFile, { force: true })
}

const readHolder = (lockFile: string): { pid: number; since: number } | undefined => {
  const { pid, since } = (readSpoolFile(lockFile) ?? {}) as { pid?: unknown; since?: unknown }
  if (typeof pid !== 'number' || typeof since !== 'number') return undefined
  return Number.isSafeInteger(pid) && Number.isSafeInteger(since) ? { pid, since } : undefined
}

const isRunning = (pid: number): boolean => {
  try {
    process.kill(pid, 0)
    return !hasEnded(pid)
  } catch (error) {
    // It exists but belongs to another user.
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

/** Whether the process is a zombie, for example in a container whose init does not reap processes. */
const hasEnded = (pid: number): boolean => {
  if (process.platform !== 'linux') return false
  const stat = readFileSync(`/proc/${pid}/stat`, 'latin1')
  return /^[ZX]/.test(stat.slice(stat.lastIndexOf(')') + 2))
}
