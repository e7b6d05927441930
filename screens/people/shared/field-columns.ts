import { type Field, type FieldName, fields } from '../../../src/domain/people/field-table.ts'
import type { Column } from '../../../src/ui/layout/data-table.ts'

/** A field, the width of its column, and its priority: a narrow window drops the highest number first, 0 never. */
type Place = readonly [field: FieldName, width: number, priority: number]

/** Counts that are next to each other in all lists. */
const counts = [
  ['tools', 6, 7],
  ['sessions', 5, 8],
  ['commits', 8, 9],
  ['prs', 4, 10],
] as const
const details = [
  ['autonomy', 6, 15],
  ['mcp', 5, 18],
  ['skills', 7, 19],
  ['slash', 6, 20],
  ['hooks', 6, 21],
  ['asked', 8, 22],
  ['answered', 8, 23],
  ['created', 8, 24],
  ['edited', 7, 25],
] as const

/** The columns of the three lists, from left to right. */
const fieldPlaces = {
  /** People summed over a range. */
  people: [
    ['rank', 5, 2],
    ['move', 5, 6],
    ['name', 15, 0],
    ['credits', 9, 1],
    ['share', 5, 4],
    ['delta', 9, 3],
    ...counts,
    ['mode', 11, 11],
    ['messages', 6, 12],
    ['files', 6, 13],
    ['days', 5, 14],
    ...details,
    ['model', 12, 16],
    ['lang', 16, 17],
    ['last', 10, 26],
  ],
  days: [
    ['name', 15, 0],
    ['date', 10, 0],
    ['credits', 9, 1],
    ...counts,
    ['messages', 6, 12],
    ['files', 6, 13],
    ...details,
    ['mode', 11, 9],
    ['model', 12, 9],
    ['tier', 8, 16],
    ['lang', 18, 11],
  ],
  /** The days of one person. The columns scroll sideways, so none is dropped. */
  person: [
    ['credits', 9, 0],
    ['rank', 4, 0],
    ...counts,
    ['mode', 11, 0],
    ['model', 12, 0],
    ['tier', 8, 0],
    ['messages', 6, 0],
    ['asked', 8, 0],
    ['answered', 8, 0],
    ['autonomy', 6, 0],
    ['created', 8, 0],
    ['edited', 7, 0],
    ['mcp', 5, 0],
    ['skills', 7, 0],
    ['slash', 6, 0],
    ['hooks', 6, 0],
    ['lang', 24, 0],
  ],
} as const satisfies Record<string, readonly Place[]>

/** Sort keys after `s`, in the order of the help: field, second key, and a name that replaces the label. */
export const sortPlaces = [
  ['credits', 'c'],
  ['name', 'n'],
  ['delta', 'd', 'change'],
  ['tools', 't'],
  ['sessions', 's'],
  ['messages', 'm'],
  ['asked', 'q'],
  ['answered', 'r'],
  ['commits', 'o'],
  ['prs', 'p'],
  ['files', 'f'],
  ['created', 'b', 'files created'],
  ['edited', 'g', 'files edited'],
  ['mcp', 'x'],
  ['skills', 'k'],
  ['slash', 'l'],
  ['hooks', 'h'],
  ['autonomy', 'a', 'autonomy'],
  ['days', 'y'],
  ['move', 'v', 'ranks gained'],
  ['mode', 'e'],
  ['model', 'i'],
  ['last', 'u', 'day last seen'],
  ['date', 'w', 'day (single days)'],
] as const satisfies readonly (readonly [field: FieldName, key: string, by?: string])[]

type ColumnList = keyof typeof fieldPlaces

/** The fields with a column in a list. */
export type FieldIn<List extends ColumnList> = Extract<Field, { name: (typeof fieldPlaces)[List][number][0] }>

/** Text and style of the cells of a field. */
export type FieldCell<Row> = Pick<Column<Row>, 'text' | 'role'>

/** A column of a field. Its width is fixed, so that no column moves when rows arrive. */
export type FieldColumn<Row> = Column<Row> & { id: FieldName; width: number }

/** The columns of a list, from left to right. */
export const fieldColumns = <List extends ColumnList, Row>(
  list: List,
  cellOf: (field: FieldIn<List>) => FieldCell<Row>,
): FieldColumn<Row>[] =>
  fieldPlaces[list].map(([id, width, priority]) => {
    const field = fields[id]
    const align = field.kind === 'number' || field.kind === 'percent' ? 'right' : 'left'
    return { id, title: field.shortTitle, align, width, priority, ...cellOf(field as FieldIn<List>) }
  })
