import { type Field, type FieldName, fields } from '../../../src/domain/people/people-fields.ts'
import type { Column } from '../../../src/ui/layout/data-table.ts'
import { fieldPlaces } from './field-layout.ts'

type ColumnList = keyof typeof fieldPlaces

/** The fields that a list has a column for. */
export type FieldIn<List extends ColumnList> = Extract<Field, { name: (typeof fieldPlaces)[List][number][0] }>

/** What a list writes into the cells of a field. */
export type FieldCell<Row> = Pick<Column<Row>, 'text' | 'role'>

/** A column of a field. Its width is fixed, so that nothing moves when rows arrive. */
export type FieldColumn<Row> = Column<Row> & { id: FieldName; width: number }

/** The columns of a list in their places. */
export const fieldColumns = <List extends ColumnList, Row>(
  list: List,
  cellOf: (field: FieldIn<List>) => FieldCell<Row>,
): FieldColumn<Row>[] =>
  fieldPlaces[list].map(([name, width, priority]) => {
    const field = fields[name]
    const isRight = field.kind === 'number' || field.kind === 'percent'
    return {
      id: name,
      title: field.shortTitle,
      align: isRight ? 'right' : 'left',
      width,
      priority,
      ...cellOf(field as FieldIn<List>),
    }
  })
