import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { clearLedger, forgetKey } from '../../../src/cache/ledger/clear-ledger.ts'
import { withEntered } from '../../../src/cache/ledger/entered-ledger.ts'
import type { Ledger } from '../../../src/cache/ledger/ledger.ts'
import type { LedgerOptions } from '../../../src/cache/ledger/open-ledger.ts'
import { ownerOf } from '../../../src/cache/ledger/partition.ts'
import { createEnteredStore, deleteEntered } from '../../../src/config/entered-file.ts'
import { createLedgers, NOW, SALT, TENANT } from './ledgers.ts'

let ledgers: ReturnType<typeof createLedgers>
let path: string
beforeEach(() => {
  ledgers = createLedgers()
  path = join(ledgers.folder, 'state', 'entered.json')
})
afterEach(() => ledgers.close())

const open = (options: Partial<LedgerOptions> = {}, state = path): Ledger => {
  const entered = createEnteredStore({ path: state, owner: ownerOf(SALT, options.tenant ?? TENANT), now: () => NOW })
  return withEntered(ledgers.open(options), entered, SALT)
}
const exported = { path: '/home/me/a.zip', at: NOW, sizeBytes: 5, files: 1 }

/** Adds an id, exports a run that an answer named, and sees another id. */
const fill = (ledger: Ledger): void => {
  ledger.rememberIds('computers', [{ id: 'typed', name: 'atlas' }], 'added', NOW)
  ledger.rememberIds('computers', [{ id: 'seen', name: 'borealis' }], 'seen', NOW)
  ledger.rememberIds('wikiRuns', [{ id: 'wr', name: 'https://git.example/a' }], 'seen', NOW)
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

test('ids that people entered come first, with the names of answers, and then ids from answers', () => {
  const ledger = open()
  fill(ledger)
  ledger.rememberIds('computers', [{ id: 'typed', name: 'atlas 2' }], 'seen', NOW + 1)
  expect(held(open())).toEqual({
    computers: [
      { id: 'typed', name: 'atlas 2', source: 'added', at: NOW + 1 },
      { id: 'seen', name: 'borealis', source: 'seen', at: NOW },
    ],
    runs: [{ id: 'wr', name: 'https://git.example/a', source: 'seen', at: NOW }],
    exports: [['wr', exported]],
  })
  expect(open({ mode: 'read' }).knownIds('computers')).toEqual(ledger.knownIds('computers'))
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
test.each(Object.entries(LOSSES))('%s takes ids of answers and names, and nothing that people entered', (_, lose) => {
  const ledger = open()
  ledger.setOrg('org')
  fill(ledger)
  lose(ledger)
  expect(held(open({ mode: 'read' }))).toEqual(entered)
  const after = open()
  expect(held(after)).toEqual(entered)
  after.setOrg('org')
  expect(held(after)).toEqual(entered)
  after.setOrg('another')
  expect(held(after)).toEqual(nothing)
})

test('another key and another organisation see nothing of it, and rows without an organisation get the first one', () => {
  const ledger = open()
  fill(ledger)
  ledger.purge('all')
  ledger.setOrg('org')
  expect(held(ledger)).toEqual(entered)
  expect(held(open({ tenant: { ...TENANT, apiKey: 'another' } }))).toEqual(nothing)
  ledger.setOrg('another')
  expect(held(ledger)).toEqual(nothing)
  ledger.rememberIds('computers', [{ id: 'theirs', name: undefined }], 'added', NOW)
  ledger.setOrg('org')
  expect(held(ledger)).toEqual(entered)
  expect(readFileSync(path, 'utf8')).not.toMatch(/another|qd-test-key|api\.example/)
})

test('rows that an earlier version left in the cache are moved once, for each organisation', () => {
  const old = ledgers.openFor('other')
  old.rememberIds('computers', [{ id: 'theirs', name: undefined }], 'added', NOW)
  old.setOrg('org')
  fill(old)
  old.rememberFailedExport('failed', { at: NOW, why: 'no' })
  old.rememberIds('computers', [{ id: 'imported', name: undefined }], 'imported', NOW)
  old.close()
  const ledger = open()
  const ids = (of: Ledger) => of.knownIds('computers').map(({ id, name, source }) => [id, name, source])
  const expected = [
    ['typed', 'atlas', 'added'],
    ['imported', undefined, 'imported'],
    ['seen', 'borealis', 'seen'],
  ]
  expect([ids(open({ mode: 'read' })).length, existsSync(path)]).toEqual([3, false])
  expect(ids(ledger)).toEqual(expected)
  expect([...ledger.lastExports()]).toEqual(entered.exports)
  const raw = ledgers.open()
  expect(raw.knownIds('computers').map(({ source }) => source)).toEqual(['seen', 'seen'])
  expect([raw.lastExports().size, raw.failedExports().size]).toEqual([0, 1])
  ledger.forgetId('computers', 'imported')
  expect(ids(open())).toEqual([expected[0], expected[2]])
  ledger.setOrg('other')
  expect(ids(ledger)).toEqual([['theirs', undefined, 'added']])
  expect(clearLedger(ledgers.path)).toMatchObject({ keptIds: 0, keptExports: 0 })
  expect(ids(open())).toEqual([['theirs', undefined, 'added']])
})

test('ids are removed one by one, exports with their run or their file, and all of a key when it logs out', () => {
  const ledger = open()
  fill(ledger)
  ledger.rememberFailedExport('wr', { at: NOW, why: 'no' })
  ledger.rememberExport('wr', exported)
  expect([ledger.failedExports().size, ledger.lastExports().size]).toEqual([0, 1])
  ledger.forgetExport('wr')
  expect([ledger.lastExports().size, ledger.knownIds('wikiRuns').length]).toEqual([0, 1])
  ledger.rememberExport('wr', exported)
  ledger.forgetId('wikiRuns', 'wr')
  ledger.forgetId('computers', 'typed')
  expect(held(ledger)).toMatchObject({ computers: [{ id: 'seen' }], runs: [], exports: [] })
  fill(ledger)
  forgetKey(ledgers.path, SALT, TENANT)
  deleteEntered(path, ownerOf(SALT, TENANT))
  expect(held(open())).toEqual(nothing)
})

test('where the state cannot be written, what is entered stays in the cache, and moves when it can', () => {
  const ledger = open({}, '/dev/null/nowhere/entered.json')
  fill(ledger)
  expect(ledger.notice).toContain('cannot be saved in /dev/null/nowhere/entered.json')
  expect(held(ledger).exports).toEqual(entered.exports)
  expect(held(open()).exports).toEqual(entered.exports)
  clearLedger(ledgers.path)
  expect(held(open())).toEqual(entered)
})

test('looking makes neither a cache nor a state file', () => {
  open({ mode: 'read' }).knownIds('computers')
  open().purge('all')
  expect([existsSync(ledgers.path), existsSync(path)]).toEqual([false, false])
})
