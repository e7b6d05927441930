import { type Decision, withEvents } from '../../../src/domain/hooks/decisions.ts'
import { age, moment, NONE } from '../../../src/domain/text/format.ts'
import { safeText } from '../../../src/domain/text/safe-text.ts'
import type { LogEntry } from '../../../src/notify/spool/log.ts'
import type { CellRole, Column } from '../../../src/ui/layout/data-table.ts'
import type { Theme } from '../../../src/ui/layout/theme.ts'
import type { NotifierState } from '../../kit/session/notifier.ts'

export const HOOK_VIEWS = ['channels', 'decisions', 'rules'] as const
export type HookView = (typeof HOOK_VIEWS)[number]

/** A row of a view: its cells by their columns, and what is known of it besides. */
export type HookEntry = {
  id: string
  /** Untrusted texts. */
  cells: Readonly<Record<string, string>>
  /** What cells say without a sign, for files. */
  words?: Readonly<Record<string, string>>
  role: CellRole | undefined
  /** Lines of the detail, untrusted; an empty one parts. */
  detail: readonly string[]
  /** Name of the channel, where it is one that can be tried. */
  channel?: string
  /** What a decision was made of. */
  decision?: Decision
}

type Outcome = LogEntry['outcome']

const roles: Partial<Record<Outcome, CellRole>> = {
  sent: 'good',
  failed: 'bad',
  unreadable: 'bad',
  unknown: 'warn',
  waits: 'warn',
}

const outcomeSign = (outcome: Outcome, { signs }: Theme): string => {
  if (outcome === 'sent') return signs.good
  if (outcome === 'failed' || outcome === 'unreadable') return signs.bad
  return outcome === 'unknown'
    ? signs.unknown
    : outcome === 'told'
      ? signs.running
      : outcome === 'waits'
        ? signs.idle
        : signs.none
}

const outcomeCell = (outcome: Outcome, theme: Theme): string => `${outcomeSign(outcome, theme)} ${outcome}`

const describe = (member: string, value: string | undefined): string[] =>
  value ? [`${member.padEnd(10)}${value}`] : []

const entryDetail = ({ at, outcome, why, event, session, cwd, text, channel, id }: LogEntry): string[] => [
  ...describe('when', moment(at)),
  ...describe('event', event),
  ...describe('outcome', outcome),
  ...describe('why', why),
  ...describe('channel', channel),
  ...describe('message', text),
  ...describe('folder', cwd),
  ...describe('session', session),
  ...describe('id', id),
]

/** The rows of a view. @param now Unix ms. */
export const hookEntries = (view: HookView, state: NotifierState, now: number, theme: Theme): HookEntry[] => {
  switch (view) {
    case 'channels':
      return channelEntries(state, now, theme)
    case 'decisions':
      return decisionEntries(state, now, theme)
    case 'rules':
      return ruleEntries(state)
  }
}

const channelEntries = ({ channels, rehearsal }: NotifierState, now: number, theme: Theme): HookEntry[] =>
  channels.map(({ name, kind, place, complaint, last }) => {
    const rehearsed = rehearsal.channels.find((one) => one.name === name)
    const isTold = rehearsal.verdict.is === 'told' && rehearsed !== undefined
    const result = complaint ? `${theme.signs.bad} cannot be used` : last ? outcomeCell(last.outcome, theme) : NONE
    return {
      id: name,
      channel: name,
      cells: {
        name,
        kind,
        place,
        last: last ? age(Math.max(0, now - last.at)) : '',
        result,
        why: complaint ? `it ${complaint}` : (last?.why ?? ''),
      },
      words: { result: complaint ? 'unusable' : (last?.outcome ?? '') },
      role: complaint ? 'bad' : last && roles[last.outcome],
      detail: [
        ...describe('sends to', place),
        ...describe('problem', complaint && `it ${complaint}`),
        ...(last ? describe('last', `${moment(last.at)} ${last.outcome}: ${last.why}`) : []),
        '',
        isTold
          ? `${rehearsal.event.hook_event_name} would be sent here:`
          : `${rehearsal.event.hook_event_name} would not be sent here.`,
        ...(rehearsed?.preview ?? '').split('\n'),
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
        words: { event: entry.event ?? '', outcome: entry.outcome },
        role: roles[entry.outcome],
        detail: entryDetail(entry),
        decision: entry,
      }),
    )
    .reverse()

const ruleEntries = ({ rules }: NotifierState): HookEntry[] =>
  rules.map((rule, at) => {
    const { events, tell, channels, ...others } = rule as { events?: string[]; tell?: boolean; channels?: string[] }
    const { quietHours, leastTurnSeconds, perMinute, ...conditions } = others as Record<string, unknown>
    const limits = {
      ...(quietHours !== undefined && { quietHours }),
      ...(leastTurnSeconds !== undefined && { leastTurnSeconds }),
      ...(perMinute !== undefined && { perMinute }),
    }
    return {
      id: String(at),
      cells: {
        number: String(at + 1),
        events: events?.join(', ') ?? 'all events',
        tells: tell === false ? 'not told' : (channels?.join(', ') ?? 'all channels'),
        conditions: wordsOf(conditions),
        limits: wordsOf(limits),
      },
      role: tell === false ? 'muted' : undefined,
      detail: [
        `Rule ${at + 1}: the first one that an event fits decides.`,
        '',
        ...JSON.stringify(rule, undefined, 2).split('\n'),
      ],
    }
  })

const wordsOf = (members: object): string =>
  Object.entries(members)
    .map(([name, value]) => `${name} ${typeof value === 'string' ? value : JSON.stringify(value)}`)
    .join(', ')

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
    ['tells', 'TELLS', { min: 8, max: 30 }, 0],
    ['conditions', 'WHERE', { grow: true, min: 12 }, 1],
    ['limits', 'UNLESS', { min: 12, max: 40 }, 2],
  ],
}

const ROLE_OF = new Set(['result', 'outcome', 'tells'])

/** The columns of a view. */
export const hookColumns = (view: HookView): Column<HookEntry>[] =>
  shapes[view].map(([id, title, width, priority]) => ({
    id,
    title,
    align: 'left',
    width,
    priority,
    text: ({ cells }) => safeText(cells[id] ?? ''),
    role: ({ role }) => (ROLE_OF.has(id) ? role : id === 'name' || id === 'event' ? 'strong' : undefined),
  }))

/** Members of the rows in the order of their columns. */
export const hookMembers = (view: HookView): string[] => shapes[view].map(([id]) => id)
