import { posix, win32 } from 'node:path'
import { memberOf } from '../../base/json.ts'
import type { HookEvent } from '../../contract/hooks.ts'

/**
 * A member of an event as text: `message`, `tool_input.command`, or one that is made of others: `event`, its name, and `folder`, the
 * last part of `cwd`. What is no text is JSON. Undefined where there is none.
 */
export const eventMember = (event: HookEvent, path: string): string | undefined => {
  if (path === 'event') return event.hook_event_name
  if (path === 'folder') return folderName(event.cwd)
  let value: unknown = event
  for (const name of path.split('.')) value = memberOf(value, name)
  if (value === undefined || value === null) return undefined
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}

/** The name of a folder without those above it, whichever system it is of. */
export const folderName = (path: string | undefined): string | undefined => {
  if (!path) return undefined
  const isWindows = /^[A-Za-z]:[\\/]|^\\\\/.test(path)
  return (isWindows ? win32 : posix).basename(path) || path
}
