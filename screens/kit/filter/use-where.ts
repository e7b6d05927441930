import { useMemo } from 'react'
import { memoize } from '../../../src/base/memoize.ts'
import { type FilterColumns, matchingRows } from '../../../src/domain/filter/filter-columns.ts'
import { type RowTable, rowColumns } from '../../../src/domain/filter/row-columns.ts'
import { unknownWord } from '../../../src/domain/filter/where-note.ts'
import { type FilterSyntax, firstFreeWord, parseFilter } from '../../../src/domain/filter/where-terms.ts'
import { whereText } from '../../../src/domain/filter/where-text.ts'
import type { Theme } from '../../../src/ui/layout/theme.ts'
import { shellWord } from '../export/command-options.ts'
import type { StateKey } from '../screen/screen-state.ts'
import { type Filter, useFilter } from './use-filter.ts'

/** A filter, parsed after each key. */
export const useWhere = (filter: Filter, words: FilterSyntax, columns: FilterColumns) => {
  const isTyping = filter.fieldKeys !== undefined
  const where = useMemo(() => parseFilter(filter.text, words, { isTyping }), [filter.text, words, isTyping])
  const { wrong, unfinished } = where
  /** What is wrong with the filter, or why it is incomplete, in one sentence. */
  const problem: string | undefined =
    wrong ?? unfinished ?? (isTyping ? undefined : unknownWord(where, words, columns.wordsOf))
  return { where, problem }
}

/** The rows that match a filter, and the row above the list. */
export type FilteredRows<Row> = {
  filter: Filter
  /** The columns of all rows, matching or not. */
  columns: FilterColumns
  rows: readonly Row[]
  /**
   * See Filter.divider.
   * @param shown - Number of visible rows, if something else hides rows too.
   * @param figures - Sums and medians of the visible or marked rows.
   */
  divider(all: number, width: number, theme: Theme, shown?: number, figures?: string): string
  /** ` --where …`, for a command that prints the same rows; empty without a filter. */
  option: string
  /** The first word without a field that isn't negated, in lower case; empty if there is none. */
  searchWord: string
}

/**
 * A filter of rows in the language of all filters.
 *
 * @param also - The condition of another filter that hides rows, for the command.
 * @param placeholder - The hint while nothing is typed.
 */
export const useFilteredRows = <Row>(
  key: StateKey<string>,
  all: readonly Row[],
  table: RowTable<Row>,
  { also, placeholder }: { also?: string | undefined; placeholder?: string | undefined } = {},
): FilteredRows<Row> => {
  const filter = useFilter(key, { placeholder, language: () => ({ words: table, columns: filtered.columns }) })
  const filtered: FilteredRows<Row> = useRowsOf(filter, all, table, { also })
  return filtered
}

/**
 * {@link useFilteredRows} for an existing filter.
 *
 * @param version - Any value that changes when the same rows contain more data than before.
 * @param also - See {@link useFilteredRows}.
 */
export const useRowsOf = <Row>(
  filter: Filter,
  all: readonly Row[],
  table: RowTable<Row>,
  { version, also }: { version?: unknown; also?: string | undefined } = {},
): FilteredRows<Row> => {
  const columnsAt = useMemo(() => memoize((_version: unknown) => rowColumns(all, table), 1), [all, table])
  const columns = columnsAt(version)
  const { where, problem } = useWhere(filter, table, columns)
  const rows = useMemo(() => {
    if (where.terms.length === 0) return all
    const marks = matchingRows(columns, where.terms)
    return all.filter((_, at) => marks[at] === 1)
  }, [all, columns, where])
  return {
    filter,
    columns,
    rows,
    divider: (total, width, theme, shown = rows.length, figures = '') =>
      filter.divider(shown, total, width, theme, { problem, figures }),
    option: whereOption(filter.text, table, also),
    searchWord: firstFreeWord(where),
  }
}

/** ` --where …` for a filter; empty without one. @param also - An additional condition, in the filter language. */
export const whereOption = (typed: string, words: Pick<FilterSyntax, 'isPhrase'>, also = ''): string => {
  const text = [also, whereText(typed, words)].filter(Boolean).join(' ')
  return text === '' ? '' : ` --where ${shellWord(text)}`
}
