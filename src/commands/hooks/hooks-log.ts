import { AppError } from '../../base/errors.ts'
import { HOOK_EVENTS } from '../../contract/hooks.ts'
import { decisionTable } from '../../domain/hooks/decision-table.ts'
import { DECISION_MEMBERS, decisionRow, OUTCOMES, withEvents } from '../../domain/hooks/decisions.ts'
import { moment } from '../../domain/text/format.ts'
import type { LogEntry } from '../../notify/spool/log.ts'
import { type CommandInput, command, type Deps } from '../kit/command.ts'
import { noteTo } from '../kit/note.ts'
import type { OptionRow } from '../kit/option-row.ts'
import { FORMATS, type Format } from '../kit/output-format.ts'
import { parseWhole } from '../kit/parse-whole.ts'
import { type Order, parseSort, sortOption } from '../kit/sort-option.ts'
import { type ChooseRows, fieldNamesOf, parseRowsWhere, WHERE_HELP, whereOption } from '../kit/where.ts'
import { printRows } from '../output/print-rows.ts'
import type { RawRow, RowLayout } from '../output/row-layout.ts'

const LOG_SORTS = ['time'] as const

const optionRows = [
  { flags: '--limit <n>', help: 'how many lines, the newest ones (default: 50)' },
  { flags: '--all', help: 'every line that is kept' },
  { flags: '--event <name>', help: 'only of this event', choices: HOOK_EVENTS },
  { flags: '--outcome <outcome>', help: 'only what ended so', choices: OUTCOMES },
  { flags: '--session <id>', help: 'only of this session' },
  whereOption("only lines for which all hold: 'event=Stop status=failed channel=team'"),
  sortOption(LOG_SORTS, 'time:asc, the newest last'),
] as const satisfies readonly OptionRow[]

type LogOptions = {
  limit: number
  event: string | undefined
  outcome: string | undefined
  session: string | undefined
  where: ChooseRows<LogEntry> | undefined
  sort: Order | undefined
}

const tableOn = (now: number) => decisionTable(now, (entry: LogEntry) => entry)

const parseHooksLog = ({ options }: CommandInput<typeof optionRows>, now: number): LogOptions => {
  const { all, event, outcome, session } = options
  if (all && options.limit !== undefined)
    throw new AppError('usage', '--all prints every line and --limit some of them: leave one of them out.')
  return {
    event,
    outcome,
    session,
    limit: all ? Number.POSITIVE_INFINITY : (parseWhole(options.limit, '--limit', { min: 1, max: 100_000 }) ?? 50),
    where: parseRowsWhere(options.where, tableOn(now), "'status=failed'"),
    sort: parseSort(options.sort, LOG_SORTS, (by) => ({ by, isDescending: true })),
  }
}

const runHooksLog = async ({ limit, where, sort, ...wanted }: LogOptions, deps: Deps): Promise<undefined> => {
  const notifier = await deps.notifier()
  const all = withEvents(notifier.log()).filter((entry) =>
    filters.every((name) => wanted[name] === undefined || entry[name] === wanted[name]),
  )
  const entries = (where?.(all) ?? all).slice(-limit)
  const rows = (sort?.isDescending ? entries.toReversed() : entries).map((entry) => logRow(entry, deps.format))
  printRows({ rows, envelope: { decisions: rows }, layout }, deps)
  if (all.length === 0) noteTo(deps.err, 'Nothing was told yet: qd hooks print-settings says how to begin.')
  const waiting = notifier.waiting()
  if (waiting > 0) noteTo(deps.err, `${waiting} wait to be sent: the next event tries them again.`)
}

const filters = ['event', 'outcome', 'session'] as const

const logRow = (entry: LogEntry, format: Format): RawRow => ({
  ...decisionRow(entry),
  ...(format === 'table' && { time: moment(entry.at) }),
})

const layout: RowLayout = {
  columns: [
    { member: 'time', title: 'TIME', kind: 'day' },
    { member: 'event', title: 'EVENT', kind: 'day' },
    { member: 'outcome', title: 'OUTCOME', kind: 'day' },
    { member: 'channel', title: 'CHANNEL', kind: 'day' },
    { member: 'why', title: 'WHY', kind: 'text' },
    { member: 'text', title: 'MESSAGE', kind: 'text' },
    { member: 'cwd', title: 'FOLDER', kind: 'text' },
  ],
  members: DECISION_MEMBERS,
}

export const hooksLog = command({
  name: 'hooks log',
  summary: 'What became of each event, and why: "why was I not told?"',
  description: `${WHERE_HELP} Fields: ${fieldNamesOf(tableOn(0))}.`,
  options: optionRows,
  formats: FORMATS,
  fields: tableOn(0).fields,
  members: layout.members,
  examples: ['hooks log', "hooks log --where 'event=Stop status=held age<2d'", 'hooks log --format ndjson'],
  parse: parseHooksLog,
  run: runHooksLog,
})
