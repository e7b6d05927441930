import type { z } from 'zod'
import type { DayTable } from '../../cache/ledger/ledger.ts'
import { ActivityDay, ClientDay, ProductivityDay, ToolDay, ToolNameDay } from '../../contract/analytics.ts'
import { CreditDay, CreditModelDay } from '../../contract/credits.ts'
import { PersonDay } from '../../contract/per-user-rows.ts'
import { fieldsOf } from '../../domain/filter/field-of.ts'
import type { RowTable } from '../../domain/filter/row-columns.ts'
import { type Field, fields, fieldsWith, type PersonMember } from '../../domain/people/field-table.ts'
import { CHANGE, numberOf, PREVIOUS } from '../../domain/text/delta.ts'
import { WITHOUT_USER } from '../../domain/text/format.ts'
import type { Measure, PlainMeasure } from '../../domain/usage/measure.ts'
import {
  activityMeasures,
  creditMeasures,
  productivityMeasures,
  toolMeasures,
} from '../../domain/usage/usage-measures.ts'
import { fieldNamesOf, WHERE_HELP } from '../kit/row-options.ts'
import type { ColumnLayout, RawRow, RowLayout } from '../output/row-layout.ts'
import { figureNames } from './figures-table.ts'
import { creditLists, type NestedList, productivityLists, toolLists } from './range-totals.ts'

const date = { member: 'date', title: 'DATE', kind: 'day' } as const

type PersonColumn = ColumnLayout & { member: PersonMember; otherwise?: PersonMember }

export const personColumn: PersonColumn = {
  member: fields.name.member,
  otherwise: fields.id.member,
  title: fields.name.title,
  whenMissing: WITHOUT_USER,
  kind: 'text',
}

const main = fieldsWith('isMain')

/** The main numbers of per-user rows, credits first. */
export const mainNumberColumns: readonly PersonColumn[] = main.flatMap(({ kind, member, title, figure }: Field) => {
  if (kind !== 'number' || !member) return []
  return [figure === 'ratio' ? { member, title, kind: 'ratio' } : { member, title, kind: 'count', isSummed: true }]
})

export const mainTextColumns: readonly PersonColumn[] = main.flatMap(({ kind, member, title }) =>
  kind === 'word' && member ? [{ member, title, kind: 'text' }] : [],
)

export const personDays: RowLayout = {
  columns: [date, personColumn, ...mainNumberColumns, ...mainTextColumns],
  members: Object.keys(PersonDay.shape),
}

/** How rows of one shape are printed and summed. */
export type DayKind = {
  layout: RowLayout
  measures: readonly Measure[]
  lists: readonly NestedList[]
  /** Heading of the group column, for rows per day and group. */
  group: string | undefined
}

/** Columns are typed as members of the contract's row, so that a renamed member is a compile error. */
const kindOf = <Shape extends z.ZodRawShape>(
  schema: z.ZodObject<Shape>,
  columns: readonly PlainMeasure<string, keyof Shape & string>[],
  { measures = columns, lists = [], group }: Partial<Omit<DayKind, 'layout'>>,
): DayKind => ({
  layout: {
    columns: [
      date,
      ...(group === undefined ? [] : [{ member: 'group_key', title: group, kind: 'text' } as const]),
      // Only a value that is summed over days has a total.
      ...columns.map(({ member, heading, unit, how }) => ({
        member,
        title: heading,
        kind: unit,
        isSummed: how === 'sum',
      })),
    ],
    members: Object.keys(schema.shape),
  },
  // Groups have one column per measure, which is narrow: use the short heading.
  measures: group === undefined ? measures : measures.map((measure) => ({ ...measure, title: measure.heading })),
  lists,
  group,
})

const { billable_tokens, input_tokens, output_tokens, cache_read_tokens, cache_write_tokens } = creditMeasures
const ofModels = [billable_tokens, input_tokens, output_tokens]
const people = activityMeasures.daily_active_users_mean

