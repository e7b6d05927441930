import type { Range } from '../../domain/calendar.ts'
import { type CommandInput, command, type Deps } from '../command.ts'
import { noteTo } from '../note.ts'
import { FORMATS } from '../output/format.ts'
import { printRows } from '../output/print-rows.ts'
import { rawRowsOf } from '../output/raw-rows.ts'
import type { RowsView } from '../output/rows-view.ts'
import { textOf } from '../values.ts'
import { callOptions } from '../wait-notice.ts'
import { parseRange, rangeOptions } from './range.ts'
import {
  activityDays,
  clientDays,
  creditDays,
  creditModelDays,
  productivityDays,
  toolDays,
  toolNameDays,
} from './views.ts'

export type DaysOptions<GroupBy extends string = never> = { range: Range; groupBy: GroupBy | undefined }

const parseDays =
  <GroupBy extends string>() =>
  (input: CommandInput, now: number): DaysOptions<GroupBy> => ({
    range: parseRange(input, now),
    // The option's choices have been judged already.
    groupBy: textOf(input.options, 'groupBy') as GroupBy | undefined,
  })

export const parseTokens = parseDays<'model'>()
export const parseTools = parseDays<'tool_name'>()
export const parseActivity = parseDays<'client'>()
export const parseProductivity = parseDays<never>()

export const runTokens = async ({ range, groupBy }: DaysOptions<'model'>, deps: Deps): Promise<undefined> => {
  const client = await deps.client()
  const reply = await client.call('credits', { query: queryOf(range, groupBy) }, callOptions(deps))
  printDays(reply, groupBy === undefined ? creditDays : creditModelDays, range, deps)
}

export const runTools = async ({ range, groupBy }: DaysOptions<'tool_name'>, deps: Deps): Promise<undefined> => {
  const client = await deps.client()
  const reply = await client.call('tools', { query: queryOf(range, groupBy) }, callOptions(deps))
  printDays(reply, groupBy === undefined ? toolDays : toolNameDays, range, deps)
}

export const runActivity = async ({ range, groupBy }: DaysOptions<'client'>, deps: Deps): Promise<undefined> => {
  const client = await deps.client()
  const reply = await client.call('activity', { query: queryOf(range, groupBy) }, callOptions(deps))
  printDays(reply, groupBy === undefined ? activityDays : clientDays, range, deps)
}

export const runProductivity = async ({ range }: DaysOptions, deps: Deps): Promise<undefined> => {
  const client = await deps.client()
  const reply = await client.call('productivity', { query: queryOf(range) }, callOptions(deps))
  printDays(reply, productivityDays, range, deps)
}

const queryOf = <GroupBy extends string>({ from, to }: Range, groupBy?: GroupBy) => ({
  startDate: from,
  endDate: to,
  ...(groupBy !== undefined && { group_by: groupBy }),
})

type Answer = { raw: unknown; problemCount: number }

const printDays = ({ raw, problemCount }: Answer, view: RowsView, range: Range, deps: Deps): void => {
  const rows = rawRowsOf(raw, 'data')
  printRows({ rows, envelope: raw, view }, deps)
  if (rows.length === 0) noteTo(deps.err, `No rows from ${range.from} to ${range.to}.`)
  noteProblems(problemCount, deps)
}

/** Says that the answer was not all as the contract promises. */
export const noteProblems = (problemCount: number, { err }: Pick<Deps, 'err'>): void => {
  if (problemCount > 0)
    noteTo(
      err,
      `The API promises more than it sent: ${problemCount} members are missing or of a wrong type, shown as ?.`,
    )
}

const groupBy = (value: string, what: string) =>
  ({ flags: '--group-by <member>', help: `one row per day and ${what}`, choices: [value] }) as const

export const tokens = command({
  name: 'analytics tokens',
  summary: 'Credits and raw tokens by day',
  formats: FORMATS,
  options: [...rangeOptions, groupBy('model', 'model')],
  examples: [
    'analytics tokens --last 30d',
    'analytics tokens --from 2026-10-01 --to 2026-10-31 --group-by model --format csv',
  ],
  parse: parseTokens,
  run: runTokens,
})

export const tools = command({
  name: 'analytics tools',
  summary: 'Tool calls, skills, slash commands and hooks by day',
  formats: FORMATS,
  options: [...rangeOptions, groupBy('tool_name', 'tool')],
  examples: ['analytics tools', 'analytics tools --last 7d --group-by tool_name'],
  parse: parseTools,
  run: runTools,
})

export const activity = command({
  name: 'analytics activity',
  summary: 'People, sessions and messages by day',
  formats: FORMATS,
  options: [...rangeOptions, groupBy('client', 'client')],
  examples: ['analytics activity --last 4w', 'analytics activity --group-by client --json'],
  parse: parseActivity,
  run: runActivity,
})

export const productivity = command({
  name: 'analytics productivity',
  summary: 'Files, commits and pull requests by day',
  formats: FORMATS,
  options: rangeOptions,
  examples: ['analytics productivity --last 30d --format md'],
  parse: parseProductivity,
  run: runProductivity,
})
