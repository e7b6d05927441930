import fc from 'fast-check'
import { expect, test } from 'vitest'
import { fields, MEASURE_FIELDS, type PersonMeasure } from '../../../src/domain/people/field-table.ts'
import { leaderboardOf } from '../../../src/domain/people/leaderboard.ts'
import { sortBy } from '../../../src/domain/people/people-sort.ts'
import { toPersonDaysChunk as peopleChunk } from '../../../src/domain/people/person-days.ts'
import { personOutput, personOutputMembers } from '../../../src/domain/people/person-output.ts'
import { forAll } from '../../helpers/for-all.ts'
import { personDay } from '../../helpers/person-day.ts'
import { newestOf, peopleOf, previous, type Row, range, rowSample, within } from './people-rows.ts'

const board = (rows: readonly Row[], options: object = {}) => leaderboardOf(peopleOf(rows), { range, ...options })

/** Rows of one user with these credits, one for each day from the start of the range on. */
const spent = (id: string, ...credits: (number | undefined)[]): Row[] =>
  credits.map((billable_tokens, day) => personDay(id, `2026-11-0${5 + day}`, { billable_tokens }))
const spentBefore = (id: string, ...credits: number[]): Row[] =>
  credits.map((billable_tokens, day) => personDay(id, `2026-11-0${1 + day}`, { billable_tokens }))

test('sums and missing values are those of the newest rows', () => {
  forAll(fc.array(rowSample, { maxLength: 60 }), fc.array(fc.nat(9), { maxLength: 9 }), (rows, sizes) => {
    const own = leaderboardOf(peopleOf(rows, sizes), { range, previous })
    const newest = newestOf(rows)
    const inRange = within(newest, range)
    const expected = new Set([...inRange, ...within(newest, previous)].map(({ user_id }) => user_id))
    expect(new Set(Array.from({ length: own.length }, (_, entry) => own.idAt(entry)))).toEqual(expected)
    expect(own.active).toBe(new Set(inRange.map(({ user_id }) => user_id).filter((id) => id !== '')).size)
    const known = (all: readonly Row[], sum: object) => (all.length > 0 ? sum : { value: undefined, missing: 4 })
    for (const id of expected) {
      const entry = own.entryOf(id) ?? Number.NaN
      const mine = inRange.filter(({ user_id }) => user_id === id)
      const before = within(newest, previous).filter(({ user_id }) => user_id === id)
      expect(own.sumAt('days', entry)).toEqual(known(inRange, { value: mine.length, missing: 0 }))
      for (const name of MEASURE_FIELDS) {
        if (name === 'autonomy') continue
        const { member } = fields[name]
        expect(own.sumAt(name, entry)).toEqual(known(inRange, plainSum(mine, member)))
        expect(own.beforeAt(name, entry)).toEqual(known(within(newest, previous), plainSum(before, member)))
      }
    }
  })
})

const plainSum = (rows: readonly Row[], member: PersonMeasure) => {
  const known = rows.map((row) => row[member]).filter((value) => value !== undefined)
  const isUnknown = rows.length > 0 && known.length === 0
  return { value: isUnknown ? undefined : known.reduce((a, b) => a + b, 0), missing: rows.length - known.length }
}

test('autonomy is the mean of the ratios, weighted by the messages of the day', () => {
  const of = (...days: [autonomy_ratio: number | undefined, user_messages: number | undefined][]) =>
    board(
      days.map(([autonomy_ratio, user_messages], day) =>
        personDay('a', `2026-11-0${5 + day}`, { autonomy_ratio, user_messages }),
      ),
    ).sumAt('autonomy', 0)
  expect(of([2, 30], [6, 10])).toEqual({ value: 3, missing: 0 })
  expect(of([2, 30], [undefined, 10], [8, undefined])).toEqual({ value: 2, missing: 2 })
  expect(of([2, 0], [6, undefined])).toEqual({ value: 4, missing: 0 })
  expect(of([undefined, 5])).toEqual({ value: undefined, missing: 1 })
})

test('files are the known created and edited ones', () => {
  const result = board([
    personDay('a', '2026-11-05', { files_created: 2, files_edited: 3 }),
    personDay('b', '2026-11-05', { files_created: undefined, files_edited: 3 }),
  ])
  expect([result.sumAt('files', 0), result.sumAt('files', 1)]).toEqual([
    { value: 5, missing: 0 },
    { value: 3, missing: 1 },
  ])
  const outputs = [0, 1].map((entry) => personOutput(result, entry, sortBy('credits'), false))
  expect(outputs).toMatchObject([{ files: 5 }, { files: 3, missing_values: { files: 1 } }])
  expect(personOutputMembers(true).filter((name) => name.startsWith('files'))).toEqual(
    ['files_created', 'files_edited', 'files'].flatMap((name) => [name, `${name}_previous`, `${name}_change`]),
  )
})

