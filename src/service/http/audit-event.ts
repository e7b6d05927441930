import type { AuditEvent } from '../../contract/organization.ts'
import type { RouteContext } from './route.ts'

/** An event of the organisation's audit log, for a change that the caller makes now. */
export const newAuditEvent = (
  { caller: { name, role }, now }: Pick<RouteContext, 'caller' | 'now'>,
  { eventType, target, payload }: Pick<AuditEvent, 'eventType' | 'payload'> & { target: string },
): AuditEvent => ({
  eventType,
  // A key of this service belongs to a program, or to a person whose user id is unknown.
  actor: { principalKind: 'service', principalId: name, role },
  source: 'api',
  target,
  payload,
  createdAt: new Date(now()).toISOString(),
})
