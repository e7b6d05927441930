import { dayOfNumber } from '../calendar/day-number.ts'
import { type CreditPrice, moneyOf } from '../money/price.ts'
import { CHANGE, compared, PREVIOUS } from '../text/delta.ts'
import { fields, fieldsWith, MEASURE_FIELDS, PERSON_WORDS, ROW_WORD_FIELDS, type SumField } from './field-table.ts'
import type { Leaderboard } from './leaderboard.ts'
import { type PeopleSort, rankedBy } from './people-sort.ts'

/**
 * Sums with their API names, and after them the computed figures with their own. The name of the weighted mean ends with
 * `_mean`.
 */
const SUMS: readonly { field: SumField; member: string }[] = [
  ...MEASURE_FIELDS.map((name) => {
    const { member, figure } = fields[name]
    return { field: name, member: figure === 'ratio' ? `${member}_mean` : member }
  }),
  ...fieldsWith('parts').map(({ name }) => ({ field: name, member: name })),
]

/**
 * A user for files and scripts; null for unknown values. Numbers aren't rounded; shares and changes are fractions of 1.
 *
 * @param order - The sort order, which decides the measure of the ranks.
 * @param isCompared - Whether to add the previous period to each sum.
 * @param price - The price of credits. @default money is left out
 */
export const personOutput = (
  board: Leaderboard,
  entry: number,
  order: PeopleSort,
  isCompared: boolean,
  price?: CreditPrice,
): Record<string, unknown> => {
  const { ranks, moves } = board.ranksBy(rankedBy(order))
  const measures = SUMS.map(({ field, member }) => {
    const { value } = board.sumAt(field, entry)
    const before = isCompared ? board.beforeAt(field, entry)?.value : undefined
    return { [member]: value ?? null, ...(isCompared && compared(member, value, before)) }
  })
  const missingCounts = SUMS.map(({ field, member }) => [member, board.sumAt(field, entry).missing] as const)
  const missing = missingCounts.filter(([, count]) => count > 0)
  return {
    rank: known(ranks[entry]),
    ...(isCompared && { rank_move: known(moves?.[entry]), state: board.wordAt('state', entry) ?? null }),
    user_id: board.idAt(entry) || null,
    user_email: board.names.emailOf(board.person[entry] ?? -1) ?? null,
    days: known(board.numberAt('days', entry)),
    first_day: dayOfNumber(board.numberAt('first', entry)) ?? null,
    last_day: dayOfNumber(board.numberAt('last', entry)) ?? null,
    share: known(board.numberAt('share', entry)),
    share_of: board.shareOf,
    ...(price && { money: moneyOf(board.sumAt('credits', entry).value, price) ?? null, currency: price.currency }),
    ...Object.assign({}, ...measures),
    ...Object.fromEntries(ROW_WORD_FIELDS.map((name) => [fields[name].member, board.wordAt(name, entry) ?? null])),
    languages: board.wordsAt('lang', entry).map(({ word }) => word),
    ...(missing.length > 0 && { missing_values: Object.fromEntries(missing) }),
  }
}

const known = (value: number | undefined): number | null => (value === undefined || Number.isNaN(value) ? null : value)

/** The properties of {@link personOutput} that every user has, in order. */
export const personOutputMembers = (isCompared: boolean, price?: CreditPrice): string[] => [
  'rank',
  ...(isCompared ? ['rank_move', 'state'] : []),
  'user_id',
  'user_email',
  'days',
  'first_day',
  'last_day',
  'share',
  'share_of',
  ...(price ? ['money', 'currency'] : []),
  ...SUMS.flatMap(({ member }) => (isCompared ? [member, member + PREVIOUS, member + CHANGE] : [member])),
  ...PERSON_WORDS,
  'languages',
]
