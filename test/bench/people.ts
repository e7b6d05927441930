import { addDays, type Range } from '../../src/domain/calendar/calendar.ts'
import { SUM_FIELDS } from '../../src/domain/people/field-table.ts'
import { type Leaderboard, leaderboardOf } from '../../src/domain/people/leaderboard.ts'
import { People } from '../../src/domain/people/people.ts'
import { filterEntries, parseWhere } from '../../src/domain/people/people-filter.ts'
import { sortBy, sortEntries } from '../../src/domain/people/people-sort.ts'
import { type PersonDaysChunk, toPersonDaysChunk } from '../../src/domain/people/person-days.ts'
import { personDetail } from '../../src/domain/people/person-detail.ts'
import { personRowsOf } from '../../src/domain/people/person-rows.ts'
import { median } from './bench-kit.ts'
import { createPersonDays } from './person-days.ts'
import { print } from './results.ts'

const PEOPLE = 2000
const DAYS = 50
const PAGE = 100
const ROUNDS = 15
const GOAL_MS = 16
/** For sorting 100,000 rows, which happens only at a key press. */
const SORT_GOAL_MS = 50
const GOAL_MB = 16
const FIRST = '2026-10-01'

const range: Range = { from: addDays(FIRST, DAYS / 2), to: addDays(FIRST, DAYS - 1) }
const previous: Range = { from: FIRST, to: addDays(FIRST, DAYS / 2 - 1) }
const whole: Range = { from: FIRST, to: range.to }

const figures = new Map<string, number[]>()
const time = <Result>(what: string, work: () => Result): Result => {
  const start = performance.now()
  const result = work()
  figures.set(what, [...(figures.get(what) ?? []), performance.now() - start])
  return result
}

const heldBytes = (): number => {
  // Each collection may make more garbage collectable.
  for (let times = 0; times < 3; times++) globalThis.gc?.()
  const { heapUsed, arrayBuffers } = process.memoryUsage()
  return heapUsed + arrayBuffers
}

const loaded = (chunks: readonly PersonDaysChunk[]): People => {
  const people = new People()
  for (const chunk of chunks) time('a page of 5,000 rows appended', () => people.append(chunk))
  return people
}

const board = (people: People): Leaderboard => leaderboardOf(people, { range, previous })

const measureRound = (chunks: readonly PersonDaysChunk[]): void => {
  const people = loaded(chunks)
  const first = time('sums of the columns on screen, both periods', () => {
    const own = board(people)
    for (const field of ['credits', 'tools', 'sessions', 'commits', 'prs'] as const) {
      own.sumAt(field, 0)
      own.deltaAt(field, 0)
    }
    own.wordAt('mode', 0)
    return own
  })
  time('sums of every field, both periods', () => {
    const own = board(people)
    for (const field of SUM_FIELDS) own.deltaAt(field, 0)
  })
  const order = time('people sorted by credits', () => sortEntries(first, sortBy('credits')))
  time('ranks and movement', () => first.ranksBy('credits'))
  for (const text of ['chen', 'credits>1k mode=auto-high lang=Go !model=opus', 'name~chen last>2026-11-01'])
    time(`people filtered by ${text}`, () => filterEntries(first, order, parseWhere(text, 'people')))
  time('one person', () => personDetail(first, first.idAt(first.length >> 1)))

  const rows = time('single days of all people', () => personRowsOf(people, { range: whole }))
  const unsorted = time('100,000 single days by name', () => sortEntries(rows, sortBy('name')))
  for (const field of ['credits', 'autonomy', 'model'] as const)
    time(`100,000 single days sorted by ${field}`, () => sortEntries(rows, sortBy(field)))
  for (const text of ['chen', 'credits>1k mode=auto-high lang=Go', 'tools>=10 commits<5 !tier=thinking'])
    time(`100,000 single days filtered by ${text}`, () => filterEntries(rows, unsorted, parseWhere(text, 'days')))
}

/**
 * Measures how long the leaderboard's figures take for 100,000 per-user rows: 2,000 people on 50 days, 25 of which are compared with
 * the 25 before. Medians of rounds on fresh data, so that nothing memoized makes a later one fast.
 */
export const measurePeople = (): void => {
  const rowOf = createPersonDays(FIRST)
  const chunks = Array.from({ length: PEOPLE / PAGE }, (_, page) =>
    toPersonDaysChunk(
      Array.from({ length: PAGE * DAYS }, (_row, at) => rowOf(page * PAGE + Math.floor(at / DAYS), at % DAYS)),
    ),
  )
  const before = heldBytes()
  const people = loaded(chunks)
  const own = board(people)
  for (const field of SUM_FIELDS) own.deltaAt(field, 0)
  filterEntries(own, sortEntries(own, sortBy('credits')), parseWhere('chen', 'people'))
  const megabytes = (heldBytes() - before) / 1e6
  const held = `memory for ${people.length.toLocaleString('en')} rows and the sums of ${own.length} people`
  print(held, '', megabytes, GOAL_MB, ' MB')
  figures.clear()

  for (let count = 0; count < ROUNDS; count++) measureRound(chunks)
  for (const [what, values] of figures) {
    const goal = /^100,000.*( sorted | by name$)/.test(what) ? SORT_GOAL_MS : GOAL_MS
    print(what, '', median(values), goal, ' ms')
  }
}
