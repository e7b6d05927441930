import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { openLedger } from '../../../src/cache/ledger/open-ledger.ts'
import { ownerOf } from '../../../src/cache/ledger/partition.ts'
import { createOrganisation } from '../../../src/cache/load/kit/organisation.ts'
import { createLoadExtensions } from '../../../src/cache/load/management/load-extensions.ts'
import type { QueryName } from '../../../src/cache/load/queries.ts'
import type { Queries } from '../../../src/cache/query/query-client.ts'
import { memoryLedger, queriesFor } from '../../helpers/cached-layer.ts'
import { NOW } from '../../helpers/demos.ts'
import { failureOf, makeFolder } from '../../helpers/make-folder.ts'
import { clientOfBoth, startTwoServers } from '../../helpers/two-servers.ts'

const salt = new Uint8Array(32).fill(3)
const vendor = { baseUrl: 'https://api.example', appUrl: 'https://api.example', apiKey: 'vendor-key' }
const team = { url: 'https://team.example', apiKey: 'team-key' }

test('each pair of addresses and keys has its own rows', () => {
  const path = join(makeFolder(), 'cache.db')
  const reportsOf = (tenant: Parameters<typeof openLedger>[0]['tenant'], write = false) => {
    const ledger = openLedger({ path, salt, tenant })
    if (write) ledger.writeReports([{ reportId: 'r', createdAt: NOW }], NOW)
    const { rows } = ledger.readReports()
    ledger.close()
    return rows.length
  }
  expect(reportsOf({ ...vendor, history: team }, true)).toBe(1)
  const others = [
    vendor,
    { ...vendor, history: { ...team, apiKey: 'team-key-2' } },
    { ...vendor, history: { ...team, url: 'https://team.example:8443' } },
    { ...vendor, apiKey: 'vendor-key-2', history: team },
    { ...vendor, apiKey: team.apiKey, history: { ...team, apiKey: vendor.apiKey } },
  ]
  for (const other of others) expect(reportsOf(other)).toBe(0)
  expect(reportsOf({ ...vendor, history: { ...team } })).toBe(1)
})

test('what the user entered stays when the profile names a team server', () => {
  expect(ownerOf(salt, { ...vendor, history: team })).toBe(ownerOf(salt, vendor))
  expect(ownerOf(salt, { ...vendor, apiKey: 'vendor-key-2' })).not.toBe(ownerOf(salt, vendor))
})

/** Both servers with queries over a ledger in memory. */
const openBoth = async () => {
  const both = await startTwoServers()
  const ledger = memoryLedger()
  const client = clientOfBoth(both)
  const queries = queriesFor(client, () => NOW, { ledger })
  onTestFinished(() => queries.close())
  return { ...both, ledger, client, queries }
}

/** Watches a query until the end of the test. Resolves when it is ready or has failed. */
const watchOf = (queries: Queries, name: QueryName, params: object) =>
  new Promise<void>((resolve) => {
    const stop = queries.watch(name, params as never, ({ is }) => is !== 'loading' && resolve())
    onTestFinished(stop)
  })

const range = { from: '2026-11-10', to: '2026-11-14' }
const stateOf = (queries: Queries, name: QueryName, params: object) => {
  const state = queries.read(name, params as never)
  return state.is === 'ready' ? 'ready' : 'old' in state && state.old ? `${state.is}, old` : state.is
}

/** The data in memory and on disk after a server has rejected its key with a status. */
const afterRefusal = async (rejecting: 'vendor' | 'team', status: number, name: QueryName, params: object) => {
  const both = await openBoth()
  const { queries, ledger, vendor: own } = both
  ledger.rememberIds('computers', [{ id: 'c', name: 'build' }], NOW)
  const loaded = [
    ['activityDays', { range }],
    ['reports', {}],
    ['revisions', { limit: 5 }],
    ['ciJobs', {}],
  ] as const
  for (const [one, own] of loaded) await watchOf(queries, one, own)
  expect(loaded.map(([one, own]) => stateOf(queries, one, own))).toEqual(Array(4).fill('ready'))
  expect(own.requests.map(({ path }) => path)).toEqual(['/api/v0/automations/ci/jobs'])
  both[rejecting].play(() => ({ status, body: { status, title: 'No', detail: 'no' } }))
  await watchOf(queries, name, params)
  await expect.poll(() => stateOf(queries, name, params)).toBe('failed')
  return {
    shown: Object.fromEntries(loaded.map(([one, own]) => [one, stateOf(queries, one, own)])),
    stored: {
      days: ledger.readDays('activity', range).length,
      reports: ledger.readReports().rows.length > 0,
      computers: ledger.knownIds('computers').length,
    },
  }
}

const older = { range: { from: '2026-10-01', to: '2026-10-02' } }

test('a 401 of the team deletes its data, and keeps that of the vendor', async () => {
  expect(await afterRefusal('team', 401, 'activityDays', older)).toEqual({
    shown: { activityDays: 'failed', reports: 'failed', revisions: 'failed', ciJobs: 'ready' },
    stored: { days: 0, reports: false, computers: 1 },
  })
})

