import { fieldsOf } from '../filter/field-of.ts'
import type { RowTable } from '../filter/row-columns.ts'

/** A notification rule as a row of lists, files and tables. Its texts are untrusted. */
export type RuleRow = ReturnType<typeof ruleRows>[number]

/** Explains the defaults that apply without rules. */
export const NO_RULES_NOTICE = 'No rules: waiting agents, finished tasks and ended sessions are sent to all channels.'

/** The rules of config.json, in order. */
export const ruleRows = (rules: readonly object[]) =>
  rules.map((rule, at) => {
    const { events, notify, channels, ...others } = rule as { events?: string[]; notify?: boolean; channels?: string[] }
    const { quietHours, minTurnSeconds, perMinute, ...conditions } = others as Record<string, unknown>
    return {
      /** Starts at 1. The first rule that matches an event applies. */
      number: at + 1,
      events: events?.join(', ') ?? 'all events',
      /** The names of its channels. */
      channels: notify === false ? 'not sent' : (channels?.join(', ') ?? 'all channels'),
      /** Other conditions of the rule. */
      conditions: wordsOf(conditions),
      /** Quiet hours and limits. */
      limits: wordsOf({ quietHours, minTurnSeconds, perMinute }),
      /** The rule as in config.json. */
      rule,
    }
  })

const wordsOf = (members: object): string =>
  Object.entries(members)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => `${name} ${typeof value === 'string' ? value : JSON.stringify(value)}`)
    .join(', ')

export const RULE_MEMBERS = ruleRows([{}]).flatMap((row) => Object.keys(row))

export const ruleTable = <Row>(rowOf: (row: Row) => RuleRow | undefined): RowTable<Row> => {
  const field = fieldsOf(rowOf)
  return {
    fields: [
      field('event', 'word', (row) => row?.events.split(', '), ['events']),
      field('channel', 'word', (row) => row?.channels.split(', '), ['sends_to']),
      field('rule', 'number', (row) => row?.number, ['number', 'no']),
      field('conditions', 'text', (row) => row?.conditions, ['where']),
      field('limits', 'text', (row) => row?.limits, ['unless']),
    ],
    nameOf: (row) => rowOf(row)?.events ?? '',
    textsOf: (row) => {
      const { channels, conditions, limits } = rowOf(row) ?? {}
      return [channels, conditions, limits]
    },
  }
}
