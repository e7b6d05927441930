import type { TextTest } from '../filter/text-test.ts'
import type { ListKind, NumberField, WordField } from './field-table.ts'
import { NO_WORD } from './person-days.ts'
import type { PersonNames } from './person-names.ts'

/**
 * People summed over a range, or single days of them, as filters and sorts read them: a column for each field, made when first
 * asked for and kept. What a screen lists are entry numbers, `filterEntries(list, sortEntries(list, sort), where)`, of which only
 * the visible ones are turned into text.
 */
export type PeopleList = {
  kind: ListKind
  /** Entries. */
  length: number
  names: PersonNames
  /** The e-mail, or the id of a person without one; a pseudonym in privacy mode. Untrusted text. */
  nameAt(entry: number): string
  /** The id; a pseudonym in privacy mode. Untrusted text. */
  idAt(entry: number): string
  /** The number of an entry's person. */
  person: Uint32Array
  /** A field of the list, by entry; NaN where it is not known. Throws a RangeError for one that the list has not. */
  numbers(field: NumberField): Float64Array
  /** A field of the list, by entry. Throws a RangeError for one that the list has not. */
  words(field: WordField): WordColumn
  /** Of each entry 1 where one of its languages, or of the models that were used, is wanted. */
  haveOne(field: ManyWordField, isWanted: (word: string) => boolean): Uint8Array
  /** The credits on models whose names pass a test, by entry; NaN where nobody says which models credits were used on. */
  creditsOn(models: TextTest): Float64Array
  /** The models that were used, as far as the rows and the credits name them. Untrusted text. */
  models(): readonly string[]
  /** All entries in the order of their names, and of their days where a person has several: newest first. */
  inOrderOfNames(): Uint32Array
}

/** Fields of which an entry may have several words. */
export type ManyWordField = 'lang' | 'model'

/** Words by entry. */
export type WordColumn = {
  /** Indexes in `words`, or NO_WORD. */
  codes: Uint16Array
  /** Untrusted text. */
  words: readonly string[]
}

/** The word of an entry; undefined where it has none. Untrusted text. */
export const wordIn = ({ codes, words }: WordColumn, entry: number): string | undefined => {
  const code = codes[entry] ?? NO_WORD
  return code === NO_WORD ? undefined : words[code]
}
