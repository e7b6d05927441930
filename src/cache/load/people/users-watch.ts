import type { AppError } from '../../../base/errors.ts'
import { isSameJson } from '../../../base/same-json.ts'
import type { Client } from '../../../client/client.ts'
import { daysOf, type Range } from '../../../domain/calendar/calendar.ts'
import { joinDays, missingSpans } from '../../../domain/calendar/spans.ts'
import type { PersonDaysChunk } from '../../../domain/people/person-days.ts'
import type { HeldDay } from '../../ledger/ledger.ts'
import { askableOf, daysHeld, daysNotHeld } from '../days/days-held.ts'
import { isRefusal, toAppError } from '../kit/load-errors.ts'
import type { WaitOptions } from '../kit/load-options.ts'
import { notKept } from '../kit/offline.ts'
import type { LoadDeps } from '../kit/organisation.ts'
import { resumableWalk, type SpanPage, USERS_PAGE, walkSpan } from './walk-users.ts'

/** How far a watch of the per-user rows has come, without the rows. */
export type UsersWatchState = {
  /** Spans of the range that are not held for everybody yet; empty: the walk is complete and its figures are exact. */
  missing: readonly Range[]
  /** The days of these that have never been held for everybody: of people whom no page has brought, nothing is known of them. */
  unheld: readonly Range[]
  /**
   * What is under way: nothing, the next page, or all pages; `kept`: very many rows of the ledger, person by person, before
   * anything else is told.
   */
  loading: 'nothing' | 'page' | 'all' | 'kept'
  /** Pages that have come from the server since the walk was opened. */
  pages: number
  /** The last page failed; its cursor is kept and `more` tries it again. */
  error: AppError | undefined
  /** The server ended the walk early (a cursor that comes again, or none where one is due): why, in one sentence. */
  incomplete: string | undefined
  /** What happened to the walk that people should know, in one sentence. */
  notice: string | undefined
  /** When the oldest of what is shown and may still change was fetched, Unix ms; undefined when nothing is known. */
  at: number | undefined
}

/** What has changed for a watch. */
export type UsersWatchEvent = {
  state: UsersWatchState
  /** Rows that have come; they are not kept here. */
  chunks: readonly PersonDaysChunk[]
  /** Whether rows that came before are void. */
  isAnew: boolean
}

export type WatchUsersOptions = Pick<WaitOptions, 'onRetry'> & {
  /** Told of what the ledger holds before `watchUsers` returns, and of every change. */
  tell: (event: UsersWatchEvent) => void
  /** What an earlier watch of the range was told last: its rows are not told again while nothing else has changed. */
  known?: Pick<UsersWatchState, 'missing' | 'at'> | undefined
}

/** Watches the per-user rows of a range: nothing is asked but by `more` and `all`. */
export type UsersWatch = {
  more(): void
  all(): void
  stop(): void
  /** Looks anew at what is missing; forced, everything is. */
  refresh(isForced: boolean): void
  /** Cancels what is under way; nothing is told any more. */
  close(): void
}

