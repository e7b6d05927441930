import type { FieldName } from '../../../src/domain/people/people-fields.ts'
import type { PeopleSort } from '../../../src/domain/people/people-sort.ts'
import type { Column } from '../../../src/ui/layout/data-table.ts'

/** A column of a list of people or of their days: its rows are entry numbers. */
export type EntryColumn = Column<number> & { id: FieldName | 'sparkline' }

/** The same before names may grow. */
export type FixedColumn = EntryColumn & { width: number }

/** Pseudonyms are never cut: the parts of two may be the same. */
const PSEUDONYM_CELLS = 'Person 7K3F2-92QMX'.length

/** Lets names grow into the room that is left, and never drops the column that the list is sorted by. */
export const entryColumns = (columns: readonly FixedColumn[], sort: PeopleSort, isPrivate: boolean): EntryColumn[] =>
  columns.map((column) => ({
    ...column,
    width: column.id === 'name' ? { grow: true, min: isPrivate ? PSEUDONYM_CELLS : column.width } : column.width,
    priority: column.id === sort.field ? 0 : column.priority,
  }))
