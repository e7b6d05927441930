import { daysSince, fieldsOf } from '../filter/field-of.ts'
import type { RowTable } from '../filter/row-columns.ts'
import { timeText } from '../text/time-text.ts'
import { OUTCOMES } from './decisions.ts'

/** A channel as a row of lists, files and tables. Its texts are untrusted. */
export type ChannelRow = ReturnType<typeof channelRow>

export const CHANNEL_MEMBERS = ['name', 'kind', 'place', 'result', 'why', 'at'] as const satisfies (keyof ChannelRow)[]

type KnownChannel = {
  name: string
  kind: string
  /** Destination without secrets. */
  place: string
  /** Why the channel can't be used, as the end of a sentence. */
  problem: string | undefined
  /** Result of the last message; `at` in Unix ms. */
  last: { at: number; outcome: string; why: string } | undefined
}

export const channelRow = ({ name, kind, place, problem, last }: KnownChannel) => ({
  name,
  kind,
  place,
  /** Result of the last message, or `unusable`; null if no message was sent yet. */
  result: problem ? 'unusable' : (last?.outcome ?? null),
  why: problem ? `it ${problem}` : (last?.why ?? null),
  /** Time of the last message, ISO 8601. */
  at: timeText(last?.at),
})

/** Filter fields of channels. @param now - Time for which ages are computed, Unix ms. */
export const channelTable = <Row>(now: number, rowOf: (row: Row) => ChannelRow | undefined): RowTable<Row> => {
  const field = fieldsOf(rowOf)
  return {
    fields: [
      field('channel', 'word', (row) => row?.name, ['name']),
      field('kind', 'word', (row) => row?.kind),
      field('status', 'word', (row) => row?.result, ['result', 'outcome', 'last'], ['unusable', ...OUTCOMES]),
      field('why', 'text', (row) => row?.why),
      field('place', 'text', (row) => row?.place, ['sends_to']),
      field('age', 'age', (row) => daysSince(Date.parse(row?.at ?? ''), now)),
    ],
    nameOf: (row) => rowOf(row)?.name ?? '',
    textsOf: (row) => {
      const { kind, place, why } = rowOf(row) ?? {}
      return [kind, place, why ?? undefined]
    },
  }
}
