import { setTimeout as sleep } from 'node:timers/promises'
import { isSameJson } from '../../../base/same-json.ts'
import type { CallOptions, RetryWait } from '../../../client/client.ts'
import { daysOf, type Range } from '../../../domain/calendar/calendar.ts'
import { joinDays, missingSpans } from '../../../domain/calendar/spans.ts'
import type { PersonDaysChunk } from '../../../domain/people/person-days.ts'
import type { CachedDay } from '../../ledger/ledger.ts'
import { daysCacheState, requestableRange, uncachedDays } from '../days/days-held.ts'
import { isRefusal, toAppError } from '../kit/load-errors.ts'
import { notCachedMessage, SOME_USERS_CACHED } from '../kit/offline.ts'
import type { LoadDeps } from '../kit/organisation.ts'
import { initialProgress, type WalkProgress } from './people-walk.ts'
import { resumableWalk, type SpanPage, USERS_PAGE, walkSpan } from './walk-users.ts'

/** A change that is sent to a watch. */
export type UsersEvent = {
  /** Absent if the event has only rows and another event follows. */
  state?: WalkProgress
  /** New rows. The watch does not store them. */
  chunks: readonly PersonDaysChunk[]
  /** Whether earlier rows are invalid. */
  isReset: boolean
}

export type WatchUsersOptions = Pick<CallOptions, 'onRetry'> & {
  /** Ends the watch and cancels the request in flight. */
  signal: AbortSignal
  /** Called with the ledger's rows before `watchUsers` returns, and with every change. */
  onEvent: (event: UsersEvent) => void
}

/**
 * `enter` starts again with the cached rows, when a screen is shown again. `refreshAll` requests all days again. The
 * others are the operations of a walk.
 */
export type UsersStep = 'enter' | 'more' | 'all' | 'stop' | 'refreshStale' | 'refreshAll'

/** Watches the per-user rows of ranges. Only the steps `more` and `all` send requests. */
export const createUsersWatches = (deps: LoadDeps) => {
  const watches = new Map<number, UsersWatch>()
  return {
    /** @param id The caller's number for the watch. @returns Resolves when the watch has ended. */
    async watchUsers(id: number, range: Range, options: WatchUsersOptions): Promise<void> {
      const watch = new UsersWatch(deps, range, options)
      watches.set(id, watch)
      watch.showAll()
      if (!options.signal.aborted)
        await new Promise((resolve) => options.signal.addEventListener('abort', resolve, { once: true }))
      watches.delete(id)
      watch.stop()
    },
    /** @param pages Pages that `more` loads. @default 1 */
    async stepUsers(id: number, step: UsersStep, pages?: number): Promise<void> {
      watches.get(id)?.step(step, pages)
    },
  }
}

const noProblems = { error: undefined, isRateLimited: false, incomplete: undefined, notice: undefined }

class UsersWatch {
  readonly #deps: LoadDeps
  readonly #range: Range
  readonly #options: WatchUsersOptions
  #state: WalkProgress = { ...initialProgress(), loading: 'nothing' }
  /** The span of a forced refresh, and whether its first page has arrived. */
  #forced: { span: Range; hasBegun: boolean } | undefined
  /** A started walk stays open between two calls of `more`. */
  #walk: { span: Range; pages: AsyncGenerator<SpanPage, void>; controller: AbortController } | undefined
  #isRunning = false
  /** All pages and their users since the watch began. */
  #taken = { pages: 0, users: 0 }
  /** How many pages the operation `pages` still has to load. */
  #pagesLeft = 0
  /** Responses with 429 since loading started, and the time until which the server wants no request, Unix ms. */
  #rateLimits = 0
  #notBefore = 0
  /** The organisation whose rows were shown last. */
  #orgId: string | undefined

  constructor(deps: LoadDeps, range: Range, options: WatchUsersOptions) {
    this.#deps = deps
    this.#range = range
    this.#options = options
  }

