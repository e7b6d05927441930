import fc from 'fast-check'
import { expect, test } from 'vitest'
import { PERSON_MEASURES } from '../../../src/domain/people/field-table.ts'
import { People } from '../../../src/domain/people/people.ts'
import {
  lastPersonDays,
  NO_USER,
  NO_WORD,
  type PersonDaysChunk,
  slicesOf,
  toPersonDaysChunk,
} from '../../../src/domain/people/person-days.ts'
import { forAll } from '../../helpers/for-all.ts'
import { personDay } from '../../helpers/person-day.ts'

const wordAt = (chunk: PersonDaysChunk, index: number | undefined): string | undefined =>
  index === undefined || index === NO_WORD ? undefined : chunk.words[index]

test('each word is stored once, and each language of a row once', () => {
  const chunk = toPersonDaysChunk([
    personDay('a', '2026-11-01', { billable_tokens: 5, user_email: 'a@x', languages: ['Go', 'Rust', 'Go'] }),
    personDay('b', '2026-11-01', { billable_tokens: 0.5, languages: ['Rust'] }),
  ])
  expect(chunk.words).toEqual(['m', 'standard', 'spec', 'Go', 'Rust'])
  expect([...chunk.languageStart]).toEqual([0, 2, 3])
})

test('rows without a day are left out and counted', () => {
  const chunk = toPersonDaysChunk([
    { user_id: 'a' },
    { user_id: 'a', date: '2026-11-01' },
    { user_id: undefined, date: undefined },
  ])
  expect(chunk).toMatchObject({ length: 1, dropped: 2 })
})

test('rows without a user are summed into one row per day, without an e-mail', () => {
  const chunk = toPersonDaysChunk([
    {
      date: '2026-11-01',
      billable_tokens: 5,
      user_email: 'a@x',
      autonomy_ratio: 2,
      user_messages: 30,
      languages: ['Go'],
    },
    { date: '2026-11-01', billable_tokens: 7, git_commits: 1, autonomy_ratio: 6, user_messages: 10, languages: ['C'] },
    { user_id: 'a', date: '2026-11-01', billable_tokens: 1 },
    { date: '2026-11-02', billable_tokens: 2 },
  ])
  expect(chunk).toMatchObject({ length: 3, dropped: 0, ids: [NO_USER, 'a'], emails: [undefined, undefined] })
  expect([...chunk.measures.billable_tokens]).toEqual([12, 1, 2])
  expect([chunk.measures.git_commits[0], chunk.measures.autonomy_ratio[0]]).toEqual([1, 3])
  expect([...chunk.languageStart]).toEqual([0, 2, 2, 2])
})

test('the e-mail of the newest row is used, in whatever order rows arrive', () => {
  const row = (date: string, user_email: string | null) => ({ user_id: 'a', user_email, date })
  const newest = [row('2026-11-05', 'new@x'), row('2026-11-01', 'old@x'), row('2026-11-06', null)]
  expect(toPersonDaysChunk(newest)).toMatchObject({ emails: ['new@x'], emailDays: ['2026-11-05'] })
  const people = new People()
  for (const each of newest) people.append(toPersonDaysChunk([each]))
  expect(people.emails).toEqual(['new@x'])
})

test('the last row of a user and day is kept, and so are all rows without a user', () => {
  const rows = [
    { user_id: 'a', date: '2026-11-01', n: 1 },
    { date: '2026-11-01', n: 2 },
    { user_id: 'b', date: '2026-11-01', n: 3 },
    { user_id: 'a', date: '2026-11-01', n: 4 },
    { date: '2026-11-01', n: 5 },
  ]
  expect(lastPersonDays(rows).map(({ n }) => n)).toEqual([2, 3, 4, 5])
})

test('words beyond the maximum number of codes are dropped', () => {
  const languages = Array.from({ length: NO_WORD + 5 }, (_, n) => `language ${n}`)
  const chunk = toPersonDaysChunk([{ user_id: 'a', date: '2026-11-01', languages, primary_model: 'm' }])
  expect(chunk.words).toHaveLength(NO_WORD)
  expect(wordAt(chunk, chunk.codes.primary_model[0])).toBe('m')
  expect(chunk.language).toHaveLength(NO_WORD - 1)
})

const days = fc.array(
  fc.record({
    credits: fc.oneof(fc.nat(), fc.constantFrom(-0, -1, 0.5, 65_535, 65_536, 2 ** 32 - 1, 2 ** 32, undefined)),
    languages: fc.array(fc.constantFrom('Go', 'SQL', 'Zig'), { maxLength: 3 }),
  }),
)

test('slices contain exactly the same rows, user by user, to the last bit of a number', () => {
  forAll(days, fc.integer({ min: 1, max: 7 }), fc.integer({ min: 1, max: 9 }), (rows, maxRows, people) => {
    const whole = toPersonDaysChunk(
      rows.map(({ credits, languages }, n) =>
        personDay(`p${n % people}`, `2026-11-0${1 + (Math.floor(n / people) % 9)}`, {
          billable_tokens: credits as number,
          languages,
        }),
      ),
    )
    const slices = [...slicesOf(whole, maxRows)]
    expect(slices.every(({ length }) => length > 0 && length <= maxRows)).toBe(true)
    const rowsOf = (chunk: PersonDaysChunk) =>
      Array.from({ length: chunk.length }, (_, row) => [
        chunk.ids[chunk.person[row] as number],
        chunk.days[chunk.day[row] as number],
        ...PERSON_MEASURES.map((measure) => chunk.measures[measure][row]),
        wordAt(chunk, chunk.codes.primary_model[row]),
        Array.from(chunk.language.subarray(chunk.languageStart[row], chunk.languageStart[row + 1]), (word) =>
          wordAt(chunk, word),
        ),
      ])
    const byPerson = rowsOf(whole).sort(([a], [b]) => whole.ids.indexOf(`${a}`) - whole.ids.indexOf(`${b}`))
    expect(slices.flatMap(rowsOf)).toEqual(byPerson)
    for (const { ids, person } of slices) expect(new Set(person).size).toBe(ids.length)
    for (const id of whole.ids) {
      const parts = slices.filter(({ ids }) => ids.includes(id))
      const rows = whole.person.filter((person) => whole.ids[person] === id).length
      expect(parts).toHaveLength(Math.max(1, Math.ceil(rows / maxRows)))
    }
  })
})
