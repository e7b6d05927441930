import type { Notice } from '../event/notice.ts'
import { appendLog } from '../spool/log.ts'
import { isSenderAlive } from '../spool/sender-lock.ts'
import { fileOf, idOfFile, newId, putFile } from '../spool/spool-files.ts'
import type { SpoolFolders } from '../spool/spool-folders.ts'
import type { Input } from './read-input.ts'

/** What a hook leaves for the sender. */
export type Received = {
  version: 1
  /** When it came, Unix ms. */
  at: number
  /** What stood on standard input, as it came. */
  input: string
  /** Why that is not all. */
  cut?: Input['cut']
  /** The terminal that the agent runs in, where that is known. */
  terminal?: string | undefined
  /** What this program tells by itself, in place of an input. */
  notice?: Notice
  /** The only channels that it is told to. @default all that are configured */
  channels?: readonly string[] | undefined
}

export type ReceiveDeps = {
  folders: SpoolFolders
  logFile: string
  /** Unix ms. */
  now: () => number
  /** Starts a sender that outlives this process. */
  startSender: () => void
}

/**
 * Takes an event for the sender and sees that there is one. It is judged there: whatever the agent waits for is done here.
 *
 * @throws ForeignError where others can write to the spool; else what the file system says.
 */
export const receiveEvent = ({ text, cut }: Input, terminal: string | undefined, deps: ReceiveDeps): void => {
  leave({ input: text, ...(cut && { cut }), ...(terminal && { terminal }) }, deps)
}

/**
 * Tells a message of this program to the channels that are configured, as events are told: repeats once, retried, logged. Quiet hours
 * and rates hold for it, rules do not.
 *
 * @param channels - The only ones that are told. @default all
 * @returns Its id, which the log names it by.
 * @throws as {@link receiveEvent}.
 */
export const tellChannels = (notice: Notice, deps: ReceiveDeps, channels?: readonly string[]): string =>
  leave({ input: '', notice, ...(channels && { channels }) }, deps)

const leave = (what: Omit<Received, 'version' | 'at'>, { folders, logFile, now, startSender }: ReceiveDeps): string => {
  const at = now()
  const id = newId(at)
  const received: Received = { version: 1, at, ...what }
  for (const dropped of putFile(folders.events, fileOf(id), received))
    appendLog(logFile, { at, outcome: 'failed', why: 'the spool was full', id: idOfFile(dropped) })
  // One that lives looks once more after it has given its lock back.
  if (!isSenderAlive(folders.lockFile, at)) startSender()
  return id
}