  step(step: UsersStep, pages = 1): void {
    if (step === 'enter') this.#enter()
    else if (step === 'stop') this.stop()
    else if (step === 'all') this.#load('all')
    else if (step === 'more') this.#load(pages > 1 ? 'pages' : 'page', pages)
    else this.#refresh(step === 'refreshAll')
  }

  stop(): void {
    if (this.#state.loading === 'nothing') return
    this.#endWalk()
    this.#show({ loading: 'nothing' })
  }

  showAll(): void {
    const { days, chunks } = this.#deps.ledger.readPersonDays(this.#range)
    this.#update(days)
    this.#show({}, chunks, true)
  }

  #enter(): void {
    const { missing, at } = this.#state
    this.#endWalk()
    this.#forced = undefined
    this.#state = { ...this.#state, ...noProblems, pages: 0 }
    this.#update()
    if (at === this.#state.at && isSameJson(missing, this.#state.missing) && !this.#isOtherOrg()) this.#show({})
    else this.showAll()
  }

  #refresh(isForced: boolean): void {
    const { client, organisation } = this.#deps
    const requestable = requestableRange(this.#range, organisation.now())
    this.#state = { ...this.#state, ...noProblems }
    if (isForced && client && requestable) {
      this.#state.loading = 'nothing'
      this.#endWalk()
      this.#forced = { span: requestable, hasBegun: false }
    }
    this.#update()
    this.#show({})
  }

  #load(wanted: 'page' | 'pages' | 'all', pages = 1): void {
    const { missing, incomplete, loading } = this.#state
    if (!this.#deps.client || missing.length === 0 || incomplete !== undefined) return
    const order: readonly WalkProgress['loading'][] = ['nothing', 'page', 'pages', 'all']
    if (order.indexOf(wanted) <= order.indexOf(loading)) return
    this.#pagesLeft = pages
    if (loading === 'nothing') this.#rateLimits = 0
    this.#show({ loading: wanted, error: undefined, isRateLimited: false })
    if (!this.#isRunning) void this.#run()
  }

  async #run(): Promise<void> {
    this.#isRunning = true
    while (this.#state.loading !== 'nothing') {
      const [span] = this.#state.missing
      if (!span) {
        this.#state = { ...this.#state, loading: 'nothing' }
        break
      }
      this.#walk ??= this.#begin(span)
      const walk = this.#walk
      try {
        const waitMs = this.#notBefore - this.#deps.organisation.now()
        if (waitMs > 0) {
          await this.#waitForServer(waitMs, walk.controller.signal)
          continue
        }
        const next = await walk.pages.next()
        // A step has ended this walk meanwhile.
        if (this.#walk !== walk) continue
        if (next.done) throw new TypeError('a walk ended without a last page')
        this.#take(next.value, span)
      } catch (cause) {
        if (this.#walk === walk) this.#fail(cause)
      }
    }
    this.#isRunning = false
  }

  #begin(span: Range) {
    const { client, ledger, organisation } = this.#deps
    if (!client) throw new TypeError('no requests offline')
    const controller = new AbortController()
    const isRestarted = this.#forced !== undefined && !this.#forced.hasBegun
    const resumed = resumableWalk(ledger, span, organisation.now(), isRestarted)
    const onRetry = (wait: RetryWait) => this.#beforeRetry(wait)
    const options = { limit: USERS_PAGE, resumed, signal: controller.signal, onRetry }
    return { span, controller, pages: walkSpan({ client, ledger, organisation }, span, options) }
  }

  /** Obeys a 429 of an earlier request that was cancelled during its wait. */
  async #waitForServer(waitMs: number, signal: AbortSignal): Promise<void> {
    this.#options.onRetry?.({ why: 'The rate limit of the server was reached.', attempt: 2, waitMs, status: 429 })
    await sleep(waitMs, undefined, { signal })
    this.#notBefore = 0
  }

  /** The first 429 is waited out. At the second one loading stops, because the server needs a longer pause. */
  #beforeRetry(wait: RetryWait): void {
    if (wait.status === 429) {
      this.#notBefore = this.#deps.organisation.now() + wait.waitMs
      this.#rateLimits++
    }
    if (this.#rateLimits < 2) {
      this.#options.onRetry?.(wait)
    } else {
      this.#endWalk()
      this.#show({ loading: 'nothing', isRateLimited: true })
    }
  }

