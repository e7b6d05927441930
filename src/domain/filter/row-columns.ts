import { createDictionary } from '../../base/dictionary.ts'
import { memoize, once } from '../../base/memoize.ts'
import { floatsOf, marksOf } from '../../base/typed-arrays.ts'
import { isDay } from '../calendar/calendar.ts'
import { dayNumber } from '../calendar/day-number.ts'
import { fuzzyScore } from '../text/fuzzy.ts'
import { type FilterColumns, matchingRows } from './filter-columns.ts'
import { type FilterSyntax, type Where, type WhereField, whereFieldNamed } from './where-terms.ts'

/** A filter field with a function that reads its value from a row. */
export type RowField<Row> = WhereField & {
  /** Returns a number, a day as `YYYY-MM-DD`, a word or several words. Undefined or null: unknown. Untrusted text. */
  read: (row: Row) => number | string | readonly string[] | null | undefined
}

/** The filter fields and free-text search of one kind of row. */
export type RowTable<Row> = Omit<FilterSyntax, 'fields'> & {
  fields: readonly RowField<Row>[]
  /** Display name of a row. Untrusted text. */
  nameOf: (row: Row) => string
  /** More texts to search for a free word. @default only the name */
  textsOf?: (row: Row) => readonly (string | undefined)[]
  /**
   * Returns a predicate for a free word as typed.
   * @default a case-insensitive search in the name and the texts
   */
  finds?: (raw: string) => (row: Row) => boolean
}

/** Columns of rows, each computed on first use. */
export const rowColumns = <Row>(rows: readonly Row[], table: RowTable<Row>): FilterColumns => {
  const { length } = rows
  const fieldOf = (name: string): RowField<Row> => {
    const field = whereFieldNamed(name, table)
    if (!field) throw new RangeError(`these rows have no field ${name}`)
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
    matchWord(name, isWanted, includesMissing) {
      const { vocabulary, lists } = words(name)
      const marks = vocabulary.map((word) => isWanted(word.toLowerCase()))
      return marksOf(length, (at) => {
        const rowWords = lists[at] ?? []
        return (rowWords.length === 0 ? includesMissing : rowWords.some((word) => marks[word])) ? 1 : 0
      })
    },
    matchFreeWord({ text, raw }) {
      if (table.finds) return rowMarks(table.finds(raw))
      return marksOf(length, (at) => (haystacks()[at]?.includes(text) ? 1 : 0))
    },
    matchLetters: (letters) =>
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

/** Days since 1970 for a day; NaN for anything else that isn't a finite number. */
const numberOf = (value: unknown): number => {
  if (typeof value === 'string') return isDay(value) ? dayNumber(value) : Number.NaN
  return typeof value === 'number' && Number.isFinite(value) ? value : Number.NaN
}

/** The rows that match a filter, in order. Returns `rows` itself for an empty filter. */
export const filterRows = <Row>(rows: readonly Row[], table: RowTable<Row>, { terms }: Where): readonly Row[] => {
  if (terms.length === 0) return rows
  const marks = matchingRows(rowColumns(rows, table), terms)
  return rows.filter((_, at) => marks[at] === 1)
}
