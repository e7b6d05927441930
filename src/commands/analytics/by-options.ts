import { AppError } from '../../base/errors.ts'
import { lengthOf, type Range } from '../../domain/calendar/calendar.ts'
import type { RowField, RowTable } from '../../domain/filter/row-columns.ts'
import { whereFieldNamed } from '../../domain/filter/where-terms.ts'
import { type Beside, breakdownColumns } from '../../domain/usage/views/breakdown-output.ts'
import { usageRowTable } from '../../domain/usage/views/usage-row-table.ts'
import { mostFirst, type Sort, type SortId, type UsageRow } from '../../domain/usage/views/usage-rows.ts'
import { views } from '../../domain/usage/views/usage-views.ts'
import type { GroupInfo, View, ViewName } from '../../domain/usage/views/view.ts'
import type { OptionRow, OptionsOf } from '../kit/option-row.ts'
import { parseRange, type rangeOptions } from '../kit/range.ts'
import { type ChooseRows, parseRowsWhere } from '../kit/where.ts'
import type { shapeOptions } from './shape-options.ts'
import { parseOrder } from './sort-rows.ts'

/** A breakdown of a range, as the screen Usage shows it. */
export type BreakdownOptions = {
  view: ViewName
  /** Of which the rows are, or were before they were looked into. */
  outer: GroupInfo
  /** Of which the rows are. */
  group: GroupInfo
  /** Only what people used of this model. */
  model: string | undefined
  /** Whether names that differ by letter case only are rows of their own. */
  isApart: boolean
  range: Range
  /** What the rows stand beside; undefined: nothing. The weekday's usual is told of one day. */
  beside: Beside | undefined
  /** Undefined: in the order of the view. */
  sort: Sort | undefined
  where: ChooseRows<UsageRow> | undefined
  isPseudonymous: boolean
}

/** What all these commands take, and what some do. */
export type GivenOptions = OptionsOf<readonly [...typeof rangeOptions, ...typeof shapeOptions]> & {
  by?: string | undefined
  groupBy?: string | undefined
  model?: string | undefined
  apart?: boolean
  pseudonyms?: boolean
}

/** The breakdowns of a view by the words of `--by`. */
export const byOption = (view: ViewName) =>
  ({
    flags: '--by <breakdown>',
    help: 'one row over the range for each of these, as the screen Usage shows it, from the days’ own breakdowns; with --group-by from the rows that the API groups',
    choices: [...new Set(views[view].groups.map(({ by }) => by))],
  }) as const satisfies OptionRow

export const modelOption = {
  flags: '--model <id>',
  help: 'with --by person: only what people used of this model',
} as const satisfies OptionRow

export const apartOption = {
  flags: '--apart',
  help: 'with --by mcp-server: names that differ by letter case each for themselves',
} as const satisfies OptionRow

/**
 * What was asked for with `--by`; undefined without it.
 *
 * @throws AppError of kind `usage` on options that do not go together.
 */
export const parseBreakdown = (name: ViewName, options: GivenOptions, now: number): BreakdownOptions | undefined => {
  const { by, groupBy, model, apart = false, sort, where } = options
  if (model !== undefined && by !== 'person')
    throw new AppError('usage', '--model tells of people on a model: give --by person as well.')
  if (apart && by !== 'mcp-server')
    throw new AppError('usage', '--apart tells names of MCP servers apart: give --by mcp-server as well.')
  if (options.compare === 'weekday' && by === undefined)
    throw new AppError('usage', '--compare weekday tells of the parts of a day: give --by as well.')
  if (by === undefined) return undefined
  if (options.totals) throw new AppError('usage', '--by sums up over the range by itself: leave --totals out.')
  const view: View = views[name]
  const outer = view.groups.find((one) => one.by === (model === undefined ? by : 'model') && one.groupBy === groupBy)
  const group = model === undefined ? outer : view.insideModel
  if (!outer || !group) throw new AppError('usage', `The API does not group by ${by}: leave --group-by ${groupBy} out.`)
  const range = parseRange({ options }, now)
  const beside = besideOf(options.compare)
  if (beside === 'usual' && lengthOf(range) > 1)
    throw new AppError('usage', '--compare weekday tells of one day: give the same day to --from and --to.')
  return {
    view: name,
    outer,
    group,
    model,
    isApart: apart,
    range,
    beside,
    sort: parseSort(sort, group),
    where: parseRowsWhere(where, tableOf(group, beside), "'credits>1000'"),
    isPseudonymous: options.pseudonyms ?? false,
  }
}

const besideOf = (compare: string | undefined): Beside | undefined =>
  compare === undefined ? undefined : compare === 'weekday' ? 'usual' : 'before'

const SORTS: readonly SortId[] = ['value', 'name', 'delta', 'input', 'output']

const parseSort = (text: string | undefined, group: GroupInfo): Sort | undefined => {
  if (text === undefined) return group.measure === undefined ? undefined : mostFirst
  const { name, value } = breakdownColumns(group)
  const fields = new Map(SORTS.map((id) => [id as string, id !== 'name']))
  const order = parseOrder(text, fields, {
    [name]: 'name',
    [value]: 'value',
    change: 'delta',
    difference: 'delta',
    share: 'value',
    input_tokens: 'input',
    output_tokens: 'output',
  })
  return order && { id: order.field as SortId, isDescending: order.isDescending }
}

/** What the screen filters by, and the members of the rows that are printed: these are as they are printed, changes as fractions. */
const tableOf = (group: GroupInfo, beside: Beside | undefined): RowTable<UsageRow> => {
  const { name, value } = breakdownColumns(group)
  const isDay = beside === 'usual'
  const table = usageRowTable(group, isDay)
  const { fields } = table
  const as = (member: string, like: string): RowField<UsageRow>[] =>
    fields.filter((field) => field.name === like).map((field) => ({ ...field, name: member, aliases: [] }))
  const [measured] = fields
  const members: RowField<UsageRow>[] = [
    ...as(value, measured?.name ?? ''),
    ...(isDay
      ? []
      : ([
          { name: `${value}_previous`, kind: measured?.kind ?? 'number', read: ({ before }) => before },
          { name: `${value}_change`, kind: 'number', read: ({ change }) => change?.fraction },
        ] satisfies RowField<UsageRow>[])),
    ...as('input_tokens', 'input'),
    ...as('output_tokens', 'output'),
    ...as(name, 'name'),
  ]
  const isNew = (member: string): boolean => whereFieldNamed(member, table) === undefined
  return { ...table, fields: [...fields, ...members.filter((member) => isNew(member.name))] }
}
