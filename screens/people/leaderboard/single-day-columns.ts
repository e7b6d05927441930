import type { PeopleSort } from '../../../src/domain/people/people-sort.ts'
import type { PersonRows } from '../../../src/domain/people/person-rows.ts'
import { dayLabel } from '../../../src/domain/text/format.ts'
import { nameTexts, numberText, wordsText, wordText } from '../shared/cells.ts'
import { type FieldCell, type FieldIn, fieldColumns } from '../shared/field-columns.ts'
import { type EntryColumn, entryColumns } from './entry-columns.ts'

/** Columns of single days of people. */
export const singleDayColumns = (rows: PersonRows, sort: PeopleSort, isPrivate: boolean): EntryColumn[] => {
  const cellOf = (field: FieldIn<'days'>): FieldCell<number> => {
    switch (field.name) {
      case 'name':
        return { text: nameTexts(rows) }
      case 'date':
        return { text: (entry) => dayLabel(rows.dayAt(entry)) }
      case 'lang':
        return { text: (entry, width) => wordsText(rows.rowAt(entry).languages ?? [], width) }
      default:
        if (field.kind === 'word') return { text: (entry) => wordText(rows.wordAt(field.name, entry)) }
        return { text: (entry, width) => numberText(rows.valueAt(field.name, entry), width) }
    }
  }
  return entryColumns(fieldColumns('days', cellOf), sort, isPrivate)
}
