import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import type { QueryState } from '../../../src/cache/load/query-state.ts'
import type { Queries } from '../../../src/cache/query/query-client.ts'
import type { ClientOptions } from '../../../src/client/client.ts'
import { queriesFor } from '../../helpers/cached-layer.ts'
import { NOW, startDemo } from '../../helpers/demos.ts'
import { type Front, type FrontRule, startFront } from '../../helpers/front-server.ts'
import { makeFolder } from '../../helpers/make-folder.ts'
import { clientFor, drawn, until } from '../../helpers/screen.tsx'

const demo = await startDemo()

const MINUTE = 60_000
const range = { from: '2026-11-07', to: '2026-11-20' }

const open = async (
  rule?: FrontRule,
  options: Partial<ClientOptions> = {},
): Promise<{ front: Front; queries: Queries }> => {
  const front = await startFront(demo, rule)
  const client = clientFor(front, options)
  const queries = queriesFor(client, () => Date.now())
  onTestFinished(async () => {
    vi.setSystemTime(NOW)
    queries.close()
    await client.close()
    await front.close()
  })
  return { front, queries }
}

/** Watches a query and collects its states. */
const watched = (queries: Queries, params = { range }) => {
  const states: QueryState<unknown>[] = []
  const stop = queries.watch('creditDays', params, (state) => states.push(state))
  const last = () => states.at(-1)
  const becomes = (is: QueryState<unknown>['is']) =>
    until(
      () => last()?.is === is,
      () => `never ${is}: ${JSON.stringify(last())}`,
    )
  return { states, stop, last, becomes }
}

test('a watcher first gets the loading state, then the data with its age; watchers of one query share a request', async () => {
  const { front, queries } = await open()
  expect(queries.read('creditDays', { range })).toEqual({ is: 'loading' })
  const first = watched(queries)
  const second = watched(queries, { range: { ...range } })
  expect(first.states[0]).toEqual({ is: 'loading' })
  await first.becomes('ready')
  await second.becomes('ready')
  expect(first.last()).toMatchObject({ is: 'ready', now: { at: NOW, problems: 0, data: { days: { length: 14 } } } })
  expect(queries.read('creditDays', { range })).toEqual(first.last())
  expect(watched(queries).states[0]?.is).toBe('ready')
  await drawn()
  expect(front.requests).toHaveLength(1)
})

test('a request is cancelled when its last watcher leaves and no other arrives within one frame', async () => {
  const { front, queries } = await open(() => 'hold')
  const first = watched(queries)
  const second = watched(queries)
  await until(() => front.requests.length === 1, 'no request')
  first.stop()
  await drawn()
  expect(front.requests[0]?.state).toBe('waiting')
  second.stop()
  const { length } = second.states
  const third = watched(queries)
  await drawn()
  expect(front.requests.map(({ state }) => state)).toEqual(['waiting'])
  expect([second.states.length, third.last()?.is]).toEqual([length, 'loading'])
  third.stop()
  await until(() => front.requests[0]?.state === 'abandoned', 'not cancelled')
  expect(queries.inFlight()).toBe(0)
})

test('a new watcher refreshes stale data and shows the old data meanwhile; fresh data is not loaded again', async () => {
  const { front, queries } = await open()
  const first = watched(queries)
  await first.becomes('ready')
  first.stop()
  await drawn()
  vi.setSystemTime(NOW + 59 * MINUTE)
  const second = watched(queries)
  expect(second.states.map(({ is }) => is)).not.toContain('loading')
  second.stop()
  await drawn()
  expect(front.requests).toHaveLength(1)
  vi.setSystemTime(NOW + 61 * MINUTE)
  const third = watched(queries)
  expect(third.last()).toMatchObject({ is: 'loading', old: { at: NOW } })
  await third.becomes('ready')
  expect(third.last()).toMatchObject({ now: { at: NOW + 61 * MINUTE } })
  expect(front.requests).toHaveLength(2)
})