/** See {@link UsersWatch}. */
export const watchUsers = (deps: LoadDeps, range: Range, { tell, onRetry, known }: WatchUsersOptions): UsersWatch => {
  const { client, ledger, organisation } = deps
  let missing: readonly Range[] = []
  let unheld: readonly Range[] = []
  /** The span of a forced refresh, and whether its first page has come. */
  let forced: { span: Range; hasBegun: boolean } | undefined
  let at: number | undefined
  let goal: UsersWatchState['loading'] = 'nothing'
  let pageCount = 0
  let error: AppError | undefined
  let incomplete: string | undefined
  let notice: string | undefined
  /** A walk that has begun stays between one `more` and the next. */
  let walk: { span: Range; pages: AsyncGenerator<SpanPage, void>; controller: AbortController } | undefined
  let isRunning = false
  let isClosed = false
  /** The organisation whose rows were told last. */
  let orgId: string | undefined

  /** @param held Days that are held: those that were read with the rows, where rows are told. */
  const look = (held: readonly HeldDay[] = ledger.heldDays('users', range)) => {
    const now = organisation.now()
    const askable = askableOf(range, now)
    unheld = daysNotHeld(range, held, now)
    if (!client) {
      missing = unheld
      incomplete = missing.length > 0 ? notKept(range, missing) : undefined
    } else if (askable) {
      const days = [...(forced ? daysOf(forced.span) : []), ...missingSpans(askable, held, now).flatMap(daysOf)]
      // A walk that has begun keeps its span, even where days beside it have become stale.
      const own = walk?.span
      const others = own ? days.filter((day) => day < own.from || day > own.to) : days
      missing = own ? [own, ...joinDays(others)] : joinDays(others)
    } else missing = []
    const [next] = missing
    at = daysHeld(range, held, now).at ?? at ?? (next && ledger.unfinishedWalk(next)?.startedAt)
  }
  const say = (chunks: readonly PersonDaysChunk[] = [], isAnew = false) => {
    orgId = ledger.orgId()
    if (!isClosed)
      tell({
        state: { missing, unheld, loading: goal, pages: pageCount, error, incomplete, notice, at },
        chunks,
        isAnew,
      })
  }
  const sayAll = () => {
    const { days, chunks } = ledger.readPersonDays(range)
    look(days)
    say(chunks, true)
  }
  /** Rows that were told are not those of the organisation that the key answers for now. */
  const isOtherOrg = () => orgId !== undefined && ledger.orgId() !== orgId
  const endWalk = () => {
    walk?.controller.abort()
    walk = undefined
  }
  const begin = (asking: Pick<Client, 'call'>, span: Range) => {
    const controller = new AbortController()
    const isAnew = forced !== undefined && !forced.hasBegun
    const resumed = resumableWalk(ledger, span, organisation.now(), isAnew)
    const options = { limit: USERS_PAGE, resumed, signal: controller.signal, onRetry }
    return { span, controller, pages: walkSpan({ client: asking, ledger, organisation }, span, options) }
  }

  const take = ({ chunk, isComplete, incomplete: why, anew }: SpanPage, span: Range) => {
    pageCount += 1
    at ??= organisation.now()
    incomplete = why
    if (anew !== undefined) notice = anew
    if (isComplete || incomplete !== undefined) walk = undefined
    const isRenewed = isComplete && forced !== undefined && isSameJson(forced.span, span)
    if (isRenewed) forced = undefined
    else if (forced) forced.hasBegun = true
    // After a forced walk, or one that began anew, people that the server no longer lists must vanish: all rows are told anew.
    const all = isRenewed || anew !== undefined || isOtherOrg() ? ledger.readPersonDays(range) : undefined
    look(all?.days)
    if (goal === 'page' || missing.length === 0 || incomplete !== undefined) goal = 'nothing'
    if (all) say(all.chunks, true)
    else say([{ ...chunk, walked: span }])
  }
  const fail = (cause: unknown) => {
    walk = undefined
    goal = 'nothing'
    error = toAppError(cause)
    if (!isRefusal(error) && !isOtherOrg()) return say()
    at = undefined
    sayAll()
  }
  const run = async () => {
    isRunning = true
    while (goal !== 'nothing') {
      const [span] = missing
      if (!client || !span) {
        goal = 'nothing'
        break
      }
      walk ??= begin(client, span)
      const own = walk
      try {
        const next = await own.pages.next()
        // `stop`, `refresh` or `close` has ended this walk meanwhile, and told so.
        if (walk !== own) continue
        if (next.done) throw new TypeError('a walk ended without saying how')
        take(next.value, own.span)
      } catch (cause) {
        if (walk === own) fail(cause)
      }
    }
    isRunning = false
  }
  const ask = (wanted: 'page' | 'all') => {
    if (isClosed || !client || missing.length === 0 || incomplete !== undefined) return
    if (goal === wanted || goal === 'all') return
    goal = wanted
    error = undefined
    say()
    if (!isRunning) void run()
  }

  look()
  if (known && known.at === at && isSameJson(known.missing, missing)) say()
  else sayAll()

  return {
    more: () => ask('page'),
    all: () => ask('all'),
    stop() {
      if (goal === 'nothing') return
      goal = 'nothing'
      endWalk()
      say()
    },
    refresh(isForced) {
      error = undefined
      incomplete = undefined
      notice = undefined
      const askable = askableOf(range, organisation.now())
      if (isForced && client && askable) {
        goal = 'nothing'
        endWalk()
        forced = { span: askable, hasBegun: false }
      }
      look()
      say()
    },
    close() {
      isClosed = true
      goal = 'nothing'
      endWalk()
    },
  }
}
