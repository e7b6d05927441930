import { CHANNEL_MEMBERS, type ChannelRow, channelRow } from '../../src/domain/hooks/channel-row.ts'
import { DECISION_MEMBERS, type Decision, decisionRow, withEvents } from '../../src/domain/hooks/decisions.ts'
import { RULE_MEMBERS, type RuleRow, ruleRows } from '../../src/domain/hooks/rule-row.ts'
import type { OutputRow } from '../../src/domain/output/output.ts'
import { age, moment, NONE } from '../../src/domain/text/format.ts'
import { safeText } from '../../src/domain/text/safe-text.ts'
import type { LogEntry } from '../../src/notify/spool/log.ts'
import { type CellRole, type Column, leftColumn } from '../../src/ui/layout/data-table.ts'
import type { Theme } from '../../src/ui/layout/theme.ts'
import type { NotifierState } from '../kit/session/notifier.ts'

export const HOOK_VIEWS = ['channels', 'decisions', 'rules'] as const
export type HookView = (typeof HOOK_VIEWS)[number]

/** A row of a view: its cells by column, and the data behind it. */
export type HookEntry = {
  id: string
  /** Untrusted texts. */
  cells: Readonly<Record<string, string>>
  /** The row as exports and commands print it. */
  row: OutputRow
  role: CellRole | undefined
  /** Lines of the detail. Untrusted text; empty lines separate its parts. */
  detail: readonly string[]
  /** The data that the row shows. */
  data: { channel?: ChannelRow; decision?: Decision; rule?: RuleRow }
}

type Outcome = LogEntry['outcome']

const roles: Partial<Record<Outcome, CellRole>> = {
  sent: 'good',
  failed: 'bad',
  unreadable: 'bad',
  unknown: 'warn',
  retrying: 'warn',
}

const outcomeCell = (outcome: Outcome, { signs }: Theme): string => {
  const own: Partial<Record<Outcome, string>> = {
    sent: signs.good,
    failed: signs.bad,
    unreadable: signs.bad,
    unknown: signs.unknown,
    accepted: signs.running,
    retrying: signs.idle,
  }
  return `${own[outcome] ?? signs.none} ${outcome}`
}

const describe = (member: string, value: string | undefined): string[] =>
  value ? [`${member.padEnd(10)}${value}`] : []

const channelEntries = ({ channels, eventTest }: NotifierState, now: number, theme: Theme): HookEntry[] =>
  channels.map((channel) => {
    const { name, kind, place, problem, last } = channel
    const preview = eventTest.channels.find((one) => one.name === name)
    const isAccepted = eventTest.verdict.is === 'accepted' && preview !== undefined
    const result = problem ? `${theme.signs.bad} cannot be used` : last ? outcomeCell(last.outcome, theme) : NONE
    const row = channelRow(channel)
    return {
      id: name,
      cells: {
        name,
        kind,
        place,
        last: last ? age(Math.max(0, now - last.at)) : '',
        result,
        why: row.why ?? '',
      },
      row,
      data: { channel: row },
      role: problem ? 'bad' : last && roles[last.outcome],
      detail: [
        ...describe('sends to', place),
        ...describe('problem', problem && `it ${problem}`),
        ...(last ? describe('last', `${moment(last.at)} ${last.outcome}: ${last.why}`) : []),
        '',
        `${eventTest.event.hook_event_name} would ${isAccepted ? 'be sent here:' : 'not be sent here.'}`,
        ...(preview?.preview ?? '').split('\n'),
      ],
    }
  })

const decisionEntries = ({ log }: NotifierState, now: number, theme: Theme): HookEntry[] =>
  withEvents(log)
    .map(
      (entry, at): HookEntry => ({
        id: String(at),
        cells: {
          age: age(Math.max(0, now - entry.at)),
          event: entry.event ?? NONE,
          outcome: outcomeCell(entry.outcome, theme),
          channel: entry.channel ?? '',
          why: entry.why,
          text: entry.text ?? '',
        },
        row: decisionRow(entry),
        data: { decision: entry },
        role: roles[entry.outcome],
        detail: [
          ...describe('when', moment(entry.at)),
          ...describe('event', entry.event),
          ...describe('outcome', entry.outcome),
          ...describe('why', entry.why),
          ...describe('channel', entry.channel),
          ...describe('message', entry.text),
          ...describe('folder', entry.cwd),
          ...describe('session', entry.session),
          ...describe('id', entry.id),
        ],
      }),
    )
    .reverse()

