import type { PersonDay } from '../../contract/per-user-rows.ts'
import type { WhereField } from '../filter/where-terms.ts'

/** A member of a per-user row, by its name in the API. */
export type PersonMember = keyof (typeof PersonDay)['shape']

/** All that is said of one field of a person: read by the ledger, the filters and sorts, the screen and the commands. */
export type FieldRow = {
  /** As filters read it: see WhereField. */
  kind: WhereField['kind']
  /** The field whose words name parts of it in filters: `model`, for `credits.opus`. */
  partOf?: string
  /** The words of a closed set. @default any word */
  values?: readonly string[]
  /** Filters and sorts alone know it: lists and exports tell the same elsewhere. */
  isAsked?: true
  /** Lists that have it: people summed over a range, single days of people. */
  of: 'people' | 'days' | 'both'
  /** The member of a per-user row that it is read from; its name means the field as well. Absent: worked out. */
  member?: PersonMember
  /** Further names that mean the same in filters and sorts. */
  aliases?: readonly string[]
  /**
   * Its place among the ledger's columns of numbers, or of words, from 0. Written to disk: a new member takes the next free one,
   * and no place is ever given to another.
   */
  ledgerPlace?: number

  /**
   * Whether days and people add up to one value, or it is a ratio that they must not be added up for: totals, shares, formats and
   * output depend on it. A figure is the sum or the weighted mean of its `member`, or is made of its `parts`; without either, days
   * are counted.
   */
  figure?: 'sum' | 'ratio'
  /** The member that the mean of a ratio is weighted by. */
  weight?: PersonMember
  /** Two figures that this one is derived from, and how: on a day as over a range; NaN is a missing value. */
  parts?: readonly [string, string]
  combine?: (first: number, second: number) => number
  /** The order in which a sort by it begins. @default the largest number or latest day, the first letter */
  first?: 'largest' | 'smallest'

  /** In headings. @default the name in capitals */
  title?: string
  /** The same where every cell counts. @default `title` */
  shortTitle?: string
  /** In a list of measures. @default the name */
  label?: string
  /** In the title of a chart. @default `label` */
  longLabel?: string
  /** A part of the field above it. */
  isPart?: true
  /** Stands in tables for people to read, which have no room for all fields. */
  isMain?: true
}

const both = { of: 'both' } as const
/** A number of each day that is added up over days and people. */
const sum = { ...both, kind: 'number', figure: 'sum' } as const
/** A number that only people summed over a range have. */
const ofPeople = { of: 'people', kind: 'number' } as const
const main = { isMain: true } as const
const part = { isPart: true } as const

/**
 * The fields of people and of their days, in the order of help and exports. A new figure needs a row here, and one in
 * screens/people/shared/field-columns.ts for a column of the screen.
 */
export const fieldTable = {
  credits: { ...sum, ...main, member: 'billable_tokens', ledgerPlace: 0, partOf: 'model' },
  // Of the organisation's credits.
  share: { ...ofPeople, ...main, kind: 'percent', aliases: ['%'], title: '% ALL' },
  // Of credits, against the period before.
  delta: { ...ofPeople, ...main, kind: 'percent' },
  // The same in credits.
  change: ofPeople,
  tools: {
    ...sum,
    ...main,
    member: 'tool_calls',
    ledgerPlace: 1,
    title: 'TOOL CALLS',
    shortTitle: 'TOOLS',
    label: 'tool calls',
  },
  sessions: { ...sum, ...main, member: 'sessions', ledgerPlace: 2, aliases: ['sess'], shortTitle: 'SESS' },
  commits: { ...sum, ...main, member: 'git_commits', ledgerPlace: 6 },
  prs: { ...sum, ...main, member: 'git_prs_created', ledgerPlace: 7, label: 'pull requests' },
  messages: { ...sum, member: 'messages', ledgerPlace: 3, aliases: ['msgs'], title: 'MSGS' },
  asked: { ...sum, ...part, member: 'user_messages', ledgerPlace: 4, longLabel: 'messages of the person' },
  answered: {
    ...sum,
    ...part,
    member: 'assistant_messages',
    ledgerPlace: 5,
    title: 'ANSWD',
    longLabel: 'messages of the assistant',
  },
  files: {
    ...sum,
    parts: ['created', 'edited'],
    combine: (created, edited) => (Number.isNaN(created) ? edited : Number.isNaN(edited) ? created : created + edited),
  },
  created: { ...sum, ...part, member: 'files_created', ledgerPlace: 8, longLabel: 'files created' },
  edited: { ...sum, ...part, member: 'files_edited', ledgerPlace: 9, longLabel: 'files edited' },
  mcp: { ...sum, member: 'mcp_calls', ledgerPlace: 10, label: 'MCP calls' },
  skills: { ...sum, member: 'skill_calls', ledgerPlace: 11, longLabel: 'skill activations' },
  slash: { ...sum, member: 'slash_commands', ledgerPlace: 12, label: 'slash commands' },
  hooks: { ...sum, member: 'hooks', ledgerPlace: 13, longLabel: 'hook executions' },
  // Tool calls per message of the person.
  autonomy: {
    ...both,
    kind: 'number',
    figure: 'ratio',
    member: 'autonomy_ratio',
    ledgerPlace: 14,
    weight: 'user_messages',
    title: 'AUTON',
    label: 'tools/message',
    longLabel: 'tool calls per message of the person',
  },
  days: { ...ofPeople, figure: 'sum', label: 'days active' },
  // By credits.
  rank: { ...ofPeople, aliases: ['#'], first: 'smallest', title: '#' },
  // Ranks gained since the period before.
  move: ofPeople,
  mode: {
    ...both,
    ...main,
    kind: 'word',
    member: 'delegation_level',
    ledgerPlace: 2,
    aliases: ['delegation'],
    first: 'largest',
  },
  // All that were used, in filters; what is shown and sorted by is the main one.
  model: { ...both, ...main, kind: 'word', member: 'primary_model', ledgerPlace: 0 },
  // The model of most days, or of the day.
  main: { ...both, kind: 'word', aliases: ['primary_model'], isAsked: true },
  tier: { ...both, kind: 'word', member: 'primary_model_tier', ledgerPlace: 1 },
  // A row has several, all of which are shown and filtered by; sorts go by the main one.
  lang: { ...both, kind: 'word', member: 'languages', aliases: ['language'], title: 'LANGUAGES', label: 'languages' },
  // New, gone or stayed, against the period before.
  state: { of: 'people', kind: 'word', values: ['stayed', 'new', 'gone'] },
  // Whether the person counts as stopped at the end of the range, as on Overview.
  stopped: { of: 'people', kind: 'word', values: ['yes', 'no'], isAsked: true },
  // Days with activity.
  first: { of: 'people', kind: 'day' },
  last: { ...main, of: 'people', kind: 'day', title: 'LAST SEEN' },
  // From the last day with activity to the end of the range.
  idle: { of: 'people', kind: 'age', isAsked: true },
  date: { of: 'days', kind: 'day', member: 'date', aliases: ['day'], title: 'DAY' },
  // The e-mail, or the id of a person without one.
  name: { ...both, kind: 'text', member: 'user_email', aliases: ['email', 'person'], title: 'PERSON' },
  id: { ...both, kind: 'text', member: 'user_id' },
} as const satisfies Readonly<Record<string, FieldRow>>

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
