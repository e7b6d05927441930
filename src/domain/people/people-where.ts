import { type ReadTerms, readTerms, type WhereOptions, type WhereTerm, type WhereWords } from '../filter/where-terms.ts'
import {
  aliasesOf,
  fieldNamed,
  fieldsOf,
  type ListKind,
  type NumberField,
  type TextField,
  type WordField,
} from './people-fields.ts'

export type { NumberTest, TextTest, WhereOptions } from '../filter/where-terms.ts'

/** A filter of people or of their days, as it is typed: see {@link readTerms}. A word alone is part of the name or the id. */
export type Where = ReadTerms<Term>

/** One condition of a filter. */
export type Term = WhereTerm<{ number: NumberField; word: WordField; text: TextField }>

const wordsOf = (list: ListKind): WhereWords => ({
  fields: fieldsOf(list).map((field) => ({ ...field, aliases: aliasesOf(field) })),
  whyNot: (name) => {
    const elsewhere = fieldNamed(name)?.name
    return elsewhere && `${list === 'days' ? 'single days' : 'people'} have no ${elsewhere}`
  },
})

const words: Readonly<Record<ListKind, WhereWords>> = { people: wordsOf('people'), days: wordsOf('days') }

/** Reads a filter for a list of people or of their days. Never throws. Nothing typed holds for all. */
export const parseWhere = (text: string, list: ListKind, options: WhereOptions = {}): Where =>
  readTerms(text, words[list], options) as Where
