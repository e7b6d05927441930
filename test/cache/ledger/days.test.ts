import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createSecretHash } from '../../../src/cache/ledger/secret-hash.ts'
import type { CreditDay } from '../../../src/contract/credits.ts'
import { addDays, daysOf } from '../../../src/domain/calendar/calendar.ts'
import { hasMask, maskSettings } from '../../../src/domain/secrets/mask-settings.ts'
import { toCreditDays } from '../../../src/domain/usage/credit-days.ts'
import { forAll } from '../../helpers/for-all.ts'
import { answer, NOW, toolDay } from './ledgers.ts'
import { testLedgers } from './test-ledgers.ts'

const ledgers = testLedgers()

const span = { from: '2026-11-01', to: '2026-11-04' }

test('days are cached with and without rows, and the next process reads them', () => {
  const first = ledgers.openFor('org')
  first.writeDays('tools', answer(span, [toolDay('2026-11-01', 5), toolDay('2026-11-03', 7)], NOW - 5))
  first.close()
  const ledger = ledgers.open()
  expect(ledger.cachedDays('tools', { from: '2026-10-01', to: '2026-11-03' })).toEqual([
    { day: '2026-11-01', fetchedAt: NOW - 5 },
    { day: '2026-11-02', fetchedAt: NOW - 5 },
    { day: '2026-11-03', fetchedAt: NOW - 5 },
  ])
  expect(ledger.readDays('tools', { from: '2026-11-02', to: '2026-11-03' })).toEqual([
    { day: '2026-11-02', fetchedAt: NOW - 5, problems: 0, rows: [] },
    { day: '2026-11-03', fetchedAt: NOW - 5, problems: 0, rows: [toolDay('2026-11-03', 7)] },
  ])
  expect(ledger.cachedDays('activity', span)).toEqual([])
  expect([ledger.notice, ledger.isKept]).toEqual([undefined, true])
})

test('a later response replaces the days of its span and no others', () => {
  const ledger = ledgers.openFor('org')
  const rows = daysOf(span).map((day) => toolDay(day, 1))
  ledger.writeDays('tools', answer(span, rows, NOW - 9))
  const later = { from: '2026-11-02', to: '2026-11-03' }
  ledger.writeDays('tools', answer(later, [toolDay('2026-11-03', 2)], NOW))
  const read = ledger.readDays<{ tool_calls: number }>('tools', span)
  expect(read.map(({ rows, fetchedAt }) => [rows.map(({ tool_calls }) => tool_calls), NOW - fetchedAt])).toEqual([
    [[1], 9],
    [[], 0],
    [[2], 0],
    [[1], 9],
  ])
})

test('rows of a day are read back as parsed, and raw rows unchanged, with members in order', () => {
  const ledger = ledgers.openFor('org')
  const raw = [
    '{"z":1,"date":"2026-11-02","tool_calls":"many","__proto__":{"a":1},"b":[1e21,0.1,"\\ud800\\u0000\\u001b[2J"]}',
    '{"date":"2026-11-02","tool_calls":4}',
    '{"date":"2026-11-03","tool_calls":5}',
  ].map((text) => JSON.parse(text))
  const rows = [{ ...raw[0], tool_calls: undefined }, raw[1], raw[2]]
  ledger.writeDays('toolsByName', { span, fetchedAt: NOW, rows, rawRows: raw, problems: 1 })
  const readRaw = ledger.readRawDays('toolsByName', span)
  expect(readRaw.map(({ rows: own }) => JSON.stringify(own))).toEqual([
    '[]',
    JSON.stringify(raw.slice(0, 2)),
    JSON.stringify(raw.slice(2)),
    '[]',
  ])
  const read = ledger.readDays('toolsByName', span)
  expect(JSON.stringify(read[1]?.rows)).toBe(JSON.stringify(rows.slice(0, 2)))
  // The problem is counted for the day whose row was repaired.
  expect(read.map(({ problems }) => problems)).toEqual([0, 1, 0, 0])
})