test('a 401 of the vendor deletes its data, and keeps that of the team', async () => {
  expect(await afterRefusal('vendor', 401, 'serviceAccount', { id: 'sa' })).toEqual({
    shown: { activityDays: 'ready', reports: 'ready', revisions: 'ready', ciJobs: 'failed' },
    stored: { days: 5, reports: true, computers: 0 },
  })
})

test('a change that the vendor rejects with 401 deletes the data of the vendor only', async () => {
  const { queries, vendor: own } = await openBoth()
  await watchOf(queries, 'reports', {})
  await watchOf(queries, 'ciJobs', {})
  own.play(() => ({ status: 401, body: { status: 401, title: 'No', detail: 'no' } }))
  const outcome = await queries.change('updateComputer', { params: { computerId: 'c' }, body: { name: 'n' } })
  expect(outcome).toMatchObject({ is: 'refused', error: { status: 401 } })
  expect([stateOf(queries, 'reports', {}), stateOf(queries, 'ciJobs', {})]).toEqual(['ready', 'failed'])
})

test('a 403 of the team deletes the data of its endpoint only', async () => {
  expect(await afterRefusal('team', 403, 'activityDays', older)).toMatchObject({
    shown: { activityDays: 'failed', reports: 'ready', revisions: 'ready', ciJobs: 'ready' },
    stored: { days: 0, reports: true, computers: 1 },
  })
})

test('the rows of people come from the team: a 401 of the vendor keeps them, a 401 of the team removes them', async () => {
  const { queries, vendor: own, team: teams, ledger } = await openBoth()
  ledger.rememberIds('computers', [{ id: 'c', name: 'build' }], NOW)
  const walk = queries.walk(range)
  onTestFinished(walk.subscribe(() => {}))
  walk.all()
  await expect.poll(() => [walk.get().loading, walk.get().missing]).toEqual(['nothing', []])
  expect([walk.get().chunks.length > 0, own.requests]).toEqual([true, []])
  const rejected = () => ({ status: 401, body: { status: 401, title: 'No', detail: 'no' } })
  own.play(rejected)
  await watchOf(queries, 'ciJobs', {})
  await expect.poll(() => stateOf(queries, 'ciJobs', {})).toBe('failed')
  expect(walk.get()).toMatchObject({ error: undefined, missing: [] })
  expect(ledger.knownIds('computers')).toEqual([])
  teams.play(rejected)
  await watchOf(queries, 'reports', {})
  await expect.poll(() => walk.get().error?.status).toBe(401)
  expect(walk.get().chunks).toEqual([])
})

/** The extensions of two servers, if the contract counted two of the vendor's as the team's. */
const extensionsOf = async () => {
  const both = await openBoth()
  const { client, ledger } = both
  const organisation = createOrganisation(
    ledger,
    () => NOW,
    () => client.serverNow(),
  )
  const load = createLoadExtensions({ client, ledger, organisation }, ['computers', 'wikiRuns'])
  return { ...both, load }
}

const documentOf = (...paths: string[]) => ({
  status: 200,
  body: {
    openapi: '3.1.0',
    info: { title: 't', version: '1' },
    paths: Object.fromEntries(paths.map((p) => [p, { get: {} }])),
  },
})

test('each server says in its own document which of its extensions it has', async () => {
  const { load, ledger, vendor: own, team: teams } = await extensionsOf()
  own.play(() => documentOf('/api/v0/computers', '/api/v0/computers/{id}', '/api/v0/automations/ci/scan'))
  teams.play(() => documentOf('/api/v0/wiki', '/api/v0/computers/{id}'))
  expect((await load()).data.toSorted()).toEqual(['ciScan', 'computer', 'wikiRuns'])
  expect(ledger.offer()?.extensions.toSorted()).toEqual(['ciScan', 'computer', 'wikiRuns'])
  expect([own.counts(), teams.counts()]).toEqual(Array(2).fill({ '/api/v0/openapi.json': 1 }))
})

test('a server that does not answer hides only its own extensions, and is asked again', async () => {
  const { load, ledger, vendor: own, team: teams } = await extensionsOf()
  const busy = () => ({ status: 503, body: {} })
  own.play(() => documentOf('/api/v0/computers/{id}'))
  teams.play(busy)
  expect(await load()).toMatchObject({ data: ['computer'], freshMs: 0 })
  expect(await failureOf(load({ isHistory: true }))).toMatchObject({ status: 503 })
  expect(ledger.offer()).toBeUndefined()
  teams.play(() => documentOf('/api/v0/wiki'))
  expect((await load({ isHistory: true })).data).toEqual(['computer', 'wikiRuns'])
  // The earlier answer of a server stays valid while it does not answer.
  own.play(busy)
  teams.play(() => documentOf('/api/v0/computers'))
  expect((await load({ isForced: true })).data).toEqual(expect.arrayContaining(['computer', 'computers']))
})
