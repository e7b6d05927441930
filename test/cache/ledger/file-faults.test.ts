import { execFileSync } from 'node:child_process'
import {
  chmodSync,
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
  writeSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, test } from 'vitest'
import { openLedgerFile } from '../../../src/cache/ledger/ledger-file.ts'
import { ledgerDamage, ledgerStatus } from '../../../src/cache/ledger/ledger-status.ts'
import type { Ledger } from '../../../src/cache/ledger/open-ledger.ts'
import { daysOf } from '../../../src/domain/calendar/calendar.ts'
import { personDay } from '../../helpers/person-day.ts'
import { answer, NOW, rawRowsOf, toolDay, walkThrough } from './ledgers.ts'
import { testLedgers } from './test-ledgers.ts'

const ledgers = testLedgers()

const span = { from: '2026-10-01', to: '2026-11-20' }
const fill = (ledger: Ledger): void => {
  const rows = daysOf(span).map((day) => toolDay(day, 3))
  ledger.writeDays('tools', answer(span, rows))
  walkThrough(ledger, ledger.beginWalk(span, NOW), [daysOf(span).map((day) => personDay('u1', day))])
}
/** The number of rows that each read method returns. */
const readAll = (ledger: Ledger) => [
  ledger.cachedDays('tools', span).length,
  ledger.readDays('tools', span).length,
  ledger.readRawDays('tools', span).length,
  ledger.readCreditDays(span).days.length,
  ledger.readCreditDays(span).people.days.length,
  ledger.readPersonDays(span).chunks[0]?.length ?? 0,
  rawRowsOf(ledger, span).length,
  ledger.readReports().rows.length,
  ledger.readRevisions(9).rows.length,
]
const FULL = [51, 51, 51, 0, 0, 51, 51, 0, 0]
const NOTHING = [0, 0, 0, 0, 0, 0, 0, 0, 0]

const fillAndRead = (ledger: Ledger): void => {
  fill(ledger)
  expect(readAll(ledger)).toEqual(FULL)
}
const filled = (): void => {
  const ledger = ledgers.openFor('org')
  fillAndRead(ledger)
  ledger.close()
}
const execute = (text: string): void => {
  const database = new DatabaseSync(ledgers.path)
  database.exec(text)
  database.close()
}
/** There is one notice, the file works again, and no other file is left. */
const expectRecreated = (ledger: Ledger): void => {
  expect(ledger.notice).toMatch(/^The cache .*cache\.db was corrupt and has been deleted; its data is loaded again/)
  expect(ledger.isKept).toBe(true)
  expect(readdirSync(dirname(ledgers.path)).filter((name) => !/^cache\.db(-wal|-shm)?$/.test(name))).toEqual([])
  ledger.setOrg('org')
  fillAndRead(ledger)
  ledger.close()
  const next = ledgers.open()
  expect(readAll(next)).toEqual(FULL)
  expect(next.notice).toBeUndefined()
}

test('the file and its folder become accessible to their owner only', () => {
  const ledger = ledgers.openFor('org')
  fill(ledger)
  const modes = () =>
    readdirSync(dirname(ledgers.path)).map((name) => [name, statSync(join(dirname(ledgers.path), name)).mode & 0o777])
  expect(modes()).toEqual([
    ['cache.db', 0o600],
    ['cache.db-shm', 0o600],
    ['cache.db-wal', 0o600],
  ])
  expect(statSync(dirname(ledgers.path)).mode & 0o777).toBe(0o700)
  ledger.close()
  chmodSync(ledgers.path, 0o644)
  readAll(ledgers.open())
  expect(modes()[0]).toEqual(['cache.db', 0o600])
})

const sql = (text: string) => () => {
  filled()
  execute(text)
}
const write = (text: string) => () => {
  mkdirSync(dirname(ledgers.path), { recursive: true })
  writeFileSync(ledgers.path, text)
}
const theirs = () => {
  write('')()
  execute('CREATE TABLE theirs (a); PRAGMA user_version = 1')
}
const cut = () => {
  filled()
  truncateSync(ledgers.path, Math.floor((statSync(ledgers.path).size * 0.9) / 512) * 512)
}

test.each([
  ['is full of text', write('this is not a database, but it is long enough to be one'.repeat(99))],
  ['belongs to another program', theirs],
  ['has no item table', sql('DROP TABLE item')],
  ['has foreign columns', sql('ALTER TABLE item RENAME COLUMN bytes TO body')],
  [
    'is from an earlier version and has foreign columns',
    sql('ALTER TABLE old_entered RENAME COLUMN org TO theirs; PRAGMA user_version = 11'),
  ],
  ['was cut off near its end', cut],
])('a file that %s is deleted and recreated', (_, make) => {
  make()
  expect(readAll(ledgers.open({ mode: 'read' }))).toEqual(NOTHING)
  expect(ledgerStatus(ledgers.path).is).not.toBe('ready')
  const ledger = ledgers.open()
  expect(readAll(ledger)).toEqual(NOTHING)
  expectRecreated(ledger)
})

