import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, test } from 'vitest'
import { clearLedger, deleteKeyData } from '../../../src/cache/ledger/clear-ledger.ts'
import { ledgerStatus } from '../../../src/cache/ledger/ledger-status.ts'
import type { Ledger } from '../../../src/cache/ledger/open-ledger.ts'
import { createMemoryEntered } from '../../../src/domain/entered/entered.ts'
import { firstSettings } from '../../../src/service/demo/controls/control-changes.ts'
import { personDay } from '../../helpers/person-day.ts'
import { CANARY, canariesIn } from '../../safety/canary.ts'
import { answer, NOW, rowsOfChunks, SALT, TENANT, toolDay, walkThrough } from './ledgers.ts'
import { testLedgers } from './test-ledgers.ts'

const ledgers = testLedgers()

const span = { from: '2026-11-01', to: '2026-11-02' }
const person = (id: string) => ({ user_id: id, user_email: `${id}@b.example`, billable_tokens: 1, by_model: [] })
const fill = (ledger: Ledger, id: string): void => {
  ledger.writeDays('tools', answer(span, [toolDay('2026-11-01', 3)]))
  ledger.writeDays('credits', answer(span, [{ date: '2026-11-01', by_user: [person(id)] }]))
  walkThrough(ledger, ledger.beginWalk(span, NOW), [[personDay(id, '2026-11-02')]])
  walkThrough(
    ledger,
    ledger.beginWalk({ from: '2026-10-01', to: '2026-10-02' }, NOW),
    [[personDay(id, '2026-10-02')]],
    'open',
  )
  ledger.writeReports([{ reportId: id }], NOW)
  ledger.writeRevisions([{ revision: 1, user: { id } }], NOW)
}
/** The number of visible days of tools, then the ids in the visible rows of the other tables. */
const whose = (ledger: Ledger): unknown[] => [
  ledger.cachedDays('tools', span).length,
  ...ledger.readCreditDays(span).people.ids,
  ...rowsOfChunks(ledger.readPersonDays({ from: '2026-10-01', to: '2026-11-02' }).chunks).map(({ user_id }) => user_id),
  ...ledger.readReports().rows.map(({ reportId }) => reportId),
  ...ledger.readRevisions(9).rows.map(({ user }) => user?.id),
]
const rowsOf = (id: string): unknown[] => [2, id, id, id, id, id]
const NOTHING = [0]
const filesText = (): string =>
  readdirSync(dirname(ledgers.path))
    .map((name) => readFileSync(join(dirname(ledgers.path), name), 'latin1'))
    .join('')

test("another key or address has none of this key's rows", () => {
  const mine = ledgers.openFor('org')
  fill(mine, 'u1')
  for (const tenant of [
    { ...TENANT, apiKey: 'another' },
    { ...TENANT, baseUrl: 'https://other.example' },
    { ...TENANT, appUrl: 'https://other.example' },
  ]) {
    const other = ledgers.open({ tenant })
    expect([whose(other), other.orgId()]).toEqual([NOTHING, undefined])
    other.setOrg('org')
    expect(whose(other)).toEqual(NOTHING)
    fill(other, 'u2')
    expect(whose(other)).toEqual(rowsOf('u2'))
  }
  expect(whose(ledgers.open({ salt: new Uint8Array(32).fill(9) }))).toEqual(NOTHING)
  expect(whose(mine)).toEqual(rowsOf('u1'))
})

test('another organisation of the same key has its own rows, and those of the first are kept', () => {
  const ledger = ledgers.openFor('one')
  fill(ledger, 'u1')
  ledger.setOrg('two')
  expect(whose(ledger)).toEqual(NOTHING)
  fill(ledger, 'u2')
  expect(whose(ledger)).toEqual(rowsOf('u2'))
  const next = ledgers.open()
  expect([next.orgId(), whose(next)]).toEqual(['two', rowsOf('u2')])
  ledger.setOrg('one')
  expect(whose(ledger)).toEqual(rowsOf('u1'))
  expect(ledgers.open().orgId()).toBe('one')
})

test('rows stored before the organisation is known belong to the first one, in every process', () => {
  const one = ledgers.open()
  const other = ledgers.open()
  one.writeReports([{ reportId: 'r' }], NOW)
  expect([other.readReports().rows, other.orgId()]).toEqual([[{ reportId: 'r' }], undefined])
  expect(ledgerStatus(ledgers.path)).toMatchObject({ partitions: [{ orgId: '', reports: 1 }] })
  other.setOrg('org')
  one.writeRevisions([{ revision: 1 }], NOW)
  for (const ledger of [one, other, ledgers.open()]) {
    expect(ledger.orgId()).toBe('org')
    expect(ledger.readReports().rows).toEqual([{ reportId: 'r' }])
    expect(ledger.readRevisions(9).rows).toEqual([{ revision: 1 }])
  }
  expect(ledgerStatus(ledgers.path)).toMatchObject({ partitions: [{ orgId: 'org', reports: 1, revisions: 1 }] })
  other.setOrg('two')
  expect(other.readReports()).toEqual({ rows: [], fetchedAt: undefined })
})

