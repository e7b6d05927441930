import { DatabaseSync } from 'node:sqlite'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Lenient } from '../../../src/contract/lenient.ts'
import type { PersonDay } from '../../../src/contract/per-user-rows.ts'
import { addDays, daysOf } from '../../../src/domain/calendar/calendar.ts'
import { toPersonDaysChunk } from '../../../src/domain/people/person-days.ts'
import { forAll } from '../../helpers/for-all.ts'
import { personDay } from '../../helpers/person-day.ts'
import { NOW, rawRowsOf, rowsOfChunks, walkThrough } from './ledgers.ts'
import { testLedgers } from './test-ledgers.ts'

const ledgers = testLedgers()

const span = { from: '2026-11-01', to: '2026-11-04' }
/** Rows as they are read: an e-mail of null counts as none. */
const seen = (rows: readonly Lenient<PersonDay>[]) => rowsOfChunks([toPersonDaysChunk(rows)])

test('after a complete walk every day of its span is cached, even without rows', () => {
  const ledger = ledgers.openFor('org')
  const rows = [personDay('u1', '2026-11-01'), personDay('u1', '2026-11-03')]
  const walk = walkThrough(ledger, ledger.beginWalk(span, NOW), [rows])
  expect(walk).toMatchObject({ span, cursor: undefined, pages: 1 })
  expect(ledger.cachedDays('users', { from: '2026-10-01', to: '2026-11-30' })).toEqual(
    daysOf(span).map((day) => ({ day, fetchedAt: NOW })),
  )
  expect(ledger.readPersonDays({ from: '2026-11-02', to: '2026-11-02' }).chunks).toEqual([])
  expect(ledger.unfinishedWalk(span)).toBeUndefined()
})

test('an unfinished walk completes no day, but its rows are read, and it resumes at its cursor', () => {
  const first = ledgers.openFor('org')
  const rows = [personDay('u1', '2026-11-01'), personDay('u2', '2026-11-02')]
  walkThrough(first, first.beginWalk(span, NOW), [rows.slice(0, 1), rows.slice(1)], 'open', NOW - 500)
  first.close()
  const ledger = ledgers.open()
  expect(ledger.cachedDays('users', span)).toEqual([])
  expect(rowsOfChunks(ledger.readPersonDays(span).chunks)).toEqual(seen(rows))
  const walk = ledger.unfinishedWalk(span)
  expect(walk).toMatchObject({ span, startedAt: NOW, cursor: 'cursor-2', pages: 2 })
  expect(ledger.unfinishedWalk({ ...span, to: '2026-11-03' })).toBeUndefined()
  const rest = [personDay('u3', '2026-11-04')]
  if (walk) walkThrough(ledger, walk, [rest])
  expect(rowsOfChunks(ledger.readPersonDays(span).chunks)).toEqual(seen([...rows, ...rest]))
  // The age of a walk is that of its oldest page.
  expect(ledger.cachedDays('users', span)).toEqual(daysOf(span).map((day) => ({ day, fetchedAt: NOW - 500 })))
})

test('two processes that continue one walk with different page lengths lose no rows', () => {
  const rows = ['u1', 'u2', 'u3', 'u4'].map((user) => personDay(user, '2026-11-01'))
  const page = (users: number[], nextCursor: string | undefined) => {
    const own = users.map((user) => rows[user - 1] as Lenient<PersonDay>)
    return { chunk: toPersonDaysChunk(own), rawRows: own, nextCursor, fetchedAt: NOW }
  }
  const [one, two] = [ledgers.openFor('org'), ledgers.openFor('org')]
  const begun = one.writePage(one.beginWalk(span, NOW), page([1], 'u1'))
  const long = one.writePage(begun, page([2, 3], 'u3'))
  // The other process requests the same cursor later, and its page ends earlier.
  two.writePage(begun, page([2], 'u2'))
  expect(two.unfinishedWalk(span)).toMatchObject({ pages: 2, cursor: 'u3' })
  one.writePage(long, page([4], undefined))
  expect(one.cachedDays('users', span)).toHaveLength(4)
  expect(rowsOfChunks(one.readPersonDays(span).chunks)).toEqual(seen(rows))
  expect(rawRowsOf(two, span)).toEqual(rows)
})

