import { useLayoutEffect, useMemo, useSyncExternalStore } from 'react'
import { memoize } from '../../../src/base/memoize.ts'
import type { PeopleWalk, WalkState } from '../../../src/cache/load/people-walk.ts'
import type { QueryState } from '../../../src/cache/load/query-state.ts'
import { shownOf } from '../../../src/cache/load/query-state.ts'
import type { Range } from '../../../src/domain/calendar/calendar.ts'
import { type Leaderboard, leaderboardOf } from '../../../src/domain/people/leaderboard.ts'
import { type People, unloadedDays } from '../../../src/domain/people/people.ts'
import { asksForStopped, parseWhere } from '../../../src/domain/people/people-filter.ts'
import type { PersonCredits } from '../../../src/domain/usage/credit-days.ts'
import { figureOf } from '../../../src/domain/usage/measure-figures.ts'
import { stoppedPeople, stoppedSpan } from '../../../src/domain/usage/stopped-people.ts'
import { creditMeasures } from '../../../src/domain/usage/usage-measures.ts'
import { useQuery } from '../../kit/query/use-query.ts'
import type { OwnDays } from '../../kit/screen/screen-report.ts'
import { useScreenSignal } from '../../kit/screen/screen-state.ts'
import { usePrivateSalt } from '../../kit/session/person-name.ts'
import type { ShownRange } from '../../kit/session/use-range.ts'
import { takingOf } from './taking.ts'
import { useWalk } from './use-walk.ts'

/** Days that are shown, and whether they are others than those that were chosen for all screens. */
export type ShownDays = ShownRange & { isMoved: boolean }

export type LoadedPeople = {
  range: Range
  /** What the frame has to say of the days where they are others than those that were chosen. */
  ownDays: OwnDays | undefined
  /** The options that make a headless command speak of these days. */
  rangeArguments: string
  /** Whether the user wants to compare and there are days to compare with. */
  isComparing: boolean
  /** The days of the walk: those of the period before as well where figures are compared. */
  walkRange: Range
  walk: PeopleWalk | undefined
  state: WalkState
  queryState: QueryState<unknown>
  /** Whether nothing is ever asked for. */
  isOffline: boolean
  people: People
  /** Of `people`, when they were shown last. */
  version: number
  board: Leaderboard
  /** Whether there are, or may be, days before that figures are compared with. */
  isCompared: boolean
  /** Whether everybody is loaded. */
  isExact: boolean
  /** How many people used credits in the range, where that is known. */
  known: number | undefined
  /** About how many requests are left until all people are loaded, where that can be estimated. */
  requestsLeft: number | undefined
  /** The salt of pseudonyms while the session is private. */
  salt: string | undefined
  /** Whether it is known who stopped: loaded only where the filter needs it. */
  isStoppedKnown: boolean
  /** Who used how much of which model in the range; undefined until it has come. */
  credits: PersonCredits | undefined
}

/**
 * The people of these days as far as they are loaded, summed up.
 *
 * @param id - The one person that is shown.
 */
