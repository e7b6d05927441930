import fc from 'fast-check'
import { expect, test } from 'vitest'
import { upTo } from '../../../src/base/typed-arrays.ts'
import { daysBetween } from '../../../src/domain/calendar/calendar.ts'
import { dayNumber } from '../../../src/domain/calendar/day-number.ts'
import { quotedPart } from '../../../src/domain/filter/filter-pieces.ts'
import type { ListKind } from '../../../src/domain/people/field-table.ts'
import { leaderboardOf } from '../../../src/domain/people/leaderboard.ts'
import {
  filterEntries,
  parseWhere,
  peopleColumns,
  type WhereOptions,
} from '../../../src/domain/people/people-filter.ts'
import { personRowsOf } from '../../../src/domain/people/person-rows.ts'
import { toCreditDays } from '../../../src/domain/usage/credit-days.ts'
import { forMany } from '../../helpers/for-all.ts'
import { personDay } from '../../helpers/person-day.ts'
import { found, peopleOf, previous, type Row, range } from './people-rows.ts'

const chen = { user_email: 'a.chen@acme.example', delegation_level: 'auto-high' }
const okafor = { user_email: 'r.okafor@acme.example', delegation_level: 'auto-medium' }
const opus = { primary_model: 'claude-opus-4', languages: ['Go', 'C++'] }
const sonnet = { primary_model: 'sonnet-4', languages: ['Django'] }
const unknown = { billable_tokens: undefined, delegation_level: undefined }
const rows: Row[] = [
  personDay('u1', '2026-11-05', { ...chen, ...opus, billable_tokens: 1_500, git_commits: 7 }),
  personDay('u1', '2026-11-06', { ...chen, billable_tokens: 500 }),
  personDay('u2', '2026-11-05', { ...okafor, ...sonnet, billable_tokens: 900, git_commits: 5 }),
  personDay('u3', '2026-11-07', { ...unknown, languages: ['Objective C'], git_commits: 0 }),
  personDay('u1', '2026-11-01', { billable_tokens: 1_000 }),
  personDay('u4', '2026-11-02', { user_email: 'gone@acme.example', billable_tokens: 1 }),
]
const board = leaderboardOf(peopleOf(rows), { range, previous })
const idsFor = (text: string, options?: WhereOptions): string => found(board, text, options).map(board.idAt).join(' ')

test.each([
  ['ACME okafor', 'u2'],
  ['credits>=2k', 'u1'],
  ['credits<=900', 'u2 u4'],
  ['!credits<1000', 'u1 u3'],
  ['credits<.9k', 'u4'],
  ['credits = 2,000', 'u1'],
  ['!!credits>1000', 'u1'],
  ['credits=?', 'u3'],
  ['credits=900..2k', 'u1 u2'],
  ['mode=high,medium', 'u1 u2'],
  ['mode=?', 'u3 u4'],
  ['model=opus', 'u1'],
  ['model~onne', 'u2'],
  ['lang="Objective C",go', 'u1 u3'],
  ['id=u2', 'u2'],
  ['"chen@acme"', 'u1'],
  ['"credits"', ''],
  ['days>1', 'u1'],
  ['state!=stayed', 'u2 u3 u4'],
  ['delta=100%', 'u1'],
  ['share>=50%', 'u1'],
  ['delta<0.2k', 'u1 u4'],
  ['rank=1', 'u1'],
  ['last>=2026-11-06', 'u1 u3'],
  ['last=2026-11', 'u1 u2 u3'],
  ['last=2026-12', ''],
  ['main=opus', 'u1'],
  ['primary_model=sonnet', 'u2'],
  ['~ofr', 'u2'],
])('the filter %j finds %j', (text, ids) => {
  expect(parseWhere(text, 'people')).toMatchObject({ wrong: undefined, unfinished: undefined })
  expect(idsFor(text)).toBe(ids)
})

