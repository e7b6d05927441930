import { expect, test } from 'vitest'
import type { UsersEvent } from '../../../src/cache/load/people/users-watch.ts'
import { createQueries } from '../../../src/cache/query/query-client.ts'
import { NOW } from '../../helpers/demos.ts'
import { watchWalk } from '../../helpers/people-walk.ts'
import { until } from '../../helpers/screen.tsx'
import { openLoader } from './open-loader.ts'

const range = { from: '2026-11-01', to: '2026-11-10' }

test('days arrive from the process with their columns, and the requests are listed', async () => {
  const { loader } = await openLoader()
  const first = await loader.load('creditDays', { range })
  const { data, from, problems } = first
  expect(data.days.map(({ date }) => date)).toHaveLength(10)
  expect(data.people.columns).toHaveLength(10)
  for (const { person, credits } of data.people.columns) {
    expect(credits.buffer).toBeInstanceOf(ArrayBuffer)
    expect(credits).toHaveLength(person.length)
    expect(credits.length).toBeGreaterThan(0)
  }
  expect([from, problems]).toEqual(['server', 0])
  await until(() => loader.requests().length === 1 && loader.inFlight() === 0, loader.requests)
  expect(loader.requests()).toMatchObject([{ id: 1, endpoint: 'credits', status: 200, state: 'answered' }])
  expect(loader.requests()).toBe(loader.requests())
  expect(loader.clockSkewMs()).toBeDefined()
  expect(await loader.load('creditDays', { range })).toMatchObject({ from: 'ledger' })
  let held = 0
  const onCached = (loaded: typeof first) => {
    held = loaded.data.days.length
  }
  const longer = await loader.load('creditDays', { range: { ...range, to: '2026-11-12' } }, { onCached })
  expect([held, longer.data.days.length]).toEqual([10, 12])
})

test('a walk arrives from the process page by page and reports its end', async () => {
  const { loader } = await openLoader()
  const events: UsersEvent[] = []
  const leaving = new AbortController()
  const watched = loader.watchUsers(1, range, { signal: leaving.signal, onEvent: (event) => events.push(event) })
  const last = () => events.at(-1)?.state
  await loader.stepUsers(1, 'all')
  await until(() => last()?.loading === 'nothing' && last()?.pages === 1, last)
  expect(last()).toMatchObject({ missing: [], error: undefined })
  const rows = events.flatMap(({ chunks }) => chunks).reduce((sum, { length }) => sum + length, 0)
  expect(rows).toBeGreaterThan(40)
  expect(events.flatMap(({ chunks }) => chunks)[0]?.measures.billable_tokens).toBeInstanceOf(Uint16Array)
  const before = events.length
  leaving.abort()
  await watched
  await loader.stepUsers(1, 'refreshAll')
  await loader.load('toolDays', { range })
  expect(events).toHaveLength(before)
})

test('when the process dies every call fails, and the next call starts another', async () => {
  let isHeld = true
  const { loader, started } = await openLoader({ rule: () => (isHeld ? 'hold' : undefined) })
  const queries = createQueries(loader, () => NOW)
  const walk = queries.walk(range)
  watchWalk(walk)
  walk.more()
  const load = loader.load('toolDays', { range })
  await until(() => loader.inFlight() === 2, 'not under way')
  await started[0]?.kill()
  await expect(load).rejects.toMatchObject({ kind: 'failed', message: expect.stringContaining('Press R to restart') })
  expect(walk.get()).toMatchObject({ loading: 'nothing', error: { kind: 'failed' } })
  expect(loader.inFlight()).toBe(0)
  expect(loader.requests().map(({ state }) => state)).toEqual(['cancelled', 'cancelled'])
  isHeld = false
  const { data } = await loader.load('toolDays', { range })
  expect(data).toHaveLength(10)
  walk.more()
  await until(() => walk.get().pages === 1 && walk.get().loading === 'nothing', walk.get)
  expect(started).toHaveLength(2)
  await until(
    () => loader.requests().length === 4,
    () => JSON.stringify(loader.requests().map(({ id }) => id)),
  )
  expect(loader.requests().map(({ id }) => id)).toEqual([1, 2, 3, 4])
})

test('a key that cannot be sent fails every load with a usage error', async () => {
  const { loader } = await openLoader({ change: { apiKey: 'two words' } })
  await expect(loader.load('toolDays', { range })).rejects.toMatchObject({ kind: 'usage' })
  await expect(loader.load('reports', {})).rejects.toMatchObject({ kind: 'usage' })
})

const update = { params: { computerId: 'c' }, body: { name: 'n' } }

test('a change returns its outcome through the process', async () => {
  const { loader, front } = await openLoader({ rule: () => ({ status: 200, body: { id: 'c', name: 'n' } }) })
  expect(await loader.actions.change('updateComputer', update)).toEqual({ is: 'done', answer: { id: 'c', name: 'n' } })
  front.play(() => ({ status: 409, body: { detail: 'running' } }))
  const refused = await loader.actions.change('installDependencies', { params: { computerId: 'c' } })
  expect(refused).toMatchObject({ is: 'refused', error: { status: 409, detail: 'running' } })
  front.play(() => 'reset')
  const before = front.requests.length
  const unknown = await loader.actions.change('updateComputer', update)
  expect(unknown).toMatchObject({ is: 'unknown', error: { kind: 'outcomeUnknown' } })
  expect(front.requests).toHaveLength(before + 1)
})

test('when the process dies during a change the outcome is unknown, and nothing is sent twice', async () => {
  const { loader, front, started } = await openLoader({ rule: () => 'hold' })
  const outcome = loader.actions.change('updateComputer', update)
  await until(() => front.requests.length === 1, front.counts)
  await started[0]?.kill()
  expect(await outcome).toMatchObject({ is: 'unknown', error: { kind: 'outcomeUnknown' } })
  front.play()
  // The next load starts another process, which does not send the change again.
  await loader.load('ciJobs', {})
  expect([started.length, front.requests.filter(({ path }) => path.endsWith('/computers/c')).length]).toEqual([2, 1])
})
