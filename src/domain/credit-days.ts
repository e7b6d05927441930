import type { CreditDay } from '../contract/credits.ts'
import type { Lenient } from '../contract/lenient.ts'
import type { Day } from './calendar.ts'

/** A day of credit use without what each person used, which is kept in columns: {@link PersonCredits}. */
export type CreditDayRow = Omit<Lenient<CreditDay>, 'by_user'>

/**
 * What each person used on each day, in columns: a large organisation has half a million of these entries, and as objects
 * they cost twenty times the memory. Numbers that the API left out or sent in a wrong type are NaN.
 */
export type PersonCredits = {
  /** Days that have such a breakdown, ascending. `date` counts in these. */
  days: readonly Day[]
  /** Ids of people; `''` stands for entries without one. `person` counts in these. Untrusted text. */
  ids: readonly string[]
  /** The last e-mail seen of each of `ids`; undefined where there is none. Untrusted text. */
  emails: readonly (string | undefined)[]
  /** Ids of models; `''` stands for entries without one. `model` counts in these. Untrusted text. */
  models: readonly string[]
  /** One value an entry, which is a person on a day; entries of a day stand together, days ascending. */
  date: Uint16Array
  person: Uint32Array
  credits: Float64Array
  /** Raw tokens over the person's models. */
  input: Float64Array
  output: Float64Array
  /** Where an entry's models begin in the three columns below; one longer than the entries. */
  modelStart: Uint32Array
  model: Uint16Array
  modelCredits: Float64Array
}

/** Credit days as the program keeps them: at most one row a day, ascending. */
export type CreditDays = { days: readonly CreditDayRow[]; people: PersonCredits }