test('polling never restarts a request, so a server that is slower than the polling still answers', async () => {
  const { front, queries } = await open()
  const own = watched(queries)
  await own.becomes('ready')
  vi.setSystemTime(NOW + 61 * MINUTE)
  front.play(() => 'hold')
  for (const isAny of [true, false, false]) {
    expect(queries.refresh('polled')).toBe(isAny)
    await until(() => front.requests.length === 2, 'not polled')
  }
  await drawn()
  expect(front.requests.map(({ state }) => state)).toEqual(['answered', 'waiting'])
  front.release()
  await own.becomes('ready')
  expect(own.last()).toMatchObject({ now: { at: NOW + 61 * MINUTE } })
  expect(queries.refresh('polled', 'live')).toBe(false)
})

test('refreshing stale data leaves fresh data alone, refreshing all loads everything watched', async () => {
  const { front, queries } = await open()
  await watched(queries).becomes('ready')
  let revisions: QueryState<unknown> | undefined
  queries.watch('revisions', { limit: 5 }, (state) => {
    revisions = state
  })
  await until(() => revisions?.is === 'ready', 'no revisions')
  const unwatched = watched(queries, { range: { from: '2026-11-01', to: '2026-11-02' } })
  await unwatched.becomes('ready')
  unwatched.stop()
  await drawn()
  expect(front.requests).toHaveLength(3)
  queries.refresh('stale')
  await drawn()
  expect(front.requests).toHaveLength(3)
  // A list is fresh for five minutes, a day for an hour.
  vi.setSystemTime(NOW + 6 * MINUTE)
  queries.refresh('stale')
  await until(() => front.requests.length === 4 && queries.inFlight() === 0, 'the stale query was not loaded')
  expect(front.requests[3]?.path).toBe('/api/v0/organization/enterprise-controls/history')
  queries.refresh('all')
  await until(() => front.requests.length === 6 && queries.inFlight() === 0, 'not all queries were loaded')
  await drawn()
  expect(front.requests).toHaveLength(6)
})

test('cancelling without data is an error, a cancelled refresh leaves the data ready, a failed one keeps it', async () => {
  const { front, queries } = await open(() => 'hold')
  const { last, becomes } = watched(queries)
  await until(() => front.requests.length === 1, 'no request')
  queries.cancel()
  await becomes('failed')
  expect(last()).toMatchObject({
    error: { kind: 'interrupted', message: 'Loading was cancelled. R retries.' },
  })
  await until(() => front.requests[0]?.state === 'abandoned', 'not cancelled')
  front.play()
  queries.refresh('all')
  await becomes('ready')
  front.play(() => 'hold')
  queries.refresh('all')
  await until(() => front.requests.length === 3, 'no request')
  queries.cancel()
  await becomes('ready')
  front.play(() => ({ status: 500, body: { status: 500, title: 'Internal Server Error', detail: 'on fire' } }))
  queries.refresh('all')
  await becomes('failed')
  expect(last()).toMatchObject({ error: { status: 500 }, old: { at: NOW, data: { days: { length: 14 } } } })
})

test('the wait before a retry is visible until it ends', async () => {
  const gate = Promise.withResolvers<void>()
  const slow = { status: 429, body: { status: 429, title: 'Too Many Requests', detail: 'slowly' } }
  const { front, queries } = await open(() => slow, { sleep: () => gate.promise })
  let changes = 0
  onTestFinished(queries.subscribe(() => (changes += 1)))
  const { becomes } = watched(queries)
  await until(() => queries.waiting() !== undefined, 'no wait reported')
  expect(queries.waiting()?.until).toBeGreaterThan(NOW)
  expect(queries.waiting()?.why).toContain('429')
  expect(changes).toBeGreaterThan(0)
  front.play()
  gate.resolve()
  await becomes('ready')
  expect(queries.waiting()).toBeUndefined()
})

test('subscribers are called when requests start and end', async () => {
  const { queries } = await open()
  const counts: number[] = []
  const stop = queries.subscribe(() => counts.push(queries.inFlight()))
  await watched(queries).becomes('ready')
  expect(Math.max(...counts)).toBe(1)
  expect([queries.inFlight(), counts.at(-1)]).toEqual([0, 0])
  expect(queries.requests()).toMatchObject([{ endpoint: 'credits', status: 200, state: 'answered' }])
  stop()
  const before = counts.length
  queries.refresh('all')
  await until(() => queries.requests().length === 2 && queries.inFlight() === 0, 'not requested')
  expect(counts).toHaveLength(before)
})

