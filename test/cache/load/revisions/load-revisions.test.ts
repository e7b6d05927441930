import { expect, test } from 'vitest'
import { sourceFor } from '../../../helpers/cached-layer.ts'
import { type HistoryState, openHistory } from '../../../helpers/history-client.ts'

const NOW = Date.UTC(2026, 10, 21, 9)

/** A history of revisions 1 to `newest`. */
const open = (newest: number, change: Partial<HistoryState> = {}) => {
  const clock = { ms: NOW }
  const now = () => clock.ms
  const history = openHistory(now, { newest, ...change })
  const { client, ledger } = history
  const numbers = async (limit: number, options = {}, source = sourceFor(client, now, ledger)) => {
    const { data } = await source.loadRevisions(limit, options)
    return data.map(({ revision }) => revision)
  }
  return { ...history, clock, now, numbers }
}

const down = (from: number, to: number): number[] => Array.from({ length: from - to + 1 }, (_, at) => from - at)

test('a longer list continues after the revisions just loaded, and later after the newest page and the cached ones', async () => {
  const { state, clock, requested, numbers, source } = open(1000)
  await numbers(100, {}, source)
  requested.length = 0
  expect(await numbers(200, {}, source)).toEqual(down(1000, 801))
  expect(await numbers(200, {}, source)).toEqual(down(1000, 801))
  expect(requested.splice(0)).toEqual(['c900 100', 'newest 100'])
  state.newest = 1003
  clock.ms += 5 * 60_000
  expect(await numbers(300, {}, source)).toEqual(down(1003, 704))
  expect(requested).toEqual(['newest 100', 'c800 97'])
})

test('a gap between cached revisions is loaded, and a forced load loads all of them', async () => {
  const { state, requested, numbers } = open(100)
  await numbers(50)
  state.newest = 300
  requested.length = 0
  expect(await numbers(250)).toEqual(down(300, 51))
  await numbers(200, { isForced: true })
  expect(requested).toEqual(['newest 100', 'c200 100', 'newest 100', 'c200 100'])
})

test('offline, a gap is reported', async () => {
  const { state, ledger, now, numbers } = open(10)
  await numbers(10)
  state.newest = 30
  await numbers(10)
  const loaded = await sourceFor(undefined, now, ledger).loadRevisions(50)
  expect(loaded.data).toHaveLength(20)
  expect(loaded.incomplete).toBe('Offline: revisions 11 to 20 are not cached on this machine.')
})

test('if a page is too large, it and later pages are loaded with half as many revisions', async () => {
  const { requested, numbers } = open(40, { maxFitting: 7 })
  expect(await numbers(30)).toEqual(down(40, 11))
  expect(requested).toEqual([
    'newest 30',
    'newest 15',
    'newest 8',
    'newest 4',
    ...down(36, 12)
      .filter((at) => at % 4 === 0)
      .map((at) => `c${at} 4`),
  ])
})

test('the number of revisions that fit into a page is determined once', async () => {
  const { requested, numbers, source } = open(40, { maxFitting: 7 })
  await numbers(8, {}, source)
  requested.length = 0
  await numbers(8, { isForced: true }, source)
  await source.reveal(30, [])
  expect(requested).toEqual(['newest 4', 'c36 4', 'c32 3'])
})

test('cached revisions whose numbers were reused are dropped', async () => {
  const dated = (updatedAt: string) => (revision: number) => ({ revision, settings: {}, updatedAt })
  const { state, clock, ledger, numbers, source } = open(400, { row: dated('2026-11-01T00:00:00Z') })
  await numbers(250, {}, source)
  state.newest = 300
  state.row = dated('2026-11-02T00:00:00Z')
  clock.ms += 5 * 60_000
  expect(await numbers(150, {}, source)).toEqual(down(300, 151))
  const { rows } = ledger.readRevisions(1000)
  expect(rows.map(({ revision }) => revision)).toEqual(down(300, 101))
  expect(new Set(rows.map(({ updatedAt }) => updatedAt))).toEqual(new Set(['2026-11-02T00:00:00Z']))
})

test('revisions whose author has left stay cached', async () => {
  const by = (user: object | null) => (revision: number) => ({ revision, settings: {}, updatedAt: 'x', user })
  const { state, requested, numbers } = open(300, { row: by({ id: 'u' }) })
  await numbers(200)
  state.row = by(null)
  requested.length = 0
  expect(await numbers(200)).toEqual(down(300, 101))
  expect(requested).toEqual(['newest 100'])
})

test('if the server rejects a cursor, the history is loaded from the start; a refusal is not retried', async () => {
  const { state, requested, numbers, source } = open(300)
  await numbers(100, {}, source)
  requested.length = 0
  state.forgotten.add('c200')
  state.newest = 301
  expect(await numbers(150, {}, source)).toEqual(down(301, 152))
  expect(requested.splice(0)).toEqual(['c200 50', 'newest 100', 'c201 100'])
  state.status = 400
  await expect(numbers(150, { isForced: true })).rejects.toMatchObject({ status: 400 })
  expect(requested).toHaveLength(1)
})
