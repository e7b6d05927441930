import { createHash } from 'node:crypto'
import { lstatSync, readdirSync } from 'node:fs'
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
  removeAbandoned(incoming, now)
  let unreadable = 0
  let bytes = 0
  let overLimit = 0
  for (const name of filesIn(incoming)) {
    const path = join(incoming, name)
    const stats = lstatSync(path, { throwIfNoEntry: false })
    if (!stats) continue
    bytes += stats.size
    const event = bytes > MAX_SPOOL_BYTES ? 'overLimit' : readEvent(path, name, Math.floor(stats.mtimeMs), sender)
    if (event === 'overLimit') overLimit++
    else if (!event) unreadable++
    else writeSpoolFile(join(outgoing, fileNameOf(event)), event)
    removeFile(path)
  }
  const names = filesIn(outgoing)
  const isOld = (name: string): boolean => now - Number.parseInt(name, 10) > MAX_AGE_MS
  const old = names.filter((name, i) => i < names.length - MAX_EVENTS || isOld(name))
  for (const name of old) removeFile(join(outgoing, name))
  return { unreadable, overLimit: overLimit + old.length }
}

/** Names sort by time. */
const fileNameOf = ({ at, eventId }: HookEvent): string => `${String(Date.parse(at)).padStart(14, '0')}-${eventId}.json`

const removeAbandoned = (folder: string, now: number): void => {
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
