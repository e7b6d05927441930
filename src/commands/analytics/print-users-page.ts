import { AppError } from '../../base/errors.ts'
import type { RawPage } from '../../cache/ledger/ledger.ts'
import { readPages } from '../../cache/load/people/raw-person-days.ts'
import type { Source } from '../../cache/load/source.ts'
import { USERS_LIMIT } from '../../contract/page-limits.ts'
import { missingSpans, spansWithout } from '../../domain/calendar/spans.ts'
import { lastPersonDays } from '../../domain/people/person-days.ts'
import { incompleteMembers, noteAge, offlineReason, throwIfIncomplete } from '../kit/cache-use.ts'
import type { Deps } from '../kit/command.ts'
import { noteProblems, noteTo } from '../kit/note.ts'
import { callOptions } from '../kit/wait-notice.ts'
import { printRows } from '../output/print-rows.ts'
import { hidePeople } from '../output/pseudonyms.ts'
import { isRow, rawRowsOf } from '../output/raw-rows.ts'
import type { RawRow } from '../output/row-layout.ts'
import { personDays } from './day-layouts.ts'
import { loadModelCredits } from './load-model-credits.ts'
import { noteNoUsers } from './print-users-walk.ts'
import type { UsersOptions } from './users-options.ts'
import { whereRows } from './where-rows.ts'

type UsersPage = {
  envelope: RawRow
  hasMore: boolean
  nextCursor: string | undefined
  problems: number
}

/** Prints one page: as the server answers it, or cut from the ledger where that holds all days of the range. */
export const printUsersPage = async (options: UsersOptions, deps: Deps): Promise<undefined> => {
  const source = await deps.source()
  const { range, where, isPseudonymous } = options
  const held = source.ledger.heldDays('users', range)
  const isHeld = missingSpans(range, held, source.now(), deps.globals.isRefresh).length === 0
  const raw = isHeld || source.isOffline ? source.ledger.rawPages(range) : undefined
  const unheld = raw ? spansWithout(range, raw.whole) : []
  const isWhole = raw && unheld.length === 0
  const page = raw && (isWhole || source.isOffline) ? pageOf(source, raw.pages, options) : await askPage(options, deps)
  const unknown = source.isOffline ? offlineReason(unheld) : undefined

  const asked = rawRowsOf(page.envelope, 'data')
  const all = lastPersonDays(asked)
  const salt = isPseudonymous ? await deps.salt() : undefined
  const named = salt === undefined ? all : hidePeople(all, salt)
  const models = await loadModelCredits({ where, range, salt }, deps)
  const rows = where ? whereRows(named, where, range, models.credits) : named
  const reason = unknown ?? models.incomplete
  // Where nothing is to be changed, the answer is printed as it came, with elements that are no rows.
  const isChanged = isPseudonymous || where !== undefined || all.length < asked.length
  const envelope = {
    ...page.envelope,
    ...(isChanged && { data: rows }),
    ...(isPseudonymous && { meta: withoutCursor(page) }),
  }
  const part = page.hasMore ? 'this page' : reason === undefined ? undefined : 'what is held'
  printRows({ rows, envelope: { ...envelope, ...incompleteMembers(reason) }, layout: personDays, part }, deps)
  if (page.hasMore) noteTo(deps.err, moreNote(isPseudonymous ? undefined : page.nextCursor))
  noteAge(source, held.length === 0 ? undefined : Math.min(...held.map(({ fetchedAt }) => fetchedAt)), deps)
  noteNoUsers(all.length, range, deps)
  noteProblems(page.problems, deps)
  throwIfIncomplete(reason)
}

const askPage = async ({ range, limit, cursor }: UsersOptions, deps: Deps): Promise<UsersPage> => {
  const client = await deps.client()
  const query = {
    startDate: range.from,
    endDate: range.to,
    ...(limit !== undefined && { limit }),
    ...(cursor !== undefined && { cursor }),
  }
  const { raw, body, problemCount } = await client.call('users', { query }, callOptions(deps))
  return {
    envelope: raw as RawRow,
    hasMore: body.meta?.has_more === true,
    nextCursor: body.meta?.next_cursor ?? undefined,
    problems: problemCount,
  }
}

/** A page of what the ledger holds: as many people as the limit says, each with all days. */
const pageOf = ({ ledger }: Source, pages: readonly RawPage[], { range, limit, cursor }: UsersOptions): UsersPage => {
  // Before the rows: another process may clear the ledger while they are read.
  const orgId = ledger.orgId()
  const most = limit ?? USERS_LIMIT.default
  const seen = new Set<unknown>()
  const chosen = new Map<unknown, RawRow[]>()
  let hasMore = false
  for (const rows of readPages(ledger, pages)) {
    for (const row of rows.filter(isRow)) {
      const { user_id: id } = row
      const isAfter = cursor === undefined || seen.has(cursor)
      if (!seen.has(id) && isAfter) {
        if (chosen.size < most) chosen.set(id, [])
        else hasMore = true
      }
      seen.add(id)
      // The rows of others are let go at once: all of them may be more than fits into memory.
      chosen.get(id)?.push(row)
    }
  }
  if (cursor !== undefined && !seen.has(cursor))
    throw new AppError(
      'usage',
      `The cursor ${cursor} is nobody that the cache holds: give meta.next_cursor of the page before.`,
    )
  const last = [...chosen.keys()].at(-1)
  const nextCursor = hasMore && typeof last === 'string' ? last : undefined
  const meta = {
    org_id: orgId || null,
    start_date: range.from,
    end_date: range.to,
    has_more: hasMore,
    ...(nextCursor !== undefined && { next_cursor: nextCursor }),
  }
  return { envelope: { data: [...chosen.values()].flat(), meta }, hasMore, nextCursor, problems: 0 }
}

// A cursor is a person's id.
const withoutCursor = ({ envelope: { meta } }: UsersPage): unknown =>
  typeof meta === 'object' && meta !== null ? { ...meta, next_cursor: null } : meta

const moreNote = (cursor: string | undefined): string =>
  cursor
    ? `There are more pages: --all walks them, --cursor ${cursor} goes on.`
    : 'There are more pages: --all walks them.'
