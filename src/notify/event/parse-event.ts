import { posix, win32 } from 'node:path'
import { isObject, memberOf } from '../../base/json.ts'
import { limitDepth } from '../../base/limit-depth.ts'
import { HOOK_EVENTS, HookEvent } from '../../contract/hooks.ts'

type ParsedEvent = { is: 'event'; event: HookEvent } | { is: 'none'; why: string }

/** Maximum depth of an event; deeper levels are cut. JSON.stringify overflows the stack at a few thousand levels. */
export const MAX_DEPTH = 100

/** Parses an event from a hook's standard input. */
export const parseEvent = (input: string): ParsedEvent => {
  const text = input.replace(/^\uFEFF/, '')
  if (text.trim() === '') return none('standard input is empty')
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    return none('standard input is not JSON')
  }
  return eventOf(value)
}

/**
 * Validates an event from parsed JSON. Unknown members stay; members of a wrong type are dropped. Levels below {@link
 * MAX_DEPTH} are cut.
 */
export const eventOf = (whole: unknown): ParsedEvent => {
  const value = limitDepth(whole, MAX_DEPTH)
  if (!isObject(value)) return none('standard input is not a JSON object')
  const { hook_event_name: name } = value
  if (typeof name !== 'string') return none('it has no hook_event_name')
  const schema = HookEvent.options.find(({ shape }) => shape.hook_event_name.value === name)
  if (!schema) return none(`its hook_event_name must be one of ${HOOK_EVENTS.join(', ')}`)
  const members = Object.entries(value).filter(
    ([member, own]) => !Object.hasOwn(schema.shape, member) || schemaOf(schema, member).safeParse(own).success,
  )
  return { is: 'event', event: Object.fromEntries(members) as HookEvent }
}

const none = (why: string): ParsedEvent => ({ is: 'none', why })

type EventSchema = (typeof HookEvent.options)[number]
type Member = { safeParse: (value: unknown) => { success: boolean } }

const schemaOf = ({ shape }: EventSchema, name: string): Member => (shape as Record<string, Member>)[name] as Member

/**
 * A member of an event as text: a path such as `message` or `tool_input.command`, or a derived member: `event`, the
 * event's name, or `folder`, the last segment of `cwd`. Values other than text are formatted as JSON. Undefined if
 * missing.
 */
export const eventMember = (event: HookEvent, path: string): string | undefined => {
  if (path === 'event') return event.hook_event_name
  if (path === 'folder') return folderName(event.cwd)
  const value = path.split('.').reduce<unknown>(memberOf, event)
  if (value === undefined || value === null) return undefined
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}

/** The last segment of a path of any operating system. */
export const folderName = (path: string | undefined): string | undefined => {
  if (!path) return undefined
  const isWindows = /^[A-Za-z]:[\\/]|^\\\\/.test(path)
  return (isWindows ? win32 : posix).basename(path) || path
}
