import { dayAt, daysSince, fieldsOf } from '../filter/field-of.ts'
import type { RowTable } from '../filter/row-columns.ts'
import { outputOf, ownColumns } from '../output/csv.ts'
import { timeText } from '../text/time-text.ts'

/** Outcomes of an event, or of a message to a channel. */
export const OUTCOMES = [
  /** The event is sent to channels. */
  'accepted',
  /** No rule notifies about such an event. */
  'ignored',
  /** Suppressed by quiet hours or by the minimum turn length. */
  'suppressed',
  /** The same notification was sent moments ago. */
  'duplicate',
  /** Over the rate limit per minute; counted in a summary. */
  'summarised',
  /** The event couldn't be parsed. */
  'unreadable',
  /** Delivered to a channel. */
  'sent',
  /** Will be retried. */
  'retrying',
  /** Not sent, and no retry is planned. */
  'failed',
  /** Sent, but it is unknown whether it arrived. */
  'unknown',
] as const

/** One entry of the notifier's log: the outcome of an event, or of a message to a channel. Its texts are untrusted. */
export type Decision = {
  /** Unix ms. */
  at: number
  outcome: string
  /** One sentence without a full stop. */
  why: string
  /** Id of the event. All entries about one event have the same id. */
  id?: string | undefined
  event?: string | undefined
  session?: string | undefined
  /** Folder of the session. */
  cwd?: string | undefined
  /** The message, truncated. */
  text?: string | undefined
  /** Name of a channel. */
  channel?: string | undefined
}

/** Copies the event's details to the entries of its messages, which contain only the id. The order stays the same. */
export const withEvents = <Entry extends Decision>(log: readonly Entry[]): Entry[] => {
  const events = new Map(log.flatMap((entry) => (entry.event && entry.id ? [[entry.id, entry] as const] : [])))
  return log.map((entry) => {
    const known = entry.id === undefined ? undefined : events.get(entry.id)
    return known ? { ...entry, event: known.event, session: known.session, cwd: known.cwd, text: known.text } : entry
  })
}

/** Decisions for files and scripts. */
export const { columns: DECISION_MEMBERS, rowOf: decisionRow } = outputOf<[Decision]>({
  at: ({ at }) => timeText(at),
  ...ownColumns('event', 'outcome', 'channel', 'why', 'text', 'session', 'cwd', 'id'),
})

/** Filter fields of decisions. A free word is searched for in all texts of the decision. */
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
      field('date', 'day', ({ at }) => dayAt(at), ['at']),
      field('age', 'age', ({ at }) => daysSince(at, now)),
    ],
    nameOf: (row) => decisionOf(row).why,
    textsOf: (row) => {
      const { event, outcome, channel, text, cwd, session } = decisionOf(row)
      return [event, outcome, channel, text, cwd, session]
    },
  }
}
