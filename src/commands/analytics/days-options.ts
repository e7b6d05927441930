import { usageError } from '../../base/errors.ts'
import type { DayTable } from '../../cache/ledger/ledger.ts'
import { lengthOf } from '../../domain/calendar/calendar.ts'
import type { RowField, RowTable } from '../../domain/filter/row-columns.ts'
import type { Order } from '../../domain/filter/sorts.ts'
import { breakdownColumns, type ComparisonKind } from '../../domain/usage/views/breakdown-output.ts'
import { usageRowTable } from '../../domain/usage/views/usage-row-table.ts'
import { largestFirst, type Sort, type SortId, type UsageRow } from '../../domain/usage/views/usage-rows.ts'
import { views } from '../../domain/usage/views/usage-views.ts'
import type { GroupInfo, View, ViewName } from '../../domain/usage/views/view.ts'
import type { OptionRow, OptionsOf } from '../kit/option-row.ts'
import { parseRange, type rangeOptions } from '../kit/option-values.ts'
import { parseRowsWhere, parseSort, sortFieldOption, whereOption } from '../kit/row-options.ts'
import { sortRows } from '../output/list-command.ts'
import type { RawRow } from '../output/row-layout.ts'
import { dayKinds, rowTableOf } from './day-kinds.ts'

/** Options of a breakdown (`--by`), which the screen Usage shows too. */
export type BreakdownOptions = NonNullable<ReturnType<typeof parseBreakdown>>

/** The options of all commands for days. Those that only some commands have are optional. */
type GivenOptions = OptionsOf<readonly [...typeof rangeOptions, ...typeof shapeOptions]> & {
  by?: string | undefined
  groupBy?: string | undefined
  model?: string | undefined
  team?: string | undefined
  teams?: string | undefined
  apart?: boolean
  pseudonyms?: boolean
}

/** The `--by` option, with the breakdowns of a view as its choices. */
export const byOption = (view: ViewName) =>
  ({
    flags: '--by <breakdown>',
    help: 'one row per name or figure of this breakdown',
    choices: [...new Set(views[view].groups.map(({ by }) => by))],
  }) as const satisfies OptionRow

export const modelOption = {
  flags: '--model <id>',
  help: 'with --by person: only this model',
} as const satisfies OptionRow

export const teamOption = {
  flags: '--team <name>',
  help: 'with --by person: only this team, or unassigned',
} as const satisfies OptionRow

export const apartOption = {
  flags: '--apart',
  help: 'with --by mcp-server: distinguish letter case',
} as const satisfies OptionRow

/**
 * Reads `--by` and the options that refine it; undefined without `--by`.
 *
 * @throws AppError of kind `usage` on options that cannot be combined.
 */
export const parseBreakdown = (name: ViewName, options: GivenOptions, now: number) => {
  const { by, groupBy, model, team, apart = false, sort, where } = options
  const key = model ?? team
  if (model !== undefined && by !== 'person') throw usageError('--model requires --by person.')
  if (team !== undefined && by !== 'person') throw usageError('--team requires --by person.')
  if (model !== undefined && team !== undefined) throw usageError('--model and --team cannot be used together.')
  if (options.teams !== undefined && by !== 'team' && team === undefined)
    throw usageError('--teams requires --by team or --team.')
  if (apart && by !== 'mcp-server') throw usageError('--apart requires --by mcp-server.')
  if (options.compare === 'weekday' && by === undefined) throw usageError('--compare weekday requires --by.')
  if (by === undefined) return undefined
  if (options.totals) throw usageError('--by already sums over the range: remove --totals.')
  const view: View = views[name]
  const outer = view.groups.find(
    (one) => one.by === (model !== undefined ? 'model' : team !== undefined ? 'team' : by) && one.groupBy === groupBy,
  )
  const group = key === undefined ? outer : view.modelGroup
  if (!outer || !group) throw usageError(`The API does not group by ${by}: remove --group-by ${groupBy}.`)
  const range = parseRange({ options }, now)
  const comparison = parseComparison(options.compare)
  if (comparison === 'usual' && lengthOf(range) > 1)
    throw usageError('--compare weekday needs a range of one day: use the same day for --from and --to.')
  return {
    view: name,
    /** The group of the rows; with `key`, the group of all models or teams. */
    outer,
    /** The group of the printed rows. */
    group,
    /** Lists only users of this model or team. */
    key,
    /** The value of --teams. */
    teams: options.teams,
    /** Whether names that differ only by letter case are separate rows. */
    isCaseSensitive: apart,
    range,
    /** What the rows are compared with; undefined: no comparison. `usual` requires a range of one day. */
    comparison,
    /** Undefined: the order of the view. */
    sort: parseBreakdownSort(sort, group),
    where: parseRowsWhere(where, tableOf(group, comparison), "'credits>1000'"),
    isPseudonymous: options.pseudonyms ?? false,
  }
}

