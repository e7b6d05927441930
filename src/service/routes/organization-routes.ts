import { USERS_LIMIT } from '../../contract/constants.ts'
import { newAuditEvent } from '../http/audit-event.ts'
import { fromCursor, invalidCursor, paginationOf, toCursor } from '../http/cursor.ts'
import { jsonText, type Route, type RouteContext } from '../http/route.ts'
import type { AuditPlace } from '../store/organization-store.ts'
import type { Stores } from '../store/store.ts'

/** The cursor is the last user's id; that user need not exist any more. */
export const organizationUsers: Route<'organizationUsers'> = async ({ query = {} }, { store }) => {
  const { cursor, limit = USERS_LIMIT.default } = query
  const after = cursor === undefined ? '' : fromCursor('user', cursor)
  const { rows, last, hasMore } = await store.seats.readPage(after, limit)
  const next = hasMore && last ? toCursor('user', last.id) : undefined
  return jsonText(`{"users":[${rows}],"pagination":${JSON.stringify(paginationOf(next))}}`)
}

export const globalLimit: Route<'globalLimit'> = async (_request, { store }) => ({
  limit: await store.limits.readGlobal(),
})

export const setGlobalLimit: Route<'setGlobalLimit'> = ({ body: { limit } }, context) =>
  context.store.write(async (stores) => {
    const before = await stores.limits.readGlobal()
    if (limit !== before) {
      await stores.limits.putGlobal(limit)
      await recordLimitChange(stores, context, 'organization', { before, after: limit })
    }
    return { limit }
  })

export const userLimits: Route<'userLimits'> = async (_request, { store }) => {
  const limit = await store.limits.readGlobal()
  return jsonText(`{"globalLimit":${limit},"userLimits":[${await store.limits.readAllOwn()}]}`)
}

/** Changes the users that it can change. The others are listed with the reason. */
export const setUserLimits: Route<'setUserLimits'> = ({ body: { users } }, context) =>
  context.store.write(async (stores) => {
    const known = await stores.seats.knownEmails(users.map(({ email }) => email))
    const updated: typeof users = []
    const errors: { email: string; error: string }[] = []
    for (const { email, limit } of users) {
      if (!known.has(email)) errors.push({ email, error: 'No user has this e-mail address.' })
      else if (updated.some((other) => other.email === email))
        errors.push({ email, error: 'The e-mail address is given more than once; only the first limit is set.' })
      else {
        await changeOwnLimit(stores, context, email, limit)
        updated.push({ email, limit })
      }
    }
    return { updated, errors }
  })

const changeOwnLimit = async (stores: Stores, context: RouteContext, email: string, limit: number | null) => {
  const own = await stores.limits.readOwn(email)
  const before = own?.limit ?? null
  if (limit === before) return
  if (limit === null) await stores.limits.deleteOwn(email)
  else await stores.limits.putOwn([{ email, row: JSON.stringify({ ...own, email, limit }) }])
  await recordLimitChange(stores, context, email, { before, after: limit })
}

const recordLimitChange = (
  { auditEvents }: Stores,
  context: RouteContext,
  target: string,
  payload: { before: number | null; after: number | null },
): Promise<number> => auditEvents.append(newAuditEvent(context, { eventType: 'user_limit_change', target, payload }))

const auditCursor = ({ created_at, id }: AuditPlace): string => toCursor('event', `${created_at} ${id}`)

const auditPlaceAt = (cursor: string): AuditPlace => {
  const [, time, id] = /^(-?\d+) ([0-9a-f]{64})$/.exec(fromCursor('event', cursor)) ?? []
  if (id === undefined) throw invalidCursor(cursor)
  return { created_at: Number(time), id }
}

export const auditEvents: Route<'auditEvents'> = async ({ query = {} }, { store }) => {
  const { cursor, limit = USERS_LIMIT.default } = query
  const after = cursor === undefined ? undefined : auditPlaceAt(cursor)
  const { rows, last, hasMore } = await store.auditEvents.readPage(after, limit)
  const next = hasMore && last ? auditCursor(last) : undefined
  return jsonText(`{"events":[${rows}],"pagination":${JSON.stringify(paginationOf(next))}}`)
}