test('an organisation may have any id', () => {
  for (const org of ['', '"', '__proto__', "o'; DROP TABLE day; --", 'a\0b', '\ud800', '\udc00']) {
    const ledger = ledgers.openFor(org)
    expect(whose(ledger)).toEqual(NOTHING)
    fill(ledger, org)
    expect(ledgers.open().orgId()).toBe(org)
    ledger.close()
  }
})

test.each([
  ['tools', [0, 'u1', 'u1', 'u1', 'u1', 'u1']],
  ['credits', [2, 'u1', 'u1', 'u1', 'u1']],
  ['users', [2, 'u1', 'u1', 'u1']],
  ['reports', [2, 'u1', 'u1', 'u1', 'u1']],
  ['revisions', [2, 'u1', 'u1', 'u1', 'u1']],
] as const)('purging %s deletes its rows and no others', (what, left) => {
  const ledger = ledgers.openFor('org')
  fill(ledger, 'u1')
  ledger.purge(what)
  expect(whose(ledger)).toEqual(left)
  expect(
    ledgers.open().cachedDays(what === 'tools' || what === 'credits' || what === 'users' ? what : 'activity', span),
  ).toEqual([])
  fill(ledger, 'u1')
  expect(whose(ledger)).toEqual(rowsOf('u1'))
})

test('a person is deleted with the last row that refers to them', () => {
  const ledger = ledgers.openFor('org')
  ledger.writeDays('credits', answer(span, [{ date: '2026-11-01', by_user: [person('person-1')] }]))
  walkThrough(ledger, ledger.beginWalk(span, NOW), [[personDay('person-1', '2026-11-02')]])
  ledger.purge('users')
  expect(ledger.readCreditDays(span).people.ids).toEqual(['person-1'])
  expect(filesText()).toContain('person-1')
  ledger.purge('credits')
  expect(filesText()).not.toContain('person-1')
})

test.each([
  ['purging all', (ledger: Ledger) => ledger.purge('all'), undefined],
  // An open ledger keeps the organisation of its last answer.
  ['forgetting the key', () => deleteKeyData(ledgers.path, SALT, TENANT), 'two'],
])('%s deletes everything of the key, of each of its organisations, and nothing of another key', (_, remove, orgId) => {
  const other = ledgers.openFor('org', { tenant: { ...TENANT, apiKey: 'another' } })
  fill(other, 'theirs')
  const ledger = ledgers.openFor('one')
  fill(ledger, 'person-1')
  ledger.setOrg('two')
  fill(ledger, 'person-1')
  expect(filesText()).toContain('person-1')
  remove(ledger)
  expect([whose(ledger), ledger.orgId(), ledgers.open().orgId()]).toEqual([NOTHING, orgId, undefined])
  expect(filesText()).not.toContain('person-1')
  expect(whose(other)).toEqual(rowsOf('theirs'))
  ledger.setOrg('one')
  expect(whose(ledger)).toEqual(NOTHING)
  fill(ledger, 'again')
  expect(whose(ledger)).toEqual(rowsOf('again'))
})

test('clearing empties the file while programs use it, and they continue', () => {
  const ledger = ledgers.openFor('org')
  fill(ledger, 'person-1')
  const reader = ledgers.open({ mode: 'read' })
  expect(whose(reader)).toEqual(rowsOf('person-1'))
  expect(clearLedger(ledgers.path)).toBeGreaterThan(0)
  expect(filesText()).not.toContain('person-1')
  expect([whose(ledger), whose(reader)]).toEqual([NOTHING, NOTHING])
  fill(ledger, 'again')
  expect([whose(ledger), whose(reader), ledger.notice]).toEqual([rowsOf('again'), rowsOf('again'), undefined])
})

test('clearing a missing or corrupt file is not an error', () => {
  expect(clearLedger(ledgers.path)).toBe(0)
  const ledger = ledgers.openFor('org')
  fill(ledger, 'u1')
  ledger.close()
  writeFileSync(ledgers.path, 'not a database '.repeat(999))
  expect(clearLedger(ledgers.path)).toBe(999 * 15)
  expect(readdirSync(dirname(ledgers.path))).toEqual([])
  deleteKeyData(ledgers.path, SALT, TENANT)
})

const id = (text: string) => ({ id: text, name: undefined })

