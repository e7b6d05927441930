import { isObject, memberOf } from '../../base/json.ts'
import {
  addChildren,
  applyJsonEdits,
  type JsonEdit,
  type NewChild,
  type Node,
  parseJsonTree,
  removeChildren,
} from '../../base/json-edit.ts'
import { isSameJson } from '../../base/same-json.ts'
import type { NotifierSettings } from '../../config/notifier/notifier-schema.ts'
import { HOOK_EVENTS, type HookEventName } from '../../contract/hooks.ts'
import { DEFAULT_EVENTS } from '../rules/evaluate-event.ts'
import { SettingsFileError } from './settings-file.ts'

/** Why settings cannot be changed, as the end of a sentence. */
export class HookSettingsError extends SettingsFileError {
  override name = 'HookSettingsError'
}

/**
 * The value of a member. @throws HookSettingsError if an object has it twice: parsers disagree on which one counts.
 */
const memberNode = (object: Node, name: string): Node | undefined => {
  const found = (object.children ?? []).filter(({ children = [] }) => children[0]?.value === name)
  if (found.length > 1) throw new HookSettingsError(`has ${JSON.stringify(name)} twice: remove one`)
  return found[0]?.children?.[1]
}

/** The command that an agent runs. */
const HOOK_COMMAND = 'qd hooks notify'
/** The agent's timeout for the command, s. */
const TIMEOUT_S = 5

type Json = Record<string, unknown>
/** Event names with their groups. They should be {@link HookGroups}, but the file may contain anything. */
type Groups = Json

/** The settings in a file, as parsed by {@link parseHookSettings}. */
export type HookSettings = Json

/** What to do if a file can't be edited: the end of an error. */
const BY_HAND = {
  add: 'Paste the output of qd hooks print-settings into it',
  remove: `Remove the hooks whose command is ${HOOK_COMMAND} yourself`,
} as const

/**
 * Parses an agent's settings: `{"hooks": {Event: [group]}}`, or the bare `{Event: [group]}`. An empty file has no
 * settings.
 *
 * @param purpose - Whether hooks are added or removed, for the error.
 * @throws HookSettingsError.
 */
export const parseHookSettings = (text: string, purpose: keyof typeof BY_HAND = 'add'): HookSettings => {
  if (text.trim() === '') return {}
  let value: unknown
  try {
    value = JSON.parse(text.replace(/^\uFEFF/, ''))
  } catch {
    throw new HookSettingsError(`is not strict JSON. ${BY_HAND[purpose]}`)
  }
  if (!isObject(value)) throw new HookSettingsError('is not a JSON object')
  const groups = groupsOf(value)
  if (groups !== undefined && !isObject(groups)) throw new HookSettingsError('has hooks that are not a JSON object')
  for (const event of HOOK_EVENTS) {
    const eventGroups = isObject(groups) && Object.hasOwn(groups, event) ? groups[event] : []
    if (!Array.isArray(eventGroups)) throw new HookSettingsError(`has a ${event} that is not a list`)
  }
  return value
}

const isBare = (settings: HookSettings): boolean =>
  !Object.hasOwn(settings, 'hooks') && HOOK_EVENTS.some((event) => Object.hasOwn(settings, event))

const groupsOf = (settings: HookSettings): unknown => (isBare(settings) ? settings : memberOf(settings, 'hooks'))

/** Events that have one of our hooks. @param command - Only hooks that notify or forward as this one does. */
export const installedEvents = (settings: HookSettings, command?: string): HookEventName[] => {
  const groups = groupsOf(settings)
  const isInstalled = command === undefined ? hasOurs : hasSame(command)
  return HOOK_EVENTS.filter((event) => isObject(groups) && listOf(groups, event).some(isInstalled))
}

const listOf = (groups: Groups, event: string): unknown[] => {
  const eventGroups = memberOf(groups, event)
  return Array.isArray(eventGroups) ? eventGroups : []
}

const hooksOf = (group: unknown): unknown[] => (isObject(group) && Array.isArray(group.hooks) ? group.hooks : [])
const hasOurs = (group: unknown): boolean => hooksOf(group).some(isOurs)

