import { useMemo } from 'react'
import { isLoadingMany } from '../../../src/cache/load/people/people-walk.ts'
import type { WhereTerm } from '../../../src/domain/filter/where-terms.ts'
import {
  filterEntries,
  needsModelCredits,
  peopleColumns,
  usesStopped,
} from '../../../src/domain/people/people-filter.ts'
import { sortEntries } from '../../../src/domain/people/people-sort.ts'
import { PEOPLE_WORDS } from '../../../src/domain/people/people-where.ts'
import { personRowsOf } from '../../../src/domain/people/person-rows.ts'
import { fullNumber } from '../../../src/domain/text/format.ts'
import { useFilter } from '../../kit/filter/use-filter.ts'
import { useWhere } from '../../kit/filter/use-where.ts'
import { useScreenState } from '../../kit/screen/screen-state.ts'
import { peopleState } from '../shared/people-keys.ts'
import type { LoadedPeople } from '../shared/use-people.ts'

type FieldTerm = Extract<WhereTerm, { is: 'number' | 'word' }>
const ALL_PEOPLE_FIELDS = ['rank', 'move', 'share', 'stopped']
/** Whether a condition depends on all loaded people, not only on the person itself. */
const dependsOnAllPeople = (term: WhereTerm): term is FieldTerm =>
  (term.is === 'number' || term.is === 'word') && ALL_PEOPLE_FIELDS.includes(term.field)

const partialText = ({ field }: FieldTerm, { board, isOffline, state }: LoadedPeople): string =>
  `${field} is relative to the ${fullNumber(board.users)} loaded users${isOffline || isLoadingMany(state.loading) ? '' : '; press G to load all'}`

export type ShownList = ReturnType<typeof useShownList>

/** The displayed list of the loaded people: sums or single days, filtered and sorted. */
export const useShownList = (loaded: LoadedPeople) => {
  const { columns, board, range, salt, credits, isExact } = loaded
  const [kind, setKind] = useScreenState(peopleState.kind)
  const [sort, setSort] = useScreenState(peopleState.sort.at(kind))
  const rows = useMemo(
    () => (kind === 'days' ? personRowsOf(columns.people, { range, salt, credits }) : undefined),
    [kind, columns, range, salt, credits],
  )
  const entries = rows ?? board
  const ranked = rows ? undefined : loaded.ranking.order
  const sorted = useMemo(() => ranked ?? sortEntries(entries, sort), [entries, sort, ranked])
  const filterColumns = useMemo(() => peopleColumns(entries), [entries])
  const words = PEOPLE_WORDS[kind]
  const filter = useFilter(peopleState.filter, { language: () => ({ words, columns: filterColumns }) })
  const { where, problem } = useWhere(filter, words, filterColumns)
  const order = useMemo(() => filterEntries(entries, sorted, where), [entries, sorted, where])
  const partial = isExact ? undefined : where.terms.find(dependsOnAllPeople)
  const waitingReason =
    !credits && needsModelCredits(where)
      ? 'credits by model are still loading'
      : !loaded.isStoppedKnown && usesStopped(where)
        ? 'users who stopped are still loading'
        : undefined
  return {
    kind,
    setKind,
    sort,
    setSort,
    filter,
    /** Why the filter is invalid, incomplete, or waiting for data, in one sentence. */
    problem: waitingReason ?? where.wrong ?? where.unfinished ?? (partial ? partialText(partial, loaded) : problem),
    /** Whether the filter contains any text. */
    isFiltering: filter.text.trim() !== '',
    /** The single days, if they are shown instead of sums. */
    rows,
    /** All entries, before filtering. */
    entries,
    /** The filtered and sorted entries. */
    order,
  }
}

/** Conditions of the quick filter: everyone, people who stopped, people who are new in the range. */
const CONDITIONS = ['', 'stopped=yes', 'state=new'] as const

/**
 * A filter with the next quick condition in place of the current one. Its other conditions stay.
 *
 * @param isComparing - Without a previous period, new people are unknown and that condition is skipped.
 */
export const withNextCondition = (typed: string, isComparing: boolean): string => {
  const offered = isComparing ? CONDITIONS : CONDITIONS.slice(0, 2)
  const at = offered.findIndex((one) => one !== '' && typed.split(' ').includes(one))
  const rest = typed.replaceAll(/(?:^| )(?:state|stopped)=\S*/g, '').trim()
  return [rest, offered[(Math.max(0, at) + 1) % offered.length]].filter(Boolean).join(' ')
}
