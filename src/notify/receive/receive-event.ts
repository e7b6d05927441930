import { readFileSync } from 'node:fs'
import type { Notice } from '../event/notice.ts'
import { putLogged } from '../spool/log.ts'
import { isSenderAlive } from '../spool/sender-lock.ts'
import { fileOf, newId, type SpoolFolders } from '../spool/spool-files.ts'
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

const leave = (what: Omit<Received, 'version' | 'at'>, deps: ReceiveDeps): string => {
  const { folders, startSender } = deps
  const at = deps.now()
  const id = newId(at)
  const received: Received = { version: 1, at, ...what }
  putLogged(deps, folders.events, fileOf(id), received)
  // One that lives looks once more after it has given its lock back.
  if (!isSenderAlive(folders.lockFile, at)) startSender()
  return id
}

/** Programs between the agent and this one: a shell or two. */
const MAX_PARENTS = 8
/** Major device numbers of Linux's pseudo terminals. */
const FIRST_PTS = 136
const LAST_PTS = 143

/**
 * The terminal of the nearest program above that has one. A hook has none of its own, and its sender nobody above it. Known on Linux
 * only; undefined elsewhere, and where nobody has one.
 */
export const agentTerminal = (pid = process.ppid): string | undefined => {
  if (process.platform !== 'linux') return undefined
  try {
    for (let parents = 0; parents < MAX_PARENTS && pid > 1; parents += 1) {
      const stat = readFileSync(`/proc/${pid}/stat`, 'latin1')
      // Behind the name, which may hold anything: state, parent, group, session, terminal.
      const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
      const device = Number(fields[4])
      const major = (device >> 8) & 0xfff
      if (major >= FIRST_PTS && major <= LAST_PTS)
        return `/dev/pts/${(major - FIRST_PTS) * 0x100000 + ((device & 0xff) | ((device >> 12) & 0xfff00))}`
      pid = Number(fields[1])
    }
  } catch {
    // It has ended meanwhile.
  }
  return undefined
}
