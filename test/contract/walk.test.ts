import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { AppError } from '../../src/base/errors.ts'
import { type Client, createClient, type Reply } from '../../src/client/client.ts'
import { type PagedEndpointName, pagesOf } from '../../src/client/pages.ts'
import {
  type Endpoint,
  type EndpointName,
  endpoints,
  type JsonEndpointName,
  type RequestOf,
  responseSchema,
} from '../../src/contract/endpoints.ts'
import { demoIds } from '../../src/service/demo/kit/repositories.ts'
import { type RunningService, startService } from '../../src/service/start-service.ts'
import type { Store } from '../../src/service/store/store.ts'
import { unzip } from '../helpers/unzip.ts'

const NOW = Date.UTC(2026, 10, 21, 9)
const PEOPLE = 12
const FIRST_DAY = '2026-11-11'
const LAST_DAY = '2026-11-20'
const range = { startDate: FIRST_DAY, endDate: LAST_DAY }

let service: RunningService
let store: Store
let owner: Client
const clients: Client[] = []

const clientWith = (apiKey: string): Client => {
  const credentials = { baseUrl: service.url, appUrl: service.url, apiKey, keySource: 'QUARTERDECK_API_KEY' }
  const client = createClient({ credentials, now: () => NOW, sleep: async () => {}, env: {} })
  clients.push(client)
  return client
}

beforeAll(async () => {
  service = await startService({
    demo: { users: PEOPLE, days: 10 },
    now: () => NOW,
    prepare: (opened) => {
      store = opened
    },
  })
  owner = clientWith(service.keys.owner)
})
afterAll(async () => {
  await Promise.all(clients.map((client) => client.close()))
  await service.close()
})

type AnyReply = Reply<Record<string, unknown>>
type AnyRequest = { params?: Record<string, string>; query?: Record<string, unknown>; body?: unknown }

// A loop over the names loses the connection between the types of an endpoint and its request.
const callAny = async (client: Client, name: EndpointName, request: AnyRequest): Promise<AnyReply> =>
  (await client.call(name as 'credits', request as unknown as RequestOf<'credits'>)) as unknown as AnyReply

/** Members that the contract omits on purpose: one named after the product, and those of OpenAPI. */
const unnamedOnPurpose: Partial<Record<EndpointName, string[]>> = {
  readinessReports: ['agentVersion'],
  openApi: ['jsonSchemaDialect', 'servers', 'security', 'paths', 'components', 'description'],
}

/** Names of members of a response that its schema does not declare. */
const unnamedMembers = (schema: z.core.$ZodType, value: unknown): string[] => {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable) return unnamedMembers(schema.unwrap(), value)
  const inside = schema instanceof z.ZodArray ? schema.element : schema instanceof z.ZodRecord && schema.valueType
  if (inside) return Object.values(value ?? {}).flatMap((item) => unnamedMembers(inside, item))
  if (!(schema instanceof z.ZodObject)) return []
  return Object.entries(value ?? {}).flatMap(([name, member]) =>
    name in schema.shape ? unnamedMembers(schema.shape[name] as z.core.$ZodType, member) : [name],
  )
}

/** Calls an endpoint and checks that the raw response matches the schema and has no unknown members. */
const strictly = async (name: JsonEndpointName, request: AnyRequest, client = owner): Promise<AnyReply> => {
  const row: Endpoint = endpoints[name]
  const reply = await callAny(client, name, request)
  const schema = responseSchema(row, request.query?.group_by as string | undefined)
  expect(reply.problems).toEqual([])
  expect(schema.parse(reply.raw)).toEqual(reply.raw)
  expect(reply.body).toEqual(reply.raw)
  const unnamed = unnamedMembers(schema, reply.raw)
  expect(unnamed.filter((member) => !unnamedOnPurpose[name]?.includes(member))).toEqual([])
  expect(reply.status).toBe(row.status)
  expect(reply.requestId).toMatch(/^[0-9a-f-]{36}$/)
  return reply
}

const rowsOf = (reply: AnyReply, member: string): Record<string, unknown>[] =>
  reply.body[member] as Record<string, unknown>[]

/** Rows that the store returns as JSON. */
const parsed = (rows: string): unknown[] => JSON.parse(`[${rows}]`)

