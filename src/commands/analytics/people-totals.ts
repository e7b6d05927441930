import { fields } from '../../domain/people/field-table.ts'
import { type Leaderboard, leaderboardOf } from '../../domain/people/leaderboard.ts'
import { People } from '../../domain/people/people.ts'
import { filterEntries } from '../../domain/people/people-filter.ts'
import { sortBy, sortEntries } from '../../domain/people/people-sort.ts'
import { toPersonDaysChunk } from '../../domain/people/person-days.ts'
import { personOutput, personOutputMembers } from '../../domain/people/person-output.ts'
import { SHARE_HEADINGS } from '../../domain/people/share-headings.ts'
import type { ColumnLayout, RawRow, RowLayout } from '../output/row-layout.ts'
import { mainNumberColumns, mainTextColumns, personColumn } from './day-kinds.ts'
import type { UsersWithCredits } from './load-model-credits.ts'

/**
 * Sums rows by user, page by page. Each row must be added only once. `rows` takes the total credits of the organisation
 * over the range, for the share of each user; undefined: unknown.
 */
export const createPeopleTotals = ({
  range,
  previous,
  isCompared,
  order = sortBy('credits'),
  where,
  top,
  credits,
  stopped,
  price,
}: UsersWithCredits) => {
  const people = new People()
  return {
    take: (rows: readonly RawRow[]): void => people.append(toPersonDaysChunk(rows)),
    rows: (total: number | undefined): RawRow[] => {
      const ids = stopped?.map(({ id }) => id)
      if (ids) people.append({ ...toPersonDaysChunk([]), ids, emails: stopped?.map(({ email }) => email) ?? [] })
      const board = leaderboardOf(people, { range, previous, total, credits, stopped: ids && new Set(ids) })
      const sorted = sortEntries(board, order)
      const chosen = where ? filterEntries(board, sorted, where) : sorted
      return Array.from(chosen.subarray(0, top), (entry) => personOutput(board, entry, order, isCompared, price))
    },
  }
}

export const peopleLayout = (
  { isCompared, price }: Pick<UsersWithCredits, 'isCompared' | 'price'>,
  shareOf: Leaderboard['shareOf'],
): RowLayout => {
  const isCredits = ({ member }: ColumnLayout): boolean => member === fields.credits.member
  const credits = mainNumberColumns.filter(isCredits)
  const changes = credits.map((column) => ({ ...column, title: 'CHANGE', kind: 'change' }) as const)
  return {
    columns: [
      { member: 'rank', title: fields.rank.title, kind: 'count' },
      ...(isCompared ? [{ member: 'rank_move', title: fields.move.title, kind: 'signed' } as const] : []),
      personColumn,
      ...credits,
      ...(price ? [{ member: 'money', title: price.currency, kind: 'ratio' } as const] : []),
      ...(isCompared ? changes : []),
      { member: 'share', title: SHARE_HEADINGS[shareOf], kind: 'share' },
      ...mainNumberColumns.filter((column) => !isCredits(column)),
      { member: 'days', title: fields.days.title, kind: 'count' },
      ...mainTextColumns,
    ],
    members: personOutputMembers(isCompared, price),
  }
}
