import { type FilterSyntax, parseFilter, type Where, type WhereOptions } from '../filter/where-terms.ts'
import { aliasesOf, fieldNamed, fieldsOf, type ListKind } from './field-table.ts'

const wordsOf = (list: ListKind): FilterSyntax => ({
  fields: fieldsOf(list).map((field) => ({ ...field, aliases: aliasesOf(field) })),
  whyNot: (name) => {
    const elsewhere = fieldNamed(name)?.name
    return elsewhere && `${list === 'days' ? 'single days' : 'users'} have no field ${elsewhere}`
  },
})

export const PEOPLE_WORDS: Readonly<Record<ListKind, FilterSyntax>> = {
  people: wordsOf('people'),
  days: wordsOf('days'),
}

/** Parses a filter for a list of users or of their days. A free word matches the name or the id. */
export const parseWhere = (text: string, list: ListKind, options: WhereOptions = {}): Where =>
  parseFilter(text, PEOPLE_WORDS[list], options)
