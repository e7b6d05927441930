import type { DayTable } from '../../cache/ledger/ledger.ts'
import type { Measure } from '../../domain/usage/measure.ts'
import {
  activityMeasures,
  creditMeasures,
  productivityMeasures,
  toolMeasures,
} from '../../domain/usage/usage-measures.ts'
import { WHERE_HELP } from '../kit/where.ts'
import type { RowLayout } from '../output/row-layout.ts'
import { CHANGE, PREVIOUS } from './compare-rows.ts'
import {
  activityDays,
  clientDays,
  creditDays,
  creditModelDays,
  productivityDays,
  toolDays,
  toolNameDays,
} from './day-layouts.ts'
import { figureNames } from './figures-table.ts'
import { creditLists, type NestedList, productivityLists, toolLists } from './nested-lists.ts'
import type { RowFields } from './row-where.ts'

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
