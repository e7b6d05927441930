import { join } from 'node:path'
import { isContainer } from '../../base/json.ts'
import { DAY_MS } from '../../base/time.ts'
import type { NotifierSettings } from '../../config/notifier/notifier-schema.ts'
import type { HookEvent } from '../../contract/hooks.ts'
import type { Message } from '../event/message.ts'
import { type Notice, noticeOf } from '../event/notice.ts'
import { parseEvent } from '../event/parse-event.ts'
import type { Received } from '../receive/receive-event.ts'
import { evaluateEvent, repeatKey } from '../rules/evaluate-event.ts'
import { addSent, addToSummary, type Memory, readMemory, summaryNotice, writeMemory } from '../rules/memory.ts'
import { appendLog, type LogEntry, logFileError, putLogged } from '../spool/log.ts'
import {
  fileOf,
  filesIn,
  idOfFile,
  putFile,
  readSpoolFile,
  removeFile,
  type SpoolFolders,
} from '../spool/spool-files.ts'

/** Maximum size of an event that is stored for test messages, in UTF-16 units. */
const MAX_RECORDED_LENGTH = 65_536

/** Maximum time that an event or message waits before it is dropped, ms. */
export const MAX_WAIT_MS = DAY_MS

type EvaluateDeps = {
  folders: SpoolFolders
  settings: NotifierSettings
  /** The names of the configured channels. */
  channels: readonly string[]
  home: string
  /** Unix ms. */
  now: () => number
}

/**
 * Evaluates spooled events and replaces them with messages for channels. If it is interrupted, the next run creates the
 * same files again, because an event is removed last. An event that causes an error is logged and removed.
 *
 * @throws the file system's error. The events then stay.
 */
export const evaluateSpool = (deps: EvaluateDeps): void => {
  for (const name of filesIn(deps.folders.events)) {
    try {
      evaluateFile(name, deps)
    } catch (error) {
      logFileError(deps, name, error)
    }
    removeFile(join(deps.folders.events, name))
  }
  spoolSummary(deps)
}

/** When the next summary is due, Unix ms; undefined if there is none. */
export const summaryDue = ({ folders, now }: Pick<EvaluateDeps, 'folders' | 'now'>): number | undefined =>
  readMemory(folders.memoryFile, now()).summed?.due

const evaluateFile = (name: string, deps: EvaluateDeps) => {
  const id = idOfFile(name)
  const log = (outcome: LogEntry['outcome'], why: string) => appendLog(deps, { id, outcome, why })
  const received = readReceived(join(deps.folders.events, name))
  if (!received) return log('unreadable', 'its spool file is corrupt')
  const { at, cut, notice } = received
  if (deps.now() - at > MAX_WAIT_MS) return log('failed', 'it waited for more than a day')
  if (notice) return evaluate(id, received, undefined, notice, deps)
  const parsed = parseEvent(received.input)
  if (parsed.is === 'event') return evaluate(id, received, parsed.event, noticeOf(parsed.event), deps)
  const why = cut === 'silent' ? `${parsed.why}; it never ended` : parsed.why
  log('unreadable', cut === 'too long' ? 'it is longer than 1 MiB' : why)
}

const evaluate = (
  id: string,
  { at, terminal, channels: only }: Received,
  event: HookEvent | undefined,
  notice: Notice,
  deps: EvaluateDeps,
): void => {
  const { folders, settings, home, now } = deps
  const channels = deps.channels.filter((channel) => only === undefined || only.includes(channel))
  const before = withTurn(readMemory(folders.memoryFile, now()), event, at)
  // An interrupted sender has already spooled the messages of this event.
  if (before.sent.some((one) => one.id === id)) return
  const key = repeatKey(event, notice)
  const verdict = evaluateEvent(event, { settings, channels, memory: before, at, key, home })
  let memory = before
  if (verdict.is === 'accepted') {
    const message: Message = { id, at, ...notice, ...(event && { event }), ...(terminal && { terminal }) }
    spool(message, verdict.channels, deps)
    if (event) record(event, folders)
    memory = addSent(before, { id, key, at, rule: verdict.rule })
  }
  if (verdict.is === 'summarised') memory = addToSummary(before, id, notice, verdict.channels, at)
  if (memory !== before || event?.hook_event_name === 'UserPromptSubmit') writeMemory(folders.memoryFile, memory)
  const { hook_event_name: name, session_id: session, cwd } = event ?? {}
  appendLog(deps, { id, outcome: verdict.is, why: verdict.why, event: name, session, cwd, text: logText(notice) })
}

