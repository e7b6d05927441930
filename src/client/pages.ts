import { AppError } from '../base/errors.ts'
import { isObject, memberOf } from '../base/json.ts'
import { createPairSet, createRepeatDetector, lastOfPairs, type RepeatDetector } from '../base/seen-pairs.ts'
import type { RequestOf, ResponseOf, RowOf } from '../contract/endpoints.ts'
import type { Lenient } from '../contract/lenient.ts'
import type { CallOptions, Client, Reply } from './client.ts'

/** Paginated endpoints. */
export type PagedEndpointName =
  | 'users'
  | 'controlsHistory'
  | 'readinessReports'
  | 'organizationUsers'
  | 'auditEvents'
  | 'liveUsers'

/** One page of a walk. */
export type Page<N extends PagedEndpointName> = {
  /** The response of the page. */
  reply: Reply<ResponseOf<N>>
  /**
   * Rows that no earlier page of this walk contained, and rows that replace one of an earlier page: a person's day that
   * the server sent again with other figures.
   */
  rows: Lenient<RowOf<N>>[]
  /** The same rows as parsed JSON, for lossless output. Values that are not objects are dropped. */
  rawRows: AnyRow[]
  /** Rows of `rawRows` that replace a row of an earlier page. */
  changedRows: AnyRow[]
  /** Counted from 1. */
  page: number
  /** Where the next page starts, for resuming the walk; undefined on the last page. */
  nextCursor: string | undefined
  /** Only on the last page of a walk that ended too early: the reason, as one sentence. */
  incomplete: string | undefined
}

const MAX_PAGES = 1000

/** Whether an error may mean that the server no longer accepts a cursor. Starting at the first page may help. */
export const isCursorError = (error: unknown): boolean =>
  error instanceof AppError && error.status !== undefined && CURSOR_STATUSES.has(error.status)

/** 4xx statuses that do not concern the key, the plan, the rate limit or the size. */
const CURSOR_STATUSES: ReadonlySet<number> = new Set([400, 404, 409, 410, 412, 416, 422])

type AnyRow = Record<string, unknown>
type Next = { is: 'end' } | { is: 'more'; cursor: string } | { is: 'lost'; why: string }

type Paging = {
  rows: string
  cursor: string
  /** The members that identify a row; absent if only its whole text does. */
  key?: readonly [string, string?]
  next: (body: AnyRow, rows: AnyRow[]) => Next
}

const isKey = (part: unknown): boolean => (typeof part === 'string' && part !== '') || typeof part === 'number'

const byFlag = (hasMore: unknown, cursor: unknown): Next => {
  const hasCursor = typeof cursor === 'string' && cursor !== ''
  if (hasMore === false) return { is: 'end' }
  if (hasCursor) return { is: 'more', cursor }
  return hasMore === true ? { is: 'lost', why: 'The server has more pages but sent no cursor.' } : { is: 'end' }
}

const byPagination = ({ pagination }: AnyRow): Next =>
  byFlag(memberOf(pagination, 'hasMore'), memberOf(pagination, 'nextCursor'))

const HAS_MORE = ['hasMore', 'has_more']
const NEXT_CURSOR = ['nextCursor', 'next_cursor', 'nextPageToken', 'next_page_token', 'cursor']

/** Other servers may have other names in the envelope, or none around them. */
const byAnyPagination = (body: AnyRow): Next => {
  const places = [body.pagination, body.meta, body]
  const first = (names: readonly string[]): unknown =>
    places.flatMap((place) => names.map((name) => memberOf(place, name))).find((value) => value !== undefined)
  return byFlag(first(HAS_MORE), first(NEXT_CURSOR))
}

const paging: Record<PagedEndpointName, Paging> = {
  users: {
    rows: 'data',
    cursor: 'cursor',
    key: ['user_id', 'date'],
    next: ({ meta }) => byFlag(memberOf(meta, 'has_more'), memberOf(meta, 'next_cursor')),
  },
  controlsHistory: {
    rows: 'changes',
    cursor: 'cursor',
    key: ['revision'],
    next: byPagination,
  },
  organizationUsers: { rows: 'users', cursor: 'cursor', key: ['id'], next: byPagination },
  liveUsers: { rows: 'users', cursor: 'cursor', key: ['user_id'], next: byPagination },
  auditEvents: { rows: 'events', cursor: 'cursor', next: byAnyPagination },
  readinessReports: {
    rows: 'reports',
    cursor: 'startAfter',
    key: ['reportId'],
    // The API does not mark the last page. A page without new rows is the last one.
    next: (_, rows) => {
      const last = rows.at(-1)
      if (last === undefined) return { is: 'end' }
      return typeof last.reportId === 'string' && last.reportId !== ''
        ? { is: 'more', cursor: last.reportId }
        : { is: 'lost', why: 'The last report of a page has no id, so the next page cannot be requested.' }
    },
  },
}