const walked = async <N extends PagedEndpointName>(name: N, request: RequestOf<N>) => {
  const rows: unknown[] = []
  let pages = 0
  for await (const page of pagesOf(owner, name, request)) {
    expect(page.reply.problemCount).toBe(0)
    expect(page.incomplete).toBeUndefined()
    rows.push(...page.rawRows)
    pages += 1
  }
  return { rows, pages }
}

const archiveOf = async (client: Client, wikiRunId: string): Promise<Buffer> => {
  const download = await client.download('exportWiki', { params: { wikiRunId } })
  const parts: Uint8Array[] = []
  for await (const part of download.chunks) parts.push(part)
  return Buffer.concat(parts)
}

const grouped = async (name: 'credits' | 'tools' | 'activity', by: string): Promise<void> => {
  const whole = await strictly(name, { query: range })
  expect(whole.raw).toMatchObject({ meta: { org_id: 'org_northwind', start_date: FIRST_DAY, end_date: LAST_DAY } })
  expect(rowsOf(whole, 'data')).toHaveLength(10)
  expect(rowsOf(whole, 'data')).toEqual(parsed(await store.days.read(name, FIRST_DAY, LAST_DAY, false)))
  const byGroup = await strictly(name, { query: { ...range, group_by: by } })
  expect(rowsOf(byGroup, 'data')).toEqual(parsed(await store.days.read(name, FIRST_DAY, LAST_DAY, true)))
  expect(rowsOf(byGroup, 'data').length).toBeGreaterThan(10)
  for (const row of rowsOf(byGroup, 'data')) expect(row.group_key).toEqual(expect.any(String))
}

