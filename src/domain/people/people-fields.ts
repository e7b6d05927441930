import type { PersonMeasure } from './person-days.ts'

type FieldRow = {
  /** As it is typed in a filter, chosen for a sort and named in exports. */
  name: string
  /** Other names that mean the same: the API's own, and short ones. */
  aliases: readonly string[]
  /** `percent` is kept as a fraction of 1 and typed in hundredths; `day` is kept as days since 1970. */
  kind: 'number' | 'percent' | 'day' | 'word' | 'text'
  /** Lists that have it: people summed over a range, single days of people. */
  of: 'people' | 'days' | 'both'
  /** The member of a per-user row that it is summed from. */
  measure?: PersonMeasure
  /** The order in which a sort by it begins. */
  first: 'largest' | 'smallest'
  help: string
}

/** What lists of people can be filtered and sorted by, in the order of the help. */
export const PEOPLE_FIELDS = [
  {
    name: 'credits',
    aliases: ['billable_tokens'],
    kind: 'number',
    of: 'both',
    measure: 'billable_tokens',
    first: 'largest',
    help: 'credits used',
  },
  {
    name: 'share',
    aliases: ['%'],
    kind: 'percent',
    of: 'people',
    first: 'largest',
    help: 'part of the organisation’s credits, in %',
  },
  {
    name: 'delta',
    aliases: [],
    kind: 'percent',
    of: 'people',
    first: 'largest',
    help: 'change of credits against the period before, in %',
  },
  {
    name: 'change',
    aliases: [],
    kind: 'number',
    of: 'people',
    first: 'largest',
    help: 'change of credits against the period before, in credits',
  },
  {
    name: 'tools',
    aliases: ['tool_calls'],
    kind: 'number',
    of: 'both',
    measure: 'tool_calls',
    first: 'largest',
    help: 'tool calls',
  },
  {
    name: 'sessions',
    aliases: ['sess'],
    kind: 'number',
    of: 'both',
    measure: 'sessions',
    first: 'largest',
    help: 'sessions started',
  },
  {
    name: 'commits',
    aliases: ['git_commits'],
    kind: 'number',
    of: 'both',
    measure: 'git_commits',
    first: 'largest',
    help: 'commits',
  },
  {
    name: 'prs',
    aliases: ['git_prs_created'],
    kind: 'number',
    of: 'both',
    measure: 'git_prs_created',
    first: 'largest',
    help: 'pull requests created',
  },
  {
    name: 'messages',
    aliases: ['msgs'],
    kind: 'number',
    of: 'both',
    measure: 'messages',
    first: 'largest',
    help: 'messages',
  },
  {
    name: 'asked',
    aliases: ['user_messages'],
    kind: 'number',
    of: 'both',
    measure: 'user_messages',
    first: 'largest',
    help: 'messages of the person',
  },
  {
    name: 'answered',
    aliases: ['assistant_messages'],
    kind: 'number',
    of: 'both',
    measure: 'assistant_messages',
    first: 'largest',
    help: 'messages of the assistant',
  },
  { name: 'files', aliases: [], kind: 'number', of: 'both', first: 'largest', help: 'files created and edited' },
  {
    name: 'created',
    aliases: ['files_created'],
    kind: 'number',
    of: 'both',
    measure: 'files_created',
    first: 'largest',
    help: 'files created',
  },
  {
    name: 'edited',
    aliases: ['files_edited'],
    kind: 'number',
    of: 'both',
    measure: 'files_edited',
    first: 'largest',
    help: 'files edited',
  },
  {
    name: 'mcp',
    aliases: ['mcp_calls'],
    kind: 'number',
    of: 'both',
    measure: 'mcp_calls',
    first: 'largest',
    help: 'MCP calls',
  },
  {
    name: 'skills',
    aliases: ['skill_calls'],
    kind: 'number',
    of: 'both',
    measure: 'skill_calls',
    first: 'largest',
    help: 'skill activations',
  },
  {
    name: 'slash',
    aliases: ['slash_commands'],
    kind: 'number',
    of: 'both',
    measure: 'slash_commands',
    first: 'largest',
    help: 'slash commands',
  },
  {
    name: 'hooks',
    aliases: [],
    kind: 'number',
    of: 'both',
    measure: 'hooks',
    first: 'largest',
    help: 'hook executions',
  },
  {
    name: 'autonomy',
    aliases: ['autonomy_ratio'],
    kind: 'number',
    of: 'both',
    measure: 'autonomy_ratio',
    first: 'largest',
    help: 'tool calls per message of the person',
  },
  { name: 'days', aliases: [], kind: 'number', of: 'people', first: 'largest', help: 'days with activity' },
  { name: 'rank', aliases: ['#'], kind: 'number', of: 'people', first: 'smallest', help: 'rank by credits' },
  {
    name: 'move',
    aliases: [],
    kind: 'number',
    of: 'people',
    first: 'largest',
    help: 'ranks gained since the period before',
  },
  {
    name: 'mode',
    aliases: ['delegation_level', 'delegation'],
    kind: 'word',
    of: 'both',
    first: 'largest',
    help: 'delegation level on most days',
  },
  {
    name: 'model',
    aliases: ['primary_model'],
    kind: 'word',
    of: 'both',
    first: 'smallest',
    help: 'model used most on most days',
  },
  {
    name: 'tier',
    aliases: ['primary_model_tier'],
    kind: 'word',
    of: 'both',
    first: 'smallest',
    help: 'tier of that model: standard, thinking',
  },
  {
    name: 'lang',
    aliases: ['languages', 'language'],
    kind: 'word',
    of: 'both',
    first: 'smallest',
    help: 'any language worked in',
  },
  {
    name: 'state',
    aliases: [],
    kind: 'word',
    of: 'people',
    first: 'smallest',
    help: 'new, gone or stayed, against the period before',
  },
  { name: 'first', aliases: [], kind: 'day', of: 'people', first: 'largest', help: 'first day with activity' },
  { name: 'last', aliases: [], kind: 'day', of: 'people', first: 'largest', help: 'last day with activity' },
  { name: 'date', aliases: ['day'], kind: 'day', of: 'days', first: 'largest', help: 'the day' },
  {
    name: 'name',
    aliases: ['email', 'user_email', 'person'],
    kind: 'text',
    of: 'both',
    first: 'smallest',
    help: 'e-mail, or the id of who has none',
  },
  { name: 'id', aliases: ['user_id'], kind: 'text', of: 'both', first: 'smallest', help: 'id' },
] as const satisfies readonly FieldRow[]

