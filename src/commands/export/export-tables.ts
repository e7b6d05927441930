import type * as z from 'zod'
import { ActivityDay, ProductivityDay, ToolDay } from '../../contract/analytics.ts'
import { CreditDay, CreditModelDay } from '../../contract/credits.ts'
import { PersonDay } from '../../contract/per-user-rows.ts'
import { Day } from '../../contract/primitives.ts'
import { isDay } from '../../domain/calendar/calendar.ts'
import type { RawRow } from '../output/row-layout.ts'

/** A column of an exported table. */
export type ExportColumn = {
  name: string
  /** The member of the API's row. @default `name` */
  member?: string
  /** `texts` is a list of texts, `json` any value as JSON text. */
  kind: 'day' | 'number' | 'text' | 'texts' | 'json'
}

/** The column with all members of a row that have no column of their own, or a value of another type. */
const REST = 'other_members'

const kindOf = (schema: z.ZodType): ExportColumn['kind'] | undefined => {
  if (schema === Day) return 'day'
  const { type, innerType } = schema.def as { type: string; innerType?: z.ZodType }
  if (innerType) return kindOf(innerType)
  if (type === 'number') return 'number'
  if (type === 'array') return 'texts'
  return type === 'string' ? 'text' : undefined
}

/** The columns for the members of rows that are a single value. */
const columnsOf = (schema: z.ZodObject, hasLists = false): ExportColumn[] =>
  Object.entries(schema.shape as Record<string, z.ZodType>).flatMap(([name, member]) => {
    const kind = kindOf(member)
    return kind === undefined || (kind === 'texts' && !hasLists) ? [] : [{ name, kind }]
  })

const rest: ExportColumn = { name: REST, kind: 'json' }

const dayShapes = { credits: CreditDay, activity: ActivityDay, productivity: ProductivityDay, tools: ToolDay } as const
export type DayShape = keyof typeof dayShapes
export const DAY_SHAPES = Object.keys(dayShapes) as DayShape[]

/** The columns of each exported file. */
export const exportTables: Readonly<Record<'users' | 'days' | 'models', readonly ExportColumn[]>> = {
  /** A row for each user and day with activity. */
  users: [...columnsOf(PersonDay, true), rest],
  /** A row for each day, with the figures of four endpoints, whose names differ. */
  days: [
    { name: 'date', kind: 'day' },
    ...DAY_SHAPES.flatMap((name) => columnsOf(dayShapes[name]).filter(({ kind }) => kind !== 'day')),
    rest,
  ],
  /** A row for each day and model. */
  models: [
    ...columnsOf(CreditModelDay).map((column) =>
      column.name === 'group_key' ? { ...column, name: 'model_id', member: column.name } : column,
    ),
    rest,
  ],
}
export type ExportTable = keyof typeof exportTables

const isOfKind: Record<Exclude<ExportColumn['kind'], 'json'>, (value: unknown) => boolean> = {
  day: (value) => typeof value === 'string' && isDay(value),
  number: (value) => typeof value === 'number',
  text: (value) => typeof value === 'string',
  texts: (value) => Array.isArray(value) && value.every((item) => typeof item === 'string'),
}

/** The values of columns, and the members of the row that are in none of them. */
const split = (columns: readonly ExportColumn[], row: RawRow): { values: RawRow; others: Map<string, unknown> } => {
  const values: Record<string, unknown> = {}
  const others = new Map(Object.entries(row))
  for (const { name, member = name, kind } of columns) {
    const value = row[member]
    if (kind === 'json') continue
    if (isOfKind[kind](value)) values[name] = value
    else if (value !== null) continue
    others.delete(member)
  }
  return { values, others }
}

const withOthers = (values: RawRow, others: ReadonlyMap<string, unknown>): RawRow =>
  others.size === 0 ? values : { ...values, [REST]: Object.fromEntries(others) }

/** A row of the users or models table. */
export const exportRow = (table: 'users' | 'models', row: RawRow): RawRow => {
  const { values, others } = split(exportTables[table], row)
  return withOthers(values, others)
}

/**
 * One row from the rows of a day by endpoint. The breakdowns of the contract are left out; other members are in
 * {@link REST}, by endpoint.
 */
export const exportDay = (rows: ReadonlyMap<DayShape, RawRow>): RawRow => {
  let joined: RawRow = {}
  const unknown = new Map<string, unknown>()
  for (const [name, row] of rows) {
    const { shape } = dayShapes[name]
    const columns = columnsOf(dayShapes[name])
    const { values, others } = split(columns, row)
    for (const member of Object.keys(shape))
      if (columns.every((column) => column.name !== member)) others.delete(member)
    joined = { ...joined, ...values }
    if (others.size > 0) unknown.set(name, Object.fromEntries(others))
  }
  return withOthers(joined, unknown)
}
