import type { RuleSettings } from '../../config/notifier/notifier-schema.ts'
import type { HookEvent } from '../../contract/hooks.ts'
import { wildcardTest } from '../../domain/filter/wildcard-test.ts'
import { eventMember } from '../event/event-member.ts'

/** Whether a rule is for an event. A member that is missing fits nothing. */
export const fitsRule = (
  { events, folder, reasons, where = {} }: RuleSettings,
  event: HookEvent,
  home: string,
): boolean => {
  if (events && !events.includes(event.hook_event_name)) return false
  if (folder !== undefined && !isBelow(event.cwd, folder, home)) return false
  if (reasons && !reasons.includes(eventMember(event, 'reason') ?? '')) return false
  return Object.entries(where).every(([member, pattern]) => {
    const value = eventMember(event, member)
    return value !== undefined && matches(value, pattern)
  })
}

const matches = (value: string, pattern: string): boolean => wildcardTest(pattern.split(/\*+/))(value)

const isBelow = (path: string | undefined, folder: string, home: string): boolean => {
  if (path === undefined) return false
  const whole = withoutEnd(folder.replace(/^~(?=$|[\\/])/, home))
  return matches(withoutEnd(path), whole) || matches(path, `${whole}/*`) || matches(path, `${whole}\\*`)
}

/** Without a slash at its end; the root is one. */
const withoutEnd = (path: string): string => (path.length > 1 && /[\\/]$/.test(path) ? path.slice(0, -1) : path)