const none = undefined
test.each<[string, string | undefined, string | undefined]>([
  ['credit>5', "unknown field 'credit': did you mean credits?", none],
  ['xyzzy=1', "unknown field 'xyzzy'", none],
  ['credits>abc', 'abc is not a number; use 1000, 1.5k or 2M', none],
  ['credits>5%', '5% is not a number; use 1000, 1.5k or 2M', none],
  ['credits>1..2', '1..2 is not a number; use 1000, 1.5k or 2M', none],
  ['last>2026-02-30', '2026-02-30 is not a day; use 2026-11-20', none],
  ['mode>spec', 'mode is a word: use = or ~', none],
  ['credits~5', 'credits is a number: use = < or >', none],
  ['date>2026-11-05', 'users have no field date', none],
  ['last>30d', 'last is a day, not a duration; use 2026-11-20', none],
  ['idle>soon', 'soon is not a duration; use 30d, 2w or 12h', none],
  ['tools.opus>1', 'tools has no parts; use tools>10', none],
  ['credits.>1', none, 'credits.> needs a model after the dot'],
  ['credits.opus', none, 'credits.opus needs a number: use credits."model">10'],
  ['idle>', none, 'idle> needs a duration: 30d, 2w or 12h'],
  ['~', none, '~ needs the letters of a name'],
  ['credits>', none, 'credits> needs a number: 1000, 1.5k or 2M'],
  ['last<', none, 'last< needs a day: 2026-11-20'],
  ['mode=', none, 'mode= needs a word'],
  ['name~', none, 'name~ needs a name'],
  ['!', none, '! needs a word'],
  ['credits', none, 'credits is a field: use credits>10, or "credits" for a name'],
  ['mode', none, 'mode is a field: use mode~word, or "mode" for a name'],
  ['""', none, '"" needs a word'],
  ['credits>"', none, 'missing closing quote "'],
])('the filter %j is invalid or incomplete, with a message', (text, wrong, unfinished) => {
  expect(parseWhere(text, 'people')).toMatchObject({ wrong, unfinished })
})

test('a month includes its first and its last day', () => {
  const test = { is: 'within', from: dayNumber('2026-02-01'), to: dayNumber('2026-02-28') }
  expect(parseWhere('last=2026-02', 'people').terms).toMatchObject([{ test }])
})

const used = (model_id: string, billable_tokens: number) => ({ model_id, billable_tokens })
const { people: credits } = toCreditDays([
  {
    date: '2026-11-05',
    by_user: [
      { user_id: 'u1', billable_tokens: 1_500, by_model: [used('claude-opus-4', 1_200), used('claude-haiku-4', 300)] },
      { user_id: 'u2', billable_tokens: 900, by_model: [used('sonnet-4', 850), used('claude-opus-4', 50)] },
    ],
  },
  { date: '2026-11-06', by_user: [{ user_id: 'u1', billable_tokens: 500, by_model: [used('claude-opus-4', 400)] }] },
  { date: '2026-11-07', by_user: [{ user_id: 'u3', billable_tokens: 20 }] },
  { date: '2026-09-01', by_user: [{ user_id: 'u4', billable_tokens: 1, by_model: [used('claude-opus-4', 9_000)] }] },
])
const boardOfModels = leaderboardOf(peopleOf(rows), { range, previous, credits })
const daysOfModels = personRowsOf(peopleOf(rows), { range, credits })

test.each([
  ['model=opus', 'u1 u2'],
  ['main=opus', 'u1'],
  ['main=sonnet model=opus', 'u2'],
  ['credits.opus>1k', 'u1'],
  ['credits.opus=1600', 'u1'],
  ['credits.OPUS=..50', 'u2 u4'],
  ['credits.opus=?', 'u3'],
  ['credits.opus>1k credits.haiku>100', 'u1'],
])('with credits by model, the filter %j finds %j', (text, ids) => {
  expect(parseWhere(text, 'people')).toMatchObject({ wrong: undefined, unfinished: undefined })
  expect(found(boardOfModels, text).map(boardOfModels.idAt).join(' ')).toBe(ids)
})

