import { expect, test, vi } from 'vitest'
import { AppError } from '../../../../src/base/errors.ts'
import { extensions } from '../../../../src/contract/extensions.ts'
import { demoIds } from '../../../../src/service/demo/kit/repositories.ts'
import { NOW } from '../../../helpers/demos.ts'
import { answer, type Behaviour, reset } from '../../../helpers/faulty-server.ts'
import { clientOf, ownService, ownSource } from '../../../helpers/own-service.ts'
import { testServer } from '../../../helpers/test-server.ts'

const DAY_MS = 24 * 3_600_000
const { computers, serviceAccounts, wikiRuns } = demoIds

/** A server that answers the paths of a table, and 404 for all others. */
const serverWith = async (table: Record<string, Behaviour>) => {
  const server = await testServer((received, response, socket) =>
    (table[received.path.replace(/\?.*/, '')] ?? answer(404, {}))(received, response, socket),
  )
  const requested = (path: string) => server.received.filter((one) => one.path.startsWith(path)).length
  return { server, requested, ...ownSource(clientOf(server.url, 'qd-key-of-a-test')) }
}
const DOCUMENT = '/api/v0/openapi.json'
const documentOf = (...paths: string[]) =>
  answer(200, { openapi: '3.1.0', info: {}, paths: Object.fromEntries(paths.map((path) => [path, { get: {} }])) })

test('the extensions of a server are loaded once a day, and kept while requests fail', async () => {
  const { loader, clock, client } = await ownService()
  const names = await Promise.all([loader.load('extensions', {}), loader.load('extensions', {})])
  for (const { data } of names) expect(data).toEqual(Object.keys(extensions))
  await loader.load('computers', {})
  const requested = () => client.log.entries().filter(({ url }) => url.endsWith(DOCUMENT)).length
  expect(requested()).toBe(1)
  clock.now += DAY_MS - 60_000
  expect((await loader.load('extensions', {})).from).toBe('ledger')
  clock.now += 120_000
  expect((await loader.load('extensions', {})).from).toBe('server')
  expect(requested()).toBe(2)
  const failing = await serverWith({ [DOCUMENT]: documentOf('/api/v0/computers') })
  await failing.loader.load('extensions', {})
  failing.server.play(answer(503, {}))
  expect((await failing.loader.load('extensions', {}, { isForced: true })).data).toEqual(['computers'])
  expect(failing.ledger.offer()?.extensions).toEqual(['computers'])
})

test.each([
  ['absent', answer(404, {})],
  ['refused', answer(403, {})],
  ['a web page', answer(200, '<html><title>Sign in</title></html>', { 'content-type': 'text/html' })],
  ['a list', answer(200, [])],
  ['without paths', answer(200, { openapi: '3.1.0' })],
  ['hostile', answer(200, '{"paths":{"__proto__":{"get":{}},"/api/v0/computers":"get"}}')],
  ['huge', answer(200, `"${'x'.repeat(33 * 1024 * 1024)}"`)],
])('an API document that is %s means no extensions, and is not loaded again that day', async (_, behaviour) => {
  const { loader, requested } = await serverWith({ [DOCUMENT]: behaviour })
  for (const _ of [1, 2]) expect((await loader.load('extensions', {})).data).toEqual([])
  expect((await loader.load('computers', {})).data).toEqual({ rows: [], isListed: false, isReadable: false })
  expect(requested(DOCUMENT)).toBe(1)
  expect(requested('/api/v0/computers')).toBe(0)
})

test.each([
  ['gone', reset],
  ['failing', answer(503, {})],
  ['refusing the key', answer(401, {})],
])('a server that is %s while its extensions are unknown is an error, not an empty list', async (_, behaviour) => {
  const { loader, server } = await serverWith({ [DOCUMENT]: behaviour })
  for (const load of ['extensions', 'computers', 'wikiRuns'] as const)
    await expect(loader.load(load, {})).rejects.toThrow(AppError)
  await expect(loader.load('computer', { id: 'a' })).rejects.toThrow(AppError)
  expect(await loader.actions.change('restartComputer', { params: { computerId: 'a' } })).toMatchObject({
    is: 'refused',
    error: { kind: behaviour === reset ? 'unreachable' : expect.stringMatching(/failed|refused/) },
  })
  expect(server.received.filter(({ method }) => method !== 'GET')).toEqual([])
})

