import { createHash } from 'node:crypto'
import { existsSync, lstatSync, readdirSync } from 'node:fs'
import { extname, join } from 'node:path'
import { isObject, memberOf } from '../../base/json.ts'
import { readOwnFile } from '../../base/own-file.ts'
import { createOwnFolder } from '../../base/own-folder.ts'
import { HookEvent } from '../../contract/live.ts'
import { parseEvent } from '../event/parse-event.ts'
import { filesIn, removeFile, writeSpoolFile } from '../spool/spool-files.ts'
import { type ForwardFolders, MAX_EVENTS } from './forward-line.ts'

/** Maximum size of a hook's input, bytes. */
const MAX_INPUT_BYTES = 8 * 1024 * 1024
const MAX_AGE_MS = 7 * 86_400_000
const MAX_SPOOL_BYTES = 50 * 1024 * 1024
/** Age at which a file that a hook did not finish is removed, ms. */
const ABANDONED_MS = 3_600_000
/** Maximum length of a member, as in the contract. */
const MAX_LENGTH = 256

/** Who sends the events. */
export type Sender = { email?: string | undefined /** Hash of the host's name. */; machine: string }

/** Numbers of events that are not sent. */
export type Dropped = { unreadable: number; overLimit: number }

/**
 * Replaces the inputs of hooks by events without prompts and tool input, and drops the oldest events over the limits of
 * the spool. The id of an event depends only on its file, so it stays the same if this process is killed.
 */
export const takeEvents = (folders: ForwardFolders, sender: Sender, now: number): Dropped => {
  const { incoming, outgoing } = folders
  createOwnFolder(incoming)
  createOwnFolder(outgoing)
  let overLimit = dropOldInputs(folders, now)
  let unreadable = 0
  for (const name of filesIn(incoming)) {
    const path = join(incoming, name)
    const stats = lstatSync(path, { throwIfNoEntry: false })
    if (!stats) continue
    const event = readEvent(path, name, Math.floor(stats.mtimeMs), sender)
    if (event) writeSpoolFile(join(outgoing, fileNameOf(event)), event)
    else unreadable++
    removeFile(path)
  }
  const names = filesIn(outgoing)
  const isOld = (name: string): boolean => now - timeOfFile(name) > MAX_AGE_MS
  const old = names.filter((name, i) => i < names.length - MAX_EVENTS || isOld(name))
  for (const name of old) removeFile(join(outgoing, name))
  overLimit += old.length
  return { unreadable, overLimit }
}

/**
 * Removes the oldest inputs of hooks over the limits of the spool: inputs have prompts, and they stay if no sender can
 * replace them. Returns the number of removed inputs.
 */
export const dropOldInputs = ({ incoming }: Pick<ForwardFolders, 'incoming'>, now: number): number => {
  removeAbandoned(incoming, now)
  const inputs = inputsIn(incoming).reverse()
  let bytes = 0
  const dropped = inputs.filter(({ at, sizeBytes }, i) => {
    bytes += sizeBytes
    return now - at > MAX_AGE_MS || i >= MAX_EVENTS || bytes > MAX_SPOOL_BYTES
  })
  for (const { name } of dropped) removeFile(join(incoming, name))
  return dropped.length
}

/** Inputs of hooks, oldest first. */
export const inputsIn = (incoming: string): { name: string; at: number; sizeBytes: number }[] =>
  filesIn(incoming)
    .flatMap((name) => {
      const stats = lstatSync(join(incoming, name), { throwIfNoEntry: false })
      return stats ? [{ name, at: stats.mtimeMs, sizeBytes: stats.size }] : []
    })
    .sort((a, b) => a.at - b.at)

/** When an event to send happened, Unix ms. Names sort by time. */
export const timeOfFile = (name: string): number => Number.parseInt(name, 10)

const fileNameOf = ({ at, eventId }: HookEvent): string => `${String(Date.parse(at)).padStart(14, '0')}-${eventId}.json`

const removeAbandoned = (folder: string, now: number): void => {
  if (!existsSync(folder)) return
  for (const name of readdirSync(folder)) {
    if (!name.startsWith('.')) continue
    const stats = lstatSync(join(folder, name), { throwIfNoEntry: false })
    if (stats && now - stats.mtimeMs > ABANDONED_MS) removeFile(join(folder, name))
  }
}

/** Undefined if the file has no event. */
const readEvent = (path: string, name: string, at: number, sender: Sender): HookEvent | undefined => {
  let bytes: Uint8Array | undefined
  try {
    bytes = readOwnFile(path, MAX_INPUT_BYTES)
  } catch {
    return undefined
  }
  const text = Buffer.from(bytes ?? []).toString()
  const parsed = parseEvent(text)
  if (parsed.is === 'none') return undefined
  const input: Record<string, unknown> = parsed.event
  const tool = short(input.tool_name)
  const event = {
    eventId: uuidOf(`${name} ${at} ${text}`),
    at: new Date(at).toISOString(),
    event: input.hook_event_name,
    sessionId: short(input.session_id) ?? 'unknown',
    userEmail: sender.email,
    tool,
    mcpServer: /^mcp__(.+?)__/.exec(tool ?? '')?.[1],
    extension: extensionOf(input.tool_input),
    model: short(input.model),
    permissionMode: short(input.permission_mode),
    reason: input.hook_event_name === 'SessionEnd' ? short(input.reason) : undefined,
    machine: sender.machine,
  }
  return HookEvent.safeParse(event).data
}

const short = (value: unknown): string | undefined =>
  typeof value === 'string' && value !== '' ? value.slice(0, MAX_LENGTH) : undefined

/** The extension of an edited file; nothing else of a tool's input is stored. */
const extensionOf = (toolInput: unknown): string | undefined => {
  if (!isObject(toolInput)) return undefined
  const path = memberOf(toolInput, 'file_path') ?? memberOf(toolInput, 'path')
  const extension = typeof path === 'string' ? extname(path) : ''
  return /^\.[A-Za-z0-9_+-]{1,16}$/.test(extension) ? extension : undefined
}

/** A UUID (version 8) from a hash of the text. */
const uuidOf = (text: string): string => {
  const hex = createHash('sha256').update(text).digest('hex')
  const variant = ((Number.parseInt(hex.slice(16, 18), 16) & 0x3f) | 0x80).toString(16)
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-${variant}${hex.slice(18, 20)}-${hex.slice(20, 32)}`
}
