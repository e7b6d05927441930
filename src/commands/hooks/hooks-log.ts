import { HOOK_EVENTS } from '../../contract/hooks.ts'
import { moment } from '../../domain/text/format.ts'
import { type LogEntry, OUTCOMES } from '../../notify/spool/log.ts'
import { type CommandInput, command, type Deps } from '../kit/command.ts'
import { noteTo } from '../kit/note.ts'
import type { OptionRow } from '../kit/option-row.ts'
import { FORMATS } from '../kit/output-format.ts'
import { parseWhole } from '../kit/parse-whole.ts'
import { printRows } from '../output/print-rows.ts'
import type { RawRow, RowLayout } from '../output/row-layout.ts'

const optionRows = [
  { flags: '--limit <n>', help: 'how many lines, the newest ones (default: 50)' },
  { flags: '--event <name>', help: 'only of this event', choices: HOOK_EVENTS },
  { flags: '--outcome <outcome>', help: 'only what ended so', choices: OUTCOMES },
  { flags: '--session <id>', help: 'only of this session' },
] as const satisfies readonly OptionRow[]

type LogOptions = {
  limit: number
  event: string | undefined
  outcome: string | undefined
  session: string | undefined
}

export const parseHooksLog = ({ options }: CommandInput<typeof optionRows>): LogOptions => ({
  ...options,
  limit: parseWhole(options.limit, '--limit', { min: 1, max: 100_000 }) ?? 50,
})

export const runHooksLog = async ({ limit, ...wanted }: LogOptions, deps: Deps): Promise<undefined> => {
  const notifier = await deps.notifier()
  const entries = withEvents(notifier.log())
    .filter((entry) => filters.every((name) => wanted[name] === undefined || entry[name] === wanted[name]))
    .slice(-limit)
  const rows = entries.map(logRow)
  printRows({ rows, envelope: { decisions: rows }, layout }, deps)
  if (rows.length === 0) noteTo(deps.err, 'Nothing was told yet: qd hooks print-settings says how to begin.')
  const waiting = notifier.waiting()
  if (waiting > 0) noteTo(deps.err, `${waiting} wait to be sent: the next event tries them again.`)
}

const filters = ['event', 'outcome', 'session'] as const

/** What a channel made of a message, with the event that it is of: its lines name only the id. */
const withEvents = (entries: readonly LogEntry[]): LogEntry[] => {
  const events = new Map(entries.flatMap((entry) => (entry.event && entry.id ? [[entry.id, entry] as const] : [])))
  return entries.map((entry) => {
    const own = entry.id === undefined ? undefined : events.get(entry.id)
    return own ? { ...entry, event: own.event, session: own.session, cwd: own.cwd, text: own.text } : entry
  })
}

const logRow = ({ at, event, outcome, channel, why, session, cwd, text, id }: LogEntry): RawRow => ({
  at: new Date(at).toISOString(),
  time: moment(at),
  event: event ?? null,
  outcome,
  channel: channel ?? null,
  why,
  text: text ?? null,
  session: session ?? null,
  cwd: cwd ?? null,
  id: id ?? null,
})

const layout: RowLayout = {
  columns: [
    { member: 'time', title: 'TIME', kind: 'day' },
    { member: 'event', title: 'EVENT', kind: 'day', otherwise: '–' },
    { member: 'outcome', title: 'OUTCOME', kind: 'day' },
    { member: 'channel', title: 'CHANNEL', kind: 'day', otherwise: '' },
    { member: 'why', title: 'WHY', kind: 'text' },
    { member: 'text', title: 'MESSAGE', kind: 'text', otherwise: '' },
    { member: 'cwd', title: 'FOLDER', kind: 'text', otherwise: '' },
  ],
  members: ['at', 'event', 'outcome', 'channel', 'why', 'text', 'session', 'cwd', 'id'],
}

export const hooksLog = command({
  name: 'hooks log',
  summary: 'What became of each event, and why: "why was I not told?"',
  options: optionRows,
  formats: FORMATS,
  examples: ['hooks log', 'hooks log --event Stop --outcome held', 'hooks log --format ndjson'],
  parse: parseHooksLog,
  run: runHooksLog,
})