test('the status counts the cached data of each organisation and contains no key', () => {
  expect(ledgerStatus(ledgers.path)).toEqual({ path: ledgers.path, sizeBytes: 0, is: 'none' })
  const ledger = ledgers.openFor('org')
  fill(ledger, 'u1')
  ledger.writeDays('tools', answer({ from: '2026-11-05', to: '2026-11-05' }, [], NOW + 5))
  ledger.rememberIds('computers', [id('a'), id('b')], NOW)
  ledger.rememberIds('wikiRuns', [id('a')], NOW)
  const status = ledgerStatus(ledgers.path)
  const held = { days: 2, rows: 1, spans: [span], oldestFetchedAt: NOW, newestFetchedAt: NOW }
  const later = { days: 3, spans: [span, { from: '2026-11-05', to: '2026-11-05' }], newestFetchedAt: NOW + 5 }
  const partition = {
    orgId: 'org',
    tables: [
      { table: 'credits', ...held },
      { table: 'tools', ...held, ...later },
      { table: 'users', ...held },
    ],
    unfinishedWalks: [{ span: { from: '2026-10-01', to: '2026-10-02' }, pages: 1, rows: 1, startedAt: NOW }],
    reports: 1,
    revisions: 1,
    knownIds: { computers: 2, serviceAccounts: 0, wikiRuns: 1 },
  }
  const sizeBytes = expect.any(Number)
  expect(status).toEqual({ path: ledgers.path, sizeBytes, is: 'ready', version: 16, partitions: [partition] })
  expect(JSON.stringify(status)).not.toContain(TENANT.apiKey)
  expect(status.sizeBytes).toBeGreaterThan(10_000)
})

test('the file contains neither the key nor secrets, even if unmasked settings are written', () => {
  const ledger = ledgers.openFor('org', { tenant: { ...TENANT, apiKey: CANARY } })
  fill(ledger, 'u1')
  const settings = { ...firstSettings(), env: { TOKEN: CANARY }, sessionRetentionDays: 4_711 }
  ledger.writeRevisions([{ revision: 9, settings, token: CANARY } as never], NOW)
  const kept = JSON.stringify(ledger.readRevisions(1).rows)
  expect(kept).toContain('4711')
  for (const text of [kept, filesText()]) {
    expect(canariesIn(text)).toEqual([])
    expect(text).not.toMatch(/demo-secret|9f2c7a41/)
  }
})

/** Turns the file into one of an earlier version: from 3 on with an id that the user entered, from 5 on also with an export. */
const makeOlder = (version: number): void => {
  const database = new DatabaseSync(ledgers.path)
  database.exec('ALTER TABLE day ADD COLUMN sum INTEGER NOT NULL DEFAULT 0; DROP TABLE item; DROP TABLE old_entered')
  if (version > 2)
    database.exec(`CREATE TABLE known_id (partition INTEGER, kind TEXT, id TEXT, name TEXT, source TEXT, at INTEGER);
      INSERT INTO known_id SELECT id, 'computers', 'of ' || org || ' \\ud800', 'atlas', 'added', ${NOW} FROM partition;
      INSERT INTO known_id SELECT id, 'computers', 'borealis', NULL, 'seen', ${NOW} FROM partition`)
  if (version > 4)
    database.exec(`CREATE TABLE last_export (partition INTEGER, run TEXT, path TEXT, at INTEGER, size_bytes INTEGER, files INTEGER);
      INSERT INTO last_export SELECT id, 'run', '/a.zip', ${NOW}, 5, 1 FROM partition`)
  database.exec(`PRAGMA user_version = ${version}`)
  database.close()
}

test.each([2, 4, 13])('the ids and exports of a file of version %i are kept; the rest is deleted', (version) => {
  const first = ledgers.openFor('other')
  first.setOrg('org')
  fill(first, 'person-1')
  first.close()
  makeOlder(version)
  const ids = (ledger: Ledger) => ledger.knownIds('computers').map(({ id, source }) => [id, source])
  const entered = createMemoryEntered()
  const second = ledgers.open({ entered })
  expect(whose(second)).toEqual(NOTHING)
  second.close()
  // The ids are moved at the first read, even after the cache was cleared.
  clearLedger(ledgers.path)
  const third = ledgers.open({ entered })
  const own = version < 3 ? [] : [['of org \ud800', 'added']]
  const exported = version < 5 ? [] : ['run']
  expect([ids(third), [...third.lastExports().keys()]]).toEqual([own, exported])
  third.setOrg('other')
  expect(ids(third)).toEqual(version < 3 ? [] : [['of other \ud800', 'added']])
  third.setOrg('org')
  expect([ids(third), third.notice, third.isKept]).toEqual([own, undefined, true])
  expect(ids(ledgers.open())).toEqual([])
  fill(third, 'u1')
  expect(whose(third)).toEqual(rowsOf('u1'))
  third.close()
  expect(filesText()).not.toContain('person-1')
})