test('the newest row of a person and day counts: within a walk, from a later unfinished walk, and from a later complete one', () => {
  const ledger = ledgers.openFor('org')
  const row = (sessions: number, day = '2026-11-02') => personDay('u1', day, { sessions })
  const other = personDay('u2', '2026-11-02')
  const read = () => rowsOfChunks(ledger.readPersonDays(span).chunks)
  walkThrough(ledger, ledger.beginWalk(span, NOW), [
    [row(1), other],
    [row(2), row(7, '2026-11-03')],
  ])
  expect(read()).toEqual(seen([row(2), row(7, '2026-11-03'), other]))
  const part = { from: '2026-11-02', to: '2026-11-02' }
  const walk = walkThrough(ledger, ledger.beginWalk(part, NOW + 1), [[row(3)]], 'open', NOW + 1)
  expect(read()).toEqual(seen([row(3), row(7, '2026-11-03'), other]))
  expect(rawRowsOf(ledger, span)).toEqual([other, row(7, '2026-11-03'), row(3)])
  walkThrough(ledger, walk, [[row(4)]], 'complete', NOW + 1)
  // The later walk is complete and has no row of u2, so u2 no longer has one on that day.
  expect(read()).toEqual(seen([row(4), row(7, '2026-11-03')]))
  expect(rawRowsOf(ledger, span)).toEqual([row(7, '2026-11-03'), row(4)])
})

test('rows of an abandoned walk do not hide the rows of a later complete walk', () => {
  const ledger = ledgers.openFor('org')
  const left = ledger.beginWalk(span, NOW)
  walkThrough(ledger, left, [[personDay('u1', '2026-11-02', { sessions: 1 }), personDay('u9', '2026-11-04')]], 'open')
  const part = { from: '2026-11-02', to: '2026-11-03' }
  const now = personDay('u1', '2026-11-02', { sessions: 2 })
  walkThrough(ledger, ledger.beginWalk(part, NOW + 1), [[now]], 'complete', NOW + 1)
  expect(rowsOfChunks(ledger.readPersonDays(span).chunks)).toEqual(seen([now, personDay('u9', '2026-11-04')]))
  expect(ledger.unfinishedWalk(span)?.id).toBe(left.id)
  // A complete walk of all its days replaces it.
  walkThrough(ledger, ledger.beginWalk(span, NOW + 2), [[now]], 'complete', NOW + 2)
  expect(ledger.unfinishedWalk(span)).toBeUndefined()
  expect(rowsOfChunks(ledger.readPersonDays(span).chunks)).toEqual(seen([now]))
})

test('pages of a walk that a later one has replaced are deleted, and so are those of a purged key', () => {
  const ledger = ledgers.openFor('org')
  const pagesInFile = (): unknown => {
    const database = new DatabaseSync(ledgers.path, { readOnly: true })
    const { count } = database.prepare('SELECT count(*) AS count FROM walk_page').get() ?? {}
    database.close()
    return count
  }
  const pages = ['u1', 'u2', 'u3'].map((user) => [personDay(user, '2026-11-01')])
  walkThrough(ledger, ledger.beginWalk(span, NOW), pages)
  expect(pagesInFile()).toBe(3)
  walkThrough(ledger, ledger.beginWalk(span, NOW + 1), pages.slice(0, 2), 'complete', NOW + 1)
  expect(pagesInFile()).toBe(2)
  ledger.purge('all')
  expect(pagesInFile()).toBe(0)
})

test('an older walk that ends later does not replace days that were fetched since', () => {
  const ledger = ledgers.openFor('org')
  const old = ledger.beginWalk(span, NOW - 9)
  const newer = personDay('u1', '2026-11-02', { sessions: 2 })
  const part = { from: '2026-11-02', to: '2026-11-02' }
  walkThrough(ledger, ledger.beginWalk(part, NOW), [[newer]])
  const rows = [personDay('u1', '2026-11-02', { sessions: 1 }), personDay('u1', '2026-11-03')]
  walkThrough(ledger, old, [rows], 'complete', NOW - 5)
  expect(rowsOfChunks(ledger.readPersonDays(span).chunks)).toEqual(seen([newer, personDay('u1', '2026-11-03')]))
  expect(ledger.cachedDays('users', part)).toEqual([{ day: '2026-11-02', fetchedAt: NOW }])
})

test('a walk whose first pages another program cleared never counts as complete', () => {
  const ledger = ledgers.openFor('org')
  const walk = walkThrough(ledger, ledger.beginWalk(span, NOW), [[personDay('u1', '2026-11-01')]], 'open')
  ledgers.open().purge('all')
  const after = walkThrough(ledger, walk, [[personDay('u2', '2026-11-01')]], 'open')
  walkThrough(ledger, after, [[personDay('u3', '2026-11-01')]])
  expect([ledger.readPersonDays(span).chunks, ledger.cachedDays('users', span)]).toEqual([[], []])
  expect(ledger.unfinishedWalk(span)).toBeUndefined()
})

