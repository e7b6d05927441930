import { useEffect, useLayoutEffect, useMemo, useSyncExternalStore } from 'react'
import type { PeopleWalk, WalkState } from '../../../src/cache/load/people/people-walk.ts'
import { shownOf } from '../../../src/cache/load/query-state.ts'
import { addDays, type Day, EARLIEST_DAY, lengthOf, type Range } from '../../../src/domain/calendar/calendar.ts'
import { comparisonFor } from '../../../src/domain/overview/overview-figures.ts'
import { leaderboardOf } from '../../../src/domain/people/leaderboard.ts'
import { loadProgress } from '../../../src/domain/people/load-progress.ts'
import { unloadedDays } from '../../../src/domain/people/people.ts'
import { parseWhere, usesStopped } from '../../../src/domain/people/people-filter.ts'
import { rankedBoard } from '../../../src/domain/people/ranking.ts'
import type { PersonCredits } from '../../../src/domain/usage/credit-days.ts'
import { figureOf } from '../../../src/domain/usage/measure-figures.ts'
import { stoppedPeople, stoppedSpan } from '../../../src/domain/usage/stopped-users.ts'
import { creditMeasures } from '../../../src/domain/usage/usage-measures.ts'
import { useQuery } from '../../kit/query/use-query.ts'
import { useScreenSignal, useScreenState } from '../../kit/screen/screen-state.ts'
import { usePrivateSalt } from '../../kit/session/person-name.ts'
import { type ShownRange, useRange } from '../../kit/session/use-range.ts'
import { type PeopleSnapshot, peopleFeedOf, useWalk } from './people-feed.ts'
import { peopleState } from './people-keys.ts'
import { useRanking } from './use-ranking.ts'

/** The displayed days, and whether they differ from the range chosen for all screens. */
type ShownDays = ShownRange & { isMoved: boolean }

export type LoadedPeople = ReturnType<typeof usePeople>

/** The loaded people of a range with their sums. @param id - Id of the person, if only one is displayed. */
export const usePeople = (
  { range, previous, arguments: rangeArguments, isMoved }: ShownDays,
  id: string | undefined,
) => {
  const walkRange = useMemo(() => ({ from: previous?.from ?? range.from, to: range.to }), [range, previous])
  const { walk, columns, state, queryState, isOffline } = useWalk(walkRange)
  const { people } = columns
  const { uncached, missing } = state
  const creditState = useQuery('creditDays', { range })
  const credits = shownOf(creditState)?.data
  // NaN hides the shares while credits load, so that they are not computed from a total that is about to change.
  const isLoading = creditState.is === 'loading'
  const total = useMemo(() => {
    if (!credits) return isLoading ? Number.NaN : undefined
    return figureOf(creditMeasures.billable_tokens, credits.days, range).value
  }, [credits, isLoading, range])
  const salt = usePrivateSalt()
  const isExact = walk !== undefined && missing.length === 0
  const stopped = useStopped(range)
  // Until all people are loaded, it is unknown whether the people who stopped have rows.
  useLayoutEffect(() => {
    if (walk && isExact && stopped) peopleFeedOf(walk).include(stopped)
  }, [walk, isExact, stopped])
  // If all days are missing, a page contains both periods of its people. If only some days are cached, people whose
  // earlier days have not arrived would look new.
  const [first, ...others] = missing
  const isWhole = first?.from === walkRange.from && first.to === walkRange.to && others.length === 0
  const isNeeded = id === undefined && isWhole && !isOffline && state.loading !== 'all'
  const { found, ...ranking } = useRanking({ range, walk, isNeeded, pages: state.pages })
  const index = id === undefined ? undefined : people.personOf(id)
  const isPersonWhole = index !== undefined && unloadedDays(people, uncached, walkRange)(index).length === 0
  // Without any rows in the previous period, everyone would look new.
  const hasEarlier = previous !== undefined && people.days.some((day) => day >= previous.from && day <= previous.to)
  const compared = hasEarlier && (isExact || isWhole || isPersonWhole) ? previous : undefined
  const ranked = useMemo(() => {
    if (!found) return undefined
    const included = new Set(found.users.map(({ user_id: id = '' }) => id))
    const own = leaderboardOf(columns.people, { range, total, salt, credits: credits?.people, uncached, included })
    return rankedBoard(own, found, ranking.rankedBy, total)
  }, [found, columns, range, total, salt, credits, uncached, ranking.rankedBy])
  const walked = useMemo(() => {
    const { people } = columns
    const [models, set] = [credits?.people, stopped?.set]
    return leaderboardOf(people, { range, previous: compared, total, salt, credits: models, uncached, stopped: set })
  }, [columns, range, compared, total, salt, credits, uncached, stopped])
  const board = ranked?.board ?? walked
  return {
    range,
    /** The displayed days for the frame, if they differ from the chosen range. */
    ownDays: isMoved ? { range, previous } : undefined,
    /** Command-line options for the same days. */
    rangeArguments,
    /** Whether comparing is on and there is a previous period. */
    isComparing: previous !== undefined,
    /** The days of the walk, including the previous period if figures are compared. */
    walkRange,
    /** Undefined until there is a connection. */
    walk,
    state,
    queryState,
    /** Whether no requests are sent. */
    isOffline,
    /** Whether a previous period with rows exists or may exist. */
    isCompared: previous !== undefined && (hasEarlier || !isExact),
    /** Contains the people; a new object whenever the displayed rows change. */
    columns,
    board,
    /** Whether all people are loaded. */
    isExact,
    /** The server's ranking. `order` has the entries in its order, if it is displayed. */
    ranking: { ...ranking, order: ranked?.order },
    /** Whether ranks and shares are final: all people are loaded, or the server has ranked them. */
    isFinal: isExact || ranked !== undefined,
    /** The progress of loading all people; undefined without an estimate of their number. */
    progress: useProgress(walkRange, state, columns, credits?.people),
    /** Salt of the pseudonyms in privacy mode; otherwise undefined. */
    salt,
    /** Whether the people who stopped are known. They load only if the filter needs them. */
    isStoppedKnown: stopped !== undefined,
    /** Credits by person and model in the range; undefined until loaded. */
    credits: credits?.people,
  }
}