/** Matches our command in any form: `qd`, `/usr/bin/quarterdeck`, `node "/opt/my tools/qd.js"`. */
const OURS = /(?:^|[\s/\\"'])(?:qd|quarterdeck)(?:\.js|\.cmd|\.exe)?["']?\s+hooks\s+(notify|forward)(?:\s|$)/
const isOurs = (hook: unknown): boolean => isObject(hook) && typeof hook.command === 'string' && OURS.test(hook.command)

/** Whether a hook notifies or forwards. */
const kindOf = (command: string): string => OURS.exec(command)?.[1] ?? 'notify'
const hasSame =
  (command: string) =>
  (group: unknown): boolean =>
    hooksOf(group).some((hook) => isOurs(hook) && kindOf((hook as { command: string }).command) === kindOf(command))

const ourGroup = (command: string): Json => ({ hooks: [{ type: 'command', command, timeout: TIMEOUT_S }] })

/** The hooks for these events, for pasting into settings. */
export const hookConfiguration = (events: readonly HookEventName[], command = HOOK_COMMAND): { hooks: Groups } => ({
  hooks: Object.fromEntries(events.map((event) => [event, [ourGroup(command)]])),
})

/** A change of the text of settings. */
export type HookChange = (text: string) => string

/**
 * Adds our hook to each of these events.
 *
 * @throws HookSettingsError if the text is not valid settings, or if anything else would change.
 */
export const addHooks =
  (events: readonly HookEventName[], command = HOOK_COMMAND): HookChange =>
  (text) =>
    edited(
      text,
      'add',
      (settings) => withHooks(settings, events, command),
      (json, root, settings) => {
        const groups = groupsNode(root, settings)
        const installed = installedEvents(settings, command)
        const [lists, missing]: [JsonEdit[], NewChild[]] = [[], []]
        for (const event of events) {
          const list = groups && memberNode(groups, event)
          if (installed.includes(event)) continue
          if (list) lists.push(...addChildren(json, list, [{ value: ourGroup(command) }]))
          else missing.push({ name: event, value: [ourGroup(command)] })
        }
        if (missing.length === 0) return lists
        const hooks = { name: 'hooks', value: Object.fromEntries(missing.map(({ name = '', value }) => [name, value])) }
        return [...lists, ...(groups ? addChildren(json, groups, missing) : addChildren(json, root, [hooks]))]
      },
    )

/** Removes all of our hooks, and groups, lists and `hooks` that are then empty. Throws like {@link addHooks}. */
export const removeHooks: HookChange = (text) =>
  edited(text, 'remove', withoutHooks, (json, root, settings) => {
    const groups = groupsNode(root, settings)
    if (!groups) return []
    const edits: JsonEdit[] = []
    const removedEvents = new Set<Node>()
    for (const member of groups.children ?? []) {
      const [name, list] = member.children ?? []
      const removed = new Set<Node>()
      for (const group of list?.children ?? []) {
        const hooks = group.type === 'object' ? memberNode(group, 'hooks') : undefined
        const ours = new Set(
          hooks?.children?.filter((hook) => isOurs(JSON.parse(json.slice(hook.offset, hook.offset + hook.length)))),
        )
        if (ours.size === 0) continue
        // Throws if the event occurs twice, because removing one of them would be ambiguous.
        memberNode(groups, name?.value)
        if (ours.size === hooks?.children?.length) removed.add(group)
        else edits.push(...removeChildren(json, hooks as Node, ours))
      }
      if (removed.size > 0 && removed.size === list?.children?.length) removedEvents.add(member)
      else if (removed.size > 0) edits.push(...removeChildren(json, list as Node, removed))
    }
    if (removedEvents.size === 0) return edits
    const isAll = removedEvents.size === groups.children?.length && groups !== root
    return [
      ...edits,
      ...(isAll
        ? removeChildren(json, root, new Set([groups.parent as Node]))
        : removeChildren(json, groups, removedEvents)),
    ]
  })

const groupsNode = (root: Node, settings: HookSettings): Node | undefined =>
  isBare(settings) ? root : memberNode(root, 'hooks')

/** Applies the edits and verifies that the result equals `change`. Returns the same text if nothing changes. */
const edited = (
  text: string,
  purpose: keyof typeof BY_HAND,
  change: (settings: HookSettings) => HookSettings,
  editsOf: (json: string, root: Node, settings: HookSettings) => JsonEdit[],
): string => {
  const before = parseHookSettings(text, purpose)
  const after = change(before)
  const [mark, json] = text.startsWith('\uFEFF') ? ['\uFEFF', text.slice(1)] : ['', text]
  const whole = json.trim() === '' ? '{}\n' : json
  if (isSameJson(before, after)) return text
  const next = mark + applyJsonEdits(whole, editsOf(whole, parseJsonTree(whole), before))
  if (!isSameJson(parseHookSettings(next), after))
    throw new HookSettingsError(`can't be changed without affecting other settings. ${BY_HAND[purpose]}`)
  return next
}

/** Adds our hook to each of these events and keeps everything else. */
const withHooks = (settings: HookSettings, events: readonly HookEventName[], command: string): HookSettings => {
  const before = groupsOf(settings)
  const groups: Groups = isObject(before) ? before : {}
  const missing = events.filter((event) => !listOf(groups, event).some(hasSame(command)))
  const added = Object.fromEntries(missing.map((event) => [event, [...listOf(groups, event), ourGroup(command)]]))
  return putGroups(settings, { ...groups, ...added })
}

/** Removes all of our hooks, and groups and lists that are then empty. */
const withoutHooks = (settings: HookSettings): HookSettings => {
  const groups = groupsOf(settings)
  if (!isObject(groups)) return settings
  const left = Object.entries(groups).flatMap(([event, eventGroups]) => {
    if (!Array.isArray(eventGroups) || !eventGroups.some(hasOurs)) return [[event, eventGroups] as const]
    const others = eventGroups.flatMap(withoutOurs)
    return others.length > 0 ? [[event, others] as const] : []
  })
  return putGroups(settings, Object.fromEntries(left))
}

const withoutOurs = (group: unknown): unknown[] => {
  if (!hasOurs(group)) return [group]
  const others = hooksOf(group).filter((hook) => !isOurs(hook))
  return others.length > 0 ? [{ ...(group as Json), hooks: others }] : []
}

const putGroups = (settings: HookSettings, groups: Groups): HookSettings => {
  if (isBare(settings)) return groups
  if (Object.keys(groups).length > 0) return { ...settings, hooks: groups }
  const { hooks: _, ...others } = settings
  return others
}

/** The events that the rules need, in the order of the contract. */
export const wantedEvents = ({ rules = [] }: NotifierSettings): HookEventName[] => {
  const named = rules.flatMap(({ events = [], notify }) => (notify === false ? [] : events))
  // The length of a turn is known only if the hook also receives its beginning.
  const timed: HookEventName[] = rules.some(({ minTurnSeconds = 0 }) => minTurnSeconds > 0) ? ['UserPromptSubmit'] : []
  const wanted = new Set([...DEFAULT_EVENTS, ...named, ...timed])
  return HOOK_EVENTS.filter((event) => wanted.has(event))
}
