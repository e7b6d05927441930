import type { RowField, RowTable } from '../../filter/row-columns.ts'
import type { OutputGroup } from './breakdown-output.ts'
import type { UsageRow } from './usage-rows.ts'

/**
 * What a filter of a breakdown can be about: what its rows are called, its columns, and the words of its own columns.
 *
 * @param isDay - Whether the rows are of a day beside its usual weekday.
 */
export const usageRowTable = (group: OutputGroup, isDay = false): RowTable<UsageRow> => {
  const { heading, counted, unit, details, hasTokens, hasUserIds, shareOf } = group
  const valueKind = unit === 'share' ? 'percent' : 'number'
  const [, short = 'value'] = /^(\S+)/.exec(counted?.toLowerCase() ?? '') ?? []
  const numbers: RowField<UsageRow>[] = [
    { name: short, aliases: ['value'], kind: valueKind, read: ({ value }) => value },
    ...(shareOf !== undefined ? [{ name: 'share', aliases: ['%'], kind: 'percent' as const, read: shareIn }] : []),
    ...(isDay
      ? ([
          { name: 'usual', kind: valueKind, read: ({ usual }) => usual },
          { name: 'delta', aliases: ['difference'], kind: valueKind, read: ({ difference }) => difference },
        ] satisfies RowField<UsageRow>[])
      : ([
          { name: 'delta', aliases: ['change'], kind: 'percent', read: ({ change }) => change?.fraction },
        ] satisfies RowField<UsageRow>[])),
    ...(hasTokens
      ? [
          { name: 'input', aliases: ['in'], kind: 'number' as const, read: ({ input }: UsageRow) => input },
          { name: 'output', aliases: ['out'], kind: 'number' as const, read: ({ output }: UsageRow) => output },
        ]
      : []),
  ]
  const taken = new Set(details.map(({ id }) => id))
  const own = heading.toLowerCase().replaceAll(' ', '_')
  return {
    isPhrase: true,
    fields: [
      ...numbers,
      { name: own, aliases: [...namesFor(own)], kind: 'word', read: ({ name }) => name },
      ...(own === 'name' || taken.has('name') ? [] : [{ name: 'name', kind: 'text' as const, read: nameOf }]),
      ...(hasUserIds ? [{ name: 'user_id', aliases: ['id'], kind: 'text' as const, read: userIdOf }] : []),
      ...details
        .filter(({ id }) => id !== own)
        .map(({ id }): RowField<UsageRow> => ({ name: id, kind: 'word', read: (row) => row.details[id] })),
    ],
    nameOf,
    textsOf: (row) => Object.values(row.details),
  }
}

const shareIn = ({ share }: UsageRow): number | undefined => share
const nameOf = ({ name }: UsageRow): string => name
const userIdOf = ({ exact }: UsageRow): string | undefined => exact.userId ?? undefined

/** What people call the same elsewhere. */
const namesFor = (own: string): readonly string[] =>
  ({ person: ['email'], language: ['lang'], mcp_server: ['server', 'mcp'], command: ['slash'] })[own] ?? []
