import { AppError } from '../../../base/errors.ts'
import { isContainer } from '../../../base/json.ts'
import { createRowRepeats } from '../../../base/seen-pairs.ts'
import type { Client } from '../../../client/client.ts'
import { isCursorError, pagesOf } from '../../../client/pages.ts'
import { daysOf, lengthOf, type Range } from '../../../domain/calendar/calendar.ts'
import { firstYoungDay, joinDays, missingSpans, spansWithout, YOUNG_FRESH_MS } from '../../../domain/calendar/spans.ts'
import { type PersonDayMembers, type PersonDaysChunk, toPersonDaysChunk } from '../../../domain/people/person-days.ts'
import type { UserWalk } from '../../ledger/ledger.ts'
import type { Ledger } from '../../ledger/open-ledger.ts'
import { askableOf } from '../days/days-held.ts'
import type { LoadOptions, WaitOptions } from '../kit/load-options.ts'
import { notKept } from '../kit/offline.ts'
import type { LoadDeps } from '../kit/organisation.ts'
import { readPages } from './raw-person-days.ts'

/** Most people, or rows, that the API puts on a page. */
export const USERS_PAGE = 100

/** Part of a walk of the per-user rows; each (person, day) once in a walk. */
export type UsersPart = {
  /** Rows as they came, unknown members kept. */
  rows: unknown[]
  /** Rows that take the place of one of an earlier part: the server sent this person's day again with other figures. */
  changedRows: unknown[]
  from: 'ledger' | 'server'
  /** Pages that came from the server so far, this one counted; 0 before the first. */
  page: number
  /** Members of this page that were not as the contract says. */
  problems: number
  /** On the last part of a span that could not be walked to its end: why, in one sentence. */
  incomplete: string | undefined
  /** Why the walk began anew, in one sentence; rows that were told before are not told again. */
  notice?: string | undefined
}

export type UsersWalkOptions = LoadOptions & {
  /** People or rows on a page, 1 to 100. @default 100 */
  limit?: number | undefined
}

