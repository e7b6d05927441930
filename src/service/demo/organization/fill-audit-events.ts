import { DAY_MS } from '../../../base/time.ts'
import type { ControlRevision } from '../../../contract/controls.ts'
import type { AuditEvent } from '../../../contract/organization.ts'
import type { ServiceAccountKey } from '../../../contract/service-accounts.ts'
import type { Stores } from '../../store/store.ts'
import type { Person } from '../kit/demo-people.ts'
import { createRandom } from '../kit/random.ts'
import { DEMO_GLOBAL_LIMIT, seatEmail } from './fill-seats.ts'

type Actor = NonNullable<AuditEvent['actor']>

/** Creates the audit log: the changes of controls and keys that the demo has, and events of every other type. */
export const fillAuditEvents = async (
  store: Stores,
  people: readonly Person[],
  nowMs: number,
  seed: number,
): Promise<void> => {
  const events = [...(await settingsEvents(store)), ...(await keyEvents(store)), ...otherEvents(people, nowMs, seed)]
  await store.auditEvents.put(events.map((event) => ({ event, row: JSON.stringify(event) })))
}

const human = (id: string, email: string, role = 'owner'): Actor => ({
  principalKind: 'human',
  principalId: id,
  email,
  role,
})

/** One event for each revision of the controls, with the members that it changed. */
const settingsEvents = async (store: Stores): Promise<AuditEvent[]> => {
  const { rows } = await store.revisions.readPage(undefined, 1_000)
  const revisions = (JSON.parse(`[${rows}]`) as ControlRevision[]).reverse()
  return revisions.map(({ revision, settings, user, updatedAt }, at) => ({
    eventType: 'managed_settings_change',
    actor: human(user.id, user.email),
    source: at % 4 === 3 ? 'api' : 'web',
    target: 'enterprise-controls',
    payload: { revision, updatedKeys: changedKeys(revisions[at - 1]?.settings ?? {}, settings) },
    createdAt: updatedAt,
  }))
}

const changedKeys = (before: Record<string, unknown>, after: Record<string, unknown>): string[] =>
  [...new Set([...Object.keys(before), ...Object.keys(after)])]
    .filter((key) => JSON.stringify(before[key]) !== JSON.stringify(after[key]))
    .sort()

/** The creation of each key, and its revocation if it was revoked. */
const keyEvents = async (store: Stores): Promise<AuditEvent[]> => {
  const events: AuditEvent[] = []
  for (const serviceAccountId of await store.serviceAccounts.readIds()) {
    const keys = JSON.parse(`[${await store.serviceAccounts.readKeys(serviceAccountId)}]`) as ServiceAccountKey[]
    for (const { id, name, fingerprint, createdAt, revokedAt } of keys)
      for (const [action, atMs] of [
        ['create', createdAt],
        ['revoke', revokedAt],
      ] as const)
        if (typeof atMs === 'number')
          events.push({
            eventType: 'api_key_lifecycle_change',
            actor: { principalKind: 'service', principalId: serviceAccountId, role: 'manager' },
            source: 'api',
            target: id,
            payload: { action, serviceAccountId, name, fingerprint },
            createdAt: new Date(atMs).toISOString(),
          })
  }
  return events
}

/** Events of the other types, newest first, among them one of an unknown type and some by the system. */
const otherEvents = (people: readonly Person[], nowMs: number, seed: number): AuditEvent[] => {
  const random = createRandom(seed, 62)
  const emailAt = (at: number): string => {
    const person = people[at]
    return person === undefined ? 'former@northwind.example' : seatEmail(person)
  }
  const admin = human(people[0]?.id ?? 'user_unknown', emailAt(0))
  type Origin = Pick<AuditEvent, 'actor' | 'source'>
  const web: Origin = { actor: admin, source: 'web' }
  const system: Origin = { actor: null, source: 'system' }
  const event = (
    daysAgo: number,
    { actor, source }: Origin,
    eventType: string,
    target: string,
    payload: AuditEvent['payload'],
  ): AuditEvent => {
    const atMs = Math.floor(nowMs - (daysAgo + random.next() / 4) * DAY_MS)
    return { eventType, actor, source, target, payload, createdAt: new Date(atMs).toISOString() }
  }
  const limit = 'user_limit_change'
  const member = 'membership_change'
  return [
    event(0.1, web, limit, emailAt(0), { before: DEMO_GLOBAL_LIMIT, after: 6_000_000 }),
    event(3, web, limit, emailAt(7), { before: null, after: 1_000_000 }),
    event(9, web, member, 'p.later@northwind.example', { intent: 'invite', role: 'member' }),
    event(14, web, member, 'typo@northwind.exmaple', { intent: 'revoke_invite' }),
    event(21, web, member, emailAt(1), { intent: 'role_change', before: 'member', after: 'manager' }),
    event(30, { actor: null, source: 'scim' }, member, 'left@northwind.example', { intent: 'remove' }),
    event(38, web, 'integration_change', 'github', { action: 'connect', account: "northwind'; --" }),
    event(55, web, 'analytics_settings_change', 'analytics', { export: true }),
    event(61, web, member, 'j.new@northwind.example', { intent: 'invite', role: 'member' }),
    event(70, web, 'service_account_change', 'sa_unused', { action: 'create' }),
    event(88, web, limit, 'organization', { before: null, after: DEMO_GLOBAL_LIMIT }),
    event(99, system, 'data_residency_change', '地域 eu-1 \u202e', null),
    event(150, web, 'voucher_redeemed', 'SPRING-26', { credits: 500_000 }),
    event(310, system, 'organization_lifecycle_change', 'org_northwind', { action: 'create', plan: 'enterprise' }),
  ]
}
