import { readFileSync } from 'node:fs'
import type { Notice } from '../event/notice.ts'
import { putLogged } from '../spool/log.ts'
import { isSenderAlive } from '../spool/sender-lock.ts'
import { fileOf, newId, type SpoolFolders } from '../spool/spool-files.ts'
import type { Input } from './read-input.ts'

/** An event that a hook hands to the sender. */
export type Received = {
  version: 1
  /** When it was received, Unix ms. */
  at: number
  /** The content of standard input. */
  input: string
  /** Why the input is incomplete. */
  cut?: Input['cut']
  /** The terminal in which the agent runs, if known. */
  terminal?: string | undefined
  /** A message from this program, instead of an input. */
  notice?: Notice
  /** The only channels to notify. @default all configured channels */
  channels?: readonly string[] | undefined
}

export type ReceiveDeps = {
  folders: SpoolFolders
  /** Unix ms. */
  now: () => number
  /** Starts a sender that outlives this process. */
  startSender: () => void
}

/**
 * Spools an event and ensures that a sender runs. The sender evaluates the event, because the agent waits for this
 * process.
 *
 * @throws UntrustedPathError if other users can write to the spool; otherwise the file system's error.
 */
export const receiveEvent = ({ text, cut }: Input, terminal: string | undefined, deps: ReceiveDeps): void => {
  spoolReceived({ input: text, ...(cut && { cut }), ...(terminal && { terminal }) }, deps)
}

/**
 * Sends a message of this program to the configured channels. It is deduplicated, retried and logged like an event.
 * Quiet hours and rate limits apply, rules do not.
 *
 * @param channels - The only channels to notify. @default all
 * @param id - See {@link newId}. @default a new one
 * @returns Its id in the log.
 * @throws the errors of {@link receiveEvent}.
 */
export const notifyChannels = (notice: Notice, deps: ReceiveDeps, channels?: readonly string[], id?: string): string =>
  spoolReceived({ input: '', notice, ...(channels && { channels }) }, deps, id)

const spoolReceived = (what: Omit<Received, 'version' | 'at'>, deps: ReceiveDeps, id = newId(deps.now())): string => {
  const { folders, startSender } = deps
  const at = deps.now()
  const received: Received = { version: 1, at, ...what }
  putLogged(deps, folders.events, fileOf(id), received)
  // A running sender checks the spool once more after it has released its lock.
  if (!isSenderAlive(folders.lockFile, at)) startSender()
  return id
}

/** Maximum number of programs between the agent and this one, such as shells. */
const MAX_PARENTS = 8
/** Major device numbers of Linux's pseudo terminals. */
const FIRST_PTS = 136
const LAST_PTS = 143

/**
 * The terminal of the nearest ancestor process that has one. The hook itself has none, and its sender has no ancestors.
 * Works on Linux only; undefined on other systems, and if no ancestor has one.
 */
export const agentTerminal = (pid = process.ppid): string | undefined => {
  if (process.platform !== 'linux') return undefined
  try {
    for (let parents = 0; parents < MAX_PARENTS && pid > 1; parents += 1) {
      const stat = readFileSync(`/proc/${pid}/stat`, 'latin1')
      // After the name, which may contain any character: state, parent, group, session, terminal.
      const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
      const device = Number(fields[4])
      const major = (device >> 8) & 0xfff
      if (major >= FIRST_PTS && major <= LAST_PTS)
        return `/dev/pts/${(major - FIRST_PTS) * 0x100000 + ((device & 0xff) | ((device >> 12) & 0xfff00))}`
      pid = Number(fields[1])
    }
  } catch {
    // The process has ended in the meantime.
  }
  return undefined
}
