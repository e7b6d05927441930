import { useMemo } from 'react'
import { memoize } from '../../../src/base/memoize.ts'
import { type FilterColumns, marksWhere } from '../../../src/domain/filter/filter-columns.ts'
import { type RowTable, rowColumns } from '../../../src/domain/filter/row-columns.ts'
import { unknownWord } from '../../../src/domain/filter/where-note.ts'
import { readTerms, soughtText, type WhereWords } from '../../../src/domain/filter/where-terms.ts'
import { whereText } from '../../../src/domain/filter/where-text.ts'
import type { Theme } from '../../../src/ui/layout/theme.ts'
import { shellWord } from '../export/command-options.ts'
import type { StateKey } from '../screen/screen-state.ts'
import { type Filter, useFilter } from './use-filter.ts'

/** A filter as it is read at every key. */
export const useWhere = (filter: Filter, words: WhereWords, columns: FilterColumns) => {
  const isTyping = filter.fieldKeys !== undefined
  const where = useMemo(() => readTerms(filter.text, words, { isTyping }), [filter.text, words, isTyping])
  const { wrong, unfinished } = where
  /** What is wrong with it, or what it waits for, in one sentence. */
  const problem: string | undefined =
    wrong ?? unfinished ?? (isTyping ? undefined : unknownWord(where, words, columns.wordsOf))
  return { where, problem }
}

/** The rows that a filter leaves, and the row above the list. */
export type FilteredRows<Row> = {
  filter: Filter
  /** Of all rows. */
  columns: FilterColumns
  rows: readonly Row[]
  /** See Filter.divider. @param shown - Rows that are left, where something else leaves rows out as well. */
  divider(all: number, width: number, theme: Theme, shown?: number): string
  /** ` --where …`, which makes a command choose the same rows; empty without a filter. */
  option: string
  /** The text that it looks for where it names no field, in lower case; empty for none. */
  sought: string
}

/**
 * A filter of rows in the language that all filters have.
 *
 * @param also - The condition that stands for what else leaves rows out, for the command.
 */
export const useFilteredRows = <Row>(
  key: StateKey<string>,
  all: readonly Row[],
  table: RowTable<Row>,
  { also }: { also?: string | undefined } = {},
): FilteredRows<Row> => {
  const filter = useFilter(key, { language: () => ({ words: table, columns: filtered.columns }) })
  const filtered: FilteredRows<Row> = useRowsOf(filter, all, table, { also })
  return filtered
}

/**
 * The same for a filter that is there already.
 *
 * @param version - Anything that changes when the rows tell more than before, though they are the same ones.
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
    const marks = marksWhere(columns, where.terms)
    return all.filter((_, at) => marks[at] === 1)
  }, [all, columns, where])
  return {
    filter,
    columns,
    rows,
    divider: (total, width, theme, shown = rows.length) => filter.divider(shown, total, width, theme, problem),
    option: whereOption(filter.text, table, also),
    sought: soughtText(where),
  }
}

/** ` --where …` for a filter; empty for none. @param also - A condition that holds besides, as it is written. */
export const whereOption = (typed: string, words: Pick<WhereWords, 'isPhrase'>, also = ''): string => {
  const text = [also, whereText(typed, words)].filter(Boolean).join(' ')
  return text === '' ? '' : ` --where ${shellWord(text)}`
}
