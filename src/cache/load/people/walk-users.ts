import { AppError } from '../../../base/errors.ts'
import { isContainer } from '../../../base/json.ts'
import { createRepeatDetector } from '../../../base/seen-pairs.ts'
import type { Client } from '../../../client/client.ts'
import { isCursorError, pagesOf } from '../../../client/pages.ts'
import { daysOf, lengthOf, type Range } from '../../../domain/calendar/calendar.ts'
import {
  firstUnsettledDay,
  joinDays,
  missingSpans,
  spansWithout,
  UNSETTLED_TTL_MS,
} from '../../../domain/calendar/spans.ts'
import { type PersonDayMembers, type PersonDaysChunk, toPersonDaysChunk } from '../../../domain/people/person-days.ts'
import type { UserWalk } from '../../ledger/ledger.ts'
import type { Ledger } from '../../ledger/open-ledger.ts'
import { requestableRange } from '../days/days-held.ts'
import type { LoadOptions, WaitOptions } from '../kit/load-options.ts'
import { notCachedMessage } from '../kit/offline.ts'
import type { LoadDeps } from '../kit/organisation.ts'
import { readPages } from './raw-person-days.ts'

/** The API's maximum number of people, or rows, per page. */
export const USERS_PAGE = 100

/** A part of a walk of the per-user rows. A walk has each (person, day) once. */
export type UsersPart = {
  /** Rows as received, including unknown members. */
  rows: unknown[]
  /** Rows that replace a row of an earlier part: the server sent this person's day again with other figures. */
  changedRows: unknown[]
  from: 'ledger' | 'server'
  /** Pages received from the server so far, including this one; 0 before the first. */
  page: number
  /** The number of members of this page that violated the contract. */
  problems: number
  /** On the last part of a span whose walk could not be completed: the reason, as one sentence. */
  incomplete: string | undefined
  /** Why the walk started over, as one sentence. Rows that were returned before are not returned again. */
  notice?: string | undefined
}

export type UsersWalkOptions = LoadOptions & {
  /** People or rows per page, 1 to 100. @default 100 */
  limit?: number | undefined
}

/** See {@link Source.walkUsers}. */
export async function* walkUsers(
  { client, ledger, organisation }: LoadDeps,
  range: Range,
  { isForced = false, limit = USERS_PAGE, ...callOptions }: UsersWalkOptions = {},
): AsyncGenerator<UsersPart, void> {
  const requestable = requestableRange(range, organisation.now())
  if (!requestable) return
  const cachedDays = ledger.cachedDays('users', requestable)
  const awaited = new Set(missingSpans(requestable, cachedDays, organisation.now(), isForced).flatMap(daysOf))
  const cached = daysOf(requestable).filter((day) => !client || !awaited.has(day))
  let orgId: string | undefined
  const checked = (part: UsersPart): UsersPart => {
    // Undefined if another process has cleared the ledger.
    const named = ledger.orgId()
    if (orgId !== undefined && named !== undefined && orgId !== named) throw otherOrganisation()
    orgId = named ?? orgId
    return part
  }
  const gone: Range[] = []
  for (const span of joinDays(cached)) {
    const { pages, whole } = ledger.rawPages(span)
    const vanished = spansWithout(span, whole)
    gone.push(...vanished)
    // Days that another process has cleared since the lookup, or that are unreadable, are requested. Their remaining
    // cached rows are skipped, so that no row is returned twice.
    if (client && vanished.length > 0) for (const day of daysOf(span)) awaited.add(day)
    else for (const rows of readPages(ledger, pages)) yield checked(partOf(rows))
  }
  if (!client) {
    if (gone.length > 0) yield { ...partOf([]), incomplete: notCachedMessage(requestable, gone) }
    return
  }
  let page = 0
  for (const span of joinDays(awaited)) {
    // If older rows of these days are cached too, they cannot be distinguished from rows of an unfinished walk: start
    // over.
    const isMixed = cachedDays.some(({ day }) => day >= span.from && day <= span.to)
    const isRestarted = isForced || isMixed
    const before = createRepeatDetector()
    const unfinished = resumableWalk(ledger, span, organisation.now(), isRestarted)
    // Read only rows of this walk: those of other unfinished walks may be stale.
    const walked = unfinished && ledger.rawPages(span, unfinished)
    const resumed = walked?.whole.length === lengthOf(span) ? unfinished : undefined
    for (const rows of resumed && walked ? readPages(ledger, walked.pages) : []) {
      for (const row of rows) before.add(...keyOf(row), row)
      yield checked(partOf(rows))
    }
    for await (const one of walkSpan({ client, ledger, organisation }, span, { ...callOptions, limit, resumed })) {
      page += 1
      const changed = new Set(one.changedRows)
      const rows: unknown[] = []
      const changedRows: unknown[] = []
      for (const row of one.rawRows) {
        const isKnown = resumed !== undefined && hasUser(row) && before.has(...keyOf(row))
        const repeat = isKnown ? before.add(...keyOf(row), row) : changed.has(row) ? 'changed' : 'new'
        if (repeat === 'changed') changedRows.push(row)
        else if (repeat === 'new') rows.push(row)
      }
      const { problems, incomplete, restartReason: notice } = one
      yield checked({ rows, changedRows, from: 'server', page, problems, incomplete, notice })
    }
  }
}

