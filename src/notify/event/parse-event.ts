import { cutDeep } from '../../base/cut-deep.ts'
import { isObject } from '../../base/json.ts'
import { HOOK_EVENTS, HookEvent, type HookEventName } from '../../contract/hooks.ts'

export type ParsedEvent = { is: 'event'; event: HookEvent } | { is: 'none'; why: string }

/** What lies deeper in an event is cut: JSON.stringify recurses, and fails at some thousand levels. */
export const MAX_DEPTH = 100

/** An event from the standard input of a hook. */
export const parseEvent = (input: string): ParsedEvent => {
  const text = input.replace(/^\uFEFF/, '')
  if (text.trim() === '') return none('nothing stood on standard input')
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    return none('what stood on standard input is not JSON')
  }
  return eventOf(value)
}

/**
 * An event from parsed JSON. Unknown members stay; a member of a wrong type is left out, and the others stay. Levels below
 * {@link MAX_DEPTH} are cut.
 */
export const eventOf = (whole: unknown): ParsedEvent => {
  const value = cutDeep(whole, MAX_DEPTH)
  if (!isObject(value)) return none('what stood on standard input is no JSON object')
  const { hook_event_name: name } = value
  if (typeof name !== 'string') return none('it has no hook_event_name')
  const schema = HookEvent.options.find(({ shape }) => shape.hook_event_name.value === name)
  if (!schema) return none(`its hook_event_name is none of ${HOOK_EVENTS.join(', ')}`)
  const members = Object.entries(value).filter(
    ([member, own]) => !Object.hasOwn(schema.shape, member) || memberOf(schema, member).safeParse(own).success,
  )
  return { is: 'event', event: Object.fromEntries(members) as HookEvent }
}

const none = (why: string): ParsedEvent => ({ is: 'none', why })

type EventSchema = (typeof HookEvent.options)[number]
type Member = { safeParse: (value: unknown) => { success: boolean } }

const memberOf = ({ shape }: EventSchema, name: string): Member => (shape as Record<string, Member>)[name] as Member

/** The members that an event has by the contract. */
export const membersOfEvent = (name: HookEventName): string[] => {
  const schema = HookEvent.options.find(({ shape }) => shape.hook_event_name.value === name)
  return Object.keys(schema?.shape ?? {})
}