type Row = (typeof PEOPLE_FIELDS)[number]
export type FieldName = Row['name']
/** Fields that are numbers, days included. */
export type NumberField = Extract<Row, { kind: 'number' | 'percent' | 'day' }>['name']
/** Fields that are summed from a member of a per-user row. */
export type MeasureField = Extract<Row, { measure: PersonMeasure }>['name']
export type WordField = Extract<Row, { kind: 'word' }>['name']
export type TextField = Extract<Row, { kind: 'text' }>['name']
export type Field = FieldRow & { name: FieldName }

/** Lists of people: summed over a range, or one row for each of their days. */
export type ListKind = 'people' | 'days'

/** The fields of a list, in the order of the help. */
export const fieldsOf = (list: ListKind): readonly Field[] =>
  PEOPLE_FIELDS.filter((field) => field.of === 'both' || field.of === list)

const byName = new Map<string, Field>(
  PEOPLE_FIELDS.flatMap((field) => [field.name, ...field.aliases].map((name) => [name, field] as const)),
)

/** The field of a name or an alias, in either case; undefined for a name that no list has. */
export const fieldNamed = (name: string): Field | undefined => byName.get(name.toLowerCase())

/** The fields that are summed from a member of a per-user row, each with that member. */
export const MEASURE_FIELDS: readonly { name: MeasureField; measure: PersonMeasure }[] = PEOPLE_FIELDS.filter(
  (field) => 'measure' in field,
)