export const usePeople = (
  { range, previous, arguments: rangeArguments, isMoved }: ShownDays,
  id: string | undefined,
): LoadedPeople => {
  const walkRange = useMemo(() => ({ from: previous?.from ?? range.from, to: range.to }), [range, previous])
  const ranges = useMemo(() => (previous ? [range, previous] : [range]), [range, previous])
  const { walk, people, version, state, queryState, isOffline } = useWalk(walkRange, ranges)
  const creditState = useQuery('creditDays', { range })
  const credits = shownOf(creditState)?.data
  const known = credits?.people.ids.length
  useLayoutEffect(() => {
    if (walk && known !== undefined) takingOf(walk).expect(known)
  }, [walk, known])
  // While they are on their way shares are not known, so that none is of another whole than it is going to be.
  const isLoading = creditState.is === 'loading'
  const total = useMemo(() => {
    if (!credits) return isLoading ? Number.NaN : undefined
    return figureOf(creditMeasures.billable_tokens, credits.days, range).value
  }, [credits, isLoading, range])
  const active = useMemo(() => credits && activePeople(credits.people), [credits])
  const salt = usePrivateSalt()
  const [missing] = state.missing
  const isExact = walk !== undefined && state.missing.length === 0
  const stopped = useStopped(range)
  // Of those who are not loaded it is not known yet whether they have rows.
  if (walk && isExact && stopped) takingOf(walk).include(stopped)
  // Where all days are missing, a page brings both periods of its people. Where some are held and others are not, those
  // whose earlier days have not come would look new.
  const isWhole = state.missing.length === 1 && missing?.from === walkRange.from && missing.to === walkRange.to
  const { unheld } = state
  const own = id === undefined ? undefined : people.personOf(id)
  const isPersonWhole = own !== undefined && unloadedDays(people, unheld, walkRange)(own).length === 0
  // Nobody is new against days that there is no row of at all.
  const hasEarlier = previous !== undefined && people.days.some((day) => day >= previous.from && day <= previous.to)
  const compared = hasEarlier && (isExact || isWhole || isPersonWhole) ? previous : undefined
  // biome-ignore lint/correctness/useExhaustiveDependencies: the version stands for what the columns hold
  const board = useMemo(
    () =>
      leaderboardOf(people, {
        range,
        previous: compared,
        total,
        salt,
        credits: credits?.people,
        unheld,
        stopped: stopped?.set,
      }),
    [people, version, range, compared, total, salt, credits, unheld, stopped],
  )
  const isComparing = previous !== undefined
  return {
    range,
    ownDays: isMoved ? { range, previous } : undefined,
    rangeArguments,
    isComparing,
    walkRange,
    walk,
    state,
    queryState,
    isOffline,
    isCompared: previous !== undefined && (hasEarlier || !isExact),
    people,
    version,
    board,
    isExact,
    known,
    requestsLeft: requestsLeft(state.missing, people, active),
    salt,
    isStoppedKnown: stopped !== undefined,
    credits: credits?.people,
  }
}

/** Those who stopped at the end of a range, once the filter asks for them and the credits of these days have come. */
const useStopped = (range: Range) => {
  const kept = useScreenSignal('filter', '')
  const filter = useSyncExternalStore(kept.subscribe, kept.get)
  const isAsked = useMemo(() => asksForStopped(parseWhere(filter, 'people')), [filter])
  const span = useMemo(() => stoppedSpan(range.to), [range])
  const state = useQuery('creditDays', isAsked ? { range: span } : undefined)
  const credits = isAsked ? shownOf(state)?.data : undefined
  return useMemo(() => {
    const found = credits && stoppedPeople(credits, range.to)?.people
    const ids = found?.map(({ id }) => id)
    return ids && { ids, emails: found?.map(({ email }) => email) ?? [], set: new Set(ids) }
  }, [credits, range])
}

/** People on a page of the walk. */
const PAGE_PEOPLE = 100

/** How many people used credits on days of a span: on those that it shares with the range, or on any where it shares none. */
export const activePeople = ({ days, columns, ids }: PersonCredits) =>
  memoize((span: string): number => {
    const [from = '', to = ''] = span.split(' ')
    const within = columns.filter((_, at) => (days[at] ?? '') >= from && (days[at] ?? '') <= to)
    if (within.length === 0 || within.length === days.length) return ids.length
    const seen = new Set<number>()
    for (const { person } of within) for (const each of person) seen.add(each)
    return seen.size
  })

/** Estimated from the people who were active; undefined where a span has brought as many already, or nothing is known of them. */
export const requestsLeft = (
  missing: readonly Range[],
  { walks }: Pick<People, 'walks'>,
  active: ((span: string) => number) | undefined,
): number | undefined => {
  let pages = 0
  for (const { from, to } of missing) {
    const loaded = walks.find(({ span }) => span.from === from && span.to === to)?.people.size ?? 0
    const left = (active?.(`${from} ${to}`) ?? 0) - loaded
    if (left <= 0) return undefined
    pages += Math.ceil(left / PAGE_PEOPLE)
  }
  return pages
}