/** See {@link Source.walkUsers}. */
export async function* walkUsers(
  { client, ledger, organisation }: LoadDeps,
  range: Range,
  { isForced = false, limit = USERS_PAGE, ...callOptions }: UsersWalkOptions = {},
): AsyncGenerator<UsersPart, void> {
  const askable = askableOf(range, organisation.now())
  if (!askable) return
  const held = ledger.heldDays('users', askable)
  const awaited = new Set(missingSpans(askable, held, organisation.now(), isForced).flatMap(daysOf))
  const told = daysOf(askable).filter((day) => !client || !awaited.has(day))
  let orgId: string | undefined
  const own = (part: UsersPart): UsersPart => {
    // None is that of a ledger which another process has cleared.
    const named = ledger.orgId()
    if (orgId !== undefined && named !== undefined && orgId !== named) throw otherOrganisation()
    orgId = named ?? orgId
    return part
  }
  const gone: Range[] = []
  for (const span of joinDays(told)) {
    const { pages, whole } = ledger.rawPages(span)
    const vanished = spansWithout(span, whole)
    gone.push(...vanished)
    // Days that others have cleared since the look, or that cannot be read, are asked for; what is left of them is not told twice.
    if (client && vanished.length > 0) for (const day of daysOf(span)) awaited.add(day)
    else for (const rows of readPages(ledger, pages)) yield own(partOf(rows))
  }
  if (!client) {
    if (gone.length > 0) yield { ...partOf([]), incomplete: notKept(askable, gone) }
    return
  }
  let page = 0
  for (const span of joinDays(awaited)) {
    // Where older rows of these days are held too, rows of an unfinished walk cannot be told apart from them: begin anew.
    const isMixed = held.some(({ day }) => day >= span.from && day <= span.to)
    const isAnew = isForced || isMixed
    const before = createRowRepeats()
    const unfinished = resumableWalk(ledger, span, organisation.now(), isAnew)
    // Rows of this walk only: those of other unfinished walks may be out of date.
    const walked = unfinished && ledger.rawPages(span, unfinished)
    const resumed = walked?.whole.length === lengthOf(span) ? unfinished : undefined
    for (const rows of resumed && walked ? readPages(ledger, walked.pages) : []) {
      for (const row of rows) before.add(...keyOf(row), row)
      yield own(partOf(rows))
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
      const { problems, incomplete, anew: notice } = one
      yield own({ rows, changedRows, from: 'server', page, problems, incomplete, notice })
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

/** A page of the per-user rows of a span, kept in the ledger already. */
export type SpanPage = {
  chunk: PersonDaysChunk
  /** The same rows as they came. */
  rawRows: unknown[]
  /** Those of `rawRows` that take the place of a row of an earlier page: the last one counts. */
  changedRows: unknown[]
  problems: number
  /** Why the walk cannot go on although it is not at its end, in one sentence. */
  incomplete: string | undefined
  /** Whether the span is held for everybody now. */
  isComplete: boolean
  /** Why the walk began anew with this page although there was one to go on with: rows of that one are void. */
  anew: string | undefined
}

export type SpanWalkOptions = WaitOptions & {
  /** People or rows on a page. */
  limit: number
  /** The walk that goes on at its cursor; undefined: one begins at the first page. */
  resumed: UserWalk | undefined
  /** Why it begins anew although there was one to go on with. */
  anew?: string
}

type WalkDeps = LoadDeps & { client: Pick<Client, 'call'> }

/**
 * Walks the per-user rows of a span of days page by page, from the first page or from the cursor where an earlier walk of the same
 * span stopped: see {@link resumableWalk}. Every page is in the ledger before it is handed out, so that leaving at any time loses
 * nothing.
 *
 * @throws AppError of the page that failed, which is asked for again next time, or when a page is of another organisation than
 *   the one before.
 */
export async function* walkSpan(
  { client, ledger, organisation }: WalkDeps,
  span: Range,
  { limit, resumed, anew, ...callOptions }: SpanWalkOptions,
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
      // It would be refused every time.
      ledger.dropWalk(walk)
      const options = { limit, resumed: undefined, anew: CURSOR_FORGOTTEN, ...callOptions }
      yield* walkSpan({ client, ledger, organisation }, span, options)
      return
    }
    // An answer after cancelling is dropped: nobody is told of its rows, so they must not be kept.
    if (callOptions.signal?.aborted) throw new AppError('interrupted', 'Fetching was cancelled.')
    if (next.done) return
    const page = next.value
    const orgId = ledger.orgId()
    const fetchedAt = organisation.timeOf(page.reply)
    organisation.hearOrg(page.reply.body.meta?.org_id)
    if (walk && ledger.orgId() !== orgId) {
      if (isBegun) throw otherOrganisation()
      // The cursor was another organisation's than the one that the key answers for now.
      yield* walkSpan({ client, ledger, organisation }, span, { limit, resumed: undefined, ...callOptions })
      return
    }
    const isWithin = ({ date }: { date?: unknown }) => typeof date === 'string' && date >= span.from && date <= span.to
    const rows = page.rows.filter(isWithin)
    const rawRows = page.rawRows.filter(isWithin)
    const isWithoutUser = rows.some(({ user_id }) => typeof user_id !== 'string')
    // Such rows of all pages are one row a day, so that this page's takes the place of that of the page before.
    if (isWithoutUser && withoutUser === undefined) withoutUser = resumed ? rowsWithoutUser(ledger, span, resumed) : []
    const { dropped, rowEmails, ...chunk } = toPersonDaysChunk(isWithoutUser ? [...(withoutUser ?? []), ...rows] : rows)
    if (isWithoutUser) withoutUser?.push(...rows.filter(({ user_id }) => typeof user_id !== 'string'))
    walk ??= ledger.beginWalk(span, fetchedAt)
    // A walk that the server ended early stays unfinished: without a next cursor it resumes at this page's own.
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
      anew: isBegun ? undefined : anew,
    }
    isBegun = true
  }
}

const rowsWithoutUser = (ledger: Ledger, span: Range, walk: UserWalk): PersonDayMembers[] => {
  const pages = [...readPages(ledger, ledger.rawPages(span, walk).pages)]
  return pages.flat().filter((row) => isContainer(row) && !hasUser(row)) as PersonDayMembers[]
}

const CURSOR_FORGOTTEN = 'The server has forgotten where the walk of people stopped, so it began anew.'

/** Rows of two organisations must not be mixed. */
const otherOrganisation = (): AppError =>
  new AppError('failed', 'The server answers for another organisation than on the pages before: run this again.')

/** The unfinished walk of a span to resume; dropped where its first rows may have changed since, and with `isAnew` always. */
export const resumableWalk = (ledger: Ledger, span: Range, now: number, isAnew: boolean): UserWalk | undefined => {
  const walk = ledger.unfinishedWalk(span)
  if (!walk) return undefined
  const isOld = span.to >= firstYoungDay(walk.startedAt) && now - walk.startedAt >= YOUNG_FRESH_MS
  if (!isOld && !isAnew) return walk
  ledger.dropWalk(walk)
  return undefined
}
