import { useEffect, useLayoutEffect, useMemo, useSyncExternalStore } from 'react'
import type { PeopleWalk } from '../../../src/cache/load/people/people-walk.ts'
import { shownOf } from '../../../src/cache/load/query-state.ts'
import { addDays, type Day, EARLIEST_DAY, lengthOf, type Range } from '../../../src/domain/calendar/calendar.ts'
import { comparisonFor } from '../../../src/domain/overview/overview-figures.ts'
import { leaderboardOf } from '../../../src/domain/people/leaderboard.ts'
import { type People, unloadedDays } from '../../../src/domain/people/people.ts'
import { asksForStopped, parseWhere } from '../../../src/domain/people/people-filter.ts'
import type { PersonCredits } from '../../../src/domain/usage/credit-days.ts'
import { figureOf } from '../../../src/domain/usage/measure-figures.ts'
import { stoppedPeople, stoppedSpan } from '../../../src/domain/usage/stopped-people.ts'
import { creditMeasures } from '../../../src/domain/usage/usage-measures.ts'
import { useQuery } from '../../kit/query/use-query.ts'
import { useScreenSignal, useScreenState } from '../../kit/screen/screen-state.ts'
import { usePrivateSalt } from '../../kit/session/person-name.ts'
import { type ShownRange, useRange } from '../../kit/session/use-range.ts'
import { peopleFeedOf, useWalk } from './people-feed.ts'
import { peopleState } from './people-state.ts'

/** Days that are shown, and whether they are others than those that were chosen for all screens. */
type ShownDays = ShownRange & { isMoved: boolean }

export type LoadedPeople = ReturnType<typeof usePeople>

/**
 * The people of these days as far as they are loaded, summed up.
 *
 * @param id - The one person that is shown.
 */
export const usePeople = (
  { range, previous, arguments: rangeArguments, isMoved }: ShownDays,
  id: string | undefined,
) => {
  const walkRange = useMemo(() => ({ from: previous?.from ?? range.from, to: range.to }), [range, previous])
  const { walk, columns, state, queryState, isOffline } = useWalk(walkRange)
  const { people } = columns
  const { unheld, missing } = state
  const creditState = useQuery('creditDays', { range })
  const credits = shownOf(creditState)?.data
  // While they are on their way shares are not known, so that none is of another whole than it is going to be.
  const isLoading = creditState.is === 'loading'
  const total = useMemo(() => {
    if (!credits) return isLoading ? Number.NaN : undefined
    return figureOf(creditMeasures.billable_tokens, credits.days, range).value
  }, [credits, isLoading, range])
  const salt = usePrivateSalt()
  const isExact = walk !== undefined && missing.length === 0
  const stopped = useStopped(range)
  // Of those who are not loaded it is not known yet whether they have rows.
  useLayoutEffect(() => {
    if (walk && isExact && stopped) peopleFeedOf(walk).include(stopped)
  }, [walk, isExact, stopped])
  // Where all days are missing, a page brings both periods of its people. Where some are held and others are not, those
  // whose earlier days have not come would look new.
  const [first, ...others] = missing
  const isWhole = first?.from === walkRange.from && first.to === walkRange.to && others.length === 0
  const own = id === undefined ? undefined : people.personOf(id)
  const isPersonWhole = own !== undefined && unloadedDays(people, unheld, walkRange)(own).length === 0
  // Nobody is new against days that there is no row of at all.
  const hasEarlier = previous !== undefined && people.days.some((day) => day >= previous.from && day <= previous.to)
  const compared = hasEarlier && (isExact || isWhole || isPersonWhole) ? previous : undefined
  const board = useMemo(() => {
    const { people } = columns
    const [own, set] = [credits?.people, stopped?.set]
    return leaderboardOf(people, { range, previous: compared, total, salt, credits: own, unheld, stopped: set })
  }, [columns, range, compared, total, salt, credits, unheld, stopped])
  return {
    range,
    /** What the frame has to say of the days where they are others than those that were chosen. */
    ownDays: isMoved ? { range, previous } : undefined,
    /** The options that make a headless command speak of these days. */
    rangeArguments,
    /** Whether the user wants to compare and there are days to compare with. */
    isComparing: previous !== undefined,
    /** The days of the walk: those of the period before as well where figures are compared. */
    walkRange,
    /** Undefined until there is a connection. */
    walk,
    state,
    queryState,
    /** Whether nothing is ever asked for. */
    isOffline,
    /** Whether there are, or may be, days before that figures are compared with. */
    isCompared: previous !== undefined && (hasEarlier || !isExact),
    /** The people in an object that is another one when more of them are shown. */
    columns,
    board,
    /** Whether everybody is loaded. */
    isExact,
    /** How many people used credits in the range, where that is known. */
    known: credits?.people.ids.length,
    /** About how many requests are left until all people are loaded, where that can be estimated. */
    requestsLeft: useMemo(() => requestsLeft(missing, columns.people, credits?.people), [missing, columns, credits]),
    /** The salt of pseudonyms while the session is private. */
    salt,
    /** Whether it is known who stopped: loaded only where the filter needs it. */
    isStoppedKnown: stopped !== undefined,
    /** Who used how much of which model in the range; undefined until it has come. */
    credits: credits?.people,
  }
}

