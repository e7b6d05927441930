import { useMemo } from 'react'
import type { WhereTerm } from '../../../src/domain/filter/where-terms.ts'
import {
  asksForStopped,
  filterEntries,
  needsModelCredits,
  peopleColumns,
} from '../../../src/domain/people/people-filter.ts'
import { sortEntries } from '../../../src/domain/people/people-sort.ts'
import { PEOPLE_WORDS } from '../../../src/domain/people/people-where.ts'
import { personRowsOf } from '../../../src/domain/people/person-rows.ts'
import { fullNumber } from '../../../src/domain/text/format.ts'
import { useFilter } from '../../kit/filter/use-filter.ts'
import { useWhere } from '../../kit/filter/use-where.ts'
import { useScreenState } from '../../kit/screen/screen-state.ts'
import { peopleState } from '../shared/people-state.ts'
import type { LoadedPeople } from '../shared/use-people.ts'

type FieldTerm = Extract<WhereTerm, { is: 'number' | 'word' }>
const AMONG_LOADED = ['rank', 'move', 'share', 'stopped']
/** Whether a condition is about all people, and not about each alone. */
const isAmongLoaded = (term: WhereTerm): term is FieldTerm =>
  (term.is === 'number' || term.is === 'word') && AMONG_LOADED.includes(term.field)

const partialText = ({ field }: FieldTerm, loaded: number, isOffline: boolean): string =>
  `${field} is among the ${fullNumber(loaded)} people loaded${isOffline ? '' : ': G loads all'}`

export type ShownList = ReturnType<typeof useShownList>

/** What of the loaded people is listed: sums or single days, which of them, and in which order. */
export const useShownList = (loaded: LoadedPeople) => {
  const { columns, board, range, salt, credits, isExact, isOffline } = loaded
  const [kind, setKind] = useScreenState(peopleState.kind)
  const [sort, setSort] = useScreenState(peopleState.sort.at(kind))
  const rows = useMemo(
    () => (kind === 'days' ? personRowsOf(columns.people, { range, salt, credits }) : undefined),
    [kind, columns, range, salt, credits],
  )
  const entries = rows ?? board
  const sorted = useMemo(() => sortEntries(entries, sort), [entries, sort])
  const filterColumns = useMemo(() => peopleColumns(entries), [entries])
  const words = PEOPLE_WORDS[kind]
  const filter = useFilter(peopleState.filter, { language: () => ({ words, columns: filterColumns }) })
  const { where, problem } = useWhere(filter, words, filterColumns)
  const order = useMemo(() => filterEntries(entries, sorted, where), [entries, sorted, where])
  const partial = isExact ? undefined : where.terms.find(isAmongLoaded)
  const waiting =
    !credits && needsModelCredits(where)
      ? 'credits by model are not known yet'
      : !loaded.isStoppedKnown && asksForStopped(where)
        ? 'who stopped is not known yet'
        : undefined
  return {
    kind,
    setKind,
    sort,
    setSort,
    filter,
    /** What is wrong with the filter, or what it waits for, in one sentence. */
    problem: waiting ?? problem ?? (partial && partialText(partial, board.users, isOffline)),
    /** Whether anything has been typed into the filter. */
    isFiltering: filter.text.trim() !== '',
    /** Single days, where they are shown in place of sums. */
    rows,
    /** All that there is of the kind. */
    entries,
    /** The entries that the filter leaves, in their order. */
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
