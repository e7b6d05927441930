import { copyFileSync, readFileSync, writeFileSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { PARTITION_TABLES, WALK_TABLES } from '../../../src/cache/ledger/file/ledger-schema.ts'
import type { Ledger } from '../../../src/cache/ledger/ledger.ts'
import { daysOf } from '../../../src/domain/calendar/calendar.ts'
import { personDay } from '../../helpers/person-day.ts'
import { answer, createLedgers, makeOlder, NOW, rawRowsOf, rowsOfChunks, toolDay, walkThrough } from './ledgers.ts'

let ledgers: ReturnType<typeof createLedgers>
beforeEach(() => {
  ledgers = createLedgers()
})
afterEach(() => ledgers.close())

const span = { from: '2026-11-01', to: '2026-11-04' }
const later = { from: '2026-11-05', to: '2026-11-06' }
const days = daysOf(span)
const whole = { from: span.from, to: later.to }
const creditRows = days.map((date) => ({
  date,
  credits: 5,
  by_user: [{ user_id: 'u1', user_email: 'u1@a.example', credits: 5, by_model: [] }],
}))

const fill = (ledger: Ledger): void => {
  const tools = days.map((day) => toolDay(day, 3))
  ledger.writeDays('tools', { ...answer(span, tools), rawRows: tools.map((row) => ({ ...row, more: 1 })) })
  ledger.writeDays('credits', answer(span, creditRows as never))
  walkThrough(ledger, ledger.beginWalk(span, NOW), [days.map((day) => personDay('u1', day))])
  walkThrough(ledger, ledger.beginWalk(later, NOW), [[personDay('u2', later.from)]], 'open')
  ledger.writeReports([{ reportId: 'r', createdAt: NOW }, { reportId: 'x' }], NOW)
  ledger.writeRevisions([{ revision: 1 }, { revision: 2 }], NOW)
  ledger.rememberIds('computers', [{ id: 'c', name: 'atlas' }], 'added', NOW)
  ledger.rememberExport('w', { path: '/a.zip', at: NOW, sizeBytes: 1, files: 1 })
  ledger.rememberFailedExport('v', { at: NOW, why: 'The disk is full.' })
  ledger.writeOffer({ extensions: ['wiki'], askedAt: NOW })
}

/** Every question of a reader, each answer as a list of what stands on its own. */
const readAll = (ledger: Ledger): unknown[][] => [
  [ledger.orgId()],
  ledger.heldDays('tools', span),
  ledger.readDays('tools', span),
  ledger.readRawDays('tools', span),
  ledger.readDays('credits', span),
  ledger.readCreditDays(span).days,
  [
    ...ledger.readCreditDays(span).people.emails,
    ...ledger.readCreditDays(span).people.columns.flatMap(({ credits }) => [...credits]),
  ],
  ledger.heldDays('users', whole),
  rowsOfChunks(ledger.readPersonDays(whole).chunks),
  rawRowsOf(ledger, span),
  [ledger.unfinishedWalk(later)],
  ledger.readReports().rows,
  [ledger.readReports().fetchedAt],
  ledger.readRevisions(9).rows,
  [ledger.revisionNumbers(9)],
  [ledger.readRevision(1), ledger.readRevision(2)],
  ledger.knownIds('computers'),
  [...ledger.lastExports()],
  [...ledger.failedExports()],
  [ledger.offer()],
]
const NONE = { numbers: [], fetchedAt: undefined }

/** The same value with one bit flipped. */
const flipped = (value: unknown): string | number | Uint8Array | null => {
  if (typeof value === 'number') return value ^ 1
  if (typeof value === 'string')
    return value === '' ? 'x' : value.slice(0, -1) + String.fromCharCode(value.charCodeAt(value.length - 1) ^ 1)
  if (!(value instanceof Uint8Array)) return 1
  const bytes = Uint8Array.from(value)
  const middle = bytes.length >> 1
  bytes[middle] = (bytes[middle] ?? 0) ^ 1
  return bytes
}

test('a bit that is flipped in any column of any table is never read as what was written', () => {
  const tables = ['partition', ...PARTITION_TABLES, ...WALK_TABLES]
  const first = ledgers.openFor('org')
  fill(first)
  const right = readAll(first)
  expect(right.every((answers) => answers.length > 0 && answers[0] !== undefined)).toBe(true)
  first.close()
  const look = new DatabaseSync(ledgers.path)
  look.exec(`VACUUM INTO '${ledgers.folder}/sound.db'`)
  look.close()
  const sound = new DatabaseSync(`${ledgers.folder}/sound.db`)
  let tried = 0
  for (const table of tables) {
    const row = sound.prepare(`SELECT * FROM ${table} LIMIT 1`).get() ?? {}
    expect(Object.keys(row), table).toContain('sum')
    for (const [column, value] of Object.entries(row)) {
      const path = `${ledgers.folder}/cache/quarterdeck/${table}-${column}.db`
      copyFileSync(`${ledgers.folder}/sound.db`, path)
      const damaged = new DatabaseSync(path)
      damaged.exec('PRAGMA synchronous = OFF')
      const isRow = Object.keys(row).map((name) => `${name} IS ?`)
      const changed = damaged
        .prepare(`UPDATE ${table} SET ${column} = ? WHERE ${isRow.join(' AND ')}`)
        .run(flipped(value), ...Object.values(row))
      expect(changed.changes, `${table}.${column}`).toBe(1)
      damaged.close()
      // The reader first, as it mends nothing; whoever writes asks the same, which one column of each table shows.
      for (const mode of column === 'sum' ? (['read', 'write'] as const) : (['read'] as const)) {
        const found = readAll(ledgers.open({ path, mode }))
        found.forEach((answers, question) => {
          const known = (right[question] ?? []).map((each) => JSON.stringify(each))
          for (const each of answers)
            if (each !== undefined && JSON.stringify(each) !== JSON.stringify(NONE))
              expect(known, `${table}.${column} with ${mode}, question ${question}`).toContain(JSON.stringify(each))
        })
        tried++
      }
    }
  }
  sound.close()
  expect(tried).toBeGreaterThan(90)
})

test('a bit flipped in a key of an index makes no day appear twice', () => {
  const long = { from: '2026-11-01', to: '2026-11-12' }
  const rows = daysOf(long).map((day) => toolDay(day, 3))
  const first = ledgers.openFor('org')
  first.writeDays('tools', answer(long, rows))
  const right = first.readDays('tools', long)
  first.close()
  const bytes = readFileSync(ledgers.path)
  for (const { date } of rows) {
    const damaged = Buffer.from(bytes)
    const letter = bytes.indexOf(`tools${date}`) + 'tool'.length
    damaged[letter] = (damaged[letter] ?? 0) ^ 2
    const path = `${ledgers.folder}/cache/quarterdeck/${date}.db`
    writeFileSync(path, damaged)
    const ledger = ledgers.open({ path })
    // SQLite finds rows by halving: those on one side of the key are hidden, and are fetched and written once more.
    const held = new Set(ledger.heldDays('tools', long).map(({ day }) => day))
    for (const row of rows)
      if (!held.has(row.date)) ledger.writeDays('tools', answer({ from: row.date, to: row.date }, [row]))
    expect([[], right], date).toContainEqual(ledger.readDays('tools', long))
  }
})

test('a file without sums gets them, and all that it holds but walks that are not complete', () => {
  const first = ledgers.openFor('org')
  fill(first)
  const walk = first.unfinishedWalk(later)
  if (walk) first.dropWalk(walk)
  const right = readAll(first)
  walkThrough(first, first.beginWalk(later, NOW), [[personDay('u2', later.from)]], 'open')
  first.close()
  makeOlder(ledgers.path, 6)
  const second = ledgers.open()
  expect(readAll(second)).toEqual(right)
  expect(second.notice).toBeUndefined()
})
