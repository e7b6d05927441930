import { fieldsOf } from '../filter/field-of.ts'
import type { RowTable } from '../filter/row-columns.ts'
import { timeText } from '../text/time-text.ts'
import { OUTCOMES } from './decisions.ts'

/** A channel in lists, on screen, in files and in tables. Its texts are untrusted. */
export type ChannelRow = ReturnType<typeof channelRow>

export const CHANNEL_MEMBERS = ['name', 'kind', 'place', 'result', 'why', 'at'] as const satisfies (keyof ChannelRow)[]

type KnownChannel = {
  name: string
  kind: string
  /** Where it sends to, without what is secret in it. */
  place: string
  /** Why it cannot be used, as the end of a sentence. */
  problem: string | undefined
  /** What became of the last message; `at` in Unix ms. */
  last: { at: number; outcome: string; why: string } | undefined
}

export const channelRow = ({ name, kind, place, problem, last }: KnownChannel) => ({
  name,
  kind,
  place,
  /** Result of its last message, or `unusable`; null where it sent none yet. */
  result: problem ? 'unusable' : (last?.outcome ?? null),
  why: problem ? `it ${problem}` : (last?.why ?? null),
  /** The time of its last message, as ISO 8601. */
  at: timeText(last?.at),
})

/** Filters of rows that stand for channels. */
export const channelTable = <Row>(rowOf: (row: Row) => ChannelRow | undefined): RowTable<Row> => {
  const field = fieldsOf(rowOf)
  return {
    fields: [
      field('channel', 'word', (row) => row?.name, ['name']),
      field('kind', 'word', (row) => row?.kind),
      field('status', 'word', (row) => row?.result, ['result', 'outcome'], ['unusable', ...OUTCOMES]),
      field('why', 'text', (row) => row?.why),
    ],
    nameOf: (row) => rowOf(row)?.name ?? '',
    textsOf: (row) => {
      const { kind, place, why } = rowOf(row) ?? {}
      return [kind, place, why ?? undefined]
    },
  }
}
