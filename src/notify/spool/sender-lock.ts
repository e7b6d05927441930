import { readFileSync, rmSync } from 'node:fs'
import { withFileLock } from '../../base/file-lock.ts'
import { readSpoolFile, writeSpoolFile } from './spool-files.ts'

/** How long a sender lives at most, ms. */
export const SENDER_LIFE_MS = 120_000

/**
 * Whether a sender lives that will look at the spool once more. One that has crashed, or whose number went to another program, does
 * not.
 *
 * @param now - Unix ms.
 */
export const isSenderAlive = (lockFile: string, now: number): boolean => {
  const holder = readHolder(lockFile)
  return holder !== undefined && Math.abs(now - holder.since) < SENDER_LIFE_MS && isRunning(holder.pid)
}

/**
 * Makes this process the one that sends.
 *
 * @returns false where another one is.
 * @throws what the file system says; EEXIST where the lock is being taken by others all the time.
 */
export const takeSenderLock = (lockFile: string, now: number): boolean =>
  withFileLock(lockFile, () => {
    if (isSenderAlive(lockFile, now)) return false
    writeSpoolFile(lockFile, { pid: process.pid, since: now })
    return true
  })

/** The spool has to be looked at once more after this: who found the lock taken has left its event to this process. */
export const leaveSenderLock = (lockFile: string): void => {
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
    // It runs, and is somebody else's.
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

/** Whether it is one that has ended and that nobody has asked about since, as in a container whose first program does not. */
const hasEnded = (pid: number): boolean => {
  if (process.platform !== 'linux') return false
  const stat = readFileSync(`/proc/${pid}/stat`, 'latin1')
  return /^[ZX]/.test(stat.slice(stat.lastIndexOf(')') + 2))
}