const partOf = (rows: unknown[]): UsersPart => ({
  rows,
  changedRows: [],
  from: 'ledger',
  page: 0,
  problems: 0,
  incomplete: undefined,
})

const hasUser = (row: unknown): boolean => typeof keyOf(row)[0] === 'string'

const keyOf = (row: unknown): [person: unknown, day: unknown] => {
  const { user_id, date } = row as { user_id?: unknown; date?: unknown }
  return [user_id, date]
}

/** A page of the per-user rows of a span, already stored in the ledger. */
export type SpanPage = {
  chunk: PersonDaysChunk
  /** The same rows as received. */
  rawRows: unknown[]
  /** Rows of `rawRows` that replace a row of an earlier page: the last one counts. */
  changedRows: unknown[]
  problems: number
  /** Why the walk cannot continue before its end, as one sentence. */
  incomplete: string | undefined
  /** Whether the span is now cached for all people. */
  isComplete: boolean
  /** Why a resumable walk started over with this page, as one sentence. Rows of the old walk are invalid. */
  restartReason: string | undefined
}

export type SpanWalkOptions = WaitOptions & {
  /** People or rows per page. */
  limit: number
  /** The walk to resume at its cursor; undefined to start at the first page. */
  resumed: UserWalk | undefined
  /** Why a resumable walk starts over. */
  restartReason?: string
}

/**
 * Walks the per-user rows of a span page by page, from the first page or from the cursor of an unfinished walk of the
 * same span: see {@link resumableWalk}. Every page is stored in the ledger before it is yielded, so the caller can stop
 * at any time without losing data.
 *
 * @throws AppError of a failed page, which the next call requests again, or if a page belongs to another organisation
 * than the page before.
 */
