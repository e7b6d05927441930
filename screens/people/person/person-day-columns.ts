import type { Lenient } from '../../../src/contract/lenient.ts'
import type { PersonDay } from '../../../src/contract/per-user-rows.ts'
import type { Day } from '../../../src/domain/calendar/calendar.ts'
import { fields } from '../../../src/domain/people/field-table.ts'
import type { PersonDetail } from '../../../src/domain/people/person-detail.ts'
import { dayLabel, NONE, UNKNOWN } from '../../../src/domain/text/format.ts'
import type { PlacedColumn } from '../../../src/ui/layout/data-table.ts'
import { numberText, wordsText, wordText } from '../shared/cells.ts'
import { type FieldCell, type FieldColumn, type FieldIn, fieldColumns } from '../shared/field-columns.ts'

/** A day of a person with its row, if any. `none` is the text of cells without a row. */
export type PersonDayRow = { day: Day; row: Lenient<PersonDay> | undefined; rank: string; none: string }

/** The days of a person, newest first. */
export const personDayRows = ({ days, rows, ranksByDay, unloaded }: PersonDetail, isExact: boolean): PersonDayRow[] =>
  days
    .map((day, offset) => {
      const none = unloaded.includes(day) ? UNKNOWN : NONE
      const rank = ranksByDay[offset]
      return { day, row: rows[offset], rank: rank === undefined ? none : `${isExact ? '' : '~'}${rank}`, none }
    })
    .toReversed()

export type PersonColumn = FieldColumn<PersonDayRow>

/** The first column, which never scrolls away. */
export const dayColumn: PersonColumn = {
  id: 'date',
  title: fields.date.title,
  align: 'left',
  width: 10,
  priority: 0,
  text: ({ day }) => dayLabel(day),
}

const cellOf = (field: FieldIn<'person'>): FieldCell<PersonDayRow> => {
  switch (field.name) {
    case 'rank':
      return { text: ({ rank }, width) => (rank.length > width ? rank.replace('~', '') : rank), role: () => 'muted' }
    case 'lang':
      return { text: ({ row, none }, width) => (row ? wordsText(row.languages ?? [], width) : none) }
    default:
      if (field.kind === 'word') return { text: ({ row, none }) => (row ? wordText(row[field.member]) : none) }
      return { text: ({ row, none }, width) => (row ? numberText(row[field.member], width) : none) }
  }
}

/** Every field of a per-user row except the person and the day. */
export const personColumns: readonly PersonColumn[] = fieldColumns('person', cellOf)

const GAP = 2

/** The day and the other columns that fit in `width` cells: the first ones, or those that end with the chosen one. */
export const placedAround = (chosen: number, width: number): PlacedColumn<PersonDayRow>[] => {
  const cells = (index: number): number => GAP + (personColumns[index]?.width ?? 0)
  const room = width - dayColumn.width
  let start = 0
  for (let end = start, used = 0; end <= chosen; end++) {
    used += cells(end)
    while (used > room && start < end) used -= cells(start++)
  }
  const placed: PlacedColumn<PersonDayRow>[] = [{ column: dayColumn, width: dayColumn.width }]
  for (let index = start, used = 0; index < personColumns.length; index++) {
    used += cells(index)
    const column = personColumns[index]
    if (used > room || !column) break
    placed.push({ column, width: column.width })
  }
  return placed
}
