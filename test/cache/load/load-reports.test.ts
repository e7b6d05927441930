import { expect, test } from 'vitest'
import type { Ledger } from '../../../src/cache/ledger/open-ledger.ts'
import type { Client } from '../../../src/client/client.ts'
import { memoryLedger, sourceFor } from '../../helpers/cached-layer.ts'

const NOW = Date.UTC(2026, 10, 21, 9)

type Query = { limit?: number; startAfter?: string }

/** Serves reports by number (the highest is the newest) in pages of two, and the given revisions. */
const open = (revisions: () => unknown[] = () => []) => {
  const now = () => NOW
  const state = { reports: [] as number[] }
  const requested: string[] = []
  const call = async (name: string, { query = {} }: { query?: Query }) => {
    requested.push(`${name} ${query.startAfter ?? 'first'}`)
    const after = query.startAfter === undefined ? -1 : state.reports.indexOf(Number(query.startAfter))
    const body =
      name === 'readinessReports'
        ? { reports: state.reports.slice(after + 1, after + 3).map((id) => ({ reportId: String(id), createdAt: id })) }
        : { changes: revisions() }
    return { body, raw: structuredClone(body), problemCount: 0, serverDate: now() }
  }
  const client = { call: call as unknown as Client['call'], serverNow: now } as Client
  const ledger = memoryLedger()
  ledger.setOrg('org_1')
  const source = sourceFor(client, now, ledger)
  const ids = async (isForced = false) => (await source.loadReports({ isForced })).data.map(({ reportId }) => reportId)
  return { state, requested, ledger, ids, client, now }
}

test('reports are loaded until a cached one appears, or to the end if the server does not return the newest first', async () => {
  const { state, requested, ids } = open()
  state.reports = [5, 4, 3, 2, 1]
  expect(await ids()).toEqual(['5', '4', '3', '2', '1'])
  expect(requested).toHaveLength(4)
  requested.length = 0
  state.reports = [8, 7, 6, 5, 4, 3, 2, 1]
  expect(await ids()).toEqual(['8', '7', '6', '5', '4', '3', '2', '1'])
  expect(requested).toEqual(['readinessReports first', 'readinessReports 7'])
  requested.length = 0
  expect(await ids(true)).toHaveLength(8)
  expect(requested).toHaveLength(5)
  const other = open()
  other.state.reports = [1, 2, 3]
  await other.ids()
  other.requested.length = 0
  other.state.reports = [1, 2, 3, 4, 5]
  expect(await other.ids()).toEqual(['1', '2', '3', '4', '5'])
  expect(other.requested).toHaveLength(4)
})

test('a load of all reports removes deleted ones; a load that stops at a cached report keeps older ones', async () => {
  const { state, ids, ledger } = open()
  const kept = () => ledger.readReports().rows.map(({ reportId }) => reportId)
  state.reports = [5, 4, 3, 2, 1]
  await ids()
  state.reports = [6, 5, 2]
  expect(await ids()).toEqual(['6', '5', '4', '3', '2', '1'])
  expect(kept()).toEqual(['6', '5', '4', '3', '2', '1'])
  expect(await ids(true)).toEqual(['6', '5', '2'])
  expect(kept()).toEqual(['6', '5', '2'])
  expect(await ids()).toEqual(['6', '5', '2'])
  state.reports = []
  expect([await ids(true), kept()]).toEqual([[], []])
})

const days = { from: '2026-11-01', to: '2026-11-01' }

/** A source that also loads days, which belong to the organisation that `orgId` returns. */
const withDays = (client: Client, ledger: Ledger, orgId: () => string) => {
  const call = async (name: string, request: never) => {
    if (name !== 'tools') return client.call(name as 'readinessReports', request)
    const body = { data: [], meta: { org_id: orgId() } }
    return { body, raw: body, problemCount: 0, serverDate: NOW }
  }
  return sourceFor({ ...client, call } as unknown as Client, () => NOW, ledger)
}

test('lists loaded before the organisation is known are cached, can be read offline, and belong to the first organisation', async () => {
  const { state, client, now } = open(() => [{ revision: 7 }])
  const ledger = memoryLedger()
  state.reports = [1]
  const source = withDays(client, ledger, () => 'org_9')
  await source.loadReports()
  await source.loadRevisions(10)
  const offline = sourceFor(undefined, now, ledger)
  expect((await offline.loadReports()).data).toMatchObject([{ reportId: '1' }])
  expect((await offline.loadRevisions(10)).data).toMatchObject([{ revision: 7 }])
  expect(ledger.orgId()).toBeUndefined()
  await source.fillDays('tools', days)
  expect(ledger.orgId()).toBe('org_9')
  expect(ledger.readReports().rows).toMatchObject([{ reportId: '1' }])
  expect(ledger.readRevisions(10).rows).toMatchObject([{ revision: 7 }])
})

test('a list loaded between responses of two organisations belongs to neither', async () => {
  const { state, client } = open(() => [{ revision: 7 }])
  const ledger = memoryLedger()
  let orgId = 'org_1'
  const source = withDays(client, ledger, () => orgId)
  const loadDays = () => source.fillDays('tools', days, { isForced: true })
  await loadDays()
  state.reports = [1]
  await source.loadReports()
  await loadDays()
  await source.loadRevisions(10)
  orgId = 'org_2'
  await loadDays()
  expect([ledger.readReports().rows, ledger.readRevisions(10).rows]).toEqual([[], []])
  ledger.setOrg('org_1')
  // The reports were loaded before the last response of org_1, the revisions after it.
  expect(ledger.readReports().rows).toMatchObject([{ reportId: '1' }])
  expect(ledger.readRevisions(10)).toEqual({ rows: [], fetchedAt: undefined })
})
