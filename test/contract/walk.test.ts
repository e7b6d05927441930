import { expect, test } from 'vitest'
import type { Client } from '../../src/client/client.ts'
import type { apiEndpoints } from '../../src/contract/api-endpoints.ts'
import { type Endpoint, endpoints } from '../../src/contract/endpoints.ts'
import { demoIds } from '../../src/service/demo/kit/repositories.ts'
import { unzip } from '../helpers/unzip.ts'
import {
  callAny,
  clientWith,
  FIRST_DAY,
  failureOf,
  LAST_DAY,
  NOW,
  owner,
  parsed,
  range,
  rowsOf,
  service,
  startWalk,
  store,
  strictly,
  walked,
} from './walk-setup.ts'

startWalk()

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

/** One test per endpoint. The type requires one for each row of the table. */
const proofs: Record<keyof typeof apiEndpoints, () => Promise<void>> = {
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
}

for (const name of Object.keys(proofs) as (keyof typeof proofs)[])
  test(`${name} follows the contract when the real client calls it`, async () => {
    await proofs[name]()
  })

test('an error has its kind, request and detail', async () => {
  const error = await failureOf(clientWith(service.keys.guest).call('credits', { query: range }))
  const request = { method: 'GET', url: expect.stringContaining(service.url + endpoints.credits.path) }
  expect(error).toMatchObject({ kind: 'refused', status: 403, title: 'Forbidden', request })
  expect(error.requestId).toMatch(/^[0-9a-f-]{36}$/)
  expect(error.message).toContain("The key's role is guest")
})
