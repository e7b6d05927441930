import { usageError } from '../../base/errors.ts'
import { isContainer } from '../../base/json.ts'
import type { RawPage } from '../../cache/ledger/ledger.ts'
import { readPages } from '../../cache/load/people/raw-person-days.ts'
import type { Source } from '../../cache/load/source.ts'
import { pagesOf } from '../../client/pages.ts'
import { USERS_LIMIT } from '../../contract/constants.ts'
import type { Day } from '../../domain/calendar/calendar.ts'
import { missingSpans, spansWithout } from '../../domain/calendar/spans.ts'
import { lastPersonDays } from '../../domain/people/person-days.ts'
import type { Deps } from '../kit/command.ts'
import {
  callOptions,
  daysIn,
  finishCommand,
  incompleteMembers,
  offlineReason,
  oldestFetchTime,
} from '../kit/load-options.ts'
import { printRows } from '../output/print-rows.ts'
import { pseudonymizeUsers } from '../output/pseudonyms.ts'
import type { RawRow } from '../output/row-layout.ts'
import { isRow, rawRowsOf } from '../output/row-layout.ts'
import { personDays } from './day-kinds.ts'
import { loadModelCredits } from './load-model-credits.ts'
import { noUsersText } from './print-users-walk.ts'
import type { UsersOptions } from './users-options.ts'
import { whereRows } from './where-rows.ts'

type UsersPage = {
  envelope: RawRow
  rows: readonly RawRow[]
  /** Number of rows before filtering. */
  loaded: number
  /** Days that the cached rows belong to. */
  days?: ReadonlySet<Day>
  /** Why rows may be missing, as one sentence. */
  incomplete?: string | undefined
  hasMore: boolean
  nextCursor: string | undefined
  problems: number
}

type ChoosePeople = {
  /** Returns the last row of each user and day, with pseudonyms if requested. */
  named: (rows: readonly RawRow[]) => RawRow[]
  /** Returns those of the named rows that match the conditions. */
  chosen: (rows: RawRow[]) => RawRow[]
}

/**
 * Prints one page: as the server sends it, or from the cache if that has all days of the range or the run is offline.
 * With conditions, the page has the first users that match.
 */
export const printUsersPage = async (options: UsersOptions, deps: Deps): Promise<undefined> => {
  const source = await deps.source()
  const { range, where, isPseudonymous } = options
  const cachedDays = source.ledger.cachedDays('users', range)
  const isRangeCached = missingSpans(range, cachedDays, source.now(), deps.globals.isRefresh).length === 0
  const raw = isRangeCached || source.isOffline ? source.ledger.rawPages(range) : undefined
  const uncached = raw ? spansWithout(range, raw.whole) : []
  const isWhole = raw && uncached.length === 0
  const salt = isPseudonymous ? await deps.salt() : undefined
  const models = await loadModelCredits({ where, range, salt }, deps)
  const choose: ChoosePeople = {
    named: (pageRows) =>
      salt === undefined ? lastPersonDays(pageRows) : pseudonymizeUsers(lastPersonDays(pageRows), salt),
    chosen: (pageRows) => (where ? whereRows(pageRows, where, range, models.credits) : pageRows),
  }
  const load = where ? loadMatchingUsers : loadUsersPage
  const page =
    raw && (isWhole || source.isOffline)
      ? cachedUsersPage(source, raw.pages, options, choose)
      : await load(options, choose, deps)

  const { rows } = page
  const reason =
    (source.isOffline ? offlineReason(uncached, page.days) : undefined) ?? page.incomplete ?? models.incomplete
  // A response that is not changed is printed as received, including elements that are not rows.
  const isChanged = isPseudonymous || where !== undefined || rows.length < page.loaded
  const envelope = {
    ...page.envelope,
    ...(isChanged && { data: rows }),
    ...(isPseudonymous && { meta: withoutCursor(page) }),
  }
  const part = page.hasMore ? 'this page' : reason === undefined ? undefined : 'the cached rows'
  printRows({ rows, envelope: { ...envelope, ...incompleteMembers(reason) }, layout: personDays, part }, deps)
  const notes = [
    page.hasMore ? moreNote(isPseudonymous ? undefined : page.nextCursor) : undefined,
    page.loaded > 0 ? undefined : noUsersText(range),
  ]
  return finishCommand(
    { notes, at: oldestFetchTime(source, ['users'], range), problems: page.problems, incomplete: reason },
    deps,
  )
}

const queryOf = ({ range, limit, cursor }: UsersOptions) => ({
  startDate: range.from,
  endDate: range.to,
  ...(limit !== undefined && { limit }),
  ...(cursor !== undefined && { cursor }),
})