test('an error in our SQL is thrown and deletes nothing', () => {
  filled()
  const file = openLedgerFile({ path: ledgers.path, mode: 'write' })
  expect(() =>
    file.write((database) => database.exec('DELETE FROM day; DELETE FROM day WHERE no_column = 1'), undefined),
  ).toThrow('no such column')
  expect([file.isKept, file.notice]).toEqual([true, undefined])
  file.close()
  expect(readAll(ledgers.open())).toEqual(FULL)
})

test('an integrity check of the whole file finds corruption in unread parts', () => {
  filled()
  expect(ledgerDamage(ledgers.path)).toBeUndefined()
  const pages = statSync(ledgers.path).size / 8_192
  const handle = openSync(ledgers.path, 'r+')
  writeSync(handle, Buffer.alloc(8_192, 0xa5), 0, 8_192, (pages - 1) * 8_192)
  closeSync(handle)
  expect(ledgerDamage(ledgers.path)).toEqual(expect.any(String))
  expect(ledgerDamage(`${ledgers.path}-none`)).toBeUndefined()
})

test('a file whose pages were overwritten under an open ledger is recreated', () => {
  filled()
  const ledger = ledgers.open()
  expect(ledger.orgId()).toBe('org')
  const handle = openSync(ledgers.path, 'r+')
  const rubbish = Buffer.alloc(statSync(ledgers.path).size - 8_192, 0xa5)
  writeSync(handle, rubbish, 0, rubbish.length, 8_192)
  expect(readAll(ledger)).toEqual(NOTHING)
  expectRecreated(ledger)
})

test.each([
  ['day', 'rows', 'substr(rows, 1, length(rows) / 2)'],
  ['day', 'fetched_at', "'yesterday'"],
  ['walk_page', 'columns', 'substr(columns, 1, length(columns) / 2)'],
  ['walk_page', 'columns', '1'],
  ['walk', 'is_complete', "x'00'"],
  ['partition', 'org', "x'00'"],
])('a %s whose %s is %s counts as corruption', (table, column, value) => {
  sql(`UPDATE ${table} SET ${column} = ${value}`)()
  const ledger = ledgers.open()
  // After any query detects the corruption, all results come from the new file.
  expect(readAll(ledger).slice(6)).toEqual(NOTHING.slice(6))
  expectRecreated(ledger)
})

test('a file of a newer version stays, and the cache is in memory', () => {
  filled()
  execute('PRAGMA user_version = 99')
  const before = readFileSync(ledgers.path)
  const ledger = ledgers.openFor('org')
  fillAndRead(ledger)
  expect([ledger.isKept, ledger.notice]).toEqual([
    false,
    `A newer version of quarterdeck wrote the cache ${ledgers.path}, so nothing is cached in this run. Update quarterdeck or run qd cache clear.`,
  ])
  ledger.close()
  expect(readFileSync(ledgers.path).equals(before)).toBe(true)
})

test('a file that a newer version takes over while open is no longer written', () => {
  const ledger = ledgers.openFor('org')
  fill(ledger)
  const looking = ledgers.open({ mode: 'read' })
  expect(readAll(looking)).toEqual(FULL)
  const newer = new DatabaseSync(ledgers.path)
  newer.exec('DROP TABLE day; PRAGMA user_version = 99')
  expect(readAll(looking)).toEqual(NOTHING)
  fillAndRead(ledger)
  expect([ledger.isKept, ledger.notice]).toEqual([false, expect.stringContaining('A newer version')])
  expect(newer.prepare('PRAGMA user_version').get()).toEqual({ user_version: 99 })
  newer.close()
})

/** Runs a program that fills a ledger, as another user or with a limit for the size of files. */
const inChild = (path: string, limit: 'otherUser' | number): { days: number; isKept: boolean; notice: string } => {
  const child = join(import.meta.dirname, 'fill-child.ts')
  const isRoot = process.getuid?.() === 0
  const otherUser = limit === 'otherUser' && isRoot ? { uid: 65_534, gid: 65_534 } : {}
  const shell = `${typeof limit === 'number' ? `ulimit -f ${limit}; ` : ''}exec "$0" --no-warnings "$1" "$2"`
  return JSON.parse(
    execFileSync('sh', ['-c', shell, process.execPath, child, path], { encoding: 'utf8', ...otherUser }),
  )
}

