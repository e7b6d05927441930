import { lstatSync, renameSync } from 'node:fs'
import { join } from 'node:path'
import { makeOwnFolder } from '../../base/own-folder.ts'
import type { Destination, SendOutcome, SendTools } from '../channels/channel.ts'
import { sendThrough } from '../channels/channels.ts'
import { appendLog, type LogDeps, type LogEntry, logFault } from '../spool/log.ts'
import { channelOfFile, filesIn, idOfFile, putFile, removeFile, type SpoolFolders } from '../spool/spool-files.ts'
import { MAX_WAIT_MS, readMessage, type SpooledMessage } from './judge-spool.ts'

/** How often a message is tried in all. */
const TRIES = 5
/** Waits between tries, ms. The later ones are longer than a sender lives: the next hook's sees to them. */
const WAITS_MS = [3_000, 30_000, 300_000, 3_600_000] as const
/** A channel that does not answer is left alone for a while, ms: each message would wait for it. */
const SILENT_MS = 30_000

type SendDeps = {
  folders: SpoolFolders
  destinations: readonly Destination[]
  tools: Omit<SendTools, 'onSend'>
  /** Unix ms. */
  now: () => number
  /** No message is begun after that, Unix ms. */
  until: number
  /** Until when a channel is left alone, Unix ms, by its name. */
  paused: Map<string, number>
}

/**
 * Looks at what an earlier sender was sending when it ended. Whether it arrived nobody knows, and nothing is sent twice: it is logged and
 * not tried again, unless it was about to be.
 */
export const settleSending = (deps: LogDeps & Pick<SendDeps, 'folders'>): void => {
  const { folders } = deps
  for (const name of filesIn(folders.sending)) {
    const path = join(folders.sending, name)
    if (!isThere(join(folders.messages, name))) {
      const channel = readMessage(path)?.channel
      const why = 'the sender was ended while it sent, and nobody knows whether it arrived'
      appendLog(deps, { outcome: 'unknown', why, id: idOfFile(name), channel })
    }
    removeFile(path)
  }
}

/**
 * Sends what is due, one after the other in each channel.
 *
 * @returns When something is due next, Unix ms; undefined where nothing waits.
 */
export const sendSpool = async (deps: SendDeps): Promise<number | undefined> => {
  makeOwnFolder(deps.folders.sending)
  const byChannel = Map.groupBy(filesIn(deps.folders.messages), channelOfFile)
  const dues = await Promise.all([...byChannel].map(([channel, names]) => sendAll(channel, names, deps)))
  const waiting = dues.flat().filter((due) => due !== undefined)
  return waiting.length === 0 ? undefined : Math.min(...waiting)
}

/** As {@link sendOne}, for each; a message that cannot be handled is logged and removed. */
const sendAll = async (channel: string, names: readonly string[], deps: SendDeps) => {
  const { messages, sending } = deps.folders
  const dues: (number | undefined)[] = []
  for (const name of names) {
    try {
      dues.push(await sendOne(channel, name, deps))
    } catch (error) {
      logFault(deps, name, error, channel)
      for (const folder of [messages, sending]) removeFile(join(folder, name))
    }
  }
  return dues
}

/** When it is due again; undefined when it is done with. */
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
  if (!spooled) return isThere(path) ? done('unreadable', 'its file in the spool is broken') : undefined
  const destination = destinations.find((one) => one.name === channel)
  if (!destination) return done('failed', 'the channel is no longer there')
  if (now() - spooled.since > MAX_WAIT_MS) return done('failed', 'it waited for more than a day')
  const due = Math.max(spooled.due, paused.get(channel) ?? 0)
  if (due > now() || now() >= until) return due
  const outcome = await sendThrough(spooled.message, destination, { ...tools, onSend: () => renameSync(path, sending) })
  if (outcome.is === 'failed' && outcome.canRetry) {
    const again = laterTry(spooled, outcome, now())
    if (!again) return done('failed', `${outcome.why}, ${spooled.tries + 1} tries`)
    paused.set(channel, again.due)
    // The new file first: with both there it is known to have failed.
    putFile(folders.messages, name, again)
    removeFile(sending)
    const why = `${outcome.why}: tried again in ${Math.ceil((again.due - now()) / 1000)} s`
    appendLog(deps, { outcome: 'waits', why, id, channel })
    return again.due
  }
  if (outcome.is === 'unknown') paused.set(channel, now() + SILENT_MS)
  return done(outcome.is, outcome.why)
}

/** Whether there is a file, pipe or link, even one that leads nowhere. */
const isThere = (path: string): boolean => lstatSync(path, { throwIfNoEntry: false }) !== undefined

/** Undefined where it was tried often enough, or would wait too long. */
const laterTry = (
  spooled: SpooledMessage,
  { retryAfterMs }: Extract<SendOutcome, { is: 'failed' }>,
  now: number,
): SpooledMessage | undefined => {
  const tries = spooled.tries + 1
  const wait = retryAfterMs ?? WAITS_MS[spooled.tries] ?? 0
  const due = now + wait
  return tries >= TRIES || due - spooled.since > MAX_WAIT_MS ? undefined : { ...spooled, tries, due }
}
