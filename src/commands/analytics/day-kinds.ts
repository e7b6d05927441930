import type { z } from 'zod'
import type { DayTable } from '../../cache/ledger/ledger.ts'
import { ActivityDay, ClientDay, ProductivityDay, ToolDay, ToolNameDay } from '../../contract/analytics.ts'
import { CreditDay, CreditModelDay } from '../../contract/credits.ts'
import { PersonDay } from '../../contract/per-user-rows.ts'
import type { RowField, RowTable } from '../../domain/filter/row-columns.ts'
import { type Field, fields, fieldsWith, type PersonMember } from '../../domain/people/field-table.ts'
import { numberOf } from '../../domain/text/delta.ts'
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
import { CHANGE, PREVIOUS } from './compare-rows.ts'
import { figureNames } from './figures-table.ts'
import { creditLists, type NestedList, productivityLists, toolLists } from './range-totals.ts'

/** A layout whose columns are members of the contract's row, so that a renamed member does not compile. */
const layout = <Shape extends z.ZodRawShape>(
  schema: z.ZodObject<Shape>,
  columns: readonly (ColumnLayout & { member: keyof Shape & string; otherwise?: keyof Shape & string })[],
): RowLayout => ({ columns, members: Object.keys(schema.shape) })

const date = { member: 'date', title: 'DATE', kind: 'day' } as const
const group = (title: string) => ({ member: 'group_key', title, kind: 'text' }) as const

/** The columns of measures on a day. Only what may be added up over days has a total. */
const columns = <Member extends string>(...measures: readonly PlainMeasure<string, Member>[]) =>
  measures.map(({ member, heading, unit, how }) => ({ member, title: heading, kind: unit, isSummed: how === 'sum' }))

const credits = creditMeasures
const ofModels = columns(credits.billable_tokens, credits.input_tokens, credits.output_tokens)

const creditDays = layout(CreditDay, [
  date,
  ...ofModels,
  ...columns(credits.cache_read_tokens, credits.cache_write_tokens),
])

const creditModelDays = layout(CreditModelDay, [date, group('MODEL'), ...ofModels])

const toolDays = layout(ToolDay, [
  date,
  ...columns(
    toolMeasures.tool_calls,
    toolMeasures.skills_invocations,
    toolMeasures.slash_commands_invocations,
    toolMeasures.hooks_invocations,
    toolMeasures.mcp_users_with_mcp_mean,
    toolMeasures.web_users_mean,
    toolMeasures.autonomy_ratio_p50_median,
    toolMeasures.autonomy_ratio_p90_median,
  ),
])

const toolNameDays = layout(ToolNameDay, [date, group('TOOL'), ...columns(toolMeasures.tool_calls)])

const activityDays = layout(ActivityDay, [
  date,
  ...columns(
    activityMeasures.daily_active_users_mean,
    activityMeasures.weekly_active_users_last,
    activityMeasures.monthly_active_users_last,
    activityMeasures.sessions,
    activityMeasures.messages,
    activityMeasures.user_messages,
  ),
])

const clientDays = layout(ClientDay, [date, group('CLIENT'), ...columns(activityMeasures.daily_active_users_mean)])

const productivityDays = layout(ProductivityDay, [date, ...columns(...Object.values(productivityMeasures))])

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
export const mainNumbers: readonly PersonColumn[] = main.flatMap(({ kind, member, title, figure }: Field) => {
  if (kind !== 'number' || !member) return []
  return [figure === 'ratio' ? { member, title, kind: 'ratio' } : { member, title, kind: 'count', isSummed: true }]
})

export const mainWords: readonly PersonColumn[] = main.flatMap(({ kind, member, title }) =>
  kind === 'word' && member ? [{ member, title, kind: 'text' }] : [],
)

export const personDays = layout(PersonDay, [date, personColumn, ...mainNumbers, ...mainWords])

/** Rows of one shape: how they are shown and summed up. */
export type DayKind = {
  layout: RowLayout
  measures: readonly Measure[]
  lists: readonly NestedList[]
  /** Of rows of a day and a group each, what the groups are, as a heading. */
  group: string | undefined
}

/** A measure as a column of groups, which has less room than a line. */
const asColumn = (measure: Measure, title = measure.heading): Measure => ({ ...measure, title })

const { billable_tokens, input_tokens, output_tokens } = creditMeasures
const { daily_active_users_mean, daily_active_users_max } = activityMeasures

const ungrouped = (layout: RowLayout, measures: Readonly<Record<string, Measure>>, lists: readonly NestedList[] = []) =>
  ({ layout, measures: Object.values(measures), lists, group: undefined }) satisfies DayKind
const grouped = (group: string, layout: RowLayout, measures: readonly Measure[]) =>
  ({ layout, measures, lists: [], group }) satisfies DayKind

export const dayKinds: Record<DayTable, DayKind> = {
  credits: ungrouped(creditDays, creditMeasures, creditLists),
  creditsByModel: grouped(
    'MODEL',
    creditModelDays,
    [billable_tokens, input_tokens, output_tokens].map((each) => asColumn(each)),
  ),
  tools: ungrouped(toolDays, toolMeasures, toolLists),
  toolsByName: grouped('TOOL', toolNameDays, [asColumn(toolMeasures.tool_calls)]),
  activity: ungrouped(activityDays, activityMeasures),
  activityByClient: grouped('CLIENT', clientDays, [
    asColumn(daily_active_users_mean, 'PEOPLE A DAY'),
    asColumn(daily_active_users_max, 'MAX'),
  ]),
  productivity: ungrouped(productivityDays, productivityMeasures, productivityLists),
}

/** Members of a row that are numbers, each once. */
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

/** Whether rows are groups over the range, and whether they stand beside the period before. */
type RowShape = { isTotals: boolean; isCompared: boolean }

/** What rows can be filtered and ordered by. Groups are also called by what they are: `model`, `tool` or `client`. */
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
      ...words.map((name): RowField<RawRow> => {
        const own = { name, aliases: aliasesOf(name), read: (row: RawRow) => textOf(row, name) }
        return { ...own, kind: name === 'date' ? 'day' : 'word' }
      }),
      ...numbers.map((name): RowField<RawRow> => {
        return { name, aliases: aliasesOf(name), kind: 'number', read: (row) => numberOf(row[name]) }
      }),
    ],
    nameOf: (row) => textOf(row, first) ?? '',
    textsOf: (row) => others.map((name) => textOf(row, name)),
  }
}

/** What help says of the fields of a command's rows, and of the conditions that they can stand in. */
export const fieldsHelp = (...tables: DayTable[]): string => {
  const [plain, ...grouped] = tables.map((table) => fieldNamesOf(rowTableOf(dayKinds[table])))
  return `Fields for --sort and --where, with short names: ${plain}${grouped.map((each) => `; with --group-by ${each}`).join('')}.\n\n${WHERE_HELP}`
}

/** A layout with the change of each number beside it. */
export const comparedLayout = ({ columns, members }: RowLayout, numbers: readonly string[]): RowLayout => ({
  columns: columns.flatMap((column) =>
    numbers.includes(column.member) ? [column, { ...column, title: 'CHANGE', kind: 'change' as const }] : [column],
  ),
  members: [...members, 'previous_date', ...numbers.flatMap((member) => [member + PREVIOUS, member + CHANGE])],
})