test('a user with rows in only one of the periods is new or gone', () => {
  const stayed = [...spent('stayed', 30), ...spentBefore('stayed', 20), ...spent('zero', 0), ...spentBefore('zero', 0)]
  const rows = [...spent('new', 5), ...spentBefore('gone', 8), ...stayed]
  const result = board(rows, { previous })
  const row = (id: string) => {
    const entry = result.entryOf(id) ?? Number.NaN
    const { text, kind } = result.deltaAt('credits', entry) ?? {}
    return [result.wordAt('state', entry), text, kind, result.numbers('delta')[entry], result.numbers('change')[entry]]
  }
  expect(row('new')).toEqual(['new', 'new', 'new', Number.NaN, 5])
  expect(row('gone')).toEqual(['gone', 'gone', 'gone', -1, -8])
  expect(row('stayed')).toEqual(['stayed', '50.0 %', 'up', 0.5, 10])
  expect(row('zero')).toEqual(['stayed', '0.0 %', 'same', 0, 0])
  expect([result.length, result.active]).toEqual([4, 3])
  expect(['stayed', 'gone'].map((id) => result.numbers('idle')[result.entryOf(id) ?? -1])).toEqual([3, 7])
})

test('a user who stopped has an entry, even without a row in either period', () => {
  const rows = [...spent('a', 5), ...spentBefore('b', 8), personDay('c', '2026-10-01')]
  expect(board(rows, { previous }).wordAt('stopped', 0)).toBe(undefined)
  const result = board(rows, { previous, stopped: new Set(['b', 'c']) })
  const row = (id: string) => {
    const entry = result.entryOf(id) ?? Number.NaN
    const words = [result.wordAt('stopped', entry), result.wordAt('state', entry)]
    return [...words, result.isActive(entry), result.sumAt('credits', entry).value]
  }
  expect(row('a')).toEqual(['no', 'new', true, 5])
  expect(row('b')).toEqual(['yes', 'gone', false, 0])
  expect(row('c')).toEqual(['yes', undefined, false, 0])
  expect([result.length, result.active, result.gone]).toEqual([3, 1, 1])
})

test('without a previous period there are no deltas, no movement and no states', () => {
  const result = board([...spentBefore('a', 1), ...spent('b', 2)])
  expect([result.length, result.idAt(0)]).toEqual([1, 'b'])
  expect(result.deltaAt('credits', 0) ?? result.beforeAt('credits', 0) ?? result.wordAt('state', 0)).toBeUndefined()
  expect([result.numbers('delta')[0], result.numbers('move')[0]]).toEqual([Number.NaN, Number.NaN])
  // The same holds for a previous period without rows.
  const unknown = board(spent('a', 4), { previous })
  expect(unknown.deltaAt('credits', 0) ?? unknown.wordAt('state', 0)).toBeUndefined()
})

test('shares are of all credits of the organisation, or of the loaded rows if that total is unknown', () => {
  const result = board(spent('a', 5))
  expect([result.shareOf, result.numbers('share')[0]]).toEqual(['these rows', 1])
  const whole = board(spent('a', 5), { total: 20 })
  expect([whole.shareOf, whole.numbers('share')[0]]).toEqual(['all credits', 0.25])
})

test('a leaderboard keeps the figures of the rows it was built from', () => {
  const people = peopleOf(spent('a', 1))
  const result = board(spent('a', 1))
  const first = leaderboardOf(people, { range })
  people.append(peopleChunk(spent('b', 5)))
  expect(first.sumAt('credits', 0)).toEqual(result.sumAt('credits', 0))
  expect([first.length, first.totalCredits().value]).toEqual([1, 1])
})

test('a share is of the loaded credits, or of the given total', () => {
  const rows = [...spent('a', 30), ...spent('b', 10), ...spent('c', undefined)]
  expect([...board(rows).numbers('share')]).toEqual([0.75, 0.25, Number.NaN])
  expect([...board(rows, { total: 80 }).numbers('share')]).toEqual([0.375, 0.125, Number.NaN])
  expect(board(rows).totalCredits()).toEqual({ value: 40, missing: 1 })
  expect([...board(spent('a', 0)).numbers('share')]).toEqual([Number.NaN])
})

test('equal values share a rank and the next rank skips them; gone and unknown users have no rank', () => {
  const rows = [
    ...spent('a', 10),
    ...spentBefore('a', 5),
    ...spent('b', 30),
    ...spentBefore('b', 4),
    ...spent('c', 10),
    ...spent('d', 1),
    ...spentBefore('d', 9),
    ...spentBefore('gone', 7),
    ...spent('unknown', undefined),
    ...spentBefore('unknown', 1),
  ]
  const result = board(rows, { previous })
  const { ranks, moves } = result.ranksBy('credits')
  const row = (id: string) => [ranks[result.entryOf(id) ?? -1], moves[result.entryOf(id) ?? -1]]
  // Before: d 9, gone 7, a 5, b 4, unknown 1.
  expect(['b', 'a', 'c', 'd', 'gone', 'unknown'].map(row)).toEqual([
    [1, 3],
    [2, 1],
    [2, Number.NaN],
    [4, -3],
    [Number.NaN, Number.NaN],
    [Number.NaN, Number.NaN],
  ])
  expect(result.numbers('rank')[result.entryOf('b') ?? -1]).toBe(1)
})

