import { expect, test } from 'vitest'
import { leaderboardOf } from '../../../src/domain/people/leaderboard.ts'
import { toPersonDaysChunk } from '../../../src/domain/people/person-days.ts'
import { personDetail } from '../../../src/domain/people/person-detail.ts'
import { personDay } from '../../helpers/person-day.ts'
import { peopleOf, previous, type Row, range } from './people-rows.ts'

const detail = (rows: readonly Row[], id: string, options: object = {}) =>
  personDetail(leaderboardOf(peopleOf(rows), { range, ...options }), id)

test('each day of the range has all members of its row, or none', () => {
  const rows = [
    personDay('a', '2026-11-07', { billable_tokens: 3.5, languages: ['C', 'Go'], user_email: 'a@x', hooks: undefined }),
    personDay('a', '2026-11-05', { tool_calls: 12, primary_model: undefined }),
    personDay('b', '2026-11-06'),
    personDay('a', '2026-11-04'),
  ]
  const got = detail(rows, 'a')
  const [first, , third] = rows
  expect(got?.days).toEqual(['2026-11-05', '2026-11-06', '2026-11-07', '2026-11-08'])
  expect(got?.rows).toEqual([{ ...rows[1], user_email: 'a@x' }, undefined, { ...first, user_email: 'a@x' }, undefined])
  expect(third?.user_id).toBe('b')
  expect(got).toMatchObject({ id: 'a', name: 'a@x', firstDay: '2026-11-05', lastDay: '2026-11-07', people: 2 })
})

test('totals include the previous period, rank, movement and share', () => {
  const rows = [
    personDay('a', '2026-11-05', { billable_tokens: 30, git_commits: undefined }),
    personDay('a', '2026-11-06', { billable_tokens: 30, git_commits: 2 }),
    personDay('a', '2026-11-01', { billable_tokens: 40 }),
    personDay('b', '2026-11-05', { billable_tokens: 20 }),
    personDay('b', '2026-11-02', { billable_tokens: 50 }),
  ]
  const got = detail(rows, 'a', { previous })
  expect(got?.totals.credits).toMatchObject({
    now: { value: 60, missing: 0 },
    before: { value: 40, missing: 0 },
    delta: { text: '50.0 %', kind: 'up' },
  })
  expect(got?.totals.commits.now).toEqual({ value: 2, missing: 1 })
  expect(got?.totals.days.now.value).toBe(2)
  expect(got).toMatchObject({ share: 0.75, rank: 1, move: 1 })
  expect(detail(rows, 'a', { previous, total: 600 })?.share).toBe(0.1)
})

test('uncached days are unloaded, except for users on a loaded page of these days', () => {
  const held = [personDay('a', '2026-11-07', { billable_tokens: 5 }), personDay('b', '2026-11-07')]
  const people = peopleOf(held)
  const uncached = [{ from: '2026-11-01', to: '2026-11-06' }]
  const got = (id: string) => personDetail(leaderboardOf(people, { range, previous, uncached }), id)
  expect(got('a')?.unloaded).toEqual(['2026-11-05', '2026-11-06'])
  expect(got('a')?.totals.credits).toMatchObject({
    now: { value: 5, missing: 2 },
    before: { value: undefined, missing: 4 },
  })
  expect(got('a')?.totals.days.now).toEqual({ value: 1, missing: 2 })
  const walked = { from: '2026-11-01', to: '2026-11-06' }
  const page = [personDay('a', '2026-11-02', { billable_tokens: 3 }), personDay('c', '2026-11-05')]
  people.append({ ...toPersonDaysChunk(page), walked })
  expect(got('a')?.unloaded).toEqual([])
  expect(got('a')?.totals.credits).toMatchObject({ now: { value: 5, missing: 0 }, before: { value: 3, missing: 0 } })
  expect(got('b')?.unloaded).toEqual(['2026-11-05', '2026-11-06'])
  const board = leaderboardOf(people, { range, uncached })
  expect(board.seriesAt('sessions', board.entryOf('a') ?? -1)[0]).toBe(0)
  expect(board.seriesAt('sessions', board.entryOf('b') ?? -1)[0]).toBe(undefined)
})

const spent = (id: string, day: number, billable_tokens: number | undefined) =>
  personDay(id, `2026-11-${String(day).padStart(2, '0')}`, { billable_tokens })

test('the rank of a day counts the users with more credits, and is unknown without credits', () => {
  const rows = [
    ...[spent('a', 5, 10), spent('a', 6, 10), spent('a', 7, undefined)],
    ...[spent('b', 5, 20), spent('b', 6, 10), spent('b', 8, 90)],
    ...[spent('c', 5, 30), spent('c', 6, 5), spent('c', 7, 1)],
  ]
  expect(detail(rows, 'a')?.ranksByDay).toEqual([3, 1, undefined, undefined])
  expect(detail(rows, 'b')?.ranksByDay).toEqual([2, 1, undefined, 1])
  expect(detail(rows, 'a')?.ranksByWeek).toEqual([{ from: '2026-11-05', to: '2026-11-08', rank: 3 }])
})

test('weeks are counted back from the end of the range', () => {
  const rows = [spent('a', 1, 1), spent('b', 1, 5), spent('a', 8, 3), spent('b', 12, 2)]
  const got = detail(rows, 'a', { range: { from: '2026-11-01', to: '2026-11-17' } })
  expect(got?.ranksByWeek).toEqual([
    { from: '2026-11-01', to: '2026-11-03', rank: 2 },
    { from: '2026-11-04', to: '2026-11-10', rank: 1 },
    { from: '2026-11-11', to: '2026-11-17', rank: undefined },
  ])
})

test('a user without rows in either period has no detail, and a gone user has no first day and no rank', () => {
  const rows = [personDay('a', '2026-11-09'), personDay('gone', '2026-11-01')]
  expect(detail(rows, 'a')).toBeUndefined()
  expect(detail(rows, 'nope')).toBeUndefined()
  const none = { firstDay: undefined, rank: undefined, words: { model: [] } }
  expect(detail(rows, 'gone', { previous })).toMatchObject(none)
})

test('in privacy mode no row contains an id or e-mail', () => {
  const rows = [personDay('secret-id', '2026-11-05', { user_email: 'secret@x' })]
  const board = leaderboardOf(peopleOf(rows), { range, salt: 'salt' })
  const got = personDetail(board, board.idAt(0))
  expect(got?.rows[0]).toMatchObject({ user_id: board.nameAt(0), user_email: null })
  expect(JSON.stringify(got)).not.toContain('secret')
})