test('computers are loaded from the list with their steps, and their names are cached', async () => {
  const { loader, ledger, store, client } = await ownService()
  const { data, freshMs } = await loader.load('computers', {})
  expect(data).toMatchObject({ isListed: true, isReadable: true })
  expect(data.rows.map(({ item }) => item)).toEqual(await store.computers.readAll(NOW))
  expect(data.rows.every(({ source, at }) => source === 'listed' && at === NOW)).toBe(true)
  expect(freshMs).toBe(2_000)
  expect(ledger.knownIds('computers').find(({ id }) => id === computers.active)?.name).toBe('atlas')
  const offline = ownSource(undefined)
  offline.ledger.rememberIds('computers', [{ id: 'a', name: 'one' }], NOW)
  const kept = await offline.loader.load('computers', {})
  expect(kept.data.rows).toMatchObject([{ id: 'a', name: 'one', source: 'seen', item: undefined, at: NOW }])
  expect(client.log.entries().filter(({ method }) => method !== 'GET')).toEqual([])
})

test('without a list, known computers are loaded one by one, and a deleted one is marked', async () => {
  const all = await serverWith({
    [DOCUMENT]: documentOf('/api/v0/computers/{id}'),
    '/api/v0/computers/a': answer(200, { id: 'a', name: 'one', status: 'active' }),
  })
  all.loader.actions.addIds('computers', ['a', 'gone', '..'], 'added')
  const { data } = await all.loader.load('computers', {})
  expect(data).toMatchObject({ isListed: false, isReadable: true })
  expect(data.rows).toMatchObject([
    { id: 'a', source: 'added', item: { name: 'one' } },
    { id: 'gone', item: undefined, failure: { kind: 'notFound', status: 404 } },
    { id: '..', item: undefined, failure: { kind: 'usage' } },
  ])
  expect(all.requested('/api/v0/computers')).toBe(2)
  all.loader.actions.forgetId('computers', 'gone')
  expect((await all.loader.load('computers', {})).data.rows.map(({ id }) => id)).toEqual(['a', '..'])
})

test('a strict server gets no unsupported requests, and results of changes are shown', async () => {
  const { loader, client } = await ownService({ isStrict: true })
  loader.actions.addIds('computers', [computers.active], 'imported')
  expect((await loader.load('computers', {})).data.rows).toMatchObject([{ source: 'imported', item: undefined }])
  await loader.actions.change('updateComputer', { params: { computerId: computers.active }, body: { name: 'new' } })
  const { data } = await loader.load('computers', {})
  expect(data).toMatchObject({ isListed: false, isReadable: false })
  expect(data.rows).toMatchObject([{ id: computers.active, source: 'imported', name: 'new', item: { name: 'new' } }])
  expect((await loader.load('computer', { id: computers.active })).data.item?.name).toBe('new')
  const requested = client.log.entries().map(({ method, url }) => `${method} ${new URL(url).pathname}`)
  expect(requested).toEqual([`GET ${DOCUMENT}`, `PATCH /api/v0/computers/${computers.active}`])
})

test('each of several concurrent loads counts only the problems of its own responses', async () => {
  const pathOf = (id: string) => `/api/v0/service-accounts/${id}/api-keys`
  const release = Promise.withResolvers<void>()
  const { loader, requested } = await serverWith({
    [pathOf('odd')]: answer(200, { apiKeys: [{ id: 1, name: 2 }] }),
    [pathOf('slow')]: (...args) => void release.promise.then(() => answer(200, { apiKeys: [] })(...args)),
    [pathOf('good')]: answer(200, { apiKeys: [] }),
  })
  const alone = (await loader.load('serviceAccount', { id: 'odd' })).problems
  expect(alone).toBeGreaterThan(0)
  loader.actions.addIds('serviceAccounts', ['slow'], 'added')
  const all = loader.load('serviceAccounts', {})
  await vi.waitFor(() =>
    expect(loader.serverNow() !== undefined && requested(pathOf('odd')) === 2 && requested(pathOf('slow')) === 1).toBe(
      true,
    ),
  )
  await new Promise((resolve) => setTimeout(resolve, 50))
  expect((await loader.load('serviceAccount', { id: 'good' })).problems).toBe(0)
  release.resolve()
  expect((await all).problems).toBe(alone)
})

