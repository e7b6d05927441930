import { existsSync } from 'node:fs'
import { readLog } from '../spool/read-log.ts'
import { filesIn } from '../spool/spool-files.ts'
import { type ForwardFolders, NOT_FORWARDED } from './forward-line.ts'
import { inputsIn, timeOfFile } from './take-events.ts'

/** The spool of forwarded events. Times are in Unix ms. */
export type ForwardStatus = {
  waiting: number
  oldestAt: number | undefined
  /** Why events were not sent after the oldest one was stored. */
  lastError: string | undefined
}

/** Undefined if no hook has forwarded an event on this machine. */
export const forwardStatus = (folders: ForwardFolders): ForwardStatus | undefined => {
  if (!existsSync(folders.folder)) return undefined
  const times = [...inputsIn(folders.incoming).map(({ at }) => at), ...filesIn(folders.outgoing).map(timeOfFile)]
  if (times.length === 0) return { waiting: 0, oldestAt: undefined, lastError: undefined }
  const oldestAt = times.reduce((oldest, at) => Math.min(oldest, at))
  const last = readLog(folders.logFile).findLast(
    ({ at, outcome, why }) => outcome === 'retrying' && why?.startsWith(NOT_FORWARDED) && at >= oldestAt,
  )
  return { waiting: times.length, oldestAt, lastError: last?.why?.slice(NOT_FORWARDED.length) }
}
