import { afterEach, beforeEach, expect, test } from 'vitest'
import { clearLedger, forgetKey } from '../../../src/cache/ledger/clear-ledger.ts'
import { createLedgers, NOW, SALT, TENANT } from './ledgers.ts'

let ledgers: ReturnType<typeof createLedgers>
beforeEach(() => {
  ledgers = createLedgers()
})
afterEach(() => ledgers.close())

const seen = (id: string, name?: string) => ({ id, name })

test('ids are kept by kind, in the order in which they became known, with the name that was told last', () => {
  const ledger = ledgers.open()
  ledger.rememberIds('computers', [seen('b', 'first'), seen('a')], 'added', NOW)
  ledger.rememberIds('wikiRuns', [seen('w', 'https://x.example/y')], 'imported', NOW)
  ledger.rememberIds('computers', [seen('a', 'one'), seen('b'), seen('c \ud800')], 'seen', NOW + 1)
  expect(ledger.knownIds('computers')).toEqual([
    { id: 'b', name: 'first', source: 'added', at: NOW + 1 },
    { id: 'a', name: 'one', source: 'added', at: NOW + 1 },
    { id: 'c \ud800', name: undefined, source: 'seen', at: NOW + 1 },
  ])
  ledger.rememberIds('computers', [seen('c \ud800')], 'added', NOW + 2)
  ledger.forgetId('computers', 'b')
  expect(ledger.knownIds('computers').map(({ id, source }) => [id, source])).toEqual([
    ['a', 'added'],
    ['c \ud800', 'added'],
  ])
  expect(ledger.knownIds('wikiRuns')).toHaveLength(1)
  expect(ledger.knownIds('serviceAccounts')).toEqual([])
})

test('of a list without end only so many are kept, and none that somebody added is given up for them', () => {
  const ledger = ledgers.open()
  ledger.rememberIds('computers', [seen('mine')], 'added', NOW - 1)
  const many = Array.from({ length: 3_000 }, (_, at) => seen(`id ${at}`))
  ledger.rememberIds('computers', many, 'seen', NOW)
  const kept = ledger.knownIds('computers')
  expect(kept).toHaveLength(2_000)
  expect(kept[0]?.id).toBe('mine')
})

test('ids belong to one organisation, and those of before any was named become its own', () => {
  const ledger = ledgers.open()
  ledger.rememberIds('computers', [seen('early')], 'added', NOW)
  ledger.writeOffer({ extensions: ['computers', 'computer'], askedAt: NOW })
  ledger.setOrg('org_a')
  expect(ledger.knownIds('computers')).toHaveLength(1)
  expect(ledger.offer()).toEqual({ extensions: ['computers', 'computer'], askedAt: NOW })
  ledger.setOrg('org_b')
  expect(ledger.knownIds('computers')).toEqual([])
  expect(ledger.offer()).toBeUndefined()
})

test('a refused key keeps what somebody typed, without names, and nothing that it saw', () => {
  const ledger = ledgers.open()
  ledger.rememberIds('computers', [seen('typed', 'atlas')], 'added', NOW)
  ledger.rememberIds('computers', [seen('seen', 'borealis')], 'seen', NOW)
  ledger.purge('computers')
  expect(ledger.knownIds('computers')).toEqual([{ id: 'typed', name: undefined, source: 'added', at: NOW }])
})

test('a server that has nothing more was asked all the same', () => {
  const ledger = ledgers.open()
  expect(ledger.offer()).toBeUndefined()
  ledger.writeOffer({ extensions: [], askedAt: NOW })
  expect(ledger.offer()).toEqual({ extensions: [], askedAt: NOW })
})

