import type { DayTable } from '../../cache/ledger/ledger.ts'
import { planSettings } from '../../config/profiles/plan-settings.ts'
import { lengthOf, type Range } from '../../domain/calendar/calendar.ts'
import { type CreditPrice, moneyOf } from '../../domain/money/price.ts'
import { comparisonFor } from '../../domain/overview/overview-figures.ts'
import { numberOf } from '../../domain/text/delta.ts'
import { lastGroupedRows, rowsByDay } from '../../domain/usage/measure-figures.ts'
import { command, type Deps } from '../kit/command.ts'
import { finishCommand, incompleteMembers, loadOptions, missingReason } from '../kit/load-options.ts'
import { teamsOption } from '../kit/load-teams.ts'
import { NO_PREVIOUS_PERIOD, rangeOptions } from '../kit/option-values.ts'
import { type PrintedRows, printLongRows } from '../output/print-rows.ts'
import { pseudonymizeUsers, pseudonymsOption } from '../output/pseudonyms.ts'
import { type ColumnLayout, isRow, type RawRow } from '../output/row-layout.ts'
import { compareRows } from './compare-rows.ts'
import { comparedLayout, dayKinds, fieldsHelp, numbersOf, rowTableOf } from './day-kinds.ts'
import {
  apartOption,
  byOption,
  type DaysOptions,
  modelOption,
  parseUsage,
  shapeOptions,
  teamOption,
  type UsageOptions,
} from './days-options.ts'
import { figuresText, groupRow, groupsLayout, totalsRow } from './figures-table.ts'
import { runBreakdown } from './print-breakdown.ts'
import { groupTotals, missingDaysText, rangeTotals } from './range-totals.ts'

const runUsage = async (options: UsageOptions, deps: Deps): Promise<undefined> =>
  'view' in options ? runBreakdown(options, deps) : runDays(options, deps)

const runDays = async (options: DaysOptions, deps: Deps): Promise<undefined> => {
  const { table, range, isCompared } = options
  const previous = isCompared ? comparisonFor(range) : undefined
  const source = await deps.source()
  const whole = { from: previous?.from ?? range.from, to: range.to }
  const { rows: all, meta, problems, at, missing } = await source.rawDays(table, whole, loadOptions(deps))
  const validRows = all.filter(isRow)
  const loaded = dayKinds[table].group === undefined ? [...rowsByDay(validRows).values()] : lastGroupedRows(validRows)
  const hidden = options.isPseudonymous ? pseudonymizeUsers(loaded, await deps.salt()) : loaded
  const [rows, before] = [within(hidden, range), previous ? within(hidden, previous) : []]
  const reason = missingReason(source, missing)
  const part = reason === undefined ? undefined : 'the cached rows'
  const price = isMoneyKnown(options) ? planSettings(deps.env, await deps.credentials()).creditPrice : undefined
  const report = withMoney(preparePrintedRows(rows, before, previous, options, deps), price)
  const envelope = { data: report.rows, meta: { ...meta, start_date: range.from, end_date: range.to } }
  await printLongRows({ ...report, envelope: { ...envelope, ...incompleteMembers(reason) }, part }, deps)

  const missingDays = lengthOf(range) - new Set(rows.map(({ date }) => date)).size
  // With --totals, each group is one row, so days without any row would go unnoticed.
  const hidesMissingDays = options.isTotals && dayKinds[table].group !== undefined && missingDays > 0 && rows.length > 0
  const notes = [
    rows.length === 0 ? `No rows from ${range.from} to ${range.to}.` : undefined,
    isCompared && previous === undefined ? NO_PREVIOUS_PERIOD : undefined,
    hidesMissingDays ? missingDaysText(missingDays, range) : undefined,
  ]
  return finishCommand({ notes, at, problems, incomplete: reason }, deps)
}

/** Whether rows have credits of one day, or of one group. */
const isMoneyKnown = ({ table, isTotals }: DaysOptions): boolean =>
  table === 'creditsByModel' || (table === 'credits' && !isTotals)

type Prepared = Pick<PrintedRows, 'rows' | 'layout' | 'table'>

/** Adds what the credits of each row cost, after them. @param price - Undefined: rows stay unchanged. */
const withMoney = (prepared: Prepared, price: CreditPrice | undefined): Prepared => {
  if (price === undefined) return prepared
  const { columns, members } = prepared.layout
  const added = { member: 'money', title: price.currency, kind: 'ratio' } as const
  const isCredits = ({ member, kind }: ColumnLayout) => member === 'billable_tokens' && kind !== 'change'
  return {
    ...prepared,
    rows: prepared.rows.map((row) => ({
      ...row,
      money: moneyOf(numberOf(row.billable_tokens), price) ?? null,
      currency: price.currency,
    })),
    layout: {
      columns: columns.flatMap((column) => (isCredits(column) ? [column, added] : [column])),
      members: [...members, 'money', 'currency'],
    },
  }
}

const within = (rows: readonly RawRow[], { from, to }: Range): RawRow[] =>
  rows.filter(({ date }) => typeof date === 'string' && date >= from && date <= to)

