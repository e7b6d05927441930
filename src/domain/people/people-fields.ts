import type { FieldRow } from './field-row.ts'
import { fieldTable } from './field-table.ts'

type Table = typeof fieldTable
export type FieldName = keyof Table
/** A row of the table with its name and its defaults. */
export type Field = { [Name in FieldName]: { name: Name } & FieldRow & Defaults & Table[Name] }[FieldName]
type Defaults = Required<Pick<FieldRow, 'title' | 'shortTitle' | 'label' | 'longLabel' | 'first'>>
/** Fields whose row has a member that not all rows have. */
export type FieldWith<Key extends keyof FieldRow> = Extract<Field, Required<Pick<FieldRow, Key>>>

/** Fields that are numbers, days included. */
export type NumberField = Extract<Field, { kind: 'number' | 'percent' | 'day' | 'age' }>['name']
export type WordField = Extract<Field, { kind: 'word' }>['name']
/** Fields that are a number of each period: sums, the mean ratio of autonomy, and days with activity. */
export type SumField = FieldWith<'figure'>['name']

type Measure = Extract<FieldWith<'ledgerPlace'>, { kind: 'number' }>
type RowWord = Extract<FieldWith<'ledgerPlace'>, { kind: 'word' }>
/** Fields that are a number of a per-user row, and what the API calls them. */
export type MeasureField = Measure['name']
export type PersonMeasure = Measure['member']
/** Fields that are one word of a per-user row, and what the API calls them. */
export type RowWordField = RowWord['name']
export type PersonWord = RowWord['member']

const byLedger = (a: { ledgerPlace: number }, b: { ledgerPlace: number }): number => a.ledgerPlace - b.ledgerPlace

const defaultsOf = (name: string, { kind, title = name.toUpperCase(), label = name }: FieldRow): Defaults => ({
  title,
  shortTitle: title,
  label,
  longLabel: label,
  first: kind === 'word' || kind === 'text' ? 'smallest' : 'largest',
})

/** Each field by its name. */
export const fields = Object.fromEntries(
  Object.entries(fieldTable).map(([name, row]) => [name, { ...defaultsOf(name, row), name, ...row }]),
) as {
  readonly [Name in FieldName]: Extract<Field, { name: Name }>
}

/** What lists of people can show and be filtered and sorted by, in the order of the help. */
export const PEOPLE_FIELDS: readonly Field[] = Object.values(fields)

/** The fields whose row has a member, in that order. */
export const fieldsWith = <Key extends keyof FieldRow>(key: Key): FieldWith<Key>[] =>
  PEOPLE_FIELDS.filter((field): field is FieldWith<Key> => field[key] !== undefined)

export const SUM_FIELDS: readonly SumField[] = fieldsWith('figure').map(({ name }) => name)

export const isSumField = (field: FieldName): field is SumField => fields[field].figure !== undefined

const kept = fieldsWith('ledgerPlace')
const measures = kept.filter((field): field is Measure => field.kind === 'number')
const rowWords = kept.filter((field): field is RowWord => field.kind === 'word').sort(byLedger)

export const MEASURE_FIELDS: readonly MeasureField[] = measures.map(({ name }) => name)
/** In the order of {@link PERSON_WORDS}. */
export const ROW_WORD_FIELDS: readonly RowWordField[] = rowWords.map(({ name }) => name)
/** Members of a per-user row that are numbers, in the order of the ledger. */
export const PERSON_MEASURES: readonly PersonMeasure[] = measures.toSorted(byLedger).map(({ member }) => member)
/** Members that are words, likewise. */
export const PERSON_WORDS: readonly PersonWord[] = rowWords.map(({ member }) => member)

/** The member that a field's word is read from. */
export const rowWordOf = (field: Exclude<WordField, 'lang' | 'state' | 'stopped'>): PersonWord =>
  fields[field === 'main' ? 'model' : field].member

/** Lists of people: summed over a range, or one row for each of their days. */
export type ListKind = 'people' | 'days'

/** The fields of a list, in the order of the help. */
export const fieldsOf = (list: ListKind): readonly Field[] =>
  PEOPLE_FIELDS.filter((field) => field.of === 'both' || field.of === list)

/** Further names that mean a field, besides its own: the member's, unless that is the name of another. */
export const aliasesOf = ({ name, member, aliases = [] }: Field): readonly string[] =>
  member === undefined || member === name || given.has(member) ? aliases : [member, ...aliases]

const given = new Set<string>(PEOPLE_FIELDS.flatMap(({ aliases = [] }): readonly string[] => aliases))

const byName = new Map<string, Field>(
  PEOPLE_FIELDS.flatMap((field) => [field.name, ...aliasesOf(field)].map((name) => [name, field] as const)),
)

/** The field of a name or an alias, in either case; undefined for a name that no list has. */
export const fieldNamed = (name: string): Field | undefined => byName.get(name.toLowerCase())
