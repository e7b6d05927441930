import { fieldsOf } from '../../filter/field-of.ts'
import type { RowTable } from '../../filter/row-columns.ts'
import type { OutputGroup } from './breakdown-output.ts'
import type { UsageRow } from './usage-rows.ts'

/**
 * Filter fields of a breakdown: the names of its rows, the common columns, and its own columns.
 *
 * @param isDay - Whether the rows compare a day with its usual weekday.
 */
export const usageRowTable = (group: OutputGroup, isDay = false): RowTable<UsageRow> => {
  const { heading, counted, unit, details, hasTokens, hasUserIds, shareOf } = group
  const valueKind = unit === 'share' ? 'percent' : 'number'
  const [, short = 'value'] = /^(\S+)/.exec(counted?.toLowerCase() ?? '') ?? []
  const taken = new Set(details.map(({ id }) => id))
  const own = heading.toLowerCase().replaceAll(' ', '_')
  const comparison = isDay
    ? [
        field('usual', valueKind, ({ usual }) => usual),
        field('delta', valueKind, ({ difference }) => difference, ['difference']),
      ]
    : [field('delta', 'percent', ({ change }) => change?.fraction, ['change'])]
  return {
    isPhrase: true,
    fields: [
      field(short, valueKind, ({ value }) => value, ['value', ...(counted === undefined ? ['range'] : [])]),
      ...(shareOf === undefined ? [] : [field('share', 'percent', ({ share }) => share, ['%', '%_all', '%_rows'])]),
      ...comparison,
      ...(hasTokens
        ? [
            field('input', 'number', ({ input }) => input, ['in']),
            field('output', 'number', ({ output }) => output, ['out']),
          ]
        : []),
      field(own, 'word', nameOf, namesFor(own)),
      ...(own === 'name' || taken.has('name') ? [] : [field('name', 'text', nameOf)]),
      ...(hasUserIds ? [field('user_id', 'text', ({ exact }) => exact.userId, ['id'])] : []),
      ...details
        .filter(({ id }) => id !== own)
        .map(({ id, isCount }) =>
          isCount ? field(id, 'number', (row) => Number(row.details[id])) : field(id, 'word', (row) => row.details[id]),
        ),
    ],
    nameOf,
    textsOf: (row) => Object.values(row.details),
  }
}

const field = fieldsOf((row: UsageRow) => row)

const nameOf = ({ name }: UsageRow): string => name

/** Names of the same field in other lists. */
const namesFor = (own: string): readonly string[] =>
  ({ person: ['email'], language: ['lang'], mcp_server: ['server', 'mcp'], command: ['slash'] })[own] ?? []
