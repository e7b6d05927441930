import { expect, onTestFinished, test } from 'vitest'
import { loadQuery } from '../../../src/cache/load/queries.ts'
import type { QueryState } from '../../../src/cache/load/query-state.ts'
import { createPeek } from '../../../src/cache/query/peek.ts'
import { compareSettings } from '../../../src/domain/risk/compare-settings.ts'
import { memoryLedger, queriesFor, sourceFor } from '../../helpers/cached-layer.ts'
import { type HistoryState, historyClient } from '../../helpers/history-client.ts'
import { until } from '../../helpers/screen.tsx'

const NOW = Date.UTC(2026, 10, 21, 9)
const now = () => NOW

const open = (change: Partial<HistoryState> = {}) => {
  const history = historyClient(now, { newest: 500, ...change })
  const ledger = memoryLedger()
  ledger.setOrg('org_1')
  const source = sourceFor(history.client, now, ledger)
  const compare = (before: number, after: number, isForced = false) =>
    loadQuery(source, 'comparison', { before, after }, { isForced })
  return { ...history, ledger, source, compare }
}

test('revisions that are kept are compared without a request, forced or not, and count as fresh for ever', async () => {
  const { asked, source, compare } = open()
  await source.loadRevisions(10)
  asked.length = 0
  const loaded = await compare(495, 500)
  expect(loaded.data).toEqual(compareSettings({ revision: 495 }, { revision: 500 }))
  expect(loaded.data.changes).toHaveLength(1)
  expect(loaded).toMatchObject({ from: 'ledger', freshMs: Number.POSITIVE_INFINITY, problems: 0 })
  await compare(495, 500, true)
  expect(asked).toEqual([])
})

test('revisions that are not kept are walked to, and what is passed is kept', async () => {
  const { asked, ledger, compare } = open()
  expect((await compare(380, 450)).from).toBe('server')
  expect(asked).toEqual(['newest 100', 'c400 21'])
  expect(ledger.revisionNumbers(1000).numbers).toEqual(Array.from({ length: 121 }, (_, at) => 500 - at))
  asked.length = 0
  expect((await compare(390, 440)).from).toBe('ledger')
  expect(asked).toEqual([])
})

test('walking to a revision does not make the list of the newest look as if it had been asked for', async () => {
  const { asked, source, ledger, compare } = open()
  await compare(495, 498)
  expect(ledger.revisionNumbers(9).fetchedAt).toBeUndefined()
  asked.length = 0
  await loadQuery(source, 'revisions', { limit: 3 })
  expect(asked).toEqual(['newest 3'])
})

test('a revision that is not there is told in words', async () => {
  const { ledger, compare } = open({ newest: 5 })
  const gone = { kind: 'notFound', message: 'The history of the controls has no revision 9: see qd controls history.' }
  await expect(compare(2, 9)).rejects.toMatchObject(gone)
  await expect(
    loadQuery(sourceFor(undefined, now, ledger), 'comparison', { before: 2, after: 9 }),
  ).rejects.toMatchObject({ kind: 'incomplete', message: 'Offline: revision 9 is not kept on this machine.' })
})

/** Panes of the explorer over a history, all of it kept. */
const openPanes = async (change: Partial<HistoryState> = {}) => {
  const { ledger, source, client, asked, state } = open({ newest: 80, ...change })
  await source.loadRevisions(80)
  asked.length = 0
  const log = { entries: () => [], inFlight: 0, subscribe: () => () => {} }
  const queries = queriesFor({ ...client, log } as never, now, { ledger, peek: createPeek(ledger, now) })
  onTestFinished(() => queries.close())
  const ready = async (before: number, after: number) => {
    const params = { before, after }
    const states: QueryState<unknown>[] = []
    const stop = queries.watch('comparison', params, (state) => states.push(state))
    await until(() => states.at(-1)?.is !== 'loading', 'still loading')
    return { states, stop }
  }
  return { queries, ready, asked, state, ledger }
}

test('whoever is refused the history does not see comparisons of it any more', async () => {
  const { ready, queries, state } = await openPanes()
  await ready(1, 2)
  state.status = 403
  queries.watch('revisions', { limit: 5 }, () => {})
  queries.refresh('all')
  await until(() => queries.read('revisions', { limit: 5 }).is === 'failed', 'not refused')
  expect(queries.read('comparison', { before: 1, after: 2 })).toMatchObject({ is: 'failed', error: { status: 403 } })
  expect(queries.read('comparison', { before: 1, after: 2 })).not.toHaveProperty('old')
})

test('a long list of revisions is not read by who draws', async () => {
  const { queries, ledger } = await openPanes()
  expect(queries.read('revisions', { limit: 30 })).toMatchObject({ is: 'loading', old: { data: { length: 30 } } })
  expect(queries.read('revisions', { limit: 80 })).toEqual({ is: 'loading' })
  expect(ledger.readRevisions(80).rows).toHaveLength(80)
})