test('a dropped walk is deleted with its rows, a complete one is not', () => {
  const ledger = ledgers.openFor('org')
  const walk = walkThrough(ledger, ledger.beginWalk(span, NOW), [[personDay('u1', '2026-11-01')]], 'open')
  ledger.dropWalk(walk)
  expect(ledger.unfinishedWalk(span)).toBeUndefined()
  expect(ledger.readPersonDays(span).chunks).toEqual([])
  const done = walkThrough(ledger, ledger.beginWalk(span, NOW), [[personDay('u1', '2026-11-01')]])
  ledger.dropWalk(done)
  expect(ledger.cachedDays('users', span)).toHaveLength(4)
})

test('only the last 20 abandoned walks are kept', () => {
  const ledger = ledgers.openFor('org')
  const spans = Array.from({ length: 21 }, (_, at) => ({ from: addDays(span.from, -at), to: span.to }))
  for (const one of spans) ledger.beginWalk(one, NOW)
  expect(spans.filter((one) => !ledger.unfinishedWalk(one))).toEqual([span])
})

const words = fc.constantFrom('opus', '', '__proto__', '\ud800', 'a\0b', '日本語', undefined, 7)
const number = fc.constantFrom(0, 1, 255, 70_000, 0.25, -3, undefined, 'x')
const row = fc
  .tuple(fc.constantFrom('u1', 'u2', '', '__proto__', 'u\ud800', 'u\udc00'), fc.nat(5))
  .chain(([id, offset]) =>
    fc
      .record({
        user_email: fc.constantFrom(null, 'a@b.example', 'c\0@b.example'),
        primary_model: words,
        primary_model_tier: words,
        delegation_level: words,
        languages: fc.array(fc.constantFrom('Go', 'C', '\udc00')),
        billable_tokens: number,
        sessions: number,
        autonomy_ratio: number,
      })
      // From the day before the span to the day after it.
      .map((members) => personDay(id, addDays(span.from, offset - 1), members)),
  )
/** Gives all rows of a person and day the e-mail of the first of them. */
const withOneEmailADay = (pages: readonly Lenient<PersonDay>[][]) => {
  const reversed = pages.flat().reverse()
  const first = new Map(reversed.map((each) => [`${each.date} ${each.user_id}`, each.user_email]))
  return pages.map((page) => page.map((each) => ({ ...each, user_email: first.get(`${each.date} ${each.user_id}`) })))
}
const pagesOfRows = fc.array(fc.array(row, { maxLength: 8 }), { minLength: 1, maxLength: 5 }).map(withOneEmailADay)

test('for any rows and page splits, a walk, complete or not, returns the last row of each person and day', () => {
  forAll(pagesOfRows, fc.boolean(), (pages, isComplete) => {
    const ledger = ledgers.openFor('org', { path: ':memory:' })
    walkThrough(ledger, ledger.beginWalk(span, NOW), pages, isComplete ? 'complete' : 'open')
    const inSpan = pages.flat().filter(({ date = '' }) => date >= span.from && date <= span.to)
    for (const range of [span, { from: '2026-11-02', to: '2026-11-03' }]) {
      const inRange = inSpan.filter(({ date = '' }) => date >= range.from && date <= range.to)
      expect(rowsOfChunks(ledger.readPersonDays(range).chunks)).toEqual(seen(inRange))
    }
    const last = new Map(inSpan.map((each) => [`${each.date} ${each.user_id}`, each]))
    const raw = rawRowsOf(ledger, span)
    const texts = (rows: Iterable<unknown>) => Array.from(rows, (each) => JSON.stringify(each)).toSorted()
    expect(texts(raw)).toEqual(texts(last.values()))
    expect(ledger.notice).toBeUndefined()
    ledger.close()
  })
})

test('a page that cannot be written leaves no rows, and the next page is complete', () => {
  const ledger = ledgers.openFor('org')
  const rows = [personDay('u1', '2026-11-01')]
  const walk = ledger.beginWalk(span, NOW)
  expect(() => walkThrough(ledger, walk, [rows], 'open', Symbol() as never)).toThrow(TypeError)
  expect(ledger.readPersonDays(span).chunks).toEqual([])
  walkThrough(ledger, walk, [rows])
  expect(rowsOfChunks(ledger.readPersonDays(span).chunks)).toEqual(seen(rows))
  expect(ledger.notice).toBeUndefined()
})