test('keys are loaded per service account; a missing account does not affect the others', async () => {
  const { loader, ledger } = await ownService()
  loader.actions.addIds('serviceAccounts', [serviceAccounts.ci, 'none', serviceAccounts.unused], 'added')
  const { data } = await loader.load('serviceAccounts', {})
  expect(data.map(({ id, item, failure }) => [id, item?.length, failure?.kind])).toEqual([
    [serviceAccounts.ci, 5, undefined],
    ['none', undefined, 'notFound'],
    [serviceAccounts.unused, 0, undefined],
  ])
  expect((await loader.load('serviceAccount', { id: serviceAccounts.release })).data.item).toHaveLength(1)
  expect(ledger.knownIds('serviceAccounts').map(({ id, source }) => `${id} ${source}`)).toContain(
    `${serviceAccounts.release} seen`,
  )
})

test('wiki runs: the newest of each repository, those that were added, and the history of one', async () => {
  const { loader, store } = await ownService()
  const old = { wikiRunId: 'old', createdAt: NOW - 1e10, repoUrl: 'https://github.example/northwind/checkout' }
  await store.wikis.put(old, JSON.stringify(old), [])
  loader.actions.addIds('wikiRuns', ['old', 'gone'], 'added')
  const { data } = await loader.load('wikiRuns', {})
  // An added id gets the name that the server returns.
  expect(data.rows.find(({ id }) => id === 'old')?.name).toBe(old.repoUrl)
  expect(data.isListed).toBe(true)
  const about = data.rows.map(({ id, source, failure }) => `${id} ${source} ${failure?.status ?? ''}`)
  expect(about).toContain(`${wikiRuns.checkout} listed `)
  expect(about.slice(-2)).toEqual(['old added ', 'gone added 404'])
  const history = await loader.load('wikiHistory', { repoUrl: old.repoUrl })
  expect(history.data.at(-1)).toMatchObject({ id: 'old', name: old.repoUrl, item: old })
  expect((await loader.load('wikiRun', { id: wikiRuns.notices })).data.item?.wikiRunId).toBe(wikiRuns.notices)
})

test.each([
  ['in a bare list', [{ wikiRunId: 'w', pageCount: 'many' }, 7]],
  ['under another name', { total: 1, runs: [{ wikiRunId: 'w', pageCount: 'many' }, null] }],
])('wiki runs %s are found', async (_, body) => {
  const list = answer(200, JSON.stringify(body), { 'content-type': 'application/json' })
  const { loader } = await serverWith({ [DOCUMENT]: documentOf('/api/v0/wiki'), '/api/v0/wiki': list })
  const { data } = await loader.load('wikiRuns', {})
  expect(data.rows).toMatchObject([{ id: 'w', item: { wikiRunId: 'w', pageCount: undefined } }])
})

test('a list that only some servers have is not requested from the others', async () => {
  const { source, requested } = await serverWith({ [DOCUMENT]: documentOf() })
  const list = source.management.list('wikiRuns', ({ wikiRuns }) => wikiRuns)
  await expect(list).rejects.toMatchObject({ kind: 'notFound' })
  expect(requested('/api/v0/wiki')).toBe(0)
})

test('CI jobs are rows, and a response of another shape is returned unchanged', async () => {
  const { loader } = await ownService()
  const { data } = await loader.load('ciJobs', {})
  expect([data.rows.length > 5, data.other]).toEqual([true, undefined])
  const other = await serverWith({ '/api/v0/automations/ci/jobs': answer(200, { items: [1] }) })
  expect((await other.loader.load('ciJobs', {})).data).toEqual({ rows: [], other: { items: [1] } })
})

const uncached = ['computers', 'serviceAccounts', 'wikiRuns', 'ciJobs'] as const
test.each(uncached)('offline, %s that are not cached are reported as missing', async (name) => {
  await expect(ownSource(undefined).loader.load(name, {})).rejects.toMatchObject({ kind: 'incomplete' })
})
