import { readTerms, type Where, type WhereOptions, type WhereWords } from '../filter/where-terms.ts'
import { aliasesOf, fieldNamed, fieldsOf, type ListKind } from './field-table.ts'

const wordsOf = (list: ListKind): WhereWords => ({
  fields: fieldsOf(list).map((field) => ({ ...field, aliases: aliasesOf(field) })),
  whyNot: (name) => {
    const elsewhere = fieldNamed(name)?.name
    return elsewhere && `${list === 'days' ? 'single days' : 'people'} have no ${elsewhere}`
  },
})

/** What filters of people, and of their days, can be about. */
export const PEOPLE_WORDS: Readonly<Record<ListKind, WhereWords>> = {
  people: wordsOf('people'),
  days: wordsOf('days'),
}

/** Reads a filter for a list of people or of their days. A word alone is part of the name or the id. */
export const parseWhere = (text: string, list: ListKind, options: WhereOptions = {}): Where =>
  readTerms(text, PEOPLE_WORDS[list], options)
