import { useEffect, useLayoutEffect, useMemo, useSyncExternalStore } from 'react'
import type { PeopleWalk, WalkState } from '../../../src/cache/load/people/people-walk.ts'
import { type QueryState, shownOf } from '../../../src/cache/load/query-state.ts'
import { addDays, type Day, EARLIEST_DAY, lengthOf, type Range } from '../../../src/domain/calendar/calendar.ts'
import { comparisonFor } from '../../../src/domain/overview/overview-figures.ts'
import { type Leaderboard, leaderboardOf } from '../../../src/domain/people/leaderboard.ts'
import { type People, unloadedDays } from '../../../src/domain/people/people.ts'
import { asksForStopped, parseWhere } from '../../../src/domain/people/people-filter.ts'
import type { PersonCredits } from '../../../src/domain/usage/credit-days.ts'
import { figureOf } from '../../../src/domain/usage/measure-figures.ts'
import { stoppedPeople, stoppedSpan } from '../../../src/domain/usage/stopped-people.ts'
import { creditMeasures } from '../../../src/domain/usage/usage-measures.ts'
import { useQuery } from '../../kit/query/use-query.ts'
import type { OwnDays } from '../../kit/screen/screen-report.ts'
import { useScreenSignal, useScreenState } from '../../kit/screen/screen-state.ts'
import { usePrivateSalt } from '../../kit/session/person-name.ts'
import { type ShownRange, useRange } from '../../kit/session/use-range.ts'
import { peopleFeedOf, useWalk } from './people-feed.ts'

/** Days that are shown, and whether they are others than those that were chosen for all screens. */
type ShownDays = ShownRange & { isMoved: boolean }

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
  const { walk, people, version, state, queryState, isOffline } = useWalk(walkRange)
  const creditState = useQuery('creditDays', { range })
  const credits = shownOf(creditState)?.data
  const known = credits?.people.ids.length
  // While they are on their way shares are not known, so that none is of another whole than it is going to be.
  const isLoading = creditState.is === 'loading'
  const total = useMemo(() => {
    if (!credits) return isLoading ? Number.NaN : undefined
    return figureOf(creditMeasures.billable_tokens, credits.days, range).value
  }, [credits, isLoading, range])
  const salt = usePrivateSalt()
  const [missing] = state.missing
  const isExact = walk !== undefined && state.missing.length === 0
  const stopped = useStopped(range)
  // Of those who are not loaded it is not known yet whether they have rows.
  useLayoutEffect(() => {
    if (walk && isExact && stopped) peopleFeedOf(walk).include(stopped)
  }, [walk, isExact, stopped])
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
    requestsLeft: useMemo(() => requestsLeft(state.missing, people, credits?.people), [state, people, credits]),
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
  const [opened, setOpened] = useScreenState<Range | undefined>('opened range', undefined)
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
  const [isStopped, setIsStopped] = useScreenState('stopped', false)
  return {
    isStopped,
    stop() {
      setIsStopped(true)
      walk?.stop()
    },
    goOn: () => setIsStopped(false),
  }
}
