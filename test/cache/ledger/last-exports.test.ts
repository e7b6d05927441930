import { afterEach, beforeEach, expect, test } from 'vitest'
import { createLedgers, NOW } from './ledgers.ts'

let ledgers: ReturnType<typeof createLedgers>
beforeEach(() => {
  ledgers = createLedgers()
})
afterEach(() => ledgers.close())

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

test('a refused key and one that logs out leave none', () => {
  const ledger = ledgers.open()
  for (const what of ['wikiRuns', 'all'] as const) {
    ledger.rememberExport('wr_1', exported('/a/wiki.zip'))
    ledger.purge('computers')
    expect(ledger.lastExports().size).toBe(1)
    ledger.purge(what)
    expect(ledger.lastExports().size).toBe(0)
  }
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
  second.purge('wikiRuns')
  expect(second.failedExports().size).toBe(0)
})