const ruleEntries = ({ rules }: NotifierState): HookEntry[] =>
  ruleRows(rules).map((row) => {
    const { number, events, channels, conditions, limits, rule } = row
    return {
      id: String(number - 1),
      cells: { number: String(number), events, channels, conditions, limits },
      row,
      data: { rule: row },
      role: channels === 'not sent' ? 'muted' : undefined,
      detail: [
        `Rule ${number}. The first matching rule decides.`,
        '',
        ...JSON.stringify(rule, undefined, 2).split('\n'),
      ],
    }
  })

/** Builds the rows of each view. @param now - Unix ms. */
export const hookEntries: Record<HookView, (state: NotifierState, now: number, theme: Theme) => HookEntry[]> = {
  channels: channelEntries,
  decisions: decisionEntries,
  rules: ruleEntries,
}

type Shape = [id: string, title: string, width: Column<HookEntry>['width'], priority: number]

const shapes: Record<HookView, readonly Shape[]> = {
  channels: [
    ['name', 'CHANNEL', { min: 8, max: 24 }, 0],
    ['kind', 'KIND', { min: 7, max: 10 }, 3],
    ['place', 'SENDS TO', { min: 14, max: 44 }, 1],
    ['result', 'LAST', { min: 8, max: 18 }, 0],
    ['last', 'AGE', { min: 4, max: 6 }, 2],
    ['why', 'WHY', { grow: true, min: 10 }, 4],
  ],
  decisions: [
    ['age', 'AGE', { min: 4, max: 6 }, 0],
    ['event', 'EVENT', { min: 8, max: 16 }, 0],
    ['outcome', 'OUTCOME', { min: 9, max: 12 }, 0],
    ['channel', 'CHANNEL', { min: 7, max: 16 }, 3],
    ['why', 'WHY', { min: 12, max: 60 }, 1],
    ['text', 'MESSAGE', { grow: true, min: 16 }, 4],
  ],
  rules: [
    ['number', 'NO', { min: 2, max: 3 }, 0],
    ['events', 'EVENTS', { min: 10, max: 36 }, 0],
    ['channels', 'SENDS TO', { min: 8, max: 30 }, 0],
    ['conditions', 'WHERE', { grow: true, min: 12 }, 1],
    ['limits', 'UNLESS', { min: 12, max: 40 }, 2],
  ],
}

const COLUMNS_WITH_ROLE = new Set(['result', 'outcome', 'channels'])

export const hookColumns = (view: HookView): Column<HookEntry>[] =>
  shapes[view].map(([id, title, width, priority]) => {
    const textOf = ({ cells }: HookEntry) => safeText(cells[id] ?? '')
    const style = id === 'name' || id === 'event' ? 'strong' : undefined
    return leftColumn(id, title, width, priority, textOf, COLUMNS_WITH_ROLE.has(id) ? ({ role }) => role : style)
  })

/** Cells of a row in the order of their columns, for the clipboard. */
export const hookCells = (view: HookView, { cells }: HookEntry): (string | undefined)[] =>
  shapes[view].map(([id]) => cells[id])

/** The members of exported rows, and the command that prints the same rows. */
export const hookOutputs: Record<
  HookView,
  {
    members: readonly string[]
    /** The members in Markdown; the longest are left out. @default all */
    readable?: readonly string[]
    command: string
  }
> = {
  channels: { members: CHANNEL_MEMBERS, command: 'hooks channels' },
  decisions: { members: DECISION_MEMBERS, command: 'hooks log --all --sort time' },
  rules: {
    members: RULE_MEMBERS,
    readable: RULE_MEMBERS.filter((member) => member !== 'rule'),
    command: 'hooks rules',
  },
}