/** Those who stopped at the end of a range, once the filter asks for them and the credits of these days have come. */
const useStopped = (range: Range) => {
  const kept = useScreenSignal(peopleState.filter)
  const filter = useSyncExternalStore(kept.subscribe, kept.get)
  const isAsked = asksForStopped(parseWhere(filter, 'people'))
  const state = useQuery('creditDays', isAsked ? { range: stoppedSpan(range.to) } : undefined)
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
const activePeople = ({ days, columns, ids }: PersonCredits, { from, to }: Range): number => {
  const within = columns.filter((_, at) => (days[at] ?? '') >= from && (days[at] ?? '') <= to)
  return within.length === 0 ? ids.length : new Set(within.flatMap(({ person }) => [...person])).size
}

/** Estimated from the people who were active; undefined where a span has brought as many already, or nothing is known of them. */
export const requestsLeft = (
  missing: readonly Range[],
  { walks }: Pick<People, 'walks'>,
  credits: PersonCredits | undefined,
): number | undefined => {
  let pages = 0
  for (const range of missing) {
    const loaded = walks.find(({ span }) => span.from === range.from && span.to === range.to)?.people.size ?? 0
    const left = (credits ? activePeople(credits, range) : 0) - loaded
    if (left <= 0) return undefined
    pages += Math.ceil(left / PAGE_PEOPLE)
  }
  return pages
}

/**
 * The chosen days, or, where the day that a screen was opened at is none of them, as many that end with it. Days that are
 * chosen afterwards count again.
 *
 * @param day - Undefined: the chosen days.
 */
export const useDaysWith = (day: Day | undefined): ShownDays => {
  const chosen = useRange()
  const { range, previous } = chosen
  const [opened, setOpened] = useScreenState(peopleState.openedRange)
  useEffect(() => {
    if (opened === undefined) setOpened(range)
  }, [opened, setOpened, range])
  const isOutside = day !== undefined && (day < range.from || day > range.to)
  const isMoved = isOutside && (opened?.from ?? range.from) === range.from && (opened?.to ?? range.to) === range.to
  const isComparing = previous !== undefined
  const moved = useMemo(() => {
    if (!isMoved) return undefined
    const around = daysUntil(day, lengthOf(range))
    return { range: around, previous: isComparing ? comparisonFor(around) : undefined }
  }, [isMoved, day, range, isComparing])
  if (!moved) return { ...chosen, isMoved: false }
  return { ...chosen, ...moved, arguments: `--from ${moved.range.from} --to ${moved.range.to}`, isMoved: true }
}

const daysUntil = (to: Day, count: number): Range => {
  const from = addDays(to, 1 - count)
  return { from: from < EARLIEST_DAY ? EARLIEST_DAY : from, to }
}

/** Whether the user has stopped loading: it goes on only when the user says so. */
export const useStopping = (walk: PeopleWalk | undefined) => {
  const [isStopped, setIsStopped] = useScreenState(peopleState.stopped)
  return {
    isStopped,
    stop() {
      setIsStopped(true)
      walk?.stop()
    },
    goOn: () => setIsStopped(false),
  }
}
