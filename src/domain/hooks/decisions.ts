import { dayAt, daysSince, fieldsOf } from '../filter/field-of.ts'
import type { RowTable } from '../filter/row-columns.ts'
import { outputOf } from '../output/csv.ts'
import { timeText } from '../text/time-text.ts'

/** What became of an event, or of a message on its way through a channel. */
export const OUTCOMES = [
  /** It goes to channels. */
  'told',
  /** Nobody wants to be told of such an event. */
  'ignored',
  /** Somebody would, but not now, or not of one that short. */
  'held',
  /** The same was told a moment ago. */
  'repeat',
  /** Too many in a minute: it is counted in a summary. */
  'summed',
  /** It cannot be read. */
  'unreadable',
  /** A channel took it. */
  'sent',
  /** It will be tried again. */
  'waits',
  /** It was not sent and will not be. */
  'failed',
  /** It was sent, and nobody knows whether it arrived. */
  'unknown',
] as const

/** What is said in one line of the notifier's log: what became of an event, or of a message on its way. Its texts are untrusted. */
export type Decision = {
  /** Unix ms. */
  at: number
  outcome: string
  /** One sentence without a full stop. */
  why: string
  /** Of the event; what belongs to the same one has the same. */
  id?: string | undefined
  event?: string | undefined
  session?: string | undefined
  /** Folder of the session. */
  cwd?: string | undefined
  /** The message, cut. */
  text?: string | undefined
  /** Name of a channel. */
  channel?: string | undefined
}

/** What a channel made of a message, with the event that it is of: its lines name only the id. The order stays. */
export const withEvents = <Entry extends Decision>(log: readonly Entry[]): Entry[] => {
  const events = new Map(log.flatMap((entry) => (entry.event && entry.id ? [[entry.id, entry] as const] : [])))
  return log.map((entry) => {
    const own = entry.id === undefined ? undefined : events.get(entry.id)
    return own ? { ...entry, event: own.event, session: own.session, cwd: own.cwd, text: own.text } : entry
  })
}

/** Decisions as files and programs have them. */
export const { columns: DECISION_MEMBERS, rowOf: decisionRow } = outputOf<[Decision]>({
  at: ({ at }) => timeText(at),
  event: ({ event }) => event,
  outcome: ({ outcome }) => outcome,
  channel: ({ channel }) => channel,
  why: ({ why }) => why,
  text: ({ text }) => text,
  session: ({ session }) => session,
  cwd: ({ cwd }) => cwd,
  id: ({ id }) => id,
})

/** Filters of rows that stand for decisions of the notifier. Each word is looked for in all texts of the decision. */
export const decisionTable = <Row>(now: number, decisionOf: (row: Row) => Decision): RowTable<Row> => {
  const field = fieldsOf(decisionOf)
  return {
    fields: [
      field('event', 'word', ({ event }) => event),
      field('status', 'word', ({ outcome }) => outcome, ['outcome'], OUTCOMES),
      field('channel', 'word', ({ channel }) => channel),
      field('why', 'text', ({ why }) => why),
      field('message', 'text', ({ text }) => text, ['text']),
      field('folder', 'text', ({ cwd }) => cwd, ['cwd']),
      field('session', 'word', ({ session }) => session),
      field('told', 'day', ({ at }) => dayAt(at), ['date', 'at']),
      field('age', 'age', ({ at }) => daysSince(at, now)),
    ],
    nameOf: (row) => decisionOf(row).why,
    textsOf: (row) => {
      const { event, outcome, channel, text, cwd, session } = decisionOf(row)
      return [event, outcome, channel, text, cwd, session]
    },
  }
}
