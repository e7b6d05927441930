import { expect, test } from 'vitest'
import type { Client } from '../../src/client/client.ts'
import { memoryLedger, sourceFor } from '../helpers/cached-layer.ts'

const NOW = Date.UTC(2026, 10, 21, 9)

type Query = { limit?: number; cursor?: string }

/** A history of revisions 1 to `newest`, in pages as large as is asked for. */
const open = (newest: number) => {
  const state = { newest }
  const asked: string[] = []
  const call = async (_name: string, { query = {} }: { query?: Query }) => {
    const { limit = 20, cursor } = query
    asked.push(`${cursor ?? 'newest'} ${limit}`)
    const first = cursor === undefined ? state.newest : Number(cursor.slice(1))
    const numbers = Array.from({ length: Math.min(limit, first) }, (_, at) => first - at)
    const next = first - numbers.length
    const body = {
      changes: numbers.map((revision) => ({ revision, settings: { revision } })),
      pagination: { hasMore: next > 0, nextCursor: next > 0 ? `c${next}` : null },
    }
    return { body, raw: structuredClone(body), problemCount: 0, serverDate: NOW }
  }
  const now = () => NOW
  const client = { call: call as unknown as Client['call'], serverNow: now } as Client
  const ledger = memoryLedger(now)
  ledger.setOrg('org_1')
  const numbers = async (limit: number, options = {}, source = sourceFor(client, now, ledger)) => {
    const { data } = await source.loadRevisions(limit, options)
    return data.map(({ revision }) => revision)
  }
  return { state, asked, client, ledger, now, numbers, source: sourceFor(client, now, ledger) }
}

const down = (from: number, to: number): number[] => Array.from({ length: from - to + 1 }, (_, at) => from - at)

test('more than a page holds is walked page by page', async () => {
  const { asked, numbers } = open(1000)
  expect(await numbers(250)).toEqual(down(1000, 751))
  expect(asked).toEqual(['newest 100', 'c900 100', 'c800 100'])
})

test('a history that ends is shorter than what was asked for', async () => {
  const { asked, numbers } = open(1)
  expect(await numbers(50)).toEqual([1])
  expect(asked).toEqual(['newest 50'])
})

test('whoever wants more goes on behind what is kept, with one request for what is new', async () => {
  const { state, asked, numbers, source } = open(1000)
  await numbers(200, {}, source)
  asked.length = 0
  state.newest = 1003
  expect(await numbers(300, {}, source)).toEqual(down(1003, 704))
  expect(asked).toEqual(['newest 100', 'c800 100'])
})

test('revisions that are kept are not walked again', async () => {
  const { asked, numbers } = open(1000)
  await numbers(300)
  asked.length = 0
  expect(await numbers(300)).toEqual(down(1000, 701))
  expect(asked).toEqual(['newest 100'])
})

test('a gap between kept revisions is asked for', async () => {
  const { state, asked, numbers } = open(100)
  await numbers(50)
  state.newest = 300
  asked.length = 0
  expect(await numbers(250)).toEqual(down(300, 51))
  expect(asked).toEqual(['newest 100', 'c200 100'])
})

test('whoever forces it walks the whole of it again', async () => {
  const { asked, numbers } = open(300)
  await numbers(200)
  asked.length = 0
  await numbers(200, { isForced: true })
  expect(asked).toEqual(['newest 100', 'c200 100'])
})

test('offline a gap is told', async () => {
  const { state, ledger, now, numbers } = open(10)
  await numbers(10)
  state.newest = 30
  await numbers(10)
  const loaded = await sourceFor(undefined, now, ledger).loadRevisions(50)
  expect(loaded.data).toHaveLength(20)
  expect(loaded.incomplete).toBe('Offline: revisions 11 to 20 are not kept on this machine.')
})
