import type { PersonDay } from '../../contract/per-user-rows.ts'
import type { WhereField } from '../filter/where-terms.ts'

/** A field of a per-user row, by its name in the API. */
export type PersonMember = keyof (typeof PersonDay)['shape']

/** The definition of a user field. The cache, filters, sorts, screen and commands read it. */
export type FieldRow = {
  /** Type of the field in filters: see WhereField. */
  kind: WhereField['kind']
  /** The field whose values name its parts in filters: `model`, for `credits.opus`. */
  partOf?: string
  /** All values of a closed set. @default any value */
  values?: readonly string[]
  /** For filters and sorts only; lists and exports show the same information elsewhere. */
  isFilterOnly?: true
  /** Lists with this field: users summed over a range, single days of users. */
  of: 'people' | 'days' | 'both'
  /** The API field that it is read from; that name is also an alias. Absent: computed. */
  member?: PersonMember
  /** More names in filters and sorts. */
  aliases?: readonly string[]
  /**
   * Column index in the cache, separately for numbers and words, from 0. It is part of the file format: a new field
   * gets the next free index, and an index is never reused.
   */
  ledgerPlace?: number

  /**
   * Whether values of days and users can be added (`sum`) or not (`ratio`). Totals, shares, formats and output depend
   * on it. A figure is the sum or weighted mean of its `member`, or is computed from its `parts`; without either, it
   * counts days.
   */
  figure?: 'sum' | 'ratio'
  /** The API field that weights the mean of a ratio. */
  weight?: PersonMember
  /** Two figures that this one is computed from, and how, for a day and for a range. NaN is a missing value. */
  parts?: readonly [string, string]
  combine?: (first: number, second: number) => number
  /** Default direction of a sort. @default largest number, latest day or first letter first */
  first?: 'largest' | 'smallest'

  /** Title in headings. @default the name in capitals */
  title?: string
  /** Title in narrow headings. @default `title` */
  shortTitle?: string
  /** Label in a list of measures. @default the name */
  label?: string
  /** Label in the title of a chart. @default `label` */
  longLabel?: string
  /** Whether it is shown indented, as a part of a field before it. */
  isPart?: true
  /** Whether it is a column of text tables, which have no room for all fields. */
  isMain?: true
}

const both = { of: 'both' } as const
/** A number per day that can be added over days and users. */
const sum = { ...both, kind: 'number', figure: 'sum' } as const
/** A number that exists only for users summed over a range. */
const ofPeople = { of: 'people', kind: 'number' } as const
const main = { isMain: true } as const
const part = { isPart: true } as const

/**
 * The fields of users and of their days, in the order of help and exports. A new figure needs a row here, and one in
 * screens/people/shared/field-columns.ts for its column on the screen.
 */
export const fieldTable = {
  credits: { ...sum, ...main, member: 'billable_tokens', ledgerPlace: 0, partOf: 'model' },
  // Share of the organisation's credits.
  share: { ...ofPeople, ...main, kind: 'percent', aliases: ['%', '%rows'], title: '% ALL' },
  // Relative change of credits from the previous period.
  delta: { ...ofPeople, ...main, kind: 'percent' },
  // Absolute change of credits.
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
  asked: { ...sum, ...part, member: 'user_messages', ledgerPlace: 4, title: 'PROMPTS', label: 'prompts' },
  answered: { ...sum, ...part, member: 'assistant_messages', ledgerPlace: 5, title: 'REPLIES', label: 'replies' },
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
  // Tool calls per message of the user.
  autonomy: {
    ...both,
    kind: 'number',
    figure: 'ratio',
    member: 'autonomy_ratio',
    ledgerPlace: 14,
    weight: 'user_messages',
    title: 'AUTON',
    label: 'tools/message',
    longLabel: 'tool calls per message of the user',
  },
  days: { ...ofPeople, figure: 'sum', label: 'days active' },
  // By credits.
  rank: { ...ofPeople, aliases: ['#'], first: 'smallest', title: '#' },
  // Ranks gained since the previous period.
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
  // Filters match all used models; lists and sorts use the main one.
  model: { ...both, ...main, kind: 'word', member: 'primary_model', ledgerPlace: 0 },
  // The model of most days, or of the day.
  main: { ...both, kind: 'word', aliases: ['primary_model'], isFilterOnly: true },
  tier: { ...both, kind: 'word', member: 'primary_model_tier', ledgerPlace: 1 },
  // A row has several languages. Lists and filters use all of them; sorts use the main one.
  lang: { ...both, kind: 'word', member: 'languages', aliases: ['language'], title: 'LANGUAGES', label: 'languages' },
  // New, gone or stayed in comparison with the previous period.
  state: { of: 'people', kind: 'word', values: ['stayed', 'new', 'gone'] },
  // Whether the user counts as stopped at the end of the range, as on Overview.
  stopped: { of: 'people', kind: 'word', values: ['yes', 'no'], isFilterOnly: true },
  // First and last day with activity.
  first: { of: 'people', kind: 'day' },
  last: { ...main, of: 'people', kind: 'day', title: 'LAST SEEN' },
  // Days from the last day with activity to the end of the range.
  idle: { of: 'people', kind: 'age', isFilterOnly: true },
  date: { of: 'days', kind: 'day', member: 'date', aliases: ['day'], title: 'DAY' },
  // The e-mail, or the id of a user without one.
  name: { ...both, kind: 'text', member: 'user_email', aliases: ['email', 'person'], title: 'PERSON' },
  id: { ...both, kind: 'text', member: 'user_id' },
} as const satisfies Readonly<Record<string, FieldRow>>

