import { createHash, randomBytes } from 'node:crypto'
import type { ServiceAccountKey } from '../../contract/service-accounts.ts'
import { newAuditEvent } from '../http/audit-event.ts'
import { Problem, quoted } from '../http/problem.ts'
import { jsonText, type Route, type RouteContext } from '../http/route.ts'

const noSuchAccount = (id: string): Problem => new Problem(404, `Not found: service account ${quoted(id)}.`)

export const serviceAccounts: Route<'serviceAccounts'> = async (_request, { store }) =>
  jsonText(`{"serviceAccounts":[${await store.serviceAccounts.readAll()}]}`)

export const serviceAccountKeys: Route<'serviceAccountKeys'> = async ({ params }, { store }) => {
  const rows = await store.serviceAccounts.readKeys(params.serviceAccountId)
  if (rows === undefined) throw noSuchAccount(params.serviceAccountId)
  return jsonText(`{"apiKeys":[${rows}]}`)
}

/** Creates a key. Only this response contains its value: the service stores just the fingerprint. */
export const createKey: Route<'createKey'> = ({ params, body }, context) =>
  context.store.write(async ({ serviceAccounts, auditEvents }) => {
    const { now, newId } = context
    if (!(await serviceAccounts.hasAccount(params.serviceAccountId))) throw noSuchAccount(params.serviceAccountId)
    const { name, expiresAt } = body
    if (expiresAt !== undefined && expiresAt <= now())
      throw new Problem(400, `expiresAt must be in the future, but is ${expiresAt}.`, {
        metadata: { parameter: 'expiresAt' },
      })
    const value = `qdsk_${randomBytes(32).toString('base64url')}`
    const fingerprint = `…${createHash('sha256').update(value).digest('hex').slice(-4)}`
    const key: ServiceAccountKey = {
      id: `key_${newId()}`,
      name,
      fingerprint,
      createdAt: now(),
      isRevoked: false,
      ...(expiresAt !== undefined && { expiresAt }),
    }
    await serviceAccounts.putKey(params.serviceAccountId, key, JSON.stringify(key))
    await auditEvents.append(keyEvent(context, 'create', params.serviceAccountId, key))
    return { apiKey: { id: key.id, value, fingerprint, name, expiresAt: expiresAt ?? null } }
  })

/** Revokes a key. A key that is already revoked keeps its time of revocation. */
export const revokeKey: Route<'revokeKey'> = ({ params: { serviceAccountId, keyId } }, context) =>
  context.store.write(async ({ serviceAccounts, auditEvents }) => {
    if (!(await serviceAccounts.hasAccount(serviceAccountId))) throw noSuchAccount(serviceAccountId)
    const key = await serviceAccounts.readKey(serviceAccountId, keyId)
    if (key === undefined)
      throw new Problem(404, `Service account ${quoted(serviceAccountId)} has no key ${quoted(keyId)}.`)
    const revoked: ServiceAccountKey = { ...key, isRevoked: true, revokedAt: context.now() }
    if (key.isRevoked) return {}
    await serviceAccounts.putKey(serviceAccountId, revoked, JSON.stringify(revoked))
    await auditEvents.append(keyEvent(context, 'revoke', serviceAccountId, revoked))
    return {}
  })

const keyEvent = (
  context: RouteContext,
  action: 'create' | 'revoke',
  serviceAccountId: string,
  { id, name, fingerprint }: ServiceAccountKey,
) =>
  newAuditEvent(context, {
    eventType: 'api_key_lifecycle_change',
    target: id,
    payload: { action, serviceAccountId, name, fingerprint },
  })
