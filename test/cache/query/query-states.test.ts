import { expect, test } from 'vitest'
import { AppError } from '../../../src/base/errors.ts'
import type { Ledger } from '../../../src/cache/ledger/open-ledger.ts'
import type { ParamsOf, QueryName } from '../../../src/cache/load/queries.ts'
import type { QueryState } from '../../../src/cache/load/query-state.ts'
import { createPeek } from '../../../src/cache/query/peek.ts'
import type { Queries } from '../../../src/cache/query/query-client.ts'
import { noCreditDays } from '../../../src/domain/usage/credit-days.ts'
import { memoryLedger, queriesFor, sourceFor } from '../../helpers/cached-layer.ts'
import { type DaysClientOptions, daysClient } from '../../helpers/days-client.ts'
import { drawn, until } from '../../helpers/screen.tsx'

const NOW = Date.UTC(2026, 10, 21, 9)
const range = (from: string, to: string) => ({ from: `2026-${from}`, to: `2026-${to}` })

const open = (options: Partial<DaysClientOptions> = {}) => {
  const clock = { ms: NOW }
  const now = () => clock.ms
  const client = daysClient({ now, ...options })
  const ledger = memoryLedger()
  const start = (withPeek = false) =>
    queriesFor(client as never, now, { ledger, ...(withPeek && { peek: createPeek(ledger, now) }) })
  const fill = (from: string, to: string) =>
    sourceFor(daysClient({ now }) as never, now, ledger).fillDays('tools', range(from, to))
  return { clock, client, ledger, start, fill }
}

const watch = <N extends QueryName>(queries: Queries, name: N, params: ParamsOf<N>) => {
  const states: QueryState<unknown>[] = []
  const stop = queries.watch(name, params, (state) => states.push(state))
  const becomes = (is: QueryState<unknown>['is']) =>
    until(
      () => states.at(-1)?.is === is,
      () => `never ${is}: ${JSON.stringify(states.at(-1))}`,
    )
  return { states, stop, becomes, last: () => states.at(-1) }
}
const datesOf = (state: QueryState<unknown> | undefined) => {
  const aged = state?.is === 'ready' ? state.now : state?.old
  return (aged?.data as { date: string }[] | undefined)?.map(({ date }) => date)
}

test('cached days are shown while missing days load', async () => {
  const { start, fill, client } = open({ isHeld: true })
  await fill('11-01', '11-02')
  const queries = start()
  const { last, becomes } = watch(queries, 'toolDays', { range: range('11-01', '11-04') })
  await until(() => datesOf(last()) !== undefined, 'no cached days were shown')
  expect(last()).toMatchObject({ is: 'loading', old: { at: NOW, from: 'ledger' } })
  expect(datesOf(last())).toEqual(['2026-11-01', '2026-11-02'])
  client.release()
  await becomes('ready')
  expect(last()).toMatchObject({ now: { at: NOW, from: 'server' } })
  expect(datesOf(last())).toHaveLength(4)
})

test('after cancelling, cached days are shown with the error', async () => {
  const { start, fill } = open({ isHeld: true })
  await fill('11-01', '11-02')
  const queries = start()
  const { last, becomes } = watch(queries, 'toolDays', { range: range('11-01', '11-04') })
  await until(() => datesOf(last()) !== undefined, 'no cached days were shown')
  queries.cancel()
  await becomes('failed')
  expect(last()).toMatchObject({ error: { kind: 'interrupted' } })
  expect(datesOf(last())).toEqual(['2026-11-01', '2026-11-02'])
})

test('with a ledger peek, a query has data immediately, and is ready if the data is complete', async () => {
  const { start, fill, client } = open({ isHeld: true })
  await fill('11-01', '11-04')
  const queries = start(true)
  const whole = { range: range('11-01', '11-04') }
  expect(queries.read('toolDays', whole)).toMatchObject({ is: 'loading', old: { from: 'ledger' } })
  const { states } = watch(queries, 'toolDays', whole)
  expect(states.map(({ is }) => is)).not.toContain('loading')
  expect(datesOf(states[0])).toHaveLength(4)
  const more = watch(queries, 'toolDays', { range: range('11-03', '11-06') })
  expect(more.states[0]?.is).toBe('loading')
  expect(datesOf(more.states[0])).toEqual(['2026-11-03', '2026-11-04'])
  await drawn()
  expect(client.requested.map(({ from, to }) => [from, to])).toEqual([['2026-11-05', '2026-11-06']])
})

test('a 403 removes the data of all ranges of one query, a 401 the data of every query', async () => {
  let status: number | undefined
  const { start } = open({
    answer: ({ name }) => {
      if (status === 401 || (status === 403 && name === 'tools')) throw new AppError('refused', 'no', { status })
      return undefined
    },
  })
  const queries = start(true)
  const days = { range: range('11-01', '11-04') }
  const before = watch(queries, 'toolDays', { range: range('10-01', '10-04') })
  const activity = watch(queries, 'activityDays', days)
  await before.becomes('ready')
  await activity.becomes('ready')
  status = 403
  const tools = watch(queries, 'toolDays', days)
  await tools.becomes('failed')
  expect(before.last()).toMatchObject({ is: 'failed', error: { status: 403 } })
  expect([datesOf(before.last()), datesOf(activity.last())?.length]).toEqual([undefined, 4])
  status = 401
  queries.refresh('all')
  await activity.becomes('failed')
  expect([datesOf(tools.last()), datesOf(activity.last())]).toEqual([undefined, undefined])
  activity.stop()
  await drawn()
  expect(queries.read('activityDays', days)).toMatchObject({ is: 'failed', error: { status: 401 } })
})

test('offline, a query shows cached days and the number of missing days, and fails if none is cached', async () => {
  const { ledger, fill } = open()
  await fill('11-01', '11-02')
  const queries = queriesFor(undefined, () => NOW, { ledger })
  expect(queries.isOffline).toBe(true)
  const some = watch(queries, 'toolDays', { range: range('11-01', '11-04') })
  await some.becomes('ready')
  expect(some.last()).toMatchObject({ now: { incomplete: 'Offline: 2 days are not cached on this machine.' } })
  const none = watch(queries, 'toolDays', { range: range('10-01', '10-04') })
  await none.becomes('failed')
  expect(none.last()).toMatchObject({
    error: { kind: 'incomplete', message: 'Offline: none of these days is cached on this machine.' },
  })
  const list = watch(queries, 'reports', {})
  await list.becomes('failed')
  expect(list.last()).toMatchObject({ error: { message: 'Offline: not cached on this machine.' } })
})

test('credits are read while rendering unless that would delay a frame', () => {
  const one = range('11-01', '11-01')
  const day = { day: one.from, fetchedAt: NOW, rows: [], problems: 0 }
  let bytes = 10_000
  let reads = 0
  const ledger = {
    creditBytes: () => bytes,
    cachedDays: () => [day],
    readCreditDays() {
      reads++
      return { days: [day], people: noCreditDays().people }
    },
  } as unknown as Ledger
  const peek = createPeek(ledger, () => NOW)
  expect(peek.state('creditDays', { range: one })).toMatchObject({ is: 'loading', old: { data: { days: [] } } })
  peek.forgetAll()
  bytes = 5_000_000
  // Before the first frame, larger data may be read than during a key press.
  expect(peek.state('creditDays', { range: one })).toHaveProperty('old')
  peek.setInteractive()
  expect(peek.state('creditDays', { range: one })).toHaveProperty('old')
  expect(reads).toBe(2)
  peek.forgetAll()
  expect(peek.state('creditDays', { range: one })).toEqual({ is: 'loading' })
  expect(reads).toBe(2)
})