/** One test per endpoint. The type requires one for each row of the contract's table. */
const proofs: Record<EndpointName, () => Promise<void>> = {
  credits: () => grouped('credits', 'model'),
  tools: () => grouped('tools', 'tool_name'),
  activity: () => grouped('activity', 'client'),
  productivity: async () => {
    const reply = await strictly('productivity', { query: range })
    expect(rowsOf(reply, 'data')).toHaveLength(10)
    expect(rowsOf(reply, 'data')).toEqual(parsed(await store.days.read('productivity', FIRST_DAY, LAST_DAY, false)))
  },
  users: async () => {
    const first = await strictly('users', { query: { ...range, limit: 5 } })
    expect(first.body.meta).toMatchObject({ has_more: true, next_cursor: expect.any(String) })
    const { rows, pages } = await walked('users', { query: { ...range, limit: 5 } })
    expect(rows).toEqual(parsed((await store.personDays.readPage(FIRST_DAY, LAST_DAY, 1000, '')).rows))
    const people = new Set(rows.map((row) => (row as { user_id: string }).user_id))
    expect(pages).toBe(Math.ceil(people.size / 5))
  },
  topUsers: async () => {
    const { totalUsers, data, pagination } = (await strictly('topUsers', { query: { days: 7, limit: 5 } })).body
    expect(totalUsers).toBeGreaterThan(5)
    expect(data).toHaveLength(5)
    const { nextCursor: cursor } = pagination as { nextCursor: string }
    const next = await strictly('topUsers', { query: { days: 7, limit: 5, cursor } })
    expect(rowsOf(next, 'data')[0]).toMatchObject({ rank: 6 })
  },
  readinessReports: async () => {
    const all = parsed((await store.reports.read({ repoId: undefined, limit: 10_000, startAfter: undefined })) ?? '')
    expect(all.length).toBeGreaterThan(7)
    await strictly('readinessReports', { query: { limit: 7 } })
    const { rows, pages } = await walked('readinessReports', { query: { limit: 7 } })
    expect(rows).toEqual(all)
    // The last page is empty.
    expect(pages).toBe(Math.ceil(all.length / 7) + 1)
  },
  updateComputer: async () => {
    const params = { computerId: demoIds.computers.active }
    const before = (await store.computers.read(params.computerId, NOW))?.computer
    const change = { name: 'atlas-2 設計', hostId: '0b1c2d3e-4f50-4a6b-8c7d-9e0f1a2b3c4d', remoteUser: 'deploy' }
    expect(before).not.toMatchObject(change)
    const reply = await strictly('updateComputer', { params, body: change })
    expect(reply.raw).toEqual({ ...before, ...change })
    expect((await store.computers.read(params.computerId, NOW))?.computer).toEqual({ ...before, ...change })
  },
  installDependencies: async () => {
    const params = { computerId: demoIds.computers.failed }
    const { body } = await strictly('installDependencies', { params })
    expect(body).toMatchObject({ id: params.computerId, status: 'provisioning' })
    const error = await failureOf(callAny(owner, 'installDependencies', { params }))
    expect(error).toMatchObject({ kind: 'failed', status: 409, title: 'Conflict' })
    expect(error.message).toContain('already being installed')
  },
  controlsHistory: async () => {
    const all = parsed((await store.revisions.readPage(undefined, 10_000)).rows)
    const first = await strictly('controlsHistory', { query: { limit: 4 } })
    expect(first.body.pagination).toEqual({ hasMore: true, nextCursor: expect.any(String) })
    const { rows, pages } = await walked('controlsHistory', { query: { limit: 4 } })
    expect(rows).toEqual(all)
    expect(pages).toBe(Math.ceil(all.length / 4))
  },
  serviceAccountKeys: async () => {
    const reply = await strictly('serviceAccountKeys', { params: { serviceAccountId: demoIds.serviceAccounts.ci } })
    expect(rowsOf(reply, 'apiKeys')).toEqual(
      parsed((await store.serviceAccounts.readKeys(demoIds.serviceAccounts.ci)) ?? ''),
    )
    expect(rowsOf(reply, 'apiKeys').map(({ isRevoked }) => isRevoked)).toContain(true)
    const none = await strictly('serviceAccountKeys', { params: { serviceAccountId: demoIds.serviceAccounts.unused } })
    expect(none.raw).toEqual({ apiKeys: [] })
  },
  exportWiki: async () => {
    const id = demoIds.wikiRuns.notices
    const pages = await store.wikis.readPaths(id)
    const stored = await Promise.all(pages.map(({ place }) => store.wikis.readMarkdown(id, place)))
    const entries = await unzip(await archiveOf(owner, id))
    expect(entries.map(({ text }) => text)).toEqual(stored)
    expect(entries.length).toBeGreaterThan(3)
  },
  deleteWiki: async () => {
    const params = { wikiRunId: demoIds.wikiRuns.payments }
    expect((await strictly('deleteWiki', { params })).raw).toEqual({ deleted: true })
    for (const again of [() => callAny(owner, 'deleteWiki', { params }), () => archiveOf(owner, params.wikiRunId)])
      expect(await failureOf(again())).toMatchObject({ kind: 'notFound', status: 404, title: 'Not Found' })
  },
  ciJobs: async () => {
    const reply = await strictly('ciJobs', {})
    expect(rowsOf(reply, 'jobs')).toEqual(parsed(await store.lists.ciJobs.read()))
    expect(rowsOf(reply, 'jobs').length).toBeGreaterThan(3)
  },
  openApi: async () => {
    const { raw } = await strictly('openApi', {})
    const { paths } = raw as { paths: Record<string, Record<string, unknown>> }
    for (const { path, method } of Object.values<Endpoint>(endpoints))
      expect(paths[path]?.[method.toLowerCase()], `${method} ${path}`).toBeDefined()
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
  auditEvents: async () => {
    const all = parsed((await store.auditEvents.readPage(undefined, 1_000)).rows)
    expect(all.length).toBeGreaterThan(40)
    await strictly('auditEvents', { query: { limit: 7 } })
    const { rows, pages } = await walked('auditEvents', { query: { limit: 7 } })
    expect(rows).toEqual(all)
    expect(pages).toBe(Math.ceil(all.length / 7))
  },
}

for (const name of Object.keys(endpoints) as EndpointName[])
  test(`${name} follows the contract when the real client calls it`, async () => {
    await proofs[name]()
  })

const failureOf = async (promise: Promise<unknown>): Promise<AppError> => {
  const error = await promise.catch((thrown) => thrown)
  if (!(error instanceof AppError)) throw new Error(`no AppError: ${error}`)
  return error
}

test('an error has its kind, request and detail', async () => {
  const error = await failureOf(clientWith(service.keys.guest).call('credits', { query: range }))
  const request = { method: 'GET', url: expect.stringContaining(service.url + endpoints.credits.path) }
  expect(error).toMatchObject({ kind: 'refused', status: 403, title: 'Forbidden', request })
  expect(error.requestId).toMatch(/^[0-9a-f-]{36}$/)
  expect(error.message).toContain("The key's role is guest")
})
