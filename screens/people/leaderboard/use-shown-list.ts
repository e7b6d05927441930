import { useMemo } from 'react'
import type { WhereTerm } from '../../../src/domain/filter/where-terms.ts'
import type { ListKind } from '../../../src/domain/people/field-table.ts'
import type { Leaderboard } from '../../../src/domain/people/leaderboard.ts'
import {
  asksForStopped,
  filterEntries,
  needsModelCredits,
  peopleColumns,
} from '../../../src/domain/people/people-filter.ts'
import { type PeopleSort, sortBy, sortEntries } from '../../../src/domain/people/people-sort.ts'
import { PEOPLE_WORDS } from '../../../src/domain/people/people-where.ts'
import { type PersonRows, personRowsOf } from '../../../src/domain/people/person-rows.ts'
import { fullNumber } from '../../../src/domain/text/format.ts'
import { type Filter, useFilter } from '../../kit/filter/use-filter.ts'
import { useWhere } from '../../kit/filter/use-where.ts'
import { useScreenState } from '../../kit/screen/screen-state.ts'
import type { LoadedPeople } from '../shared/use-people.ts'

/** What of the loaded people is listed: sums or single days, which of them, and in which order. */
export type ShownList = {
  kind: ListKind
  setKind(kind: ListKind): void
  sort: PeopleSort
  setSort(next: (before: PeopleSort) => PeopleSort): void
  filter: Filter
  /** What is wrong with the filter, or what it waits for, in one sentence. */
  problem: string | undefined
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

type FieldTerm = Extract<WhereTerm, { is: 'number' | 'word' }>
const AMONG_LOADED = ['rank', 'move', 'share', 'stopped']
/** Whether a condition is about all people, and not about each alone. */
const isAmongLoaded = (term: WhereTerm): term is FieldTerm =>
  (term.is === 'number' || term.is === 'word') && AMONG_LOADED.includes(term.field)

const partialText = ({ field }: FieldTerm, loaded: number, isOffline: boolean): string =>
  `${field} is among the ${fullNumber(loaded)} people loaded${isOffline ? '' : ': G loads all'}`

export const useShownList = (loaded: LoadedPeople): ShownList => {
  const { people, version, board, range, salt, credits, isExact, isOffline } = loaded
  const [kind, setKind] = useScreenState<ListKind>('kind', 'people')
  const [sort, setSort] = useScreenState<PeopleSort>(`sort:${kind}`, byCredits)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the version stands for what the columns hold
  const rows = useMemo(
    () => (kind === 'days' ? personRowsOf(people, { range, salt, credits }) : undefined),
    [kind, people, version, range, salt, credits],
  )
  const entries = rows ?? board
  const sorted = useMemo(() => sortEntries(entries, sort), [entries, sort])
  const columns = useMemo(() => peopleColumns(entries), [entries])
  const words = PEOPLE_WORDS[kind]
  const filter = useFilter('filter', { language: () => ({ words, columns }) })
  const { where, problem } = useWhere(filter, words, columns)
  const order = useMemo(() => filterEntries(entries, sorted, where), [entries, sorted, where])
  const isUnjudged = !credits && needsModelCredits(where)
  const partial = isExact ? undefined : where.terms.find(isAmongLoaded)
  const isFiltering = filter.text.trim() !== ''
  return {
    kind,
    setKind,
    sort,
    setSort,
    filter,
    problem: isUnjudged
      ? 'credits by model are not known yet'
      : !loaded.isStoppedKnown && asksForStopped(where)
        ? 'who stopped is not known yet'
        : (problem ?? (partial && partialText(partial, board.users, isOffline))),
    isFiltering,
    rows,
    entries,
    order,
  }
}

/** What the quick filter leaves, in the language of filters: everyone, those who stopped, those who are new in the range. */
const CONDITIONS = ['', 'stopped=yes', 'state=new'] as const

/**
 * A filter with the next condition in place of its own; its other conditions stay.
 *
 * @param isComparing - Without a period before it is not known who is new.
 */
export const withNextCondition = (typed: string, isComparing: boolean): string => {
  const offered = isComparing ? CONDITIONS : CONDITIONS.slice(0, 2)
  const at = offered.findIndex((one) => one !== '' && typed.split(' ').includes(one))
  const rest = typed.replaceAll(/(?:^| )(?:state|stopped)=\S*/g, '').trim()
  return [rest, offered[(Math.max(0, at) + 1) % offered.length]].filter(Boolean).join(' ')
}
