import { expect, test } from 'vitest'
import { LongList, listReference, type PackedLists } from '../../../src/base/long-list.ts'
import { packJson } from '../../../src/cache/ledger/codec/json-codec.ts'
import type { CreditDay, CreditsByUser } from '../../../src/contract/credits.ts'
import { NOW } from './ledgers.ts'
import { testLedgers } from './test-ledgers.ts'

const ledgers = testLedgers()

const span = { from: '2026-11-01', to: '2026-11-03' }

const person = (user_id: string, used: number, more: object = {}): CreditsByUser => ({
  user_id,
  user_email: `${user_id}@a.example`,
  billable_tokens: used,
  by_model: [{ model_id: 'opus', input_tokens: used, output_tokens: 1, billable_tokens: used }],
  ...more,
})
const credits = (date: string, by_user: unknown) => ({ date, billable_tokens: 1, by_model: [], by_user })

/** The rows with references, and their lists in parts of three items. */
const inParts = (rows: readonly { by_user?: unknown }[], raw = rows): { rows: CreditDay[]; longLists: PackedLists } => {
  const id = 'response'
  const lists = rows.map(({ by_user }, list) => {
    const items = by_user as unknown[]
    const received = raw[list]?.by_user as unknown[]
    return Array.from({ length: Math.ceil(items.length / 3) }, (_, part) => ({
      items: packJson(items.slice(part * 3, part * 3 + 3)),
      raw: received === items ? undefined : packJson(received.slice(part * 3, part * 3 + 3)),
    }))
  })
  const referring = rows.map((row, list) => ({ ...row, by_user: [listReference(id, list, lists[list]?.length ?? 0)] }))
  return { rows: referring as unknown as CreditDay[], longLists: { id, lists } }
}

const people = [
  person('u1', 3),
  person('u2', 4, { user_email: null }),
  person('u3', 5, { by_model: undefined }),
  person('u1', 6, { user_email: 'new@a.example', by_model: [{ model_id: 'haiku', billable_tokens: 9 }] }),
  person('', 7),
  person('u4', 8, { billable_tokens: undefined }),
  person('u2', 9),
]
const rows = [
  credits('2026-11-01', people),
  credits('2026-11-02', people.slice(2).reverse()),
  credits('2026-11-03', []),
]

test('days with lists in parts are read like days with whole lists', () => {
  const whole = ledgers.openFor('org')
  whole.writeDays('credits', { span, fetchedAt: NOW, rows: rows as unknown as CreditDay[], rawRows: rows, problems: 0 })
  const expected = whole.readCreditDays(span)
  whole.purge('credits')
  const { rows: referring, longLists } = inParts(rows)
  whole.writeDays('credits', { span, fetchedAt: NOW, rows: referring, rawRows: referring, longLists, problems: 0 })
  expect(whole.readCreditDays(span)).toEqual(expected)
  const raw = whole.readRawDays('credits', span).flatMap(({ rows: own }) => own)
  expect(JSON.stringify(raw)).toBe(JSON.stringify(rows))
  expect((raw[0] as { by_user: unknown }).by_user).toBeInstanceOf(LongList)
  expect(JSON.stringify(whole.readCreditTotals(span))).not.toContain('by_user')
})

test('users of a day with lists in parts are packed when they are first read', () => {
  const ledger = ledgers.openFor('org')
  const { rows: referring, longLists } = inParts(rows)
  ledger.writeDays('credits', { span, fetchedAt: NOW, rows: referring, rawRows: referring, longLists, problems: 0 })
  expect(ledger.emails()).toEqual([])
  expect(ledger.creditBytes(span)).toBeGreaterThan(0)
  const reader = ledgers.openFor('org', { mode: 'read' })
  expect(reader.cachedDays('credits', span)).toHaveLength(3)
  // A reader can't pack them. It must not show days without their users.
  expect(reader.readCreditDays(span).days).toEqual([])
  const one = { from: '2026-11-01', to: '2026-11-01' }
  expect(ledger.readCreditDays(one).people.ids).toEqual(['u1', 'u2', 'u3', '', 'u4'])
  expect(ledger.emails()).toContain('u3@a.example')
  expect(reader.readCreditDays(span)).toEqual(ledger.readCreditDays(one))
  expect(ledger.readCreditDays(span).days.map(({ day }) => day)).toEqual(['2026-11-01', '2026-11-02', '2026-11-03'])
})

test('lists are read as received and as parsed', () => {
  const ledger = ledgers.openFor('org')
  const received = [credits('2026-11-01', [{ ...person('u1', 1), billable_tokens: 'many' }, person('u2', 2)])]
  const parsed = [credits('2026-11-01', [{ ...person('u1', 1), billable_tokens: undefined }, person('u2', 2)])]
  const { rows: referring, longLists } = inParts(parsed, received)
  ledger.writeDays('credits', { span, fetchedAt: NOW, rows: referring, rawRows: referring, longLists, problems: 1 })
  const read = (days: readonly { rows: readonly unknown[] }[]) => JSON.stringify(days.flatMap(({ rows: own }) => own))
  expect(read(ledger.readRawDays('credits', span))).toBe(JSON.stringify(received))
  expect(read(ledger.readDays('credits', span))).toBe(JSON.stringify(parsed))
})

test('a list whose day was replaced, or removed by another process, fails when it is read', () => {
  const ledger = ledgers.openFor('org')
  const { rows: referring, longLists } = inParts(rows)
  const write = (id: string) => {
    const own = JSON.parse(JSON.stringify(referring).replaceAll('response', id))
    const lists = { ...longLists, id }
    ledger.writeDays('credits', { span, fetchedAt: NOW, rows: own, rawRows: own, longLists: lists, problems: 0 })
  }
  const listOf = () =>
    (ledger.readRawDays('credits', span) as { rows: { by_user: LongList }[] }[])[0]?.rows[0]?.by_user as LongList
  write('first')
  const first = listOf()
  expect([...first]).toEqual(people)
  write('second')
  expect(() => [...first]).toThrow('Another process removed 2026-11-01 from the cache. Run the command again.')
  const second = listOf()
  expect([...second]).toEqual(people)
  ledger.purge('credits')
  expect(() => [...second]).toThrow('Another process removed')
  expect(ledger.emails()).toEqual([])
})

test('a day with whole lists replaces one with lists in parts', () => {
  const ledger = ledgers.openFor('org')
  const { rows: referring, longLists } = inParts(rows)
  ledger.writeDays('credits', { span, fetchedAt: NOW, rows: referring, rawRows: referring, longLists, problems: 0 })
  const day = { from: '2026-11-01', to: '2026-11-01' }
  const short = [credits('2026-11-01', [person('u9', 1)])] as unknown as CreditDay[]
  ledger.writeDays('credits', { span: day, fetchedAt: NOW, rows: short, rawRows: short, problems: 0 })
  expect(ledger.readRawDays('credits', day)[0]?.rows).toEqual(short)
  expect(ledger.readCreditDays(day).people.ids).toEqual(['u9'])
})
