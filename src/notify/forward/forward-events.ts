import { rmSync, utimesSync } from 'node:fs'
import { join } from 'node:path'
import { createOwnFolder } from '../../base/own-folder.ts'
import { HOOK_EVENTS_LIMIT } from '../../contract/constants.ts'
import { HookEvent } from '../../contract/live.ts'
import { counted } from '../../domain/text/format.ts'
import { appendLog } from '../spool/log.ts'
import { acquireSenderLock, releaseSenderLock } from '../spool/sender-lock.ts'
import { filesIn, readSpoolFile, removeFile } from '../spool/spool-files.ts'
import { type ForwardFolders, NOT_FORWARDED } from './forward-line.ts'
import { dropOldInputs, type Sender, takeEvents } from './take-events.ts'

/** Maximum duration of a sender, ms: shorter than the lifetime of its lock. */
const MAX_WORK_MS = 60_000
/** A background sender ends after this time without events, ms. */
const IDLE_MS = 10_000
const POLL_MS = 250

type ForwardDeps = {
  folders: ForwardFolders
  sender: Sender
  /** Sends 1 to 100 events. @throws if the server did not store them. */
  send: (events: readonly HookEvent[]) => Promise<unknown>
  /** Unix ms. */
  now: () => number
  sleep: (ms: number) => Promise<void>
  /** Whether to continue until no event has arrived for 10 s. */
  isBackground: boolean
}

/**
 * Sends the spool of forwarded events, oldest first. An event is removed after the server has stored it, and the server
 * counts each id once. Returns the number of sent events; undefined if another process is sending.
 *
 * @throws the errors of `send`; the events stay in the spool.
 */
export const forwardEvents = async (deps: ForwardDeps): Promise<number | undefined> => {
  const { folders, now, isBackground } = deps
  createOwnFolder(folders.folder)
  let sent: number | undefined
  do {
    if (!acquireSenderLock(folders.lockFile, now())) return sent
    try {
      sent = (sent ?? 0) + (await work(deps))
      // After a failure it stays, so that hooks try again only after a minute.
      rmSync(folders.busyFolder, { recursive: true, force: true })
    } finally {
      releaseSenderLock(folders.lockFile)
    }
    // A hook that found the folder left its event to this process.
  } while (isBackground && filesIn(folders.incoming).length > 0)
  return sent
}

const work = async ({ folders, sender, send, now, sleep, isBackground }: ForwardDeps): Promise<number> => {
  const until = now() + MAX_WORK_MS
  let lastEventAt = now()
  let sent = 0
  for (;;) {
    const dropped = takeEvents(folders, sender, now())
    logDropped(dropped.overLimit, 'failed', OVER_LIMIT, folders, now)
    logDropped(dropped.unreadable, 'unreadable', 'the input of the hook is not an event', folders, now)
    const count = await sendAll(folders, send)
    sent += count
    if (count > 0) lastEventAt = now()
    if (!isBackground || now() >= until || now() - lastEventAt >= IDLE_MS) return sent
    touch(folders.busyFolder, now())
    await sleep(POLL_MS)
  }
}

const OVER_LIMIT = 'over the limits of the spool'

/** Applies the limits of the spool while events cannot be sent, for example without a profile. */
export const limitInputs = ({ folders, now }: Pick<ForwardDeps, 'folders' | 'now'>): void =>
  logDropped(dropOldInputs(folders, now()), 'failed', OVER_LIMIT, folders, now)

const logDropped = (
  count: number,
  outcome: 'failed' | 'unreadable',
  why: string,
  folders: ForwardFolders,
  now: () => number,
): void => {
  if (count > 0) appendLog({ folders, now }, { outcome, why: `${NOT_FORWARDED}${counted(count, 'event')}, ${why}` })
}

const sendAll = async ({ outgoing }: ForwardFolders, send: ForwardDeps['send']): Promise<number> => {
  const names = filesIn(outgoing)
  for (let start = 0; start < names.length; start += HOOK_EVENTS_LIMIT) {
    const paths = names.slice(start, start + HOOK_EVENTS_LIMIT).map((name) => join(outgoing, name))
    const events = paths.flatMap((path) => HookEvent.safeParse(readSpoolFile(path)).data ?? [])
    if (events.length > 0) await send(events)
    for (const path of paths) removeFile(path)
  }
  return names.length
}

/** Hooks start another sender if the folder is older than a minute. */
const touch = (folder: string, now: number): void => {
  try {
    utimesSync(folder, now / 1000, now / 1000)
  } catch {
    // It does not exist if the user started this process.
  }
}
