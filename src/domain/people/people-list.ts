import type { TextTest } from '../filter/text-test.ts'
import type { ListKind, NumberField, WordField } from './field-table.ts'
import { NO_WORD } from './person-days.ts'
import type { PersonNames } from './person-names.ts'

/**
 * Users summed over a range, or single days of users, in columns for filters and sorts. Each column is computed on
 * first use and cached. A screen lists the entry numbers `filterEntries(list, sortEntries(list, sort), where)` and
 * formats only the visible ones.
 */
export type PeopleList = {
  kind: ListKind
  /** Number of entries. */
  length: number
  names: PersonNames
  /** The e-mail, or the id of a user without one; a pseudonym in privacy mode. Untrusted text. */
  nameAt(entry: number): string
  /** The id; a pseudonym in privacy mode. Untrusted text. */
  idAt(entry: number): string
  /** The user's number, by entry. */
  person: Uint32Array
  /** A numeric field, by entry; NaN if unknown. Throws a RangeError for a field that the list doesn't have. */
  numbers(field: NumberField): Float64Array
  /** A word field, by entry. Throws a RangeError for a field that the list doesn't have. */
  words(field: WordField): WordColumn
  /** 1 for each entry with a matching language or used model; otherwise 0. */
  matchingMarks(field: ManyWordField, isWanted: (word: string) => boolean): Uint8Array
  /** The credits of matching models, by entry; NaN if the models of the credits are unknown. */
  creditsOn(models: TextTest): Float64Array
  /** The used models, from the rows and the credits. Untrusted text. */
  models(): readonly string[]
  /** All entries sorted by name; the days of a user are newest first. */
  sortedByName(): Uint32Array
}

/** Fields with several words per entry. */
export type ManyWordField = 'lang' | 'model'

/** A word per entry. */
export type WordColumn = {
  /** Indexes in `words`, or NO_WORD. */
  codes: Uint16Array
  /** Untrusted text. */
  words: readonly string[]
}

/** The word of an entry; undefined if it has none. Untrusted text. */
export const wordIn = ({ codes, words }: WordColumn, entry: number): string | undefined => {
  const code = codes[entry] ?? NO_WORD
  return code === NO_WORD ? undefined : words[code]
}
