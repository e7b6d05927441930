import { expect, test } from 'vitest'
import { AppError } from '../../../src/base/errors.ts'
import type { CallOptions, Client } from '../../../src/client/client.ts'
import { queriesFor } from '../../helpers/cached-layer.ts'
import { usersClient } from '../../helpers/days-client.ts'
import { days, NOW, nine, rowsOf, watchWalk } from '../../helpers/people-walk.ts'
import { until } from '../../helpers/screen.tsx'

/** A walk over nine pages. The requests of these numbers, from 1, first get a 429. */
const open = (limited: readonly number[], waitMs = 30_000) => {
  const client = usersClient({ now: () => NOW, rows: () => nine, pageRows: 1 })
  let sent = 0
  const call = async (name: string, request: unknown, options: CallOptions) => {
    sent++
    if (limited.includes(sent)) options.onRetry?.({ why: 'Too many.', attempt: 2, waitMs, status: 429 })
    if (options.signal?.aborted) throw new AppError('interrupted', 'cancelled')
    return client.call(name as 'users', request as never, options)
  }
  const queries = queriesFor({ ...client, call } as unknown as Client, () => NOW)
  const walk = queries.walk(days)
  return { walk, queries, sent: () => sent, ...watchWalk(walk) }
}

test('several pages load in a row, and then loading stops', async () => {
  const { walk, settled, sent } = open([])
  walk.more(3)
  expect(walk.get().loading).toBe('pages')
  await settled()
  expect([sent(), walk.get().pages]).toEqual([3, 3])
  walk.more(4)
  walk.more()
  await settled()
  expect(walk.get().pages).toBe(7)
  walk.more(2)
  walk.all()
  expect(walk.get().loading).toBe('all')
  await settled()
  expect(rowsOf(walk)).toEqual(nine)
})

test('the first 429 is waited out, with the end of the wait in the state', async () => {
  const { walk, settled } = open([2])
  const waits: unknown[] = []
  walk.subscribe(() => waits.push(walk.get().wait))
  walk.more(3)
  await settled()
  expect(waits).toContainEqual({ until: NOW + 30_000, isRateLimit: true })
  expect(walk.get()).toMatchObject({ pages: 3, isRateLimited: false, wait: undefined, error: undefined })
})

test('a second 429 stops loading without an error, and the next step first waits as long as the server asked', async () => {
  const { walk, queries, settled, sent } = open([1, 3], 20)
  walk.all()
  await settled()
  expect(walk.get()).toMatchObject({ pages: 2, isRateLimited: true, error: undefined, wait: undefined })
  expect(queries.waiting()).toBe(undefined)
  expect(sent()).toBe(3)
  const startedAt = performance.now()
  walk.all()
  expect(walk.get()).toMatchObject({ loading: 'all', isRateLimited: false })
  await settled()
  expect(performance.now() - startedAt).toBeGreaterThan(15)
  expect(walk.get()).toMatchObject({ missing: [], isRateLimited: false })
  expect(rowsOf(walk)).toEqual(nine)
})

test('stopping during the wait sends nothing, and resuming waits for the rest of it', async () => {
  const { walk, stop, sent } = open([1, 2], 3_600_000)
  walk.all()
  await until(() => walk.get().isRateLimited, walk.get)
  walk.all()
  await until(() => walk.get().wait !== undefined, walk.get)
  walk.stop()
  await until(() => walk.get().loading === 'nothing', walk.get)
  walk.more()
  await until(() => walk.get().wait !== undefined, walk.get)
  stop()
  await until(() => walk.get().loading === 'nothing', walk.get)
  expect(sent()).toBe(2)
})