const credits = (date: string, people: unknown): CreditDay =>
  ({
    date,
    by_user: people,
    billable_tokens: 9,
    input_tokens: 8,
    output_tokens: 7,
    cache_read_tokens: 6,
    cache_write_tokens: 5,
    by_model: [{ model_id: 'opus', billable_tokens: 9 }],
  }) as CreditDay
const person = (id: string, used: number) => ({
  user_id: id,
  user_email: `${id}@b.example`,
  billable_tokens: used,
  by_model: [{ model_id: 'opus', input_tokens: used, output_tokens: 1, billable_tokens: used }],
})

test('credit rows are read without people, and raw rows unchanged', () => {
  const ledger = ledgers.openFor('org')
  const rows = [
    credits('2026-11-01', [person('u1', 3), person('u2', 4)]),
    credits('2026-11-02', []),
    credits('2026-11-04', 'none'),
  ]
  const parsed = [rows[0], rows[1], { ...rows[2], by_user: undefined }] as CreditDay[]
  ledger.writeDays('credits', { span, fetchedAt: NOW, rows: parsed, rawRows: rows, problems: 1 })
  const { by_user: _, ...withoutPeople } = rows[0] as CreditDay
  expect(ledger.readCreditDays(span).days[0]?.rows).toEqual([withoutPeople])
  expect(ledger.readCreditTotals(span)).toEqual(ledger.readCreditDays(span).days)
  expect(ledger.readCreditDays(span).days.flatMap(({ rows: own }) => own.filter((row) => 'by_user' in row))).toEqual([])
  expect(ledger.creditBytes(span)).toBeGreaterThan(0)
  expect(ledger.creditBytes({ from: '2026-11-04', to: '2026-11-09' })).toBeLessThan(ledger.creditBytes(span))
  expect(JSON.stringify(ledger.readRawDays('credits', span).flatMap(({ rows: own }) => own))).toBe(JSON.stringify(rows))
  expect(ledger.readDays('credits', span).flatMap(({ rows: own }) => own)).toEqual(JSON.parse(JSON.stringify(parsed)))
})

test('a person has the newest e-mail of the days that are read, whatever order they were stored in', () => {
  const ledger = ledgers.openFor('org')
  const on = (date: string, email: string | null) => {
    const entry = { ...person('u1', 1), user_email: email }
    ledger.writeDays('credits', answer({ from: date, to: date }, [credits(date, [entry])]))
  }
  on('2026-11-03', 'new@b.example')
  on('2026-11-02', 'old@b.example')
  on('2026-11-04', null)
  const emailsOf = (from: string, to: string) => ledger.readCreditDays({ from, to }).people.emails
  expect(emailsOf('2026-11-01', '2026-11-04')).toEqual(['new@b.example'])
  expect(emailsOf('2026-11-02', '2026-11-03')).toEqual(['new@b.example'])
  expect(emailsOf('2026-11-01', '2026-11-02')).toEqual(['old@b.example'])
  expect(emailsOf('2026-11-03', '2026-11-03')).toEqual(['new@b.example'])
  expect(emailsOf('2026-11-04', '2026-11-04')).toEqual([undefined])
})

const odd = '|__proto__|constructor|\ud800|\udc00\ud800|a\0b|\\|\\u0000|"|\u001b]52;c;x\u0007|日本語'.split('|')
const hostile = fc.oneof(fc.constantFrom(...odd), fc.string({ unit: 'binary' }))
const amount = fc.option(fc.oneof(fc.nat(1e9), fc.double({ noNaN: true, noDefaultInfinity: true })), { nil: undefined })
const entry = fc.record(
  {
    user_id: hostile,
    user_email: fc.option(hostile),
    billable_tokens: amount,
    by_model: fc.array(
      fc.record(
        { model_id: hostile, billable_tokens: amount, input_tokens: amount, output_tokens: amount },
        { requiredKeys: [] },
      ),
      { maxLength: 3 },
    ),
  },
  { requiredKeys: [] },
)
const creditRows = fc
  .uniqueArray(fc.nat(3), { maxLength: 4 })
  .chain((offsets) =>
    fc.tuple(
      ...offsets.map((offset) =>
        fc
          .option(fc.array(entry, { maxLength: 6 }), { nil: undefined })
          .map((people) => credits(addDays(span.from, offset), people)),
      ),
    ),
  )

