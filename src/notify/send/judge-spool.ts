import { join } from 'node:path'
import { isContainer } from '../../base/json.ts'
import { DAY_MS } from '../../base/time.ts'
import type { NotifierSettings } from '../../config/notifier/notifier-schema.ts'
import type { HookEvent } from '../../contract/hooks.ts'
import type { Message } from '../event/message.ts'
import { type Notice, noticeOf } from '../event/notice.ts'
import { parseEvent } from '../event/parse-event.ts'
import type { Received } from '../receive/receive-event.ts'
import { judgeEvent, repeatKey } from '../rules/judge-event.ts'
import { type Memory, readMemory, remembered, summaryNotice, summedUp, writeMemory } from '../rules/memory.ts'
import { appendLog, type LogEntry, logFault, putLogged } from '../spool/log.ts'
import {
  fileOf,
  filesIn,
  idOfFile,
  putFile,
  readSpoolFile,
  removeFile,
  type SpoolFolders,
} from '../spool/spool-files.ts'

/** An event that is larger is not kept to rehearse with, UTF-16 units. */
const LARGEST_RECORDED = 65_536

/** How long something waits before it is given up, ms. */
export const MAX_WAIT_MS = DAY_MS

type JudgeDeps = {
  folders: SpoolFolders
  settings: NotifierSettings
  /** Names of the channels that there are. */
  channels: readonly string[]
  home: string
  /** Unix ms. */
  now: () => number
}

/**
 * Judges what hooks have left: messages for channels take the places of events. Whatever it is interrupted at, the next time makes
 * the same files of the same events: an event goes last. An event that cannot be handled is logged and removed.
 *
 * @throws what the file system says: the events stay.
 */
export const judgeSpool = (deps: JudgeDeps): void => {
  for (const name of filesIn(deps.folders.events)) {
    try {
      judgeFile(name, deps)
    } catch (error) {
      logFault(deps, name, error)
    }
    removeFile(join(deps.folders.events, name))
  }
  tellSummary(deps)
}

/** When a summary is to be told, Unix ms; undefined where nothing waits for one. */
export const summaryDue = ({ folders, now }: Pick<JudgeDeps, 'folders' | 'now'>): number | undefined =>
  readMemory(folders.memoryFile, now()).summed?.due

const judgeFile = (name: string, deps: JudgeDeps) => {
  const id = idOfFile(name)
  const log = (outcome: LogEntry['outcome'], why: string) => appendLog(deps, { id, outcome, why })
  const received = readReceived(join(deps.folders.events, name))
  if (!received) return log('unreadable', 'its file in the spool is broken')
  const { at, cut, notice } = received
  if (deps.now() - at > MAX_WAIT_MS) return log('failed', 'it waited for more than a day')
  if (notice) return judge(id, received, undefined, notice, deps)
  const parsed = parseEvent(received.input)
  if (parsed.is === 'event') return judge(id, received, parsed.event, noticeOf(parsed.event), deps)
  const why = cut === 'silent' ? `${parsed.why}, as it never ended` : parsed.why
  log('unreadable', cut === 'too long' ? 'it is longer than 1 MiB' : why)
}

const judge = (
  id: string,
  { at, terminal, channels: only }: Received,
  event: HookEvent | undefined,
  notice: Notice,
  deps: JudgeDeps,
): void => {
  const { folders, settings, home, now } = deps
  const channels = deps.channels.filter((channel) => only === undefined || only.includes(channel))
  const before = withTurn(readMemory(folders.memoryFile, now()), event, at)
  // An earlier sender has got as far as that, and its messages are there.
  if (before.told.some((one) => one.id === id)) return
  const key = repeatKey(event, notice)
  const verdict = judgeEvent(event, { settings, channels, memory: before, at, key, home })
  let memory = before
  if (verdict.is === 'told') {
    const message: Message = { id, at, ...notice, ...(event && { event }), ...(terminal && { terminal }) }
    spool(message, verdict.channels, deps)
    if (event) record(event, folders)
    memory = remembered(before, { id, key, at, rule: verdict.rule })
  }
  if (verdict.is === 'summed') memory = summedUp(before, id, notice, verdict.channels, at)
  if (memory !== before || event?.hook_event_name === 'UserPromptSubmit') writeMemory(folders.memoryFile, memory)
  const { hook_event_name: name, session_id: session, cwd } = event ?? {}
  appendLog(deps, { id, outcome: verdict.is, why: verdict.why, event: name, session, cwd, text: logText(notice) })
}

