import { expect, test } from 'vitest'
import type { ExtensionName } from '../../src/contract/extensions.ts'
import type { Live } from '../../src/contract/live.ts'
import { demoIds } from '../../src/service/demo/kit/repositories.ts'
import {
  callAny,
  clientWith,
  failureOf,
  NOW,
  owner,
  PEOPLE,
  parsed,
  range,
  rowsOf,
  startWalk,
  store,
  strictly,
  walked,
} from './walk-setup.ts'

startWalk()

/** One test per endpoint. The type requires one for each row of the table. */
const proofs: Record<ExtensionName, () => Promise<void>> = {
  topUsers: async () => {
    const { totalUsers, data, pagination } = (await strictly('topUsers', { query: { days: 7, limit: 5 } })).body
    expect(totalUsers).toBeGreaterThan(5)
    expect(data).toHaveLength(5)
    const { nextCursor: cursor } = pagination as { nextCursor: string }
    const next = await strictly('topUsers', { query: { days: 7, limit: 5, cursor } })
    expect(rowsOf(next, 'data')[0]).toMatchObject({ rank: 6 })
  },
  computers: async () => {
    const all = await store.computers.readAll(NOW)
    const whole = await strictly('computers', { query: { includeProvisioningSteps: 'true' } })
    expect(whole.raw).toEqual({ computers: all })
    expect(rowsOf(await strictly('computers', {}), 'computers').map((row) => row.provisioningSteps)).toEqual(
      all.map(() => undefined),
    )
    const [hosted] = all.filter(({ hostId }) => hostId !== undefined)
    const own = await strictly('computers', { query: { hostId: hosted?.hostId } })
    expect(rowsOf(own, 'computers').map(({ id }) => id)).toEqual([hosted?.id])
  },
  computer: async () => {
    const reply = await strictly('computer', { params: { computerId: demoIds.computers.byom } })
    expect(reply.raw).toEqual((await store.computers.read(demoIds.computers.byom, NOW))?.computer)
  },
  computerByName: async () => {
    const reply = await strictly('computerByName', { params: { name: 'Erika’s laptop' } })
    expect(reply.body).toMatchObject({ id: demoIds.computers.byom })
  },
  createComputer: async () => {
    const body = { name: 'made', remoteUser: 'agent', provider: 'cloud-sandbox' }
    const reply = await strictly('createComputer', { body })
    expect(reply.body).toMatchObject({ name: 'made', providerType: 'cloud-sandbox', status: 'provisioning' })
    expect((await store.computers.read(String(reply.body.id), NOW))?.computer).toEqual(reply.raw)
    expect(await failureOf(callAny(owner, 'createComputer', { body }))).toMatchObject({ status: 409 })
  },
  deleteComputer: async () => {
    const params = { computerId: demoIds.computers.failsAgain }
    expect(await callAny(owner, 'deleteComputer', { params })).toMatchObject({ status: 204, problemCount: 0 })
    expect(await store.computers.read(params.computerId, NOW)).toBeUndefined()
    expect(await failureOf(callAny(owner, 'deleteComputer', { params }))).toMatchObject({ kind: 'notFound' })
  },
  restartComputer: async () => {
    const params = { computerId: demoIds.computers.active }
    const stored = await store.computers.read(params.computerId, NOW)
    if (stored) await store.computers.put({ ...stored, computer: { ...stored.computer, status: 'paused' } }, 0)
    for (const _ of ['resumes it', 'changes nothing']) {
      expect((await callAny(owner, 'restartComputer', { params })).body).toMatchObject({ status: 'active' })
      expect((await store.computers.read(params.computerId, NOW))?.computer.status).toBe('active')
    }
  },
  refreshComputer: async () => {
    const reply = await strictly('refreshComputer', { params: { computerId: demoIds.computers.byom } })
    expect(reply.raw).toEqual({ configured: 2 })
  },
  createKey: async () => {
    const params = { serviceAccountId: demoIds.serviceAccounts.nightly }
    const reply = await strictly('createKey', { params, body: { name: 'made', expiresAt: NOW + 1 } })
    const { value, ...key } = reply.body.apiKey as Record<string, string>
    expect(key).toMatchObject({ name: 'made', expiresAt: NOW + 1 })
    const stored = parsed((await store.serviceAccounts.readKeys(params.serviceAccountId)) ?? '')
    expect(stored).toContainEqual({ ...key, createdAt: NOW, isRevoked: false })
    expect(value).toMatch(/^qdsk_.{43}$/)
    const past = failureOf(callAny(owner, 'createKey', { params, body: { name: 'late', expiresAt: NOW } }))
    expect(await past).toMatchObject({ status: 400 })
  },
  revokeKey: async () => {
    const serviceAccountId = demoIds.serviceAccounts.release
    const [key] = parsed((await store.serviceAccounts.readKeys(serviceAccountId)) ?? '') as [{ id: string }]
    const params = { serviceAccountId, keyId: key.id }
    for (const _ of ['revokes it', 'changes nothing']) {
      expect((await callAny(owner, 'revokeKey', { params })).status).toBe(204)
      const revoked = { ...key, isRevoked: true, revokedAt: NOW }
      expect(await store.serviceAccounts.readKey(serviceAccountId, key.id)).toEqual(revoked)
    }
    const other = { serviceAccountId, keyId: 'no-such-id' }
    expect(await failureOf(callAny(owner, 'revokeKey', { params: other }))).toMatchObject({ kind: 'notFound' })
  },
  wikiRuns: async () => {
    const runs = (await store.wikis.readAll()).map(({ run }) => run)
    const newest = runs.filter(({ repoUrl }, at) => runs.findIndex((run) => run.repoUrl === repoUrl) === at)
    expect((await strictly('wikiRuns', {})).raw).toEqual({ wikiRuns: newest })
  },
  wikiRun: async () => {
    const reply = await strictly('wikiRun', { params: { wikiRunId: demoIds.wikiRuns.notices } })
    expect(reply.raw).toEqual(JSON.parse((await store.wikis.read(demoIds.wikiRuns.notices)) ?? ''))
  },
  wikiHistory: async () => {
    const runs = (await store.wikis.readAll()).map(({ run }) => run)
    const repoUrl = runs.find(({ wikiRunId }) => wikiRunId === demoIds.wikiRuns.notices)?.repoUrl ?? ''
    const reply = await strictly('wikiHistory', { params: { repoUrl } })
    expect(reply.raw).toEqual({ wikiRuns: runs.filter((run) => run.repoUrl === repoUrl) })
  },
  ciRepositories: async () => {
    const { body } = await callAny(owner, 'ciRepositories', {})
    expect(body.repositories).toContainEqual({ fullName: 'northwind/checkout' })
  },
  ciRepositoryOwners: async () => {
    expect((await callAny(owner, 'ciRepositoryOwners', {})).body).toEqual({ owners: ['northwind'] })
  },
  ciScan: async () => {
    const { body } = await callAny(owner, 'ciScan', {})
    expect(body.workflows).toContainEqual({
      repoFullName: 'northwind/checkout',
      filePath: '.github/workflows/ci.yml',
    })
  },
  organizationUsers: async () => {
    const all = parsed((await store.seats.readPage('', 1_000)).rows)
    const first = await strictly('organizationUsers', { query: { limit: 5 } })
    expect(first.body.pagination).toEqual({ hasMore: true, nextCursor: expect.any(String) })
    const { rows, pages } = await walked('organizationUsers', { query: { limit: 5 } })
    expect(rows).toEqual(all)
    expect(pages).toBe(Math.ceil(all.length / 5))
    const seats = rows.map((row) => (row as { id: string }).id)
    const { rows: used } = await walked('users', { query: range })
    for (const row of used) expect(seats).toContain((row as { user_id: string }).user_id)
    expect(seats.length).toBeGreaterThan(PEOPLE)
  },
  computerMetrics: async () => {
    const params = { computerId: demoIds.computers.byom }
    const metrics = rowsOf(await strictly('computerMetrics', { params }), 'metrics')
    const times = metrics.map(({ timestamp }) => String(timestamp))
    expect([times.length, times.at(-1)]).toEqual([61, new Date(NOW).toISOString()])
    expect(times).toEqual(times.toSorted())
    const start = new Date(NOW - 5 * 60_000).toISOString()
    const recent = await strictly('computerMetrics', { params, query: { start } })
    expect(rowsOf(recent, 'metrics')).toEqual(metrics.slice(-6))
  },
  serviceAccounts: async () => {
    const { raw } = await strictly('serviceAccounts', {})
    expect(raw).toEqual({ serviceAccounts: parsed(await store.serviceAccounts.readAll()) })
    expect((raw as { serviceAccounts: { id: string }[] }).serviceAccounts.map(({ id }) => id)).toEqual(
      await store.serviceAccounts.readIds(),
    )
  },
  globalLimit: async () => {
    expect((await strictly('globalLimit', {})).raw).toEqual({ limit: await store.limits.readGlobal() })
  },
  setGlobalLimit: async () => {
    for (const limit of [3_000_000, null, 1_000_000]) {
      expect((await strictly('setGlobalLimit', { body: { limit } })).raw).toEqual({ limit })
      expect((await strictly('globalLimit', {})).raw).toEqual({ limit })
    }
    const error = await failureOf(callAny(owner, 'setGlobalLimit', { body: { limit: 999_999 } }))
    expect(error.message).toContain('limit must be a whole number of at least 1000000 or null, but is 999999.')
  },
  userLimits: async () => {
    const { raw } = await strictly('userLimits', {})
    const userLimits = parsed(await store.limits.readAllOwn())
    expect(raw).toEqual({ globalLimit: await store.limits.readGlobal(), userLimits })
    expect(userLimits.length).toBeGreaterThan(2)
  },
  teams: async () => {
    const { raw } = await strictly('teams', {})
    const teams = await store.teams.read()
    expect(raw).toEqual({ teams })
    expect([...new Set(teams.map(({ team }) => team))].sort()).toEqual([
      'core/infrastructure',
      'core/platform',
      'data',
      'external/contractors',
      'product/mobile',
      'product/payments',
      'product/web',
    ])
  },
  budgets: async () => {
    const { raw } = await strictly('budgets', {})
    expect(raw).toEqual({ budgets: await store.budgets.read() })
    expect((raw as { budgets: { scope: string }[] }).budgets.map(({ scope }) => scope.split(':')[0])).toEqual([
      'organization',
      'team',
      'team',
      'team',
      'user',
    ])
  },
  setUserLimits: async () => {
    const [seat] = parsed((await store.seats.readPage('', 1)).rows) as [{ email: string }]
    const known = { email: seat.email, limit: 4_000_000 }
    const unknown = { email: 'stranger@elsewhere.example', limit: null }
    const reply = await strictly('setUserLimits', { body: { users: [known, unknown] } })
    expect(reply.raw).toEqual({
      updated: [known],
      errors: [{ email: unknown.email, error: 'No user has this e-mail address.' }],
    })
    expect(await store.limits.readOwn(seat.email)).toEqual(known)
    expect(await store.limits.readOwn(unknown.email)).toBeUndefined()
  },
  sendHookEvents: async () => {
    const at = new Date(NOW - 60_000).toISOString()
    const event = { at, event: 'PostToolUse', tool: 'Read' }
    const events = [
      { ...event, eventId: '0b1c2d3e-4f50-4a6b-8c7d-9e0f1a2b3c4d', sessionId: 's1', userEmail: 'a@b.example' },
      { ...event, eventId: '1b1c2d3e-4f50-4a6b-8c7d-9e0f1a2b3c4d', sessionId: 's2', at: new Date(NOW).toISOString() },
    ]
    await store.keys.add('an-ingest-key-for-tests', { name: 'agents', role: 'ingest' })
    const ingest = clientWith('an-ingest-key-for-tests')
    expect((await strictly('sendHookEvents', { body: { events } }, ingest)).raw).toEqual({ accepted: 2, known: 0 })
    expect((await strictly('sendHookEvents', { body: { events } }, ingest)).raw).toEqual({ accepted: 0, known: 2 })
    expect(await failureOf(callAny(owner, 'sendHookEvents', { body: { events } }))).toMatchObject({ status: 403 })
    expect(await failureOf(callAny(ingest, 'live', {}))).toMatchObject({ status: 403 })
  },
  live: async () => {
    const { body } = await strictly('live', {})
    const { users, quarters, totals } = body as Live
    // The demo is active too.
    expect(users.map(({ user_email: email }) => email)).toContain('a@b.example')
    expect(quarters).toHaveLength(37)
    expect(quarters.reduce((sum, { tool_calls: calls }) => sum + calls, 0)).toBe(totals.tool_calls)
    expect(body).toMatchObject({
      day: '2026-11-21',
      coverage: { reportingUsers: users.length },
    })
  },
  liveUsers: async () => {
    const { users } = (await strictly('live', {})).body as Live
    const all: unknown[] = []
    for (let cursor: string | null | undefined; cursor !== null; ) {
      const page = await strictly('liveUsers', { query: { limit: 3, ...(cursor && { cursor }) } })
      all.push(...rowsOf(page, 'users'))
      cursor = (page.body.pagination as { nextCursor: string | null }).nextCursor
    }
    expect(all).toEqual(users)
    expect(all.length).toBeGreaterThan(4)
  },
  auditEvents: async () => {
    const all = parsed((await store.auditEvents.readPage(undefined, 1_000)).rows)
    expect(all.length).toBeGreaterThan(40)
    await strictly('auditEvents', { query: { limit: 7 } })
    const { rows, pages } = await walked('auditEvents', { query: { limit: 7 } })
    expect(rows).toEqual(all)
    expect(pages).toBe(Math.ceil(all.length / 7))
  },
}

for (const name of Object.keys(proofs) as (keyof typeof proofs)[])
  test(`${name} follows the contract when the real client calls it`, async () => {
    await proofs[name]()
  })
