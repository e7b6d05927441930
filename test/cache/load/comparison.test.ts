import { expect, onTestFinished, test } from 'vitest'
import { loadQuery } from '../../../src/cache/load/queries.ts'
import { createPeek } from '../../../src/cache/query/peek.ts'
import { compareSettings } from '../../../src/domain/risk/compare-settings.ts'
import { queriesFor, sourceFor } from '../../helpers/cached-layer.ts'
import { type HistoryState, openHistory } from '../../helpers/history-client.ts'

const NOW = Date.UTC(2026, 10, 21, 9)
const now = () => NOW

const open = (change: Partial<HistoryState> = {}) => {
  const history = openHistory(now, { newest: 500, ...change })
  const compare = (before: number, after: number, isForced = false) =>
    loadQuery(history.source, 'comparison', { before, after }, { isForced })
  return { ...history, compare }
}

test('cached revisions are compared without a request, forced or not, and the result never becomes stale', async () => {
  const { requested, source, compare } = open()
  await source.loadRevisions(10)
  requested.length = 0
  const loaded = await compare(495, 500)
  expect(loaded.data).toEqual(compareSettings({ revision: 495 }, { revision: 500 }))
  expect(loaded.data.changes).toHaveLength(1)
  expect(loaded).toMatchObject({ from: 'ledger', freshMs: Number.POSITIVE_INFINITY, problems: 0 })
  await compare(495, 500, true)
  expect(requested).toEqual([])
})

test('other revisions are loaded page by page, and all pages are cached', async () => {
  const { requested, ledger, compare } = open()
  expect((await compare(380, 450)).from).toBe('server')
  expect(requested).toEqual(['newest 100', 'c400 21'])
  expect(ledger.revisionNumbers(1000).numbers).toEqual(Array.from({ length: 121 }, (_, at) => 500 - at))
  requested.length = 0
  expect((await compare(390, 440)).from).toBe('ledger')
  expect(requested).toEqual([])
})

test('a comparison does not make the list of the newest revisions fresh', async () => {
  const { requested, source, ledger, compare } = open()
  await compare(495, 498)
  expect(ledger.revisionNumbers(9).fetchedAt).toBeUndefined()
  requested.length = 0
  await loadQuery(source, 'revisions', { limit: 3 })
  expect(requested).toEqual(['newest 3'])
})

test('a missing revision, or an uncached one offline, is an error with its number', async () => {
  const { ledger, compare } = open({ newest: 5 })
  const gone = { kind: 'notFound', message: 'No revision 9. See qd controls history.' }
  await expect(compare(2, 9)).rejects.toMatchObject(gone)
  await expect(
    loadQuery(sourceFor(undefined, now, ledger), 'comparison', { before: 2, after: 9 }),
  ).rejects.toMatchObject({ kind: 'incomplete', message: 'Offline: revision 9 is not cached on this machine.' })
})

/** Queries of the explorer over a history that is cached. */
const openQueries = async () => {
  const { ledger, source, client, state } = open({ newest: 80 })
  await source.loadRevisions(80)
  const log = { entries: () => [], inFlight: 0, subscribe: () => () => {} }
  const queries = queriesFor({ ...client, log } as never, now, { ledger, peek: createPeek(ledger, now) })
  onTestFinished(() => queries.close())
  return { queries, state, ledger }
}

test('a 403 for the history deletes its comparisons', async () => {
  const { queries, state } = await openQueries()
  const params = { before: 1, after: 2 }
  queries.watch('comparison', params, () => {})
  await expect.poll(() => queries.read('comparison', params).is).toBe('ready')
  state.status = 403
  queries.watch('revisions', { limit: 5 }, () => {})
  queries.refresh('all')
  await expect.poll(() => queries.read('revisions', { limit: 5 }).is).toBe('failed')
  expect(queries.read('comparison', params)).toMatchObject({ is: 'failed', error: { status: 403 } })
  expect(queries.read('comparison', params)).not.toHaveProperty('old')
})

test('a long list of revisions is not read while rendering', async () => {
  const { queries, ledger } = await openQueries()
  expect(queries.read('revisions', { limit: 30 })).toMatchObject({ is: 'loading', old: { data: { length: 30 } } })
  expect(queries.read('revisions', { limit: 80 })).toEqual({ is: 'loading' })
  expect(ledger.readRevisions(80).rows).toHaveLength(80)
})