export async function* walkSpan(
  { client, ledger, organisation }: LoadDeps & { client: Pick<Client, 'call'> },
  span: Range,
  { limit, resumed, restartReason, ...callOptions }: SpanWalkOptions,
): AsyncGenerator<SpanPage, void> {
  let walk = resumed
  const query = {
    startDate: span.from,
    endDate: span.to,
    limit,
    ...(walk?.cursor !== undefined && { cursor: walk.cursor }),
  }
  const pages = pagesOf(client, 'users', { query }, callOptions)
  let isBegun = false
  let withoutUser: PersonDayMembers[] | undefined
  for (;;) {
    let next: Awaited<ReturnType<typeof pages.next>>
    try {
      next = await pages.next()
    } catch (error) {
      if (isBegun || walk?.cursor === undefined || !isCursorError(error)) throw error
      // The server would reject this cursor every time.
      ledger.dropWalk(walk)
      const options = { limit, resumed: undefined, restartReason: CURSOR_EXPIRED, ...callOptions }
      yield* walkSpan({ client, ledger, organisation }, span, options)
      return
    }
    // Drop a response that arrives after cancelling: its rows are not shown, so they must not be cached.
    if (callOptions.signal?.aborted) throw new AppError('interrupted', 'Loading was cancelled.')
    if (next.done) return
    const page = next.value
    const orgId = ledger.orgId()
    const fetchedAt = organisation.timeOf(page.reply)
    organisation.observeOrgId(page.reply.body.meta?.org_id)
    if (walk && ledger.orgId() !== orgId) {
      if (isBegun) throw otherOrganisation()
      // The cursor belonged to another organisation than the key's current one.
      yield* walkSpan({ client, ledger, organisation }, span, { limit, resumed: undefined, ...callOptions })
      return
    }
    const isWithin = ({ date }: { date?: unknown }) => typeof date === 'string' && date >= span.from && date <= span.to
    const rows = page.rows.filter(isWithin)
    const rawRows = page.rawRows.filter(isWithin)
    const isWithoutUser = rows.some(({ user_id }) => typeof user_id !== 'string')
    // Rows without a user are merged into one row per day over all pages, so this page's row replaces the previous
    // page's row.
    if (isWithoutUser && withoutUser === undefined) withoutUser = resumed ? rowsWithoutUser(ledger, span, resumed) : []
    const { dropped, rowEmails, ...chunk } = toPersonDaysChunk(isWithoutUser ? [...(withoutUser ?? []), ...rows] : rows)
    if (isWithoutUser) withoutUser?.push(...rows.filter(({ user_id }) => typeof user_id !== 'string'))
    walk ??= ledger.beginWalk(span, fetchedAt)
    // A walk that the server ended early stays unfinished. Without a next cursor it resumes at this page's cursor.
    const nextCursor: string | undefined = page.nextCursor ?? (page.incomplete === undefined ? undefined : walk.cursor)
    if (page.incomplete !== undefined && nextCursor === undefined) ledger.dropWalk(walk)
    else walk = ledger.writePage(walk, { chunk: { ...chunk, rowEmails }, rawRows, nextCursor, fetchedAt })
    const problems = page.reply.problemCount + dropped
    yield {
      chunk,
      rawRows,
      changedRows: page.changedRows.filter(isWithin),
      problems,
      incomplete: page.incomplete,
      isComplete: nextCursor === undefined && page.incomplete === undefined,
      restartReason: isBegun ? undefined : restartReason,
    }
    isBegun = true
  }
}

const rowsWithoutUser = (ledger: Ledger, span: Range, walk: UserWalk): PersonDayMembers[] => {
  const pages = [...readPages(ledger, ledger.rawPages(span, walk).pages)]
  return pages.flat().filter((row) => isContainer(row) && !hasUser(row)) as PersonDayMembers[]
}

const CURSOR_EXPIRED = 'The server no longer accepts the cursor of this load, so it started over.'

/** Rows of two organisations must not be mixed. */
const otherOrganisation = (): AppError =>
  new AppError('failed', 'The server switched to another organisation between pages. Try again.')

/** The unfinished walk of a span to resume. Deletes it if `isRestarted` is set or its first rows may have changed since. */
export const resumableWalk = (ledger: Ledger, span: Range, now: number, isRestarted: boolean): UserWalk | undefined => {
  const walk = ledger.unfinishedWalk(span)
  if (!walk) return undefined
  const isOld = span.to >= firstUnsettledDay(walk.startedAt) && now - walk.startedAt >= UNSETTLED_TTL_MS
  if (!isOld && !isRestarted) return walk
  ledger.dropWalk(walk)
  return undefined
}