const preparePrintedRows = (
  rows: RawRow[],
  before: RawRow[],
  previous: Range | undefined,
  { table, range, isTotals, isCompared, choose }: DaysOptions,
  deps: Deps,
): Prepared => {
  const kind = dayKinds[table]
  const { group, measures } = kind
  if (!isTotals && !isCompared) return { rows: choose(rows), layout: kind.layout }
  if (!isTotals) {
    const members = numbersOf(kind)
    const keys = group === undefined ? [] : ['group_key']
    const compared = compareRows({ rows, before, range, previous, members, keys })
    return { rows: choose(compared), layout: comparedLayout(kind.layout, members) }
  }
  if (group === undefined) {
    const now = rangeTotals(rows, range, kind)
    const earlier = previous && rangeTotals(before, previous, kind)
    const row = totalsRow(now, earlier, isCompared)
    return {
      rows: [row],
      layout: { columns: [], members: Object.keys(row) },
      table: () => figuresText(now, earlier, isCompared, deps),
    }
  }
  const now = groupTotals(rows, range, measures)
  const earlier = previous && groupTotals(before, previous, measures)
  const known = new Set(now.groups.map(({ key }) => key))
  const ended = (earlier?.groups ?? [])
    .filter(({ key }) => !known.has(key))
    .map(({ key }) => ({ key, days: 0, figures: now.figuresOf(key) }))
  const all = [...now.groups, ...ended].map((one) =>
    groupRow(one, isCompared ? (earlier?.figuresOf(one.key) ?? []) : undefined),
  )
  return { rows: choose(all), layout: groupsLayout(measures, group, isCompared) }
}

const groupBy = (value: string, what: string) =>
  ({ flags: '--group-by <member>', help: `one row per day and ${what}`, choices: [value] }) as const

const OUTPUT_HELP =
  'Cached days are not requested again; --refresh ignores the cache, and --offline sends no requests. ' +
  '--by sums over the range: one row per name, such as a model; --by figures prints one row per column instead, with ' +
  'its total or mean. ' +
  'With --totals, a figure that is not a sum has a suffix (_mean, _median, _max, _last), and a mean counts each day equally; missing_days ' +
  'counts days without a row, missing_values rows without a value. With --compare prev, FIELD_previous is the value of the previous period, and ' +
  'FIELD_change is the relative change (0.1: 10 % more); for a share it is the difference. With --compare weekday, which needs --by and one day, usual is the median of the same weekday ' +
  'in the previous eight weeks, at least three of which must have data, and difference is the value of the day minus usual.'

const shared = (table: DayTable) => {
  const { fields } = rowTableOf(dayKinds[table])
  const members = fields.map(({ name }) => name)
  return { cacheOptions: ['offline', 'refresh'], fields, members, run: runUsage } as const
}

export const tokens = command({
  name: 'analytics tokens',
  summary: 'Show credits and tokens by day',
  reads: true,
  description: `${OUTPUT_HELP}\n\n${fieldsHelp('credits', 'creditsByModel')}`,
  ...shared('credits'),
  options: [
    ...rangeOptions,
    byOption('credits'),
    modelOption,
    teamOption,
    teamsOption,
    groupBy('model', 'model'),
    ...shapeOptions,
    pseudonymsOption,
  ],
  examples: [
    'analytics tokens --last 30d',
    'analytics tokens --last 28d --totals --compare prev',
    'analytics tokens --from 2026-10-01 --to 2026-10-31 --group-by model --format csv',
    'analytics tokens --by model --last 1d --compare weekday',
    'analytics tokens --by team --last 30d --compare prev',
    "analytics tokens --last 90d --where 'credits>100k' --sort credits",
  ],
  parse: parseUsage('credits', 'credits', { model: 'creditsByModel' }),
})

export const tools = command({
  name: 'analytics tools',
  summary: 'Show tool calls, skills, commands and hooks by day',
  reads: true,
  description: `${OUTPUT_HELP} --by mcp-server merges names that differ only in letter case; --apart keeps them apart. --group-by never merges names.\n\n${fieldsHelp('tools', 'toolsByName')}`,
  ...shared('tools'),
  options: [...rangeOptions, byOption('tools'), apartOption, groupBy('tool_name', 'tool'), ...shapeOptions],
  examples: [
    'analytics tools',
    'analytics tools --last 7d --group-by tool_name',
    'analytics tools --last 28d --group-by tool_name --totals --compare prev',
  ],
  parse: parseUsage('tools', 'tools', { tool_name: 'toolsByName' }),
})

export const activity = command({
  name: 'analytics activity',
  summary: 'Show users, sessions and messages by day',
  reads: true,
  description: `${OUTPUT_HELP} Users are averaged instead of summed, because a sum would count the same users every day.\n\n${fieldsHelp('activity', 'activityByClient')}`,
  ...shared('activity'),
  options: [...rangeOptions, byOption('activity'), groupBy('client', 'client'), ...shapeOptions],
  examples: [
    'analytics activity --last 4w',
    'analytics activity --last 4w --totals',
    'analytics activity --group-by client --json',
  ],
  parse: parseUsage('activity', 'activity', { client: 'activityByClient' }),
})

export const productivity = command({
  name: 'analytics productivity',
  summary: 'Show files, commits and pull requests by day',
  reads: true,
  description: `${OUTPUT_HELP}\n\n${fieldsHelp('productivity')}`,
  ...shared('productivity'),
  options: [...rangeOptions, byOption('productivity'), ...shapeOptions],
  examples: ['analytics productivity --last 30d --format md', 'analytics productivity --last 7d --compare prev'],
  parse: parseUsage('productivity', 'productivity'),
})
