import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, expect, test } from 'vitest'
import { clearLedger, deleteKeyData } from '../../../src/cache/ledger/clear-ledger.ts'
import type { Ledger, LedgerOptions } from '../../../src/cache/ledger/open-ledger.ts'
import { ownerOf } from '../../../src/cache/ledger/partition.ts'
import { createEnteredStore, deleteEntered } from '../../../src/config/entered-file.ts'
import { NOW, SALT, TENANT } from './ledgers.ts'
import { testLedgers } from './test-ledgers.ts'

const ledgers = testLedgers()
let path: string
beforeEach(() => {
  path = join(ledgers.folder, 'state', 'entered.json')
})

const open = (options: Partial<LedgerOptions> = {}): Ledger => {
  const entered = createEnteredStore({ path, owner: ownerOf(SALT, options.tenant ?? TENANT), now: () => NOW })
  return ledgers.open({ entered, ...options })
}
const id = (text: string, name?: string) => ({ id: text, name })
const exported = { path: '/home/me/a \ud800.zip', at: NOW, sizeBytes: 5, files: 1 }
const failed = { at: NOW, why: 'broke off after 1 \ud800 of 2 bytes' }

/** Stores an id that the user added, an export of a run from a response, and another id from a response. */
const fill = (ledger: Ledger): void => {
  ledger.addIds('computers', ['typed'], 'added', NOW)
  ledger.rememberIds('computers', [id('seen \ud800', 'borealis'), id('typed', 'atlas')], NOW)
  ledger.rememberIds('wikiRuns', [id('wr', 'https://git.example/a')], NOW)
  ledger.rememberExport('wr', exported)
}
const entered = {
  computers: [{ id: 'typed', name: undefined, source: 'added', at: NOW }],
  runs: [{ id: 'wr', name: undefined, source: 'seen', at: NOW }],
  exports: [['wr', exported]],
}
const nothing = { computers: [], runs: [], exports: [] }
const held = (ledger: Ledger) => ({
  computers: ledger.knownIds('computers'),
  runs: ledger.knownIds('wikiRuns'),
  exports: [...ledger.lastExports()],
})

test('ids that users entered come first, with names from responses, then ids from responses in order of arrival', () => {
  const ledger = open()
  fill(ledger)
  ledger.rememberIds('computers', [id('later'), id('typed', 'atlas 2'), id('seen \ud800')], NOW + 1)
  ledger.addIds('computers', ['later'], 'imported', NOW)
  expect(held(open())).toEqual({
    computers: [
      { id: 'typed', name: 'atlas 2', source: 'added', at: NOW + 1 },
      { id: 'later', name: undefined, source: 'imported', at: NOW + 1 },
      { id: 'seen \ud800', name: 'borealis', source: 'seen', at: NOW + 1 },
    ],
    runs: [{ id: 'wr', name: 'https://git.example/a', source: 'seen', at: NOW }],
    exports: [['wr', exported]],
  })
  expect(open({ mode: 'read' }).knownIds('computers')).toEqual(ledger.knownIds('computers'))
  expect(ledger.knownIds('serviceAccounts')).toEqual([])
})

test('at most 2,000 ids of a list are cached, and ids that the user added are kept', () => {
  const ledger = open()
  ledger.addIds('computers', ['mine'], 'added', NOW - 1)
  const many = Array.from({ length: 3_000 }, (_, at) => id(`id ${at}`))
  ledger.rememberIds('computers', many, NOW)
  const kept = ledger.knownIds('computers')
  expect(kept).toHaveLength(2_000)
  expect(kept[0]?.id).toBe('mine')
})