test('the primary model is the one with the most days, then the most credits, then the first alphabetically', () => {
  const of = (...days: [primary_model: string | undefined, billable_tokens: number][]) =>
    board(
      days.map(([primary_model, billable_tokens], day) =>
        personDay('a', `2026-11-0${5 + day}`, { primary_model, billable_tokens }),
      ),
    ).wordAt('model', 0)
  expect(of(['x', 1], ['y', 900], ['x', 1])).toBe('x')
  expect(of(['x', 1], ['y', 2])).toBe('y')
  expect(of(['y', 2], ['x', 2])).toBe('x')
  expect(of([undefined, 9], [undefined, 9], ['x', 0])).toBe('x')
  expect(of([undefined, 9])).toBeUndefined()
})

test('languages are counted by day', () => {
  const result = board([
    personDay('a', '2026-11-05', { languages: ['Go', 'C'], billable_tokens: 1 }),
    personDay('a', '2026-11-06', { languages: ['C', 'SQL'], billable_tokens: 10 }),
    personDay('a', '2026-11-01', { languages: ['Ruby'] }),
  ])
  expect(result.wordsAt('lang', 0)).toEqual([
    { word: 'C', days: 2, credits: 11 },
    { word: 'SQL', days: 1, credits: 10 },
    { word: 'Go', days: 1, credits: 1 },
  ])
  expect(result.wordAt('lang', 0)).toBe('C')
})

test('a series is 0 on days with rows of other users only, and unknown on days without rows', () => {
  const result = board([
    ...spent('a', 7),
    personDay('b', '2026-11-07'),
    personDay('a', '2026-11-08', { billable_tokens: undefined }),
  ])
  expect(result.seriesAt('credits', 0)).toEqual([7, undefined, 0, undefined])
  expect(result.numbers('last')[0]).toBe(Date.UTC(2026, 10, 8) / 86_400_000)
  expect(result.numbers('first')[1]).toBe(Date.UTC(2026, 10, 7) / 86_400_000)
})

test('the row without a user has sums and a share, no rank, and is not counted as a user', () => {
  const result = board(
    [
      ...spentBefore('', 90),
      ...spentBefore('gone', 1),
      personDay('', '2026-11-05', { billable_tokens: 90, autonomy_ratio: 9, user_messages: 1 }),
      personDay('a', '2026-11-05', { billable_tokens: 10, autonomy_ratio: 1, user_messages: 1 }),
    ],
    { previous },
  )
  expect([result.length, result.users, result.active, result.gone]).toEqual([3, 2, 1, 1])
  const [none, a] = [result.entryOf('') ?? -1, result.entryOf('a') ?? -1]
  expect([result.ranksBy('credits').ranks[none], result.ranksBy('credits').ranks[a]]).toEqual([Number.NaN, 1])
  expect([result.numberAt('share', none), result.numberAt('share', a)]).toEqual([0.9, 0.1])
  expect(result.wordAt('state', none)).toBeUndefined()
  expect(result.totalCredits().value).toBe(100)
})

test('figures of a range without rows are unknown: neither 0 nor gone', () => {
  const result = board(spentBefore('a', 4), { previous })
  expect([result.length, result.active, result.gone]).toEqual([1, 0, 0])
  expect(result.totalCredits()).toEqual({ value: undefined, missing: result.days.length })
  expect(result.wordAt('state', 0)).toBeUndefined()
  for (const field of ['days', 'credits', 'change', 'delta', 'share', 'rank', 'idle'] as const)
    expect(result.numberAt(field, 0), field).toBeNaN()
})

test('in privacy mode names and ids are pseudonyms, and users are found only by their pseudonyms', () => {
  const rows = [...spent('a', 1), ...spent('b', 2)]
  const result = board(rows, { salt: 'salt' })
  expect(result.nameAt(0)).toMatch(/^Person /)
  expect(result.idAt(0)).toBe(result.nameAt(0))
  expect(result.entryOf(result.nameAt(1))).toBe(1)
  expect(result.entryOf('a')).toBeUndefined()
})

test('the series of the previous period starts with its first day', () => {
  const rows = [...spent('a', 7), ...spentBefore('a', 1, 2), ...spentBefore('b', 5, 5, 5), ...spent('b', 1, 1)]
  const result = board(rows, { previous })
  expect(result.seriesAt('credits', 0)).toEqual([7, 0, undefined, undefined])
  // The third day has a row of another user, the fourth has none.
  expect(result.seriesBeforeAt('credits', 0)).toEqual([1, 2, 0, undefined])
  expect(board(rows).seriesBeforeAt('credits', 0)).toBeUndefined()
})