/** The people who stopped at the end of a range, once the filter needs them and the credits are loaded. */
const useStopped = (range: Range) => {
  const filterSignal = useScreenSignal(peopleState.filter)
  const filter = useSyncExternalStore(filterSignal.subscribe, filterSignal.get)
  const needsStopped = usesStopped(parseWhere(filter, 'people'))
  const state = useQuery('creditDays', needsStopped ? { range: stoppedSpan(range.to) } : undefined)
  const credits = needsStopped ? shownOf(state)?.data : undefined
  return useMemo(() => {
    const found = credits && stoppedPeople(credits, range.to)?.people
    const ids = found?.map(({ id }) => id)
    return ids && { ids, emails: found?.map(({ email }) => email) ?? [], set: new Set(ids) }
  }, [credits, range])
}

const useProgress = (
  walkRange: Range,
  { missing, uncached, pages, pageUsers }: WalkState,
  columns: PeopleSnapshot['columns'],
  credits: PersonCredits | undefined,
) => {
  // The first page may have all users, and then no estimate is needed.
  const isNeeded = missing.length > 0 && pages > 0
  const activity = shownOf(useQuery('activityDays', isNeeded ? { range: walkRange } : undefined))?.data
  return useMemo(
    () => loadProgress(missing, { people: columns.people, uncached, credits, activity, pageUsers }),
    [missing, columns, uncached, credits, activity, pageUsers],
  )
}

/**
 * The chosen range. If the screen was opened at a day outside of it, a range of the same length that ends with that
 * day, until the user chooses another range.
 *
 * @param day - Undefined means the chosen range.
 */
export const useRangeAround = (day: Day | undefined): ShownDays => {
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
    const around = rangeEndingOn(day, lengthOf(range))
    return { range: around, previous: isComparing ? comparisonFor(around) : undefined }
  }, [isMoved, day, range, isComparing])
  if (!moved) return { ...chosen, isMoved: false }
  return { ...chosen, ...moved, arguments: `--from ${moved.range.from} --to ${moved.range.to}`, isMoved: true }
}

const rangeEndingOn = (to: Day, count: number): Range => {
  const from = addDays(to, 1 - count)
  return { from: from < EARLIEST_DAY ? EARLIEST_DAY : from, to }
}

/** Whether the user has stopped loading. It resumes only on request. */
export const useStopping = (walk: PeopleWalk | undefined) => {
  const [isStopped, setIsStopped] = useScreenState(peopleState.stopped)
  return {
    isStopped,
    stop() {
      setIsStopped(true)
      walk?.stop()
    },
    resume: () => setIsStopped(false),
  }
}
