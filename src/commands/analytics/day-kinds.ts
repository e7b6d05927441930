import type { z } from 'zod'
import type { DayTable } from '../../cache/ledger/ledger.ts'
import { ActivityDay, ClientDay, ProductivityDay, ToolDay, ToolNameDay } from '../../contract/analytics.ts'
import { CreditDay, CreditModelDay } from '../../contract/credits.ts'
import { PersonDay } from '../../contract/per-user-rows.ts'
import type { Measure, PlainMeasure } from '../../domain/usage/measure.ts'
import {
  activityMeasures,
  creditMeasures,
  productivityMeasures,
  toolMeasures,
} from '../../domain/usage/usage-measures.ts'
import { WHERE_HELP } from '../kit/row-options.ts'
import type { ColumnLayout, RowLayout } from '../output/row-layout.ts'
import { CHANGE, PREVIOUS } from './compare-rows.ts'
import { figureNames } from './figures-table.ts'
import { mainNumbers, mainWords, personColumn } from './person-columns.ts'
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
    asColumn(daily_active_users_max, 'MOST'),
  ]),
  productivity: ungrouped(productivityDays, productivityMeasures, productivityLists),
}

/** Members of a row that are numbers, each once. */
export const numbersOf = ({ measures }: DayKind): string[] => [
  ...new Set(
    measures.flatMap((measure) => (measure.how === 'derived' || measure.inner !== undefined ? [] : measure.member)),
  ),
]

/** Names of fields and whether each is a number. */
export type RowFields = ReadonlyMap<string, boolean>

/** The fields that rows, or with `isTotals` groups over the range, can be chosen and ordered by. */
export const fieldsOf = (
  kind: DayKind,
  { isTotals, isCompared }: { isTotals: boolean; isCompared: boolean },
): RowFields => {
  const numbers = isTotals
    ? ['days', ...figureNames(kind.measures, isCompared)]
    : numbersOf(kind).flatMap((member) => (isCompared ? [member, member + PREVIOUS, member + CHANGE] : [member]))
  const words = [...(isTotals ? [] : ['date']), ...(kind.group === undefined ? [] : ['group_key'])]
  return new Map([...words.map((word) => [word, false] as const), ...numbers.map((name) => [name, true] as const)])
}

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

/** Short names of fields. Groups are called by what they are: `model`, `tool` or `client`. */
/** What rows of days can be filtered by, as they come without options. */
export const whereFieldsOf = (table: DayTable): { name: string; kind: 'number' | 'day' | 'word' }[] =>
  [...fieldsOf(dayKinds[table], { isTotals: false, isCompared: false })].map(([name, isNumber]) => ({
    name,
    kind: isNumber ? 'number' : name === 'date' ? 'day' : 'word',
  }))

export const fieldAliases = ({ group }: DayKind): Readonly<Record<string, string>> => ({
  ...shortNames,
  ...(group !== undefined && { [group.toLowerCase()]: 'group_key' }),
})

/** What help says of the fields of a command's rows, and of the conditions that they can stand in. */
export const fieldsHelp = (...tables: DayTable[]): string => {
  const names = (table: DayTable): string => {
    const kind = dayKinds[table]
    const aliases = Object.entries(fieldAliases(kind))
    return [...fieldsOf(kind, { isTotals: false, isCompared: false }).keys()]
      .map((field) => {
        const short = aliases.filter(([, name]) => name === field).map(([alias]) => alias)
        return short.length === 0 ? field : `${field} (${short.join(', ')})`
      })
      .join(', ')
  }
  const [plain, ...grouped] = tables.map(names)
  return `Fields for --sort and --where, with short names: ${plain}${grouped.map((each) => `; with --group-by ${each}`).join('')}.\n\n${WHERE_HELP}`
}

/** A layout with the change of each number beside it. */
export const comparedLayout = ({ columns, members }: RowLayout, numbers: readonly string[]): RowLayout => ({
  columns: columns.flatMap((column) =>
    numbers.includes(column.member) ? [column, { ...column, title: 'CHANGE', kind: 'change' as const }] : [column],
  ),
  members: [...members, 'previous_date', ...numbers.flatMap((member) => [member + PREVIOUS, member + CHANGE])],
})