const oddNames = ['sonnet[1m]', 'a "quoted" model', '🦊 fox', "it's\\new", 'x=1<2', 'tab\tname', '\\', 'plus+plus (1)']

test('a filter on the credits of a model works for any model name', () => {
  const by_user = oddNames.map((own) => ({
    user_id: own,
    by_model: oddNames.map((model_id) => ({ model_id, billable_tokens: model_id === own ? 7 : 1 })),
  }))
  const credits = toCreditDays([{ date: '2026-11-05', by_user }]).people
  const odd = leaderboardOf(peopleOf(oddNames.map((id) => personDay(id, '2026-11-05'))), { range, credits })
  for (const model of oddNames)
    expect(found(odd, `credits.${quotedPart(model)}=7`).map(odd.idAt), model).toEqual([model])
})

const wrongParts = ['credits.opus', 'credits.my model>1', 'credits."opus>1k', 'credits."opus"x>1k', 'credits."">1']
test.each(wrongParts)('%s is neither a condition nor the name of a user', (text) => {
  const { wrong, unfinished, terms } = parseWhere(text, 'people')
  expect(wrong ?? unfinished).toBeDefined()
  expect(terms.filter(({ is }) => is === 'name')).toEqual([])
})

test('a long text of backslashes after a dot is parsed quickly', () => {
  const start = performance.now()
  parseWhere(`credits."${'\\'.repeat(100_000)}>1`, 'people')
  expect(performance.now() - start).toBeLessThan(1_000)
})

test.each([
  ['model=opus', ['u1 2026-11-05', 'u1 2026-11-06', 'u2 2026-11-05']],
  ['main=opus', ['u1 2026-11-05']],
  ['credits.opus>=400', ['u1 2026-11-05', 'u1 2026-11-06']],
  ['credits.opus=?', ['u3 2026-11-07']],
])('in a list of single days, the filter %j finds %j', (text, days) => {
  const entries = found(daysOfModels, text)
  expect(entries.map((entry) => `${daysOfModels.idAt(entry)} ${daysOfModels.dayAt(entry)}`).toSorted()).toEqual(days)
})

test('without credits by model, amounts are unknown and only the main model is known', () => {
  expect(idsFor('credits.opus>0')).toBe('')
  expect(idsFor('credits.opus=?')).toBe('u1 u2 u3 u4')
  expect(idsFor('model=opus')).toBe('u1')
})

test('the idle days of a user without rows in the range are counted from their last day before it', () => {
  const idle = found(boardOfModels, 'idle>0').map((entry) => [
    boardOfModels.idAt(entry),
    boardOfModels.numbers('idle')[entry],
  ])
  const days = (from: string) => daysBetween(from, range.to)
  expect(Object.fromEntries(idle)).toMatchObject({ u1: days('2026-11-06'), u4: days('2026-11-02') })
})

test('an invalid term does not affect the others', () => {
  expect(idsFor('chen credit>5')).toBe('u1')
  expect(idsFor('credits> mode=auto-high')).toBe('u1')
  expect(parseWhere('credits> mode=auto-high', 'people').unfinished).toMatch(/^credits> needs/)
})

test('a message quotes only the start of a long word', () => {
  expect(parseWhere(`${'x'.repeat(500)}=1`, 'people').wrong?.length).toBeLessThan(60)
  expect(parseWhere(`credits>${'x'.repeat(500)}`, 'people').wrong?.length).toBeLessThan(80)
})

test('a partly typed filter never hides a match of the complete one', () => {
  const wholes = [
    'credits>=2,000',
    'model=opus !lang=Django',
    'mode=auto-high !lang!=Go',
    'commits>6 !okafor',
    'last>=2026-11-06 days>1',
    'commits>=6 mode!=spec',
    '"a.chen"',
  ]
  for (const whole of wholes) {
    for (let length = 0; length <= whole.length; length++) {
      const typed = whole.slice(0, length)
      expect(found(board, typed, { isTyping: true }).map(board.idAt), typed).toContain('u1')
      expect(parseWhere(typed, 'people', { isTyping: true }).wrong, typed).toBeUndefined()
    }
  }
})