export const dayKinds: Record<DayTable, DayKind> = {
  credits: kindOf(CreditDay, [...ofModels, cache_read_tokens, cache_write_tokens], {
    measures: Object.values(creditMeasures),
    lists: creditLists,
  }),
  creditsByModel: kindOf(CreditModelDay, ofModels, { group: 'MODEL' }),
  tools: kindOf(
    ToolDay,
    [
      toolMeasures.tool_calls,
      toolMeasures.skills_invocations,
      toolMeasures.slash_commands_invocations,
      toolMeasures.hooks_invocations,
      toolMeasures.mcp_users_with_mcp_mean,
      toolMeasures.web_users_mean,
      toolMeasures.autonomy_ratio_p50_median,
      toolMeasures.autonomy_ratio_p90_median,
    ],
    { measures: Object.values(toolMeasures), lists: toolLists },
  ),
  toolsByName: kindOf(ToolNameDay, [toolMeasures.tool_calls], { group: 'TOOL' }),
  activity: kindOf(
    ActivityDay,
    [
      people,
      activityMeasures.weekly_active_users_last,
      activityMeasures.monthly_active_users_last,
      activityMeasures.sessions,
      activityMeasures.messages,
      activityMeasures.user_messages,
    ],
    { measures: Object.values(activityMeasures) },
  ),
  activityByClient: kindOf(ClientDay, [people], {
    group: 'CLIENT',
    measures: [
      { ...people, heading: 'USERS PER DAY' },
      { ...activityMeasures.daily_active_users_max, heading: 'MAX' },
    ],
  }),
  productivity: kindOf(ProductivityDay, Object.values(productivityMeasures), { lists: productivityLists }),
}

/** Names of the numeric members of a row, each once. */
export const numbersOf = ({ measures }: DayKind): string[] => [
  ...new Set(
    measures.flatMap((measure) => (measure.how === 'derived' || measure.inner !== undefined ? [] : measure.member)),
  ),
]

const shortNames: Readonly<Record<string, string>> = {
  day: 'date',
  credits: 'billable_tokens',
  input: 'input_tokens',
  output: 'output_tokens',
  calls: 'tool_calls',
  commits: 'git_commits',
  prs: 'git_prs_created',
  users: 'daily_active_users',
}

/** Whether rows are totals over the range, and whether they are compared with the previous period. */
type RowShape = { isTotals: boolean; isCompared: boolean }

const field = fieldsOf((row: RawRow) => row)

/** The fields that rows can be filtered and sorted by. The group also has an alias: `model`, `tool` or `client`. */
export const rowTableOf = (
  kind: DayKind,
  shape: RowShape = { isTotals: false, isCompared: false },
): RowTable<RawRow> => {
  const { isTotals, isCompared } = shape
  const aliases = { ...shortNames, ...(kind.group !== undefined && { [kind.group.toLowerCase()]: 'group_key' }) }
  const aliasesOf = (name: string) => Object.keys(aliases).filter((alias) => aliases[alias] === name)
  const words = [...(isTotals ? [] : ['date']), ...(kind.group === undefined ? [] : ['group_key'])]
  const numbers = isTotals
    ? ['days', ...figureNames(kind.measures, isCompared)]
    : numbersOf(kind).flatMap((member) => (isCompared ? [member, member + PREVIOUS, member + CHANGE] : [member]))
  const [first, ...others] = words
  const textOf = (row: RawRow, name = ''): string | undefined => {
    const value = row[name]
    return typeof value === 'string' ? value : undefined
  }
  return {
    fields: [
      ...words.map((name) =>
        field(name, name === 'date' ? 'day' : 'word', (row) => textOf(row, name), aliasesOf(name)),
      ),
      ...numbers.map((name) => field(name, 'number', (row) => numberOf(row[name]), aliasesOf(name))),
    ],
    nameOf: (row) => textOf(row, first) ?? '',
    textsOf: (row) => others.map((name) => textOf(row, name)),
  }
}

/** Help on the fields of a command's rows, and on conditions. */
export const fieldsHelp = (...tables: DayTable[]): string => {
  const [ungrouped, ...grouped] = tables.map((table) => fieldNamesOf(rowTableOf(dayKinds[table])))
  return `Fields for --sort and --where, with short names: ${ungrouped}${grouped.map((each) => `; with --group-by: ${each}`).join('')}.\n\n${WHERE_HELP}`
}

/** The layout with a change column after each of these numbers. */
export const comparedLayout = ({ columns, members }: RowLayout, numbers: readonly string[]): RowLayout => ({
  columns: columns.flatMap((column) =>
    numbers.includes(column.member) ? [column, { ...column, title: 'CHANGE', kind: 'change' as const }] : [column],
  ),
  members: [...members, 'previous_date', ...numbers.flatMap((member) => [member + PREVIOUS, member + CHANGE])],
})
