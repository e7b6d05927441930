import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { ensureKeys } from '../../../src/service/access/access-keys.ts'
import { createApp } from '../../../src/service/create-app.ts'
import { openDatabase } from '../../../src/service/db/open-store-file.ts'
import { createSqliteDb } from '../../../src/service/db/sqlite-db.ts'
import { createKeyStore } from '../../../src/service/store/key-store.ts'
import { createStore } from '../../../src/service/store/store.ts'
import { fileFolder } from '../../helpers/make-folder.ts'
import { createTestService, NOW } from '../test-service.ts'

const folder = fileFolder()
const { store, app } = await createTestService({ users: 3, days: 3 })

const statusAndDetail = async (key: string, to = app): Promise<[number, string | undefined]> => {
  const reply = await to.request('/api/v0/openapi.json', { headers: { authorization: `Bearer ${key}` } })
  return [reply.status, reply.status === 200 ? undefined : ((await reply.json()) as { detail: string }).detail]
}

test('a key with a name has the rights of its role', async () => {
  await store.keys.add('value-of-a-member', { name: 'mia', role: 'member' })
  expect(await statusAndDetail('value-of-a-member')).toEqual([200, undefined])
  const users = await app.request('/api/v1/analytics/users?startDate=2026-10-20&endDate=2026-10-20', {
    headers: { authorization: 'Bearer value-of-a-member' },
  })
  expect(users.status).toBe(403)
})

test('expired and revoked keys get 401 with the reason, and an ingest key gets 403 everywhere', async () => {
  await store.keys.add('value-of-an-expired-key', { name: 'old', role: 'owner', expiresAt: Date.now() - 1 })
  await store.keys.add('value-of-a-valid-key', { name: 'new', role: 'owner', expiresAt: Date.now() + 86_400_000 })
  await store.keys.add('value-of-an-ingest-key', { name: 'agents', role: 'ingest' })
  expect(await statusAndDetail('value-of-an-expired-key')).toEqual([
    401,
    'The key old has expired. Ask an administrator for a new one.',
  ])
  expect(await statusAndDetail('value-of-a-valid-key')).toEqual([200, undefined])
  await store.keys.revoke('new')
  expect(await statusAndDetail('value-of-a-valid-key')).toEqual([
    401,
    'The key new was revoked. Ask an administrator for a new one.',
  ])
  expect(await statusAndDetail('value-of-an-ingest-key')).toEqual([
    403,
    "The key's role is ingest, which may only send telemetry and hook events.",
  ])
})

test('a running service accepts a key at once that another process added, and soon rejects one that it revoked', async () => {
  const file = join(folder, 'shared.db')
  const [own, other] = [createStore(file), createStore(file)]
  const shared = createApp(own, { now: () => NOW })
  expect((await statusAndDetail('value-of-the-key-ci', shared))[0]).toBe(401)
  await other.keys.add('value-of-the-key-ci', { name: 'ci', role: 'owner' })
  expect((await statusAndDetail('value-of-the-key-ci', shared))[0]).toBe(200)
  await other.keys.revoke('ci')
  await vi.waitFor(async () => expect((await statusAndDetail('value-of-the-key-ci', shared))[0]).toBe(401), {
    timeout: 10_000,
    interval: 100,
  })
  await Promise.all([own.close(), other.close()])
})

test('the last use of a key is written at most once a minute, so responses stay cached', async () => {
  const own = createStore(join(folder, 'uses.db'))
  await own.keys.add('value-of-the-key-ci', { name: 'ci', role: 'owner' })
  const lastUse = async () => (await own.keys.readNamed())[0]?.last_used_at
  await own.keys.find('value-of-the-key-ci')
  await vi.waitFor(async () => expect(await lastUse()).not.toBeNull(), { timeout: 10_000, interval: 10 })
  const version = await own.version()
  const used = await lastUse()
  for (let count = 0; count < 50; count++) await own.keys.find('value-of-the-key-ci')
  await new Promise((resolve) => setTimeout(resolve, 50))
  expect([await lastUse(), await own.version()]).toEqual([used, version])
  await own.close()
  const reopened = createStore(join(folder, 'uses.db'))
  expect((await reopened.keys.readNamed())[0]?.last_used_at).toBeGreaterThanOrEqual(used ?? 0)
  await reopened.close()
})

test('keys of roles that are set at a start add an audit row, unless they are the same as before', async () => {
  const own = createStore()
  const targets = async () => (await own.auditLog.readNewest(9)).map(({ action, target }) => `${action}: ${target}`)
  const given = { owner: 'a-key-that-was-chosen' }
  await ensureKeys(own, given, false)
  expect(await targets()).toEqual(['serve: keys of owner, manager, member, guest'])
  await ensureKeys(own, given, false)
  expect(await targets()).toHaveLength(1)
  await ensureKeys(own, given, true)
  expect(await targets()).toContain('serve: keys of manager, member, guest')
  await own.close()
})

test('simultaneous requests with unknown keys read the keys once or twice, not once each', async () => {
  const db = createSqliteDb(openDatabase(), false)
  let reads = 0
  const all: typeof db.all = (...query) => {
    reads++
    return db.all(...query)
  }
  const keys = createKeyStore({ ...db, all })
  const found = await Promise.all(Array.from({ length: 50 }, (_, at) => keys.find(`unknown-key-${at}`)))
  expect(found.every((key) => key === undefined)).toBe(true)
  expect(reads).toBeLessThanOrEqual(2)
  await keys.put('owner', 'a-key-that-was-chosen')
  expect(await keys.find('a-key-that-was-chosen')).toMatchObject({ role: 'owner' })
  await db.close()
})