test('credits of people are read back as written, for the range and for a part of it', () => {
  forAll(creditRows, (rows) => {
    const ledger = ledgers.openFor('org', { path: ':memory:' })
    ledger.writeDays('credits', answer(span, rows))
    for (const range of [span, { from: '2026-11-02', to: '2026-11-03' }]) {
      const inRange = rows.filter(({ date }) => date >= range.from && date <= range.to)
      const expected = toCreditDays(inRange).people
      const read = ledger.readCreditDays(range).people
      const valuesOf = (people: typeof read) =>
        people.columns.map(({ person, model, otherEmails, ...numbers }) => ({
          emails: Array.from(person, (at, each) => (otherEmails.has(each) ? otherEmails.get(each) : people.emails[at])),
          newest: Array.from(person, (at) => people.emails[at]),
          ids: Array.from(person, (at) => people.ids[at]),
          models: Array.from(model, (at) => people.models[at]),
          numbers: Object.entries(numbers).map(([name, column]) => [name, Array.from(column, (value) => value + 0)]),
        }))
      expect(valuesOf(read)).toEqual(valuesOf(expected))
      expect(read.days).toEqual(expected.days)
      expect(new Set(read.ids).size).toBe(read.ids.length)
    }
    expect(ledger.notice).toBeUndefined()
    ledger.close()
  })
})

test('reports are stored by id, a later write replaces an earlier one, and they are read newest first', () => {
  const ledger = ledgers.openFor('org')
  expect(ledger.readReports()).toEqual({ rows: [], fetchedAt: undefined })
  const report = (reportId: string, createdAt: number) => ({ reportId, createdAt })
  ledger.writeReports([report('a', 1), report('b', 3), { repoUrl: 'x' }], NOW - 1)
  ledger.writeReports([{ ...report('a', 1), branch: 'main' }, report('c', 2)], NOW)
  expect(ledger.readReports()).toEqual({
    rows: [
      { reportId: 'b', createdAt: 3 },
      { reportId: 'c', createdAt: 2 },
      { reportId: 'a', createdAt: 1, branch: 'main' },
      { repoUrl: 'x' },
    ],
    fetchedAt: NOW,
  })
})

test('revisions are stored by number and read highest first, up to a limit', () => {
  const ledger = ledgers.openFor('org')
  ledger.writeRevisions([{ revision: 2, updatedAt: 'x' }, { revision: 10 }, { updatedAt: 'without a number' }], NOW)
  ledger.writeRevisions([{ revision: 2, updatedAt: 'y' }], NOW)
  expect(ledger.readRevisions(9)).toEqual({ rows: [{ revision: 10 }, { revision: 2, updatedAt: 'y' }], fetchedAt: NOW })
  expect(ledger.readRevisions(1).rows).toEqual([{ revision: 10 }])
})

test('a secret is hashed with the salt, and two lone surrogates have different hashes', () => {
  const [hash, other] = [createSecretHash(new Uint8Array(32).fill(7)), createSecretHash(new Uint8Array(32))]
  const hashes = ['', 'sk-1', '\ud800', '\udc00', 'x'.repeat(10_000)].flatMap((secret) => [hash(secret), other(secret)])
  expect(new Set(hashes).size).toBe(10)
  expect(hasMask(String(maskSettings({ apiKey: 'x' }, hash).apiKey))).toBe(true)
})
