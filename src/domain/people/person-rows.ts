import { recordOf } from '../../base/json.ts'
import { memoize, once } from '../../base/memoize.ts'
import { codesOf, floatsOf, indexesOf, stableOrder, upTo } from '../../base/typed-arrays.ts'
import type { Lenient } from '../../contract/lenient.ts'
import type { PersonDay } from '../../contract/per-user-rows.ts'
import type { Day, Range } from '../calendar/calendar.ts'
import { dayNumber } from '../calendar/day-number.ts'
import type { PersonCredits } from '../usage/credit-days.ts'
import {
  isSumField,
  type NumberField,
  PERSON_MEASURES,
  PERSON_WORDS,
  type PersonMember,
  rowWordOf,
  type SumField,
  type WordField,
} from './field-table.ts'
import { modelColumns } from './model-credits.ts'
import type { People } from './people.ts'
import { type PeopleList, type WordColumn, wordIn } from './people-list.ts'
import { NO_WORD } from './person-days.ts'
import { namesOf, type PersonNames } from './person-names.ts'
import { periodOf, valuesOf } from './person-period.ts'
import { type WordsMember, wordsOfRow } from './person-words.ts'

export type PersonRowsOptions = {
  range: Range
  /** Privacy mode: replaces names and ids by pseudonyms made with this salt. */
  salt?: string | undefined
  /** Credits by user and model, if loaded. */
  credits?: PersonCredits | undefined
}

/** Single days of users in a range, one entry per user and day. */
export type PersonRows = ReturnType<typeof personRowsOf>

/** The days of users in a range, in the order in which they were loaded. */
export const personRowsOf = (people: People, { range, salt, credits }: PersonRowsOptions) => {
  const names = namesOf(people, salt)
  const { rows } = periodOf(people, range)
  const length = rows.length
  const person = indexesOf(length, (entry) => people.person[rows[entry] ?? 0] ?? 0)
  const numbers = memoize((field: NumberField): Float64Array => {
    if (field === 'date') return dates(people, rows)
    if (!isSumField(field) || field === 'days') throw new RangeError(`single days have no ${field}`)
    const read = valuesOf(people, field)
    return floatsOf(length, (entry) => read(rows[entry] ?? 0))
  })
  const words = memoize((field: WordField): WordColumn => {
    if (field === 'state' || field === 'stopped') throw new RangeError(`single days have no ${field}`)
    const wordsOf = wordsOfRow(people, memberOf(field))
    return { codes: codesOf(length, (entry) => wordsOf(rows[entry] ?? 0)[0] ?? NO_WORD), words: people.words }
  })
  const sortedByName = once(() => {
    const { places: byPerson } = names
    const places = floatsOf(length, (entry) => byPerson[person[entry] ?? 0] ?? 0)
    return stableOrder(places, false, stableOrder(numbers('date'), true, upTo(length)))
  })
  return {
    kind: 'days',
    people,
    range,
    names,
    length,
    person,
    /** The entry's row in `people`. */
    rows,
    numbers,
    words,
    sortedByName,
    ...modelColumns({
      people,
      range,
      credits,
      person,
      dayOf: (entry) => people.day[rows[entry] ?? 0] ?? 0,
      hasWord: (field) => {
        const wordsOf = wordsOfRow(people, memberOf(field))
        return (entry, isWanted) => wordsOf(rows[entry] ?? 0).some(isWanted)
      },
    }),
    nameAt: (entry: number) => names.nameOf(person[entry] ?? -1),
    idAt: (entry: number) => names.idOf(person[entry] ?? -1),
    dayAt: (entry: number): Day => people.days[people.day[rows[entry] ?? 0] ?? 0] ?? range.from,
    /** Undefined if the row has no such value. */
    valueAt(field: SumField, entry: number): number | undefined {
      const value = valuesOf(people, field)(rows[entry] ?? -1)
      return Number.isNaN(value) ? undefined : value
    },
    /** Untrusted text. */
    wordAt: (field: WordField, entry: number) => wordIn(words(field), entry),
    /** All fields of the row. */
    rowAt: (entry: number) => personDayAt(people, names, rows[entry] ?? -1),
  } satisfies PeopleList & Record<string, unknown>
}

const dates = ({ days, day }: People, rows: Uint32Array): Float64Array => {
  const numbers = days.map(dayNumber)
  return floatsOf(rows.length, (entry) => numbers[day[rows[entry] ?? 0] ?? 0] ?? Number.NaN)
}

const memberOf = (field: Exclude<WordField, 'state' | 'stopped'>): WordsMember =>
  field === 'lang' ? 'languages' : rowWordOf(field)

/** The fields of a row in the API's order. The contract's schema has the same list, but importing it would load zod. */
const PERSON_DAY_MEMBERS = [
  'user_id',
  'user_email',
  'date',
  'tool_calls',
  'billable_tokens',
  'primary_model',
  'primary_model_tier',
  'files_created',
  'files_edited',
  'git_commits',
  'git_prs_created',
  'mcp_calls',
  'skill_calls',
  'slash_commands',
  'hooks',
  'sessions',
  'messages',
  'user_messages',
  'assistant_messages',
  'autonomy_ratio',
  'delegation_level',
  'languages',
] as const satisfies readonly PersonMember[]

/** Converts a row of the columns to the API's format. `names` decides whether id and e-mail are pseudonyms. */
export const personDayAt = (people: People, names: PersonNames, row: number): Lenient<PersonDay> => {
  const person = people.person[row] ?? -1
  const members: Lenient<PersonDay> = {
    user_id: names.idOf(person),
    user_email: names.emailOf(person),
    date: people.days[people.day[row] ?? -1],
    ...recordOf(PERSON_MEASURES, (member) => {
      const value = people.measures[member].at(row)
      return Number.isNaN(value) ? undefined : value
    }),
    ...recordOf(PERSON_WORDS, (member) => people.words[people.codes[member][row] ?? NO_WORD]),
    languages: wordsOfRow(people, 'languages')(row).map((word) => people.words[word] ?? ''),
  }
  return recordOf(PERSON_DAY_MEMBERS, (member) => members[member]) as Lenient<PersonDay>
}