test('data from the ledger needs no request and is listed with its age, once per query', async () => {
  const { queries } = await open()
  await watched(queries).becomes('ready')
  expect(queries.cacheHits()).toEqual([])
  const part = { range: { from: '2026-11-09', to: '2026-11-12' } }
  vi.setSystemTime(NOW + MINUTE)
  await watched(queries, part).becomes('ready')
  await watched(queries, part).becomes('ready')
  expect(queries.cacheHits()).toEqual([
    { id: 1, at: NOW + MINUTE, query: 'creditDays', what: '2026-11-09..2026-11-12', fetchedAt: NOW },
  ])
  expect(queries.requests()).toHaveLength(1)
})

test('no timers remain after closing', async () => {
  const timersOf = () => process.getActiveResourcesInfo().filter((name) => name === 'Timeout').length
  const before = timersOf()
  const front = await startFront(demo)
  const client = clientFor(front)
  const queries = queriesFor(client, () => Date.now())
  const left = watched(queries, { range: { from: '2026-11-01', to: '2026-11-02' } })
  const { becomes } = watched(queries)
  await left.becomes('ready')
  await becomes('ready')
  left.stop()
  await drawn()
  queries.close()
  await client.close()
  await front.close()
  await until(
    () => timersOf() <= before,
    () => `timers: ${before} before, ${timersOf()} now`,
  )
})

test('a change reloads the watched queries that it affects, and no others', async () => {
  const { front, queries } = await open((path) =>
    path === '/api/v0/computers/c' ? { status: 200, body: { id: 'c' } } : undefined,
  )
  const names: unknown[] = []
  const stops = [
    queries.watch('computers', {}, (state) => state.is === 'ready' && names.push('computers')),
    queries.watch('wikiRuns', {}, (state) => state.is === 'ready' && names.push('wikiRuns')),
  ]
  const said = () => JSON.stringify([names, front.counts()])
  await until(() => names.length === 2, said)
  const outcome = await queries.change('updateComputer', { params: { computerId: 'c' }, body: { name: 'n' } })
  expect(outcome).toEqual({ is: 'done', answer: { id: 'c' } })
  await until(() => front.counts()['/api/v0/computers'] === 2, said)
  expect(front.counts()).toMatchObject({ '/api/v0/computers': 2, '/api/v0/wiki': 1, '/api/v0/openapi.json': 1 })
  for (const stop of stops) stop()
})

test.each([
  [403, 'failed', 'ready'],
  [401, 'failed', 'failed'],
])('an export that is refused with %i removes the displayed runs', async (status, runs, days) => {
  const { queries } = await open((path) =>
    path.endsWith('/export') ? { status, body: { status, title: 'Refused', detail: 'Not yours.' } } : undefined,
  )
  const { becomes } = watched(queries)
  const stop = queries.watch('wikiRuns', {}, () => {})
  onTestFinished(stop)
  await becomes('ready')
  await until(
    () => queries.read('wikiRuns', {}).is === 'ready',
    () => JSON.stringify(queries.read('wikiRuns', {})),
  )
  const path = join(makeFolder(), 'a.zip')
  const work = queries.exportWiki({ wikiRunId: 'wiki_checkout', path, mayReplace: false })
  await expect(work).rejects.toMatchObject({ status })
  expect(queries.read('wikiRuns', {})).toMatchObject({ is: runs, error: { status } })
  expect(queries.read('wikiRuns', {})).not.toHaveProperty('old')
  expect(queries.read('creditDays', { range }).is).toBe(days)
})

test('an id added during the first load is in the list', async () => {
  const { queries } = await open()
  onTestFinished(queries.watch('serviceAccounts', {}, () => {}))
  queries.addIds('serviceAccounts', ['sa_observability'], 'added')
  const state = () => queries.read('serviceAccounts', {})
  const added = { is: 'ready', now: { data: [{ id: 'sa_observability', item: expect.anything() }] } }
  await expect.poll(state).toMatchObject(added)
})
