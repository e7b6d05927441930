import type { Env } from '../../base/env.ts'
import { AppError } from '../../base/errors.ts'
import { createOwnFolder } from '../../base/own-folder.ts'
import type { NotifierSettings } from '../../config/notifier/notifier-schema.ts'
import type { SendTools } from '../channels/channel.ts'
import { destinationsOf } from '../channels/channels.ts'
import type { ReceiveDeps } from '../receive/receive-event.ts'
import { appendLog } from '../spool/log.ts'
import { acquireSenderLock, releaseSenderLock } from '../spool/sender-lock.ts'
import { filesIn } from '../spool/spool-files.ts'
import { evaluateSpool, summaryDue } from './evaluate-spool.ts'
import { sendSpool, settleInterrupted } from './send-spool.ts'

/** The dependencies of the notifier. */
export type NotifierDeps = ReceiveDeps & {
  env: Env
  /** The user's home folder. */
  home: string
  /** Reads the configuration. @throws AppError that describes what is wrong with it. */
  readSettings: () => NotifierSettings
  tools: Omit<SendTools, 'onSend'>
}

export type SenderDeps = NotifierDeps & { sleep: (ms: number) => Promise<void> }

/** No work starts after this time, ms, so that started work ends within the sender's lifetime. */
const MAX_WORK_MS = 85_000
/** Interval at which a waiting sender checks for new events, ms. */
const POLL_MS = 200
/** Maximum time to try to take the lock while others hold it, ms. */
const LOCK_MS = 11_000

/** Evaluates and sends the spool, waits for retries that are due soon, and ends. Only one sender runs at a time. */
export const runSender = async (deps: SenderDeps): Promise<void> => {
  const { folders, now, startSender } = deps
  const until = now() + MAX_WORK_MS
  const paused = new Map<string, number>()
  while (await takeLock(deps)) {
    let isDone: boolean
    try {
      isDone = await work(deps, until, paused)
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      appendLog(deps, { outcome: 'retrying', why: `no notifications: ${error.message.replace(/\.$/, '')}` })
      return
    } finally {
      releaseSenderLock(folders.lockFile)
    }
    // A hook that found the lock held left its event to this process.
    if (filesIn(folders.events).length === 0) return
    if (isDone) continue
    return startSender()
  }
}

const takeLock = async ({ folders, now, sleep }: SenderDeps): Promise<boolean> => {
  const until = now() + LOCK_MS
  for (;;) {
    try {
      return acquireSenderLock(folders.lockFile, now())
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST' || now() > until) throw error
      await sleep(POLL_MS)
    }
  }
}

/** Evaluates and sends until nothing is due before `until`; returns false if that time comes first. */
const work = async (deps: SenderDeps, until: number, paused: Map<string, number>): Promise<boolean> => {
  const { folders, env, home, readSettings, tools, now, sleep } = deps
  createOwnFolder(folders.events)
  createOwnFolder(folders.messages)
  settleInterrupted(deps)
  const settings = readSettings()
  const destinations = destinationsOf(settings, env)
  const channels = destinations.map(({ name }) => name)
  while (now() < until) {
    evaluateSpool({ folders, settings, channels, home, now })
    const due = await sendSpool({ folders, destinations, tools, now, until, paused })
    if (filesIn(folders.events).length > 0) continue
    const wake = Math.min(due ?? Number.POSITIVE_INFINITY, summaryDue(deps) ?? Number.POSITIVE_INFINITY)
    if (wake >= until) return true
    await sleep(Math.max(0, Math.min(POLL_MS, wake - now())))
  }
  return false
}