test('what people gave and where their exports are stays when the cache is cleared, and goes when they log out', () => {
  const ledger = ledgers.openFor('org')
  ledger.rememberIds('serviceAccounts', [{ id: 'typed', name: 'ours' }], 'added', NOW)
  ledger.rememberIds('serviceAccounts', [{ id: 'imported', name: undefined }], 'imported', NOW)
  ledger.rememberIds('serviceAccounts', [{ id: 'seen', name: undefined }], 'seen', NOW)
  ledger.rememberIds('wikiRuns', [{ id: 'exported', name: 'https://git.example/a' }], 'seen', NOW)
  ledger.rememberIds('wikiRuns', [{ id: 'other', name: undefined }], 'seen', NOW)
  const exported = { path: '/home/me/a.zip', at: NOW, sizeBytes: 5, files: 1 }
  ledger.rememberExport('exported', exported)
  ledger.rememberFailedExport('other', { at: NOW, why: 'no' })
  ledger.writeReports([{ reportId: 'r', createdAt: NOW }], NOW)
  expect(clearLedger(ledgers.path)).toMatchObject({ keptIds: 3, keptExports: 1 })
  const idsOf = (kind: 'serviceAccounts' | 'wikiRuns') => ledger.knownIds(kind).map(({ id, name }) => [id, name])
  expect(idsOf('serviceAccounts')).toEqual([
    ['typed', undefined],
    ['imported', undefined],
  ])
  expect(idsOf('wikiRuns')).toEqual([['exported', undefined]])
  expect([...ledger.lastExports()]).toEqual([['exported', exported]])
  expect([ledger.failedExports().size, ledger.readReports().rows.length, ledger.orgId()]).toEqual([0, 0, 'org'])
  expect(clearLedger(ledgers.path)).toMatchObject({ keptIds: 3, keptExports: 1 })
  forgetKey(ledgers.path, SALT, TENANT)
  expect([idsOf('serviceAccounts'), idsOf('wikiRuns'), ledger.lastExports().size]).toEqual([[], [], 0])
})

const exported = (path: string, at = NOW) => ({ path, at, sizeBytes: 2_800_000, files: 41 })

test('the last export of each run is kept from session to session, for one organisation', () => {
  const first = ledgers.open()
  first.rememberExport('wr_0', exported('/a/early.zip'))
  first.rememberExport('wr_1', exported('/a/old.zip'))
  first.setOrg('org_a')
  first.rememberExport('wr_1', exported('/a/payments-wiki.zip', NOW + 1))
  first.rememberExport('wr_2', exported('/a/b \ud800.zip'))
  first.close()
  const second = ledgers.open()
  expect([...second.lastExports()]).toEqual([
    ['wr_0', exported('/a/early.zip')],
    ['wr_1', exported('/a/payments-wiki.zip', NOW + 1)],
    ['wr_2', exported('/a/b \ud800.zip')],
  ])
  second.setOrg('org_b')
  expect(second.lastExports().size).toBe(0)
})

test('what one was exported over is forgotten, and so is what is exported of an id that is forgotten', () => {
  const ledger = ledgers.open()
  ledger.rememberExport('wr_1', exported('/a/wiki.zip'))
  ledger.rememberExport('wr_2', exported('/a/wiki.zip'))
  expect([...ledger.lastExports().keys()]).toEqual(['wr_2'])
  ledger.forgetId('computers', 'wr_2')
  expect(ledger.lastExports().size).toBe(1)
  ledger.forgetId('wikiRuns', 'wr_2')
  expect(ledger.lastExports().size).toBe(0)
})

test('a failed export is kept until the run is exported, forgotten or refused', () => {
  const failed = { at: NOW, why: 'broke off after 1 \ud800 of 2 bytes' }
  const first = ledgers.open()
  for (const run of ['wr_1', 'wr_2', 'wr_3']) first.rememberFailedExport(run, { at: 1, why: 'an earlier try' })
  for (const run of ['wr_1', 'wr_2', 'wr_3']) first.rememberFailedExport(run, failed)
  first.setOrg('org_a')
  first.close()
  const second = ledgers.open()
  expect(second.failedExports().get('wr_1')).toEqual(failed)
  second.rememberExport('wr_1', exported('/a/wiki.zip'))
  second.forgetId('wikiRuns', 'wr_2')
  expect([...second.failedExports().keys()]).toEqual(['wr_3'])
  second.purge('computers')
  expect([second.failedExports().size, second.lastExports().size]).toEqual([1, 1])
  second.purge('wikiRuns')
  expect([second.failedExports().size, second.lastExports().size]).toEqual([0, 0])
})
