import { createHash } from 'node:crypto'
import type { NotifierSettings, QuietHours, RuleSettings } from '../../config/notifier/notifier-schema.ts'
import type { HookEvent, HookEventName } from '../../contract/hooks.ts'
import { wildcardMatcher } from '../../domain/filter/wildcard-matcher.ts'
import type { Notice } from '../event/notice.ts'
import { eventMember } from '../event/parse-event.ts'
import { type Memory, MINUTE_MS } from './memory.ts'

/** The decision about an event, and its reason as one sentence without a full stop. */
export type Verdict =
  | { is: 'accepted'; why: string; channels: readonly string[]; rule: number | undefined }
  | { is: 'summarised'; why: string; channels: readonly string[] }
  | { is: 'ignored' | 'suppressed' | 'duplicate'; why: string }

/** Events that lead to a notification unless a rule decides otherwise. SubagentStop is not among them. */
export const DEFAULT_EVENTS: readonly HookEventName[] = ['Notification', 'Stop', 'SessionEnd']

/** The interval in which equal messages are sent only once, ms. */
const REPEAT_MS = 10_000
const PER_MINUTE = 20

type EvaluateOptions = {
  settings: NotifierSettings
  /** The names of the configured channels. */
  channels: readonly string[]
  memory: Memory
  /** When the event was received, Unix ms. */
  at: number
  /** Identifies equal messages, see {@link repeatKey}. */
  key: string
  /** The user's home folder, for `~`. */
  home: string
}

/**
 * Applies the settings to an event, or to a message of this program, for which there are no rules. Pure: it does not
 * change the memory.
 */
export const evaluateEvent = (event: HookEvent | undefined, options: EvaluateOptions): Verdict => {
  const { settings, channels, memory, at, key, home } = options
  const { rules = [], perMinute = PER_MINUTE } = settings
  const found = event ? rules.findIndex((rule) => matchesRule(rule, event, home)) : -1
  const rule = rules[found]
  const ruleText = rule ? `rule ${found + 1}` : 'no rule'
  if (event && !rule && !DEFAULT_EVENTS.includes(event.hook_event_name))
    return { is: 'ignored', why: `${event.hook_event_name} needs a rule to notify` }
  if (rule?.notify === false) return { is: 'ignored', why: `${ruleText} applies` }

  const turnMs = event && turnLength(event, memory, at)
  const minTurnMs = (rule?.minTurnSeconds ?? 0) * 1000
  if (turnMs !== undefined && turnMs < minTurnMs) {
    const why = `the turn took ${Math.round(turnMs / 1000)} s, less than the ${minTurnMs / 1000} s of ${ruleText}`
    return { is: 'suppressed', why }
  }
  if (rule?.quietHours && isQuiet(rule.quietHours, at)) return { is: 'suppressed', why: `quiet hours of ${ruleText}` }
  if (settings.quietHours && isQuiet(settings.quietHours, at)) return { is: 'suppressed', why: 'quiet hours' }

  const wanted = rule?.channels ?? channels
  const known = wanted.filter((channel) => channels.includes(channel))
  if (known.length === 0)
    return {
      is: 'suppressed',
      why: rule ? `${ruleText} names only unknown channels: ${wanted.join(', ')}` : 'no such channel',
    }
  if (memory.sent.some((one) => one.key === key && Math.abs(at - one.at) < REPEAT_MS))
    return { is: 'duplicate', why: 'the same message was sent within 10 s' }

  const recent = memory.sent.filter((one) => Math.abs(at - one.at) < MINUTE_MS)
  const isOverRule =
    rule?.perMinute !== undefined && recent.filter((one) => one.rule === found).length >= rule.perMinute
  if (recent.length >= perMinute || isOverRule || memory.summed)
    return { is: 'summarised', why: 'rate limit reached; counted in a summary', channels: known }
  const why = rule ? `${ruleText} applies` : event ? 'default: no rule matches' : 'sent by this program'
  return { is: 'accepted', why, channels: known, rule: rule && found }
}

/** The length of the turn that an event ends, ms; undefined if unknown. */
const turnLength = (event: HookEvent, { turns }: Memory, at: number): number | undefined => {
  if (event.hook_event_name === 'SessionEnd') return event.session_duration_ms
  const session = event.session_id
  const startedAt = session !== undefined && Object.hasOwn(turns, session) ? turns[session] : undefined
  return startedAt === undefined ? undefined : Math.max(0, at - startedAt)
}

/** A key that is equal for the same message of the same session. */
export const repeatKey = (event: HookEvent | undefined, { title, text }: Notice): string => {
  const parts = event
    ? [event.session_id ?? event.cwd, event.hook_event_name, ...SUBJECTS.map((name) => eventMember(event, name))]
    : []
  return createHash('sha256')
    .update(JSON.stringify([title, text, ...parts]))
    .digest('hex')
    .slice(0, 20)
}

/** Members that distinguish two events of the same name. */
const SUBJECTS = ['message', 'reason', 'task_name', 'tool_name', 'tool_input', 'prompt']

/** Whether a rule applies to an event. A missing member matches nothing. */
const matchesRule = (
  { events, folder, reasons, where = {} }: RuleSettings,
  event: HookEvent,
  home: string,
): boolean => {
  if (events && !events.includes(event.hook_event_name)) return false
  if (folder !== undefined && !isInside(event.cwd, folder, home)) return false
  if (reasons && !reasons.includes(eventMember(event, 'reason') ?? '')) return false
  return Object.entries(where).every(([member, pattern]) => {
    const value = eventMember(event, member)
    return value !== undefined && matches(value, pattern)
  })
}

const matches = (value: string, pattern: string): boolean => wildcardMatcher(pattern.split(/\*+/))(value)

const isInside = (path: string | undefined, folder: string, home: string): boolean => {
  if (path === undefined) return false
  const whole = withoutTrailingSlash(folder.replace(/^~(?=$|[\\/])/, home))
  return matches(withoutTrailingSlash(path), whole) || matches(path, `${whole}/*`) || matches(path, `${whole}\\*`)
}

/** Removes a slash at the end of a path. The root becomes empty, so that a rule for it matches all paths. */
const withoutTrailingSlash = (path: string): string => path.replace(/[\\/]$/, '')

/** Whether a time, Unix ms, is in quiet hours. `from` is included, `to` is not. */
export const isQuiet = ({ from, to, timeZone }: QuietHours, at: number): boolean => {
  const now = timeOfDay(at, timeZone)
  return from < to ? from <= now && now < to : from <= now || now < to
}

/** The time of day in a time zone, such as `22:05`. */
const timeOfDay = (at: number, timeZone: string | undefined): string =>
  new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit', hourCycle: 'h23', timeZone }).format(at)
