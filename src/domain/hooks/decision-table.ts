import { dayAt, daysSince, fieldsOf } from '../filter/field-of.ts'
import type { RowTable } from '../filter/row-columns.ts'
import { type Decision, OUTCOMES } from './decisions.ts'

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
