import type { ColumnPlace, FieldRow } from '../../../src/domain/people/field-row.ts'
import { type Field, type FieldName, PEOPLE_FIELDS } from '../../../src/domain/people/people-fields.ts'
import type { Column } from '../../../src/ui/layout/data-table.ts'

type Columns = NonNullable<FieldRow['columns']>
/** Lists of the screen: people, single days of people, the days of one person. */
type ColumnList = Exclude<keyof Columns, 'width'>

/** The fields that a list has a column for. */
export type FieldIn<List extends ColumnList> = Extract<Field, { columns: Record<List, object> }>

/** What a list writes into the cells of a field. */
export type FieldCell<Row> = Pick<Column<Row>, 'text' | 'role'>

/** A column of a field. Its width is fixed, so that nothing moves when rows arrive. */
export type FieldColumn<Row> = Column<Row> & { id: FieldName; width: number }

/** The columns of a list in their places. */
export const fieldColumns = <List extends ColumnList, Row>(
  list: List,
  cellOf: (field: FieldIn<List>) => FieldCell<Row>,
): FieldColumn<Row>[] =>
  PEOPLE_FIELDS.map((field) => ({ field, place: field.columns && placeIn(list, field.columns) }))
    .filter(isPlaced<List>)
    .sort((a, b) => a.place.at - b.place.at)
    .map(({ field, place: { width, priority } }) => ({
      id: field.name,
      title: field.shortTitle,
      align: field.kind === 'number' || field.kind === 'percent' ? 'right' : 'left',
      width,
      priority,
      ...cellOf(field),
    }))

const placeIn = (list: ColumnList, columns: Columns): Required<ColumnPlace> | undefined => {
  const place = columns[list]
  return place && { width: columns.width, priority: 0, ...place }
}

type Placed<In extends Field> = { field: In; place: Required<ColumnPlace> }

const isPlaced = <List extends ColumnList>(one: {
  field: Field
  place: Required<ColumnPlace> | undefined
}): one is Placed<FieldIn<List>> => one.place !== undefined