const withTurn = (memory: Memory, event: HookEvent | undefined, at: number): Memory =>
  event?.hook_event_name === 'UserPromptSubmit' && event.session_id !== undefined
    ? { ...memory, turns: Object.fromEntries([...Object.entries(memory.turns), [event.session_id, at]]) }
    : memory

const LOGGED = 200

/** What the log repeats of a message. */
const logText = ({ title, text }: Notice): string => `${title}: ${text}`.slice(0, LOGGED).toWellFormed()

const spool = (message: Message, channels: readonly string[], deps: JudgeDeps): void => {
  for (const channel of channels) {
    const spooled: SpooledMessage = { version: 1, channel, message, tries: 0, due: message.at, since: deps.now() }
    putLogged(deps, deps.folders.messages, fileOf(message.id, channel), spooled)
  }
}

/** Keeps the last event of each name that was told, to rehearse with. */
const record = (event: HookEvent, { recordedFolder }: SpoolFolders): void => {
  if (JSON.stringify(event).length > LARGEST_RECORDED) return
  try {
    putFile(recordedFolder, fileOf(event.hook_event_name), event)
  } catch {
    // The message matters more than the rehearsal.
  }
}

const tellSummary = (deps: JudgeDeps): void => {
  const { folders, channels, now } = deps
  const memory = readMemory(folders.memoryFile, now())
  const { summed } = memory
  if (!summed || summed.due > now()) return
  const notice = summaryNotice(summed)
  // The same name whenever it is made again.
  const id = `${String(summed.due).padStart(14, '0')}-summary`
  spool(
    { id, at: summed.due, ...notice },
    summed.channels.filter((channel) => channels.includes(channel)),
    deps,
  )
  writeMemory(folders.memoryFile, { ...memory, summed: undefined })
  appendLog(deps, { outcome: 'told', why: 'it sums up a minute', id, text: logText(notice) })
}

const readReceived = (path: string): Received | undefined => {
  const value = readSpoolFile(path) as Received | undefined
  if (!isContainer(value)) return undefined
  const { version, at, input, notice, channels } = value
  const isOne = version === 1 && Number.isFinite(at) && typeof input === 'string'
  const areChannels = channels === undefined || (Array.isArray(channels) && channels.every(isText))
  const isNotice = notice === undefined || (typeof notice?.title === 'string' && typeof notice.text === 'string')
  return isOne && areChannels && isNotice ? value : undefined
}

const isText = (value: unknown): value is string => typeof value === 'string'

/** A message on its way through one channel, as its file has it. */
export type SpooledMessage = {
  version: 1
  /** Name of the channel. */
  channel: string
  message: Message
  /** How often it was tried. */
  tries: number
  /** Not before that, Unix ms. */
  due: number
  /** When it was put here, Unix ms. */
  since: number
}

/** Undefined for a file that holds none. */
export const readMessage = (path: string): SpooledMessage | undefined => {
  const value = readSpoolFile(path) as SpooledMessage | undefined
  if (typeof value !== 'object' || value === null) return undefined
  const { version, channel, message, tries, due, since } = value
  const isOne =
    version === 1 &&
    typeof channel === 'string' &&
    [tries, due, since].every(Number.isFinite) &&
    typeof message?.id === 'string' &&
    typeof message.title === 'string' &&
    typeof message.text === 'string' &&
    Number.isFinite(message.at)
  return isOne ? value : undefined
}