const loadUsersPage = async (
  options: UsersOptions,
  { named, chosen }: ChoosePeople,
  deps: Deps,
): Promise<UsersPage> => {
  const client = await deps.client()
  const { raw, body, problemCount } = await client.call('users', { query: queryOf(options) }, callOptions(deps))
  const envelope = raw as RawRow
  const all = rawRowsOf(envelope, 'data')
  return {
    envelope,
    rows: chosen(named(all)),
    loaded: all.length,
    hasMore: body.meta?.has_more === true,
    nextCursor: body.meta?.next_cursor ?? undefined,
    problems: problemCount,
  }
}

/** Loads pages until more than `limit` users match, so that all days of the last printed user are loaded. */
const loadMatchingUsers = async (options: UsersOptions, choose: ChoosePeople, deps: Deps): Promise<UsersPage> => {
  const client = await deps.client()
  const people = createFirstUsers(options, choose)
  let [problems, incomplete, orgId]: [number, string | undefined, string | undefined] = [0, undefined, undefined]
  const query = queryOf({ ...options, limit: USERS_LIMIT.max })
  for await (const page of pagesOf(client, 'users', { query }, callOptions(deps))) {
    people.take(page.rawRows, page.changedRows)
    problems += page.reply.problemCount
    orgId ??= page.reply.body.meta?.org_id
    if (people.hasMore()) break
    incomplete = page.incomplete
  }
  return { ...people.page(orgId), problems, incomplete }
}

/** A page from the cache: up to `limit` users, each with all days. */
const cachedUsersPage = (
  { ledger }: Source,
  pages: readonly RawPage[],
  options: UsersOptions,
  choose: ChoosePeople,
): UsersPage => {
  // Read before the rows, because another process may clear the cache in between.
  const orgId = ledger.orgId()
  const { cursor } = options
  const people = createFirstUsers(options, choose)
  const seen = new Set<unknown>()
  const after = new Set<unknown>()
  const days = new Set<Day>()
  for (const page of readPages(ledger, pages)) {
    const rows = page.filter(isRow)
    for (const day of daysIn(rows)) days.add(day)
    for (const { user_id: id } of rows) {
      if (!seen.has(id) && (cursor === undefined || seen.has(cursor))) after.add(id)
      seen.add(id)
    }
    people.take(rows.filter(({ user_id: id }) => after.has(id)))
  }
  if (cursor !== undefined && !seen.has(cursor))
    throw usageError(`The cache has no cursor ${cursor}: use meta.next_cursor of the previous page.`)
  return { ...people.page(orgId), days, problems: 0 }
}

/** Collects the rows of the first `limit` users. Drops all other rows, which may not fit into memory. */
const createFirstUsers = ({ range, limit = USERS_LIMIT.default }: UsersOptions, { named, chosen }: ChoosePeople) => {
  const byPerson = new Map<unknown, RawRow[]>()
  let [loaded, hasMore] = [0, false]
  return {
    hasMore: () => hasMore,
    /** @param changed - Those of `rows` that replace an earlier row of the same user and day. */
    take(rows: readonly RawRow[], changed: readonly RawRow[] = []): void {
      loaded += rows.length - changed.length
      for (const { user_id: id, date } of named(changed)) {
        const rest = byPerson.get(id)?.filter((row) => row.date !== date)
        if (rest?.length === 0) byPerson.delete(id)
        else if (rest) byPerson.set(id, rest)
      }
      for (const row of chosen(named(rows))) {
        const personRows = byPerson.get(row.user_id)
        if (personRows) personRows.push(row)
        else if (byPerson.size < limit) byPerson.set(row.user_id, [row])
        else hasMore = true
      }
    },
    page(orgId: string | undefined) {
      const rows = lastPersonDays([...byPerson.values()].flat())
      const last = [...byPerson.keys()].at(-1)
      const nextCursor = hasMore && typeof last === 'string' ? last : undefined
      const meta = {
        org_id: orgId || null,
        start_date: range.from,
        end_date: range.to,
        has_more: hasMore,
        ...(nextCursor !== undefined && { next_cursor: nextCursor }),
      }
      return { envelope: { data: rows, meta }, rows, loaded, hasMore, nextCursor }
    },
  }
}

// A cursor is the id of a user, which pseudonyms must not reveal.
const withoutCursor = ({ envelope: { meta } }: UsersPage): unknown =>
  isContainer(meta) ? { ...meta, next_cursor: null } : meta

const moreNote = (cursor: string | undefined): string =>
  cursor
    ? `There are more pages: use --all to load them, or --cursor ${cursor} for the next one.`
    : 'There are more pages: use --all to load them.'
