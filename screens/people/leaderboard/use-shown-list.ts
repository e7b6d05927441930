import { useMemo } from 'react'
import type { Leaderboard } from '../../../src/domain/people/leaderboard.ts'
import type { ListKind } from '../../../src/domain/people/people-fields.ts'
import { filterEntries, parseWhere, type Where } from '../../../src/domain/people/people-filter.ts'
import { type PeopleSort, sortBy, sortEntries } from '../../../src/domain/people/people-sort.ts'
import { type PersonRows, personRowsOf } from '../../../src/domain/people/person-rows.ts'
import { useScreenState } from '../../kit/screen-state.ts'
import { type Filter, useFilter } from '../../kit/use-filter.ts'
import type { LoadedPeople } from '../shared/use-people.ts'

/** What of the loaded people is listed: sums or single days, which of them, and in which order. */
export type ShownList = {
  kind: ListKind
  setKind(kind: ListKind): void
  sort: PeopleSort
  setSort(next: (before: PeopleSort) => PeopleSort): void
  filter: Filter
  /** The filter as it was read. */
  where: Where
  /** Whether anything has been typed into the filter. */
  isFiltering: boolean
  /** Single days, where they are shown in place of sums. */
  rows: PersonRows | undefined
  /** All that there is of the kind. */
  entries: Leaderboard | PersonRows
  /** The entries that the filter leaves, in their order. */
  order: Uint32Array
}

const byCredits = sortBy('credits')

export const useShownList = ({ people, board, range, salt, credits }: LoadedPeople): ShownList => {
  const { version } = people
  const [kind, setKind] = useScreenState<ListKind>('kind', 'people')
  const [sort, setSort] = useScreenState<PeopleSort>(`sort:${kind}`, byCredits)
  const filter = useFilter()
  // biome-ignore lint/correctness/useExhaustiveDependencies: the version stands for what the columns hold
  const rows = useMemo(
    () => (kind === 'days' ? personRowsOf(people, { range, salt, credits }) : undefined),
    [kind, people, version, range, salt, credits],
  )
  const entries = rows ?? board
  const sorted = useMemo(() => sortEntries(entries, sort), [entries, sort])
  const isTyping = filter.fieldKeys !== undefined
  const where = useMemo(() => parseWhere(filter.text, kind, { isTyping }), [filter.text, kind, isTyping])
  const order = useMemo(() => filterEntries(entries, sorted, where), [entries, sorted, where])
  const isFiltering = filter.text.trim() !== ''
  return { kind, setKind, sort, setSort, filter, where, isFiltering, rows, entries, order }
}
