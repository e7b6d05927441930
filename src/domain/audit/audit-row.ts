import { isObject, memberOf } from '../../base/json.ts'
import type { Lenient } from '../../contract/lenient.ts'
import type { AuditEvent } from '../../contract/organization.ts'
import { toJson } from '../output/output.ts'
import { pseudonymizeTexts } from '../overview/pseudonymize.ts'
import { pseudonymOf } from '../people/pseudonym.ts'
import { shownSettings } from '../secrets/mask-settings.ts'

type Event = Lenient<AuditEvent>

/** An event of the audit log. All texts are untrusted. */
export type AuditRow = {
  /** Unique in the list, and the same after the list has grown. */
  id: string
  /** As the server sent it, with secrets masked. */
  event: Event
  /** Unix ms; undefined if the time is missing or invalid. */
  at: number | undefined
}

/** Rows for events, newest first, as the server sent them. */
export const auditRows = (events: readonly Event[]): AuditRow[] => {
  const counts = new Map<string, number>()
  return events.map((event) => {
    const at = Date.parse(event.createdAt ?? '')
    const own = memberOf(event, 'id')
    const text =
      typeof own === 'string' && own !== '' ? own : `${event.createdAt} ${event.eventType} ${targetOf(event)}`
    const count = (counts.get(text) ?? 0) + 1
    counts.set(text, count)
    return { id: count === 1 ? text : `${text} ${count}`, event, at: Number.isNaN(at) ? undefined : at }
  })
}

/** A value of any type as text; undefined if it is missing or empty. */
const textOf = (value: unknown): string | undefined => {
  if (value === undefined || value === null || value === '') return undefined
  if (typeof value === 'string') return value
  if (!isObject(value)) return toJson(value)
  const name = value.name ?? value.email ?? value.id ?? value.type
  return typeof name === 'string' && name !== '' ? name : toJson(value)
}

/** Who caused an event: an address, a service's id, or `system`; undefined if unknown. */
export const actorOf = ({ actor }: Event): string | undefined =>
  actor === null ? 'system' : actor?.email || actor?.principalId || undefined

export const actorKindOf = ({ actor }: Event): string | undefined => (actor === null ? 'system' : actor?.principalKind)

export const sourceOf = ({ source }: Event): string | undefined => textOf(shownSettings(source))
export const targetOf = ({ target }: Event): string | undefined => textOf(shownSettings(target))

/** What exactly was done, if the payload has it: `invite`, `revoke`. */
export const actionOf = ({ payload }: Event): string | undefined => {
  const action = memberOf(payload, 'intent') ?? memberOf(payload, 'action')
  return typeof action === 'string' && action !== '' ? action : undefined
}

/** `membership_change invite`. */
export const eventText = (event: Event): string | undefined =>
  [event.eventType, actionOf(event)].filter((part) => part !== undefined).join(' ') || undefined

/** The number of the controls' revision that the event made. */
export const revisionOf = ({ eventType, payload }: Event): number | undefined => {
  const revision = memberOf(payload, 'revision')
  return eventType === 'managed_settings_change' && typeof revision === 'number' ? revision : undefined
}

const targetIdOf = ({ target }: Event): string | undefined => {
  const id = typeof target === 'string' ? target : memberOf(target, 'id')
  return typeof id === 'string' && id !== '' ? id : undefined
}

/** The id of the API key or of the service account that an event concerns. */
export const keyOf = (event: Event): string | undefined =>
  event.eventType === 'api_key_lifecycle_change' || event.eventType === 'service_account_change'
    ? targetIdOf(event)
    : undefined

/** The address or id of the user whose limit an event changed. */
export const limitedUserOf = (event: Event): string | undefined => {
  if (event.eventType !== 'user_limit_change') return undefined
  const email = memberOf(event.target, 'email')
  return typeof email === 'string' && email !== '' ? email : targetIdOf(event)
}

/** The payload for display, without secrets; undefined if there is none. */
export const payloadOf = ({ payload }: Event): Record<string, unknown> | undefined =>
  isObject(payload) ? (shownSettings(payload) as Record<string, unknown>) : undefined

/** Replaces every user in an event with a pseudonym: the person who caused it, and addresses in its other members. */
export const pseudonymizeEvent = (row: AuditRow, salt: string): AuditRow => {
  const { actor, ...rest } = row.event
  const name = actor?.principalId === undefined ? undefined : pseudonymOf(actor.principalId, salt)
  const isService = actor?.principalKind === 'service'
  const hidden =
    actor && !isService ? { principalKind: actor.principalKind, principalId: name, role: actor.role } : actor
  return {
    ...row,
    id: pseudonymOf(row.id, salt),
    event: {
      ...(pseudonymizeTexts(rest, salt) as Event),
      ...(actor !== undefined && { actor: hidden as Event['actor'] }),
    },
  }
}
