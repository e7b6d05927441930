import { lstatSync, renameSync } from 'node:fs'
import { join } from 'node:path'
import { createOwnFolder } from '../../base/own-folder.ts'
import { counted } from '../../domain/text/format.ts'
import type { Destination, SendTools } from '../channels/channel.ts'
import { sendThrough } from '../channels/channels.ts'
import { appendLog, type LogDeps, type LogEntry, logFileError } from '../spool/log.ts'
import { channelOfFile, filesIn, idOfFile, putFile, removeFile, type SpoolFolders } from '../spool/spool-files.ts'
import { MAX_WAIT_MS, readMessage } from './evaluate-spool.ts'

/** Maximum number of tries per message. */
const TRIES = 5
/** Waits between tries, ms. The later ones exceed a sender's lifetime: the sender of a later hook continues. */
const WAITS_MS = [3_000, 30_000, 300_000, 3_600_000] as const
/** Pause of a channel that does not respond, ms. Otherwise each message would wait for its timeout. */
const UNRESPONSIVE_PAUSE_MS = 30_000

type SendDeps = {
  folders: SpoolFolders
  destinations: readonly Destination[]
  tools: Omit<SendTools, 'onSend'>
  /** Unix ms. */
  now: () => number
  /** Do not start sending a message after this time, Unix ms. */
  until: number
  /** The end of each channel's pause, Unix ms, by name. */
  paused: Map<string, number>
}

/**
 * Handles messages that an earlier sender was sending when it was interrupted. Their outcome is unknown and nothing is
 * sent twice, so they are logged and dropped, unless a retry was already spooled.
 */
export const settleInterrupted = (deps: LogDeps & Pick<SendDeps, 'folders'>): void => {
  const { folders } = deps
  for (const name of filesIn(folders.sending)) {
    const path = join(folders.sending, name)
    if (!isThere(join(folders.messages, name))) {
      const channel = readMessage(path)?.channel
      const why = 'the sender was interrupted; the message may have arrived'
      appendLog(deps, { outcome: 'unknown', why, id: idOfFile(name), channel })
    }
    removeFile(path)
  }
}

/**
 * Sends messages that are due, one after the other in each channel.
 *
 * @returns When the next message is due, Unix ms; undefined if none is waiting.
 */
export const sendSpool = async (deps: SendDeps): Promise<number | undefined> => {
  createOwnFolder(deps.folders.sending)
  const byChannel = Map.groupBy(filesIn(deps.folders.messages), channelOfFile)
  const dues = await Promise.all([...byChannel].map(([channel, names]) => sendAll(channel, names, deps)))
  const waiting = dues.flat().filter((due) => due !== undefined)
  return waiting.length === 0 ? undefined : Math.min(...waiting)
}

/** Calls {@link sendOne} for each message. A message that causes an error is logged and removed. */
const sendAll = async (channel: string, names: readonly string[], deps: SendDeps) => {
  const { messages, sending } = deps.folders
  const dues: (number | undefined)[] = []
  for (const name of names) {
    try {
      dues.push(await sendOne(channel, name, deps))
    } catch (error) {
      logFileError(deps, name, error, channel)
      for (const folder of [messages, sending]) removeFile(join(folder, name))
    }
  }
  return dues
}

/** Sends a message if it is due. Returns when it is due again, Unix ms; undefined if it needs no other try. */
const sendOne = async (channel: string, name: string, deps: SendDeps): Promise<number | undefined> => {
  const { folders, destinations, tools, now, until, paused } = deps
  const path = join(folders.messages, name)
  const sending = join(folders.sending, name)
  const id = idOfFile(name)
  const done = (outcome: LogEntry['outcome'], why: string): undefined => {
    appendLog(deps, { outcome, why, id, channel })
    removeFile(path)
    removeFile(sending)
  }
  const spooled = readMessage(path)
  if (!spooled) return isThere(path) ? done('unreadable', 'its spool file is corrupt') : undefined
  const destination = destinations.find((one) => one.name === channel)
  if (!destination) return done('failed', 'the channel no longer exists')
  if (now() - spooled.since > MAX_WAIT_MS) return done('failed', 'it waited for more than a day')
  const due = Math.max(spooled.due, paused.get(channel) ?? 0)
  if (due > now() || now() >= until) return due
  const outcome = await sendThrough(spooled.message, destination, { ...tools, onSend: () => renameSync(path, sending) })
  if (outcome.is === 'failed' && outcome.canRetry) {
    const tries = spooled.tries + 1
    const again = now() + (outcome.retryAfterMs ?? WAITS_MS[spooled.tries] ?? 0)
    const isTooLate = tries >= TRIES || again - spooled.since > MAX_WAIT_MS
    if (isTooLate) return done('failed', `${outcome.why}, ${counted(tries, 'try', 'tries')}`)
    paused.set(channel, again)
    // Write the new file first: if both exist, the message is known to have failed.
    putFile(folders.messages, name, { ...spooled, tries, due: again })
    removeFile(sending)
    const why = `${outcome.why}: retrying in ${Math.ceil((again - now()) / 1000)} s`
    appendLog(deps, { outcome: 'retrying', why, id, channel })
    return again
  }
  if (outcome.is === 'unknown') paused.set(channel, now() + UNRESPONSIVE_PAUSE_MS)
  return done(outcome.is, outcome.why)
}

/** Whether a file, pipe or link exists, including a broken link. */
const isThere = (path: string): boolean => lstatSync(path, { throwIfNoEntry: false }) !== undefined
