import type { Day, Range } from '../calendar/calendar.ts'
import type { People } from '../people/people.ts'
import { wordIn } from '../people/people-list.ts'
import { personRowsOf } from '../people/person-rows.ts'

/** The days of users in a range, in columns. An entry is one user on one day. NaN is an unknown number. */
export type UserDays = {
  /** The entries of each user, by the user's number. */
  byUser: ReadonlyMap<number, readonly number[]>
  /** Untrusted text, by the user's number. */
  idOf: (user: number) => string
  /** The e-mail, or the id of a user without one. Untrusted text. */
  nameOf: (user: number) => string
  credits: Float64Array
  prompts: Float64Array
  /** Messages of the assistant: one for each call of a model. */
  replies: Float64Array
  tools: Float64Array
  commits: Float64Array
  /** Files created or edited. */
  files: Float64Array
  dayOf: (entry: number) => Day
  /** Untrusted text; undefined if unknown. */
  tierOf: (entry: number) => string | undefined
}

/** The days of the loaded users in a range. */
export const userDaysOf = (people: People, range: Range): UserDays => {
  const rows = personRowsOf(people, { range })
  const byUser = new Map<number, number[]>()
  for (let entry = 0; entry < rows.length; entry++) {
    const user = rows.person[entry] ?? 0
    const entries = byUser.get(user)
    if (entries) entries.push(entry)
    else byUser.set(user, [entry])
  }
  const tiers = rows.words('tier')
  return {
    byUser,
    idOf: (user) => people.ids[user] ?? '',
    nameOf: (user) => people.emails[user] ?? people.ids[user] ?? '',
    credits: rows.numbers('credits'),
    prompts: rows.numbers('asked'),
    replies: rows.numbers('answered'),
    tools: rows.numbers('tools'),
    commits: rows.numbers('commits'),
    files: rows.numbers('files'),
    dayOf: (entry) => people.days[people.day[rows.rows[entry] ?? 0] ?? 0] ?? '',
    tierOf: (entry) => wordIn(tiers, entry),
  }
}

/** The sum of known numbers of a column over entries. */
export const sumOver = (column: Float64Array, entries: readonly number[]): number =>
  entries.reduce((sum, entry) => sum + (column[entry] || 0), 0)