const parseComparison = (compare: string | undefined): ComparisonKind | undefined =>
  compare === undefined ? undefined : compare === 'weekday' ? 'usual' : 'before'

const SORTS: readonly SortId[] = ['value', 'name', 'delta', 'input', 'output']

const parseBreakdownSort = (text: string | undefined, group: GroupInfo): Sort | undefined => {
  if (text === undefined) return group.measure === undefined ? undefined : largestFirst
  const { name, value } = breakdownColumns(group)
  const aliases = new Map([
    [name, 'name'],
    [value, 'value'],
    ['change', 'delta'],
    ['difference', 'delta'],
    ['share', 'value'],
    ['input_tokens', 'input'],
    ['output_tokens', 'output'],
  ])
  const begin = (by: SortId) => ({ by, isDescending: by !== 'name' })
  const order = parseSort(text, SORTS, begin, (alias) => aliases.get(alias) ?? alias)
  return order && { id: order.by, isDescending: order.isDescending }
}

/** The fields of the screen's filter. The members of the printed rows are their aliases. */
const tableOf = (group: GroupInfo, comparison: ComparisonKind | undefined): RowTable<UsageRow> => {
  const { name, value } = breakdownColumns(group)
  const isDay = comparison === 'usual'
  const table = usageRowTable(group, isDay)
  const [measured, ...others] = table.fields
  const names: Readonly<Record<string, string>> = { input: 'input_tokens', output: 'output_tokens', name }
  const withName = (field: RowField<UsageRow>, member = names[field.name] ?? field.name): RowField<UsageRow> => ({
    ...field,
    aliases: [...(field.aliases ?? []), member],
  })
  const compared: RowField<UsageRow>[] = [
    { name: `${value}_previous`, kind: measured?.kind ?? 'number', read: ({ before }) => before },
    { name: `${value}_change`, kind: 'number', read: ({ change }) => change?.fraction },
  ]
  return {
    ...table,
    fields: [
      ...(measured ? [withName(measured, value)] : []),
      ...others.map((field) => withName(field)),
      ...(isDay ? [] : compared),
    ],
  }
}

/** Options of all analytics commands for days. */
export const shapeOptions = [
  { flags: '--totals', help: 'one row over the whole range' },
  {
    flags: '--compare <period>',
    help: 'compare with the previous period, or with the same weekday',
    choices: ['prev', 'weekday'],
  },
  sortFieldOption,
  whereOption("only rows that match all conditions: 'date>=2026-11-01 date<2026-11-15'"),
] as const satisfies readonly OptionRow[]

export type DaysOptions = ReturnType<ReturnType<typeof parseDays>>

export type UsageOptions = DaysOptions | BreakdownOptions

/** `groups` maps each value of --group-by to a table. */
const parseDays =
  (ungrouped: DayTable, groups: Readonly<Record<string, DayTable>> = {}) =>
  ({ options }: { options: GivenOptions }, now: number) => {
    // Commander has validated the value, so it is one of these groups.
    const table = groups[options.groupBy ?? ''] ?? ungrouped
    const { sort, where } = options
    const shape = { isTotals: options.totals, isCompared: options.compare !== undefined }
    const kind = dayKinds[table]
    if (shape.isTotals && kind.group === undefined && (sort !== undefined || where.length > 0))
      throw usageError('--totals prints one row: remove --sort and --where.')
    const rowTable = rowTableOf(kind, shape)
    const wanted = parseRowsWhere(where, rowTable, "'credits>1000'")
    const order = parseRowSort(sort, rowTable)
    return {
      ...shape,
      /** The table to load, grouped or not. */
      table,
      range: parseRange({ options }, now),
      /** Filters and sorts rows. Without --sort, rows are by day, and totals of groups largest first. */
      choose: (rows: readonly RawRow[]): readonly RawRow[] => {
        const chosen = wanted?.(rows) ?? rows
        return order ? sortRows(chosen, rowTable, order) : chosen
      },
      isPseudonymous: options.pseudonyms ?? false,
    }
  }

/** Numbers sort largest first, days and words ascending. */
const parseRowSort = (text: string | undefined, { fields }: RowTable<RawRow>): Order | undefined => {
  const fieldNamed = (name: string) => fields.find((field) => field.name === name || field.aliases?.includes(name))
  const names = fields.map(({ name }) => name)
  const begin = (by: string) => ({ by, isDescending: fieldNamed(by)?.kind === 'number' })
  return parseSort(text, names, begin, (name) => fieldNamed(name)?.name)
}

/** Parses the options of a command: a breakdown of the view with `--by`, else {@link parseDays}. */
export const parseUsage = (view: ViewName, ...tables: Parameters<typeof parseDays>) => {
  const parseWithoutBy = parseDays(...tables)
  return (input: { options: GivenOptions }, now: number): UsageOptions =>
    parseBreakdown(view, input.options, now) ?? parseWithoutBy(input, now)
}
