import { createDictionary } from '../../base/dictionary.ts'
import { memoize, once } from '../../base/memoize.ts'
import { floatsOf, marksOf } from '../../base/typed-arrays.ts'
import { isDay } from '../calendar/calendar.ts'
import { dayNumber } from '../calendar/day-number.ts'
import { fuzzyScore } from '../text/fuzzy.ts'
import { type FilterColumns, marksWhere } from './filter-columns.ts'
import { type Where, type WhereField, type WhereWords, whereFieldNamed } from './where-terms.ts'

/** A field and how a row is asked for it. */
export type RowField<Row> = WhereField & {
  /** A number; a day as `YYYY-MM-DD`; a word, or several. Undefined or null: not known. Untrusted text. */
  read: (row: Row) => number | string | readonly string[] | null | undefined
}

/** What a filter of rows of one kind can be about. */
export type RowTable<Row> = Omit<WhereWords, 'fields'> & {
  fields: readonly RowField<Row>[]
  /** What a row is called. Untrusted text. */
  nameOf: (row: Row) => string
  /** What else a word that names no field is looked for in. @default the name alone */
  textsOf?: (row: Row) => readonly (string | undefined)[]
  /** How a word that names no field is looked for, as it was typed. @default anywhere in the name and the texts, in either case */
  finds?: (raw: string) => (row: Row) => boolean
}

/** Rows as columns, each made when it is first asked for. */
export const rowColumns = <Row>(rows: readonly Row[], table: RowTable<Row>): FilterColumns => {
  const { length } = rows
  const fieldOf = (name: string): RowField<Row> => {
    const field = whereFieldNamed(name, table)
    if (!field) throw new RangeError(`these rows have no ${name}`)
    return field as RowField<Row>
  }
  const rowMarks = (isMarked: (row: Row) => boolean): Uint8Array =>
    marksOf(length, (at) => (isMarked(rows[at] as Row) ? 1 : 0))
  const numbers = memoize((name: string): Float64Array => {
    const { read } = fieldOf(name)
    return floatsOf(length, (at) => numberOf(read(rows[at] as Row)))
  })
  const words = memoize((name: string): WordLists => wordLists(rows, fieldOf(name).read))
  const haystacks = once(() =>
    rows.map((row) => [table.nameOf(row), ...(table.textsOf?.(row) ?? [])].join('\n').toLowerCase()),
  )
  return {
    length,
    numbers,
    haveWord(name, isWanted, isNoneWanted) {
      const { vocabulary, lists } = words(name)
      const marks = vocabulary.map((word) => isWanted(word.toLowerCase()))
      return marksOf(length, (at) => {
        const own = lists[at] ?? []
        return (own.length === 0 ? isNoneWanted : own.some((word) => marks[word])) ? 1 : 0
      })
    },
    named({ text, raw }) {
      if (table.finds) return rowMarks(table.finds(raw))
      return marksOf(length, (at) => (haystacks()[at]?.includes(text) ? 1 : 0))
    },
    lettered: (letters) =>
      rowMarks((row) => fuzzyScore(table.nameOf(row).replaceAll(/[_-]/g, ' '), letters) !== undefined),
    wordsOf: (name) => words(name).vocabulary,
  }
}

type WordLists = { vocabulary: readonly string[]; lists: readonly (readonly number[])[] }

const wordLists = <Row>(rows: readonly Row[], read: RowField<Row>['read']): WordLists => {
  const { values: vocabulary, add } = createDictionary()
  const lists = rows.map((row) => {
    const value = read(row)
    if (value === undefined || value === null || value === '') return none
    return (typeof value === 'object' ? value : [String(value)]).map(add)
  })
  return { vocabulary, lists }
}

const none: readonly number[] = []

/** Days since 1970 for a day; NaN for anything else that is no number. */
const numberOf = (value: unknown): number => {
  if (typeof value === 'string') return isDay(value) ? dayNumber(value) : Number.NaN
  return typeof value === 'number' && Number.isFinite(value) ? value : Number.NaN
}

/** The rows for which a filter holds, in their order: `rows` itself where there is nothing to filter by. */
export const filterRows = <Row>(rows: readonly Row[], table: RowTable<Row>, { terms }: Where): readonly Row[] => {
  if (terms.length === 0) return rows
  const marks = marksWhere(rowColumns(rows, table), terms)
  return rows.filter((_, at) => marks[at] === 1)
}