  #endWalk(): void {
    this.#walk?.controller.abort()
    this.#walk = undefined
  }

  #take({ chunk, isComplete, incomplete, restartReason }: SpanPage, span: Range): void {
    const { ledger, organisation } = this.#deps
    const { pages, notice, at, loading } = this.#state
    this.#notBefore = 0
    this.#pagesLeft--
    this.#taken.pages++
    this.#taken.users += chunk.ids.length
    this.#state = {
      ...this.#state,
      pages: pages + 1,
      pageUsers: this.#taken.users / this.#taken.pages,
      at: at ?? organisation.now(),
      incomplete,
      notice: restartReason ?? notice,
    }
    if (isComplete || incomplete !== undefined) this.#walk = undefined
    const isRenewed = isComplete && this.#forced !== undefined && isSameJson(this.#forced.span, span)
    if (isRenewed) this.#forced = undefined
    else if (this.#forced) this.#forced.hasBegun = true
    // After a forced or restarted walk, people that the server no longer lists must vanish: replace all rows.
    const all =
      isRenewed || restartReason !== undefined || this.#isOtherOrg() ? ledger.readPersonDays(this.#range) : undefined
    this.#update(all?.days)
    const isEnough = loading !== 'all' && this.#pagesLeft <= 0
    const isDone = isEnough || this.#state.missing.length === 0 || incomplete !== undefined
    const next = { loading: isDone ? ('nothing' as const) : loading }
    if (all) this.#show(next, all.chunks, true)
    else this.#show(next, [{ ...chunk, walked: span }])
  }

  #fail(cause: unknown): void {
    const error = toAppError(cause)
    this.#walk = undefined
    this.#state = { ...this.#state, loading: 'nothing', error }
    if (isRefusal(error) || this.#isOtherOrg()) {
      this.#state.at = undefined
      this.showAll()
    } else this.#show({})
  }

  /** Whether the rows on the screen belong to another organisation than the key's current one. */
  #isOtherOrg(): boolean {
    return this.#orgId !== undefined && this.#deps.ledger.orgId() !== this.#orgId
  }

  /** Updates what is missing. @param cached Cached days: those read together with the rows, if rows are shown. */
  #update(cached: readonly CachedDay[] = this.#deps.ledger.cachedDays('users', this.#range)): void {
    const { client, ledger, organisation } = this.#deps
    const now = organisation.now()
    const uncached = uncachedDays(this.#range, cached, now)
    const missing = client ? this.#missing(cached, now) : uncached
    const [next] = missing
    const notCached = () =>
      missing.some((span) => ledger.unfinishedWalk(span)) ? SOME_USERS_CACHED : notCachedMessage(this.#range, missing)
    const incomplete = client ? this.#state.incomplete : next && notCached()
    const at =
      daysCacheState(this.#range, cached, now).at ?? this.#state.at ?? (next && ledger.unfinishedWalk(next)?.startedAt)
    this.#state = { ...this.#state, missing, uncached, incomplete, at }
  }

  #missing(cached: readonly CachedDay[], now: number): readonly Range[] {
    const requestable = requestableRange(this.#range, now)
    if (!requestable) return []
    const forced = this.#forced ? daysOf(this.#forced.span) : []
    const days = [...forced, ...missingSpans(requestable, cached, now).flatMap(daysOf)]
    // A started walk keeps its span, even if adjacent days have become stale.
    const walked = this.#walk?.span
    return walked ? [walked, ...joinDays(days.filter((day) => day < walked.from || day > walked.to))] : joinDays(days)
  }

  #show(change: Partial<WalkProgress>, chunks: readonly PersonDaysChunk[] = [], isReset = false): void {
    this.#state = { ...this.#state, ...change }
    this.#orgId = this.#deps.ledger.orgId()
    if (!this.#options.signal.aborted) this.#options.onEvent({ state: this.#state, chunks, isReset })
  }
}