test.skipIf(process.platform === 'win32')('if a file and its folder are read-only, new rows stay in memory', () => {
  filled()
  const readable = [dirname(dirname(ledgers.path)), dirname(ledgers.path)]
  for (const folder of [ledgers.folder, ...readable]) chmodSync(folder, 0o555)
  chmodSync(ledgers.path, 0o444)
  const { days, isKept, notice } = inChild(ledgers.path, 'otherUser')
  for (const folder of [ledgers.folder, ...readable]) chmodSync(folder, 0o755)
  expect([days, isKept]).toEqual([51, false])
  expect(notice).toContain("Can't write the cache")
})

test.skipIf(process.platform === 'win32')('once the disk is full, new rows are stored in memory', () => {
  const { days, isKept, notice } = inChild(ledgers.path, 200)
  expect(isKept).toBe(false)
  expect(days).toBeGreaterThan(0)
  expect(notice).toContain('its disk has space')
})

test('a file that is deleted or moved away under an open ledger is recreated without a notice; a closed ledger stays closed', () => {
  const ledger = ledgers.openFor('org')
  fill(ledger)
  for (const name of ['', '-wal', '-shm']) rmSync(ledgers.path + name, { force: true })
  expect(readAll(ledger)).toEqual(NOTHING)
  fill(ledger)
  renameSync(ledgers.path, `${ledgers.path}.moved`)
  expect(readAll(ledger)).toEqual(NOTHING)
  fill(ledger)
  rmSync(dirname(ledgers.path), { recursive: true })
  fillAndRead(ledger)
  expect([ledger.notice, ledger.isKept, ledger.orgId()]).toEqual([undefined, true, 'org'])
  ledger.close()
  fill(ledger)
  expect(readAll(ledger)).toEqual(NOTHING)
})

test('a file that another process locks for over three seconds is not written', () => {
  filled()
  const ledger = ledgers.open()
  expect(readAll(ledger)).toEqual(FULL)
  const holder = new DatabaseSync(ledgers.path)
  holder.exec('BEGIN IMMEDIATE')
  const next = { from: '2026-09-01', to: '2026-09-03' }
  ledger.writeDays('tools', answer(next, []))
  holder.exec('ROLLBACK')
  holder.close()
  expect(ledger.cachedDays('tools', next)).toHaveLength(3)
  expect([ledger.isKept, ledger.notice]).toEqual([
    false,
    expect.stringContaining('Another process has locked the cache'),
  ])
})

test('a reader creates and repairs no file, has no notice, and reads rows written later', () => {
  const reader = ledgers.open({ mode: 'read' })
  expect([readAll(reader), reader.orgId()]).toEqual([NOTHING, undefined])
  expect(existsSync(dirname(ledgers.path))).toBe(false)
  const writer = ledgers.openFor('org')
  fill(writer)
  expect([readAll(reader), reader.orgId()]).toEqual([FULL, 'org'])
  reader.purge('all')
  reader.writeDays('tools', answer({ from: '2026-09-01', to: '2026-09-01' }, []))
  expect(readAll(writer)).toEqual(FULL)
  reader.close()
  writer.close()
  writeFileSync(ledgers.path, 'not a database '.repeat(999))
  const broken = ledgers.open({ mode: 'read' })
  expect([readAll(broken), broken.orgId(), broken.notice]).toEqual([NOTHING, undefined, undefined])
  expect(readdirSync(dirname(ledgers.path))).toEqual(['cache.db'])
})

const putFile = (path: string): void => {
  rmSync(dirname(path), { recursive: true })
  writeFileSync(dirname(path), 'x')
}
const openToOthers = (path: string): void => {
  filled()
  chmodSync(dirname(path), 0o777)
}
test.each([
  ['a folder that is a file', putFile, "Can't write the cache"],
  ['a folder in its place', (path: string) => mkdirSync(path), 'is not a regular file'],
  ['a pipe', (path: string) => execFileSync('mkfifo', [path]), 'is not a regular file'],
  ['a pipe as its log', (path: string) => execFileSync('mkfifo', [`${path}-wal`]), 'is not a regular file'],
  ['an endless device', (path: string) => symlinkSync('/dev/zero', path), 'is not a regular file'],
  ['a file that others may have put there', openToOthers, 'run chmod go-w on it'],
])('%s is not read: the cache is in memory, and the notice says why', (_, make, why) => {
  mkdirSync(dirname(ledgers.path), { recursive: true })
  make(ledgers.path)
  const ledger = ledgers.openFor('org')
  expect(readAll(ledger)).toEqual(NOTHING)
  fillAndRead(ledger)
  expect([ledger.isKept, ledger.notice]).toEqual([false, expect.stringContaining(why)])
  expect(readAll(ledgers.open({ mode: 'read' }))).toEqual(NOTHING)
})
