import { usageError } from '../../base/errors.ts'
import { HOOK_EVENTS } from '../../contract/hooks.ts'
import { CHANNEL_MEMBERS, type ChannelRow, channelRow, channelTable } from '../../domain/hooks/channel-row.ts'
import { DECISION_MEMBERS, decisionRow, decisionTable, OUTCOMES, withEvents } from '../../domain/hooks/decisions.ts'
import { NO_RULES_NOTICE, RULE_MEMBERS, type RuleRow, ruleRows, ruleTable } from '../../domain/hooks/rule-row.ts'
import { age, moment } from '../../domain/text/format.ts'
import type { LogEntry } from '../../notify/spool/log.ts'
import { listCommand } from '../output/list-command.ts'
import { columnsOf } from '../output/row-layout.ts'

const DEFAULT_LINES = 50

const log = listCommand({
  name: 'hooks log',
  summary: 'Show what happened to each event, and why',
  reads: true,
  description:
    'Outcomes of an event: accepted (goes to channels), ignored (by the rules), suppressed (quiet hours or a short turn), duplicate (the same notification was sent moments ago), summarised (over the rate limit, counted in a summary) and unreadable. Outcomes of its messages to channels: sent, retrying, failed and unknown (sent, but may not have arrived).',
  what: 'lines',
  example: 'status=failed event=Stop channel=team',
  options: [
    { flags: '--all', help: 'print all stored lines' },
    { flags: '--event <name>', help: 'only this event', choices: HOOK_EVENTS },
    { flags: '--outcome <outcome>', help: 'only this outcome', choices: OUTCOMES },
    { flags: '--session <id>', help: 'only this session' },
  ],
  limit: { help: `print the newest N lines (default: ${DEFAULT_LINES})`, max: 100_000 },
  layout: {
    columns: [
      ...columnsOf('day', { time: 'TIME', event: 'EVENT', outcome: 'OUTCOME', channel: 'CHANNEL' }),
      ...columnsOf('text', { why: 'WHY', text: 'MESSAGE', cwd: 'FOLDER' }),
    ],
    members: DECISION_MEMBERS,
  },
  isLocal: true,
  examples: ['hooks log', "hooks log --where 'event=Stop status=suppressed age<2d'", 'hooks log --format ndjson'],
  parse: ({ options }, _, { limit }) => {
    if (options.all && limit !== undefined) throw usageError('--all and --limit cannot be used together.')
    return options
  },
  table: (now) => decisionTable(now, (entry: LogEntry) => entry),
  sorts: {
    names: ['time'],
    defaultSort: 'time:asc, newest last',
    begin: (by) => ({ by, isDescending: true }),
    sorted: (entries, { isDescending }) => (isDescending ? entries.toReversed() : entries),
  },
  load: async (wanted, deps) => {
    const notifier = await deps.notifier()
    const filters = ['event', 'outcome', 'session'] as const
    const rows = withEvents(notifier.log()).filter((entry) =>
      filters.every((name) => wanted[name] === undefined || entry[name] === wanted[name]),
    )
    const waiting = notifier.waiting()
    const isTable = deps.format === 'table'
    return {
      rows,
      print: (entries) => {
        const decisions = entries.map((one) => ({ ...decisionRow(one), ...(isTable && { time: moment(one.at) }) }))
        return { rows: decisions, envelope: { decisions } }
      },
      notes: () => [
        rows.length === 0 ? 'No events yet: see qd hooks print-settings.' : undefined,
        waiting > 0 ? `Notifications not sent yet: ${waiting}. The next event retries them.` : undefined,
      ],
    }
  },
  cut: (rows, { limit = DEFAULT_LINES, order }, { all }) => {
    if (all) return rows
    return order?.isDescending ? rows.slice(0, limit) : rows.slice(-limit)
  },
})

const channelList = listCommand({
  name: 'hooks channels',
  summary: 'List channels and their last delivery',
  reads: true,
  description: 'Sends nothing. Addresses are masked.',
  what: 'channels',
  example: 'status=failed kind=chat',
  layout: {
    columns: [
      ...columnsOf('text', { name: 'CHANNEL', kind: 'KIND', place: 'SENDS TO', result: 'LAST' }),
      { member: 'age', title: 'AGE', kind: 'day' },
      { member: 'why', title: 'WHY', kind: 'text', isProse: true },
    ],
    members: CHANNEL_MEMBERS,
  },
  isLocal: true,
  examples: ['hooks channels', "hooks channels --where 'status=failed,unusable'", 'hooks channels --json'],
  table: (now) => channelTable(now, (row: ChannelRow) => row),
  sorts: { names: ['channel', 'kind', 'status'], defaultSort: 'config.json order' },
  load: async (_, deps) => ({
    rows: (await deps.notifier()).channels().map(channelRow),
    print: (chosen) => {
      const ageText = ({ at }: ChannelRow) => (at === null ? null : age(deps.now() - Date.parse(at)))
      const channels = deps.format === 'table' ? chosen.map((row) => ({ ...row, age: ageText(row) })) : chosen
      return { rows: channels, envelope: { channels } }
    },
  }),
})

const ruleList = listCommand({
  name: 'hooks rules',
  summary: 'List notification rules in order',
  reads: true,
  description:
    'The first matching rule decides; try it with qd hooks test. Rules are in config.json under "hooks"; see qd profile schema for their fields.',
  what: 'rules',
  example: 'event=Stop channel=team',
  layout: {
    columns: [
      { member: 'number', title: 'NO', kind: 'count' },
      { member: 'events', title: 'EVENTS', kind: 'text', isProse: true },
      { member: 'channels', title: 'SENDS TO', kind: 'text' },
      { member: 'conditions', title: 'WHERE', kind: 'text', isProse: true },
      { member: 'limits', title: 'UNLESS', kind: 'text', isProse: true },
    ],
    members: RULE_MEMBERS,
  },
  isLocal: true,
  examples: ['hooks rules', "hooks rules --where 'event=Stop'", 'hooks rules --json'],
  table: () => ruleTable((row: RuleRow) => row),
  sorts: { names: ['rule', 'event', 'channel'], defaultSort: 'rule:asc' },
  load: async (_, deps) => {
    const all = ruleRows((await deps.notifier()).settings().rules ?? [])
    return {
      rows: all,
      print: (rules) => ({ rows: rules, envelope: { rules } }),
      notes: () => [all.length === 0 ? NO_RULES_NOTICE : undefined],
    }
  },
})

export const hookLists = [log, channelList, ruleList]