const withTurn = (memory: Memory, event: HookEvent | undefined, at: number): Memory =>
  event?.hook_event_name === 'UserPromptSubmit' && event.session_id !== undefined
    ? { ...memory, turns: Object.fromEntries([...Object.entries(memory.turns), [event.session_id, at]]) }
    : memory

const LOGGED = 200

/** The text of a message for the log. */
const logText = ({ title, text }: Notice): string => `${title}: ${text}`.slice(0, LOGGED).toWellFormed()

const spool = (message: Message, channels: readonly string[], deps: EvaluateDeps): void => {
  for (const channel of channels) {
    const spooled: SpooledMessage = { version: 1, channel, message, tries: 0, due: message.at, since: deps.now() }
    putLogged(deps, deps.folders.messages, fileOf(message.id, channel), spooled)
  }
}

/** Stores the last notified event of each name, for test messages. */
const record = (event: HookEvent, { recordedFolder }: SpoolFolders): void => {
  if (JSON.stringify(event).length > MAX_RECORDED_LENGTH) return
  try {
    putFile(recordedFolder, fileOf(event.hook_event_name), event)
  } catch {
    // Storing it is optional; the message is not.
  }
}

const spoolSummary = (deps: EvaluateDeps): void => {
  const { folders, channels, now } = deps
  const memory = readMemory(folders.memoryFile, now())
  const { summed } = memory
  if (!summed || summed.due > now()) return
  const notice = summaryNotice(summed)
  // The same name each time it is created.
  const id = `${String(summed.due).padStart(14, '0')}-summary`
  spool(
    { id, at: summed.due, ...notice },
    summed.channels.filter((channel) => channels.includes(channel)),
    deps,
  )
  writeMemory(folders.memoryFile, { ...memory, summed: undefined })
  appendLog(deps, { outcome: 'accepted', why: 'summary of a minute', id, text: logText(notice) })
}

const readReceived = (path: string): Received | undefined => {
  const value = readSpoolFile(path) as Received | undefined
  if (!isContainer(value)) return undefined
  const { version, at, input, notice, channels } = value
  const isValid = version === 1 && Number.isFinite(at) && typeof input === 'string'
  const areChannels = channels === undefined || (Array.isArray(channels) && channels.every(isText))
  const isNotice = notice === undefined || (typeof notice?.title === 'string' && typeof notice.text === 'string')
  return isValid && areChannels && isNotice ? value : undefined
}

const isText = (value: unknown): value is string => typeof value === 'string'

/** A message for one channel, as stored in its file. */
export type SpooledMessage = {
  version: 1
  /** Name of the channel. */
  channel: string
  message: Message
  /** The number of tries so far. */
  tries: number
  /** Do not try before this time, Unix ms. */
  due: number
  /** When it was spooled, Unix ms. */
  since: number
}

/** Undefined for an invalid file. */
export const readMessage = (path: string): SpooledMessage | undefined => {
  const value = readSpoolFile(path) as SpooledMessage | undefined
  if (typeof value !== 'object' || value === null) return undefined
  const { version, channel, message, tries, due, since } = value
  const isValid =
    version === 1 &&
    typeof channel === 'string' &&
    [tries, due, since].every(Number.isFinite) &&
    typeof message?.id === 'string' &&
    typeof message.title === 'string' &&
    typeof message.text === 'string' &&
    Number.isFinite(message.at)
  return isValid ? value : undefined
}