const LOSSES: Record<string, (ledger: Ledger) => void> = {
  'cache clear': () => clearLedger(ledgers.path),
  'a deleted cache': () => rmSync(join(ledgers.folder, 'cache'), { recursive: true }),
  'a damaged cache': (ledger) => {
    ledger.close()
    for (const end of ['-wal', '-shm']) rmSync(ledgers.path + end, { force: true })
    writeFileSync(ledgers.path, 'no database '.repeat(999))
  },
  'a 401': (ledger) => ledger.purge('all'),
  'a 403': (ledger) => ledger.purge('computers', 'wikiRuns'),
}
test.each(Object.entries(LOSSES))('%s removes ids and names from responses, not what users entered', (_, lose) => {
  const ledger = open()
  ledger.setOrg('org')
  fill(ledger)
  ledger.rememberFailedExport('wr', failed)
  lose(ledger)
  expect(held(open({ mode: 'read' }))).toEqual(entered)
  const after = open()
  expect([held(after), after.failedExports().size]).toEqual([entered, 0])
  after.setOrg('org')
  expect(held(after)).toEqual(entered)
  after.setOrg('another')
  expect(held(after)).toEqual(nothing)
})

test('another key or organisation has none of these rows, and rows without an organisation get the first one', () => {
  const ledger = open()
  fill(ledger)
  ledger.writeOffer({ extensions: ['computers', 'computer'], askedAt: NOW })
  ledger.setOrg('org')
  expect(ledger.knownIds('computers')).toHaveLength(2)
  expect(ledger.offer()).toEqual({ extensions: ['computers', 'computer'], askedAt: NOW })
  ledger.purge('all')
  ledger.setOrg('org')
  expect([held(ledger), ledger.offer()]).toEqual([entered, undefined])
  expect(held(open({ tenant: { ...TENANT, apiKey: 'another' } }))).toEqual(nothing)
  ledger.setOrg('another')
  expect(held(ledger)).toEqual(nothing)
  ledger.addIds('computers', ['theirs'], 'added', NOW)
  ledger.setOrg('org')
  expect(held(ledger)).toEqual(entered)
  expect(readFileSync(path, 'utf8')).not.toMatch(/another|qd-test-key|api\.example/)
})

test('an export is removed alone, with its run, or if another run is exported to its path; logout removes everything of a key', () => {
  const ledger = open()
  fill(ledger)
  ledger.rememberExport('other', exported)
  expect([...ledger.lastExports().keys()]).toEqual(['other'])
  ledger.rememberExport('wr', exported)
  ledger.forgetExport('wr')
  expect([ledger.lastExports().size, ledger.knownIds('wikiRuns').length]).toEqual([0, 1])
  ledger.rememberExport('wr', exported)
  ledger.forgetId('computers', 'wr')
  expect(ledger.lastExports().size).toBe(1)
  ledger.forgetId('wikiRuns', 'wr')
  ledger.forgetId('computers', 'typed')
  expect(held(ledger)).toMatchObject({ computers: [{ id: 'seen \ud800' }], runs: [], exports: [] })
  fill(ledger)
  deleteKeyData(ledgers.path, SALT, TENANT)
  deleteEntered(path, ownerOf(SALT, TENANT))
  expect(held(open())).toEqual(nothing)
})

test('a failed export is stored until the run is exported, forgotten or refused', () => {
  const first = open()
  const runs = ['wr_1', 'wr_2', 'wr_3']
  for (const why of ['an earlier try', failed.why])
    for (const run of runs) first.rememberFailedExport(run, { at: NOW, why })
  first.setOrg('org_a')
  first.close()
  const second = open()
  expect(second.failedExports().get('wr_1')).toEqual(failed)
  second.rememberExport('wr_1', exported)
  second.forgetId('wikiRuns', 'wr_2')
  second.purge('computers')
  expect([...second.failedExports().keys()]).toEqual(['wr_3'])
  second.purge('wikiRuns')
  expect(second.failedExports().size).toBe(0)
})

test('reading creates neither a cache nor a state file, and a notice reports a state file that cannot be written', () => {
  open({ mode: 'read' }).knownIds('computers')
  open().purge('all')
  expect([existsSync(ledgers.path), existsSync(path)]).toEqual([false, false])
  path = '/dev/null/nowhere/entered.json'
  const ledger = open()
  fill(ledger)
  expect(ledger.notice).toContain('cannot be saved in /dev/null/nowhere/entered.json')
  expect(held(ledger)).toMatchObject({ computers: [{ source: 'seen' }, { source: 'seen' }], exports: [] })
})