type Table = typeof fieldTable
export type FieldName = keyof Table
/** A row of the table with its name and defaults. */
export type Field = { [Name in FieldName]: { name: Name } & FieldRow & Defaults & Table[Name] }[FieldName]
type Defaults = Required<Pick<FieldRow, 'title' | 'shortTitle' | 'label' | 'longLabel' | 'first'>>
/** Fields whose row has an optional property. */
export type FieldWith<Key extends keyof FieldRow> = Extract<Field, Required<Pick<FieldRow, Key>>>

/** Fields that are numbers, including days. */
export type NumberField = Extract<Field, { kind: 'number' | 'percent' | 'day' | 'age' }>['name']
export type WordField = Extract<Field, { kind: 'word' }>['name']
/** Fields that have one number per period: sums, the mean autonomy ratio, and days with activity. */
export type SumField = FieldWith<'figure'>['name']

type Measure = Extract<FieldWith<'ledgerPlace'>, { kind: 'number' }>
type RowWord = Extract<FieldWith<'ledgerPlace'>, { kind: 'word' }>
/** Fields that are a number of a per-user row, and their API names. */
export type MeasureField = Measure['name']
export type PersonMeasure = Measure['member']
/** Fields that are one word of a per-user row, and their API names. */
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

export const fields = Object.fromEntries(
  Object.entries(fieldTable).map(([name, row]) => [name, { ...defaultsOf(name, row), name, ...row }]),
) as {
  readonly [Name in FieldName]: Extract<Field, { name: Name }>
}

/** All fields of lists, filters and sorts, in the order of the help. */
export const PEOPLE_FIELDS: readonly Field[] = Object.values(fields)

/** The fields whose row has a property, in the order of the help. */
export const fieldsWith = <Key extends keyof FieldRow>(key: Key): FieldWith<Key>[] =>
  PEOPLE_FIELDS.filter((field): field is FieldWith<Key> => field[key] !== undefined)

export const SUM_FIELDS: readonly SumField[] = fieldsWith('figure').map(({ name }) => name)

export const isSumField = (field: FieldName): field is SumField => fields[field].figure !== undefined

const storedFields = fieldsWith('ledgerPlace')
const measures = storedFields.filter((field): field is Measure => field.kind === 'number')
const rowWords = storedFields.filter((field): field is RowWord => field.kind === 'word').sort(byLedger)

export const MEASURE_FIELDS: readonly MeasureField[] = measures.map(({ name }) => name)
/** In the order of {@link PERSON_WORDS}. */
export const ROW_WORD_FIELDS: readonly RowWordField[] = rowWords.map(({ name }) => name)
/** Numeric API fields of a per-user row, in the order of the cache. */
export const PERSON_MEASURES: readonly PersonMeasure[] = measures.toSorted(byLedger).map(({ member }) => member)
/** API fields of a per-user row that are words, in the order of the cache. */
export const PERSON_WORDS: readonly PersonWord[] = rowWords.map(({ member }) => member)

/** The API field that a word field is read from. */
export const rowWordOf = (field: Exclude<WordField, 'lang' | 'state' | 'stopped'>): PersonWord =>
  fields[field === 'main' ? 'model' : field].member

/** The two lists of users: summed over a range, or one row per day. */
export type ListKind = 'people' | 'days'

/** The fields of a list, in the order of the help. */
export const fieldsOf = (list: ListKind): readonly Field[] =>
  PEOPLE_FIELDS.filter((field) => field.of === 'both' || field.of === list)

/** The aliases of a field: its API name and the headings of its column, unless they name another field. */
export const aliasesOf = ({ name, member, aliases = [], title, shortTitle }: Field): readonly string[] => {
  const headings = [title, shortTitle].map((text) => text.toLowerCase().replaceAll(' ', '_'))
  const others = [...(member === undefined ? [] : [member]), ...headings].filter(
    (one) => one !== name && !taken.has(one),
  )
  return [...new Set([...others, ...aliases])]
}

const taken = new Set<string>(PEOPLE_FIELDS.flatMap(({ name, aliases = [] }): readonly string[] => [name, ...aliases]))

const byName = new Map<string, Field>(
  PEOPLE_FIELDS.flatMap((field) => [field.name, ...aliasesOf(field)].map((name) => [name, field] as const)),
)

/** The field with this name or alias, ignoring case; undefined if no list has it. */
export const fieldNamed = (name: string): Field | undefined => byName.get(name.toLowerCase())