type Seen = Pick<RepeatDetector, 'add'>

/** Detects rows of earlier pages. For a person's day the last row counts; revisions and reports don't change. */
const createSeen = (name: PagedEndpointName): Seen => {
  if (name === 'users') return createRepeatDetector()
  const pairs = createPairSet()
  return { add: (first, second) => (pairs.add(first, second) ? 'new' : 'same') }
}

type KeyOf = (row: AnyRow) => [unknown, unknown] | undefined

/** The rows of a page that are new or changed, and the number of rows with a new key. Adds them to `seen`. */
const rowsOfPage = (rows: AnyRow[], raw: AnyRow[], keyOf: KeyOf, seen: Seen) => {
  const repeats = new Map<string, ReturnType<Seen['add']>>()
  const fresh = lastOfPairs(rows, keyOf).filter((row) => {
    const key = keyOf(row)
    const repeat = key && seen.add(...key, row)
    if (repeat) repeats.set(JSON.stringify(key), repeat)
    return repeat !== 'same'
  })
  const repeatOf = (row: AnyRow) => repeats.get(JSON.stringify(keyOf(row) ?? null))
  const rawRows = lastOfPairs(raw, keyOf).filter((row) => repeatOf(row) !== 'same')
  const changedRows = rawRows.filter((row) => repeatOf(row) === 'changed')
  return { fresh, rawRows, changedRows, newCount: [...repeats.values()].filter((repeat) => repeat === 'new').length }
}

/**
 * Walks a paginated list and yields each row once. A person's day that is sent again with other figures is yielded
 * again. A walk ends when the server marks the end, or when a page has nothing new. It ends early, with a reason on its
 * last page, if a cursor is repeated, missing or useless, and after {@link MAX_PAGES}. Pages may overlap: some servers
 * count rows where others count people.
 *
 * Throws errors of `call`. The earlier pages have been yielded by then, and the `nextCursor` of the last one resumes the
 * walk.
 *
 * @param options.cursorName - The query parameter of the cursor on this server. @default the one of the API
 */
export async function* pagesOf<N extends PagedEndpointName>(
  client: Pick<Client, 'call'>,
  name: N,
  request: RequestOf<N>,
  { cursorName: ownName, ...options }: Omit<CallOptions, 'page'> & { cursorName?: string | undefined } = {},
): AsyncGenerator<Page<N>, void> {
  const { rows: rowsName, cursor, key, next } = paging[name]
  const cursorName = ownName ?? cursor
  const query = (request as { query?: AnyRow }).query ?? {}
  const firstCursor = query[cursorName]
  const cursors = new Set<unknown>(firstCursor === undefined ? [] : [firstCursor])
  const seen = createSeen(name)
  const keyOf: KeyOf = (row) => {
    if (key === undefined) return [JSON.stringify(row), undefined]
    const [a, b] = [row[key[0]], key[1] && row[key[1]]]
    return isKey(a) && (key[1] === undefined || isKey(b)) ? [a, b] : undefined
  }
  let at: unknown = firstCursor

  for (let page = 1; ; page += 1) {
    const pageRequest = { ...request, query: { ...query, ...(at === undefined ? {} : { [cursorName]: at }) } }
    const reply: Reply<ResponseOf<N>> = await client.call(name, pageRequest as RequestOf<N>, { ...options, page })
    const body = reply.body as AnyRow
    const all = body[rowsName] as AnyRow[]
    const rawAll = memberOf(reply.raw, rowsName)
    const raw = Array.isArray(rawAll) ? rawAll.filter(isObject) : []
    const { fresh, rawRows, changedRows, newCount } = rowsOfPage(all, raw, keyOf, seen)

    const nextStep = (): Next => {
      const step = next(body, all)
      if (step.is !== 'more') return step
      if (cursors.has(step.cursor) && (name !== 'readinessReports' || newCount > 0)) {
        return { is: 'lost', why: 'The server sent the same cursor twice, so the next page cannot be requested.' }
      }
      if (newCount === 0) {
        return name === 'readinessReports'
          ? { is: 'end' }
          : { is: 'lost', why: 'The server announced more pages, but the last one had no new rows.' }
      }
      if (page >= MAX_PAGES) return { is: 'lost', why: `Stopped after ${page} pages.` }
      return step
    }
    const step = nextStep()
    const resumable = next(body, all)
    yield {
      reply,
      rows: fresh as Lenient<RowOf<N>>[],
      rawRows,
      changedRows,
      page,
      nextCursor:
        step.is === 'more'
          ? step.cursor
          : step.is === 'lost' && resumable.is === 'more' && !cursors.has(resumable.cursor)
            ? resumable.cursor
            : undefined,
      incomplete: step.is === 'lost' ? step.why : undefined,
    }
    if (step.is !== 'more') return
    at = step.cursor
    cursors.add(step.cursor)
  }
}