test('a word is matched as a prefix only while typing, and only at the end of the filter', () => {
  expect(idsFor('mode=auto-h', { isTyping: true })).toBe('u1')
  expect(idsFor('mode=auto-h ', { isTyping: true })).toBe('')
  expect(idsFor('mode=auto-h chen', { isTyping: true })).toBe('')
  expect(idsFor('lang=G', { isTyping: true })).toBe('u1')
  expect(idsFor('mode="auto-h', { isTyping: true })).toBe('u1')
})

test('the start of a field name also matches user names', () => {
  const people = leaderboardOf(peopleOf([personDay('modesto', '2026-11-05'), personDay('x', '2026-11-05')]), { range })
  const ids = (text: string) => found(people, text, { isTyping: true }).map(people.idAt)
  expect(ids('mod')).toEqual(['modesto'])
  expect(ids('mode')).toEqual(['modesto', 'x'])
  expect(ids('modes')).toEqual(['modesto'])
  expect(ids('cred')).toEqual(['modesto', 'x'])
  expect(ids('nope')).toEqual([])
  expect(ids('"cred"')).toEqual([])
  expect(found(people, 'cred')).toEqual([])
})

test('in privacy mode no e-mail or id finds a user', () => {
  const hidden = leaderboardOf(peopleOf(rows), { range, salt: 'salt' })
  for (const text of ['chen', 'u1', 'name~acme', 'id=u1']) expect(found(hidden, text)).toEqual([])
  expect(found(hidden, `"${hidden.nameAt(0)}"`)).toEqual([0])
})

test('single days have their own fields', () => {
  const list = personRowsOf(peopleOf(rows), { range })
  const days = (text: string) => found(list, text).map((entry) => `${list.idAt(entry)} ${list.dayAt(entry).slice(8)}`)
  expect(days('credits>=900')).toEqual(['u1 05', 'u2 05'])
  expect(days('date>=2026-11-06')).toEqual(['u1 06', 'u3 07'])
  expect(days('day=2026-11-05 lang=go')).toEqual(['u1 05'])
  expect(days('lang=?')).toEqual(['u1 06'])
  expect(parseWhere('rank<3', 'days').wrong).toBe('single days have no field rank')
  expect(parseWhere('state=new', 'days').wrong).toBe('single days have no field state')
})

test('no text makes a filter throw or match an entry twice', () => {
  const kinds: ListKind[] = ['people', 'days']
  const lists = { people: board, days: personRowsOf(peopleOf(rows), { range }) }
  const sign = fc.constantFrom(' ', ...'credits mode last x ! > = ~ " , .. 5 k - % ? é'.split(' '))
  forMany(500, fc.array(sign, { maxLength: 12 }), fc.constantFrom(...kinds), fc.boolean(), (signs, kind, isTyping) => {
    const list = lists[kind]
    const entries = found(list, signs.join(''), { isTyping })
    expect(entries.length).toBeLessThanOrEqual(list.length)
  })
})

test('the known words of a field are listed, most frequent first', () => {
  const words = (field: string, list = board) => peopleColumns(list).wordsOf(field)
  expect(words('mode')).toEqual(['auto-high', 'auto-medium'])
  expect(words('state')).toEqual(['new', 'stayed', 'gone'])
  expect(words('lang')).toEqual(['Go', 'C++', 'Django', 'Objective C'])
  expect(words('model')).toEqual(['claude-opus-4', 'm', 'sonnet-4'])
  expect(words('model', boardOfModels)).toEqual(['claude-opus-4', 'claude-haiku-4', 'sonnet-4', 'm'])
  expect([words('name'), words('credits')]).toEqual([undefined, undefined])
})

test('a filter keeps the order of the entries', () => {
  const reversed = upTo(board.length).toReversed()
  expect([...filterEntries(board, reversed, parseWhere('acme', 'people'))]).toEqual([3, 1, 0])
})
