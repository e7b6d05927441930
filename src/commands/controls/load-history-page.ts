import { once } from '../../base/memoize.ts'
import { createSecretHash } from '../../cache/ledger/secret-hash.ts'
import { createHistoryTrail, historyPages } from '../../cache/load/revisions/history-pages.ts'
import { HISTORY_LIMIT } from '../../contract/constants.ts'
import type { Day } from '../../domain/calendar/calendar.ts'
import { firstGap } from '../../domain/revisions/day-revisions.ts'
import { type FiledRevision, filedRevision } from '../../domain/revisions/revision-filter.ts'
import { revisionMask } from '../../domain/secrets/mask-settings.ts'
import type { Deps } from '../kit/command.ts'
import { callOptions, loadOptions } from '../kit/load-options.ts'
import type { Revision } from './open-history.ts'
import { ALL_REVISIONS, confirmReveal, olderNotKept, openHistory, type Reveal } from './open-history.ts'

export type HistoryOptions = {
  at: Day | undefined
  cursor: string | undefined
  isAll: boolean
  /** Whether a revision is older than what is wanted; undefined: --since was not given. */
  isBefore: IsBefore | undefined
  isPseudonymous: boolean
  reveal: Reveal
}

/** A revision and what filters know of it. */
export type Filed = { row: Revision; filed: () => FiledRevision }

/** Revisions, each beside the one before. */
export const fileRevisions = (rows: readonly Revision[], older: Revision | undefined): Filed[] =>
  rows.map((row, at) => ({ row, filed: once(() => filedRevision(rows[at + 1] ?? older, row)) }))

export type IsBefore = (revision: Revision) => boolean

/** The revisions to print of those that were loaded; `older` is the one before them, if it is loaded. */
export type ChooseRevisions = (rows: readonly Revision[], older: Revision | undefined) => readonly Filed[]

export type HistoryPage = {
  rows: readonly Revision[]
  /** The revision before `rows`, for comparison with the oldest of them. */
  older: Revision | undefined
  pagination: unknown
  problems: number
  at: number | undefined
  incomplete: string | undefined
}

/** What a page is loaded for. */
type PageWish = HistoryOptions & {
  /** Maximum number of revisions, after `--where`. */
  limit: number | undefined
  hasWhere: boolean
}

/**
 * Loads the revisions that `choose` takes `limit` of, and the one before the oldest, which is needed to compare it.
 *
 * @param choose Applies `--where`.
 */
export const loadHistoryPage = (
  wish: PageWish,
  choose: ChooseRevisions,
  isOffline: boolean,
  deps: Deps,
): Promise<HistoryPage> => {
  const { isBefore, isAll, at, reveal, hasWhere } = wish
  if (isBefore) return loadSince(isBefore, wish, deps)
  if (isAll && at === undefined && reveal === 'never') return loadWhole(deps)
  if (isAll || isOffline || at !== undefined) return walkHistory(wish, choose, deps)
  return hasWhere ? loadChosenPage(wish, choose, deps) : loadPlainPage(wish, deps)
}

const loadSince = async (isBefore: IsBefore, { at, reveal }: HistoryOptions, deps: Deps): Promise<HistoryPage> => {
  const { walk } = await openHistory(reveal, deps, at)
  const { rows: all, incomplete, ...history } = await walk((rows) => rows.some(isBefore))
  const end = all.findIndex(isBefore)
  const rows = end < 0 ? all : all.slice(0, end)
  const isWhole = end >= 0 && firstGap(all.slice(0, end + 1)) === undefined
  return { ...history, rows, older: all[end], pagination: NO_MORE, incomplete: isWhole ? undefined : incomplete }
}

const NO_MORE = { hasMore: false, nextCursor: null }

const loadWhole = async (deps: Deps): Promise<HistoryPage> => {
  const source = await deps.source()
  const { data, at, problems, incomplete } = await source.loadRevisions(ALL_REVISIONS, loadOptions(deps))
  return {
    rows: data,
    older: undefined,
    pagination: NO_MORE,
    problems,
    at,
    incomplete: incomplete ?? olderNotKept(source, data),
  }
}

/** Walks from the newest revision until enough are chosen. */
const walkHistory = async (
  { at, limit, isAll, reveal }: PageWish,
  choose: ChooseRevisions,
  deps: Deps,
): Promise<HistoryPage> => {
  const max = isAll ? Number.POSITIVE_INFINITY : (limit ?? HISTORY_LIMIT.max)
  const isEnough = (rows: readonly Revision[]) => choose(rows.slice(0, -1), rows.at(-1)).length >= max
  const { walk } = await openHistory(reveal, deps, at)
  const { rows: all, ...history } = await walk(isEnough)
  if (!isEnough(all)) return { ...history, rows: all, older: undefined, pagination: NO_MORE }
  const rows = all.slice(0, -1)
  return { ...history, rows, older: all.at(-1), pagination: { hasMore: true, nextCursor: null } }
}

/** One page as the server sends it, and the revision before it where the format compares revisions. */
const loadPlainPage = async ({ limit, cursor, reveal }: PageWish, deps: Deps): Promise<HistoryPage> => {
  const ask = await openPages(reveal, deps)
  const page = await ask({ limit, cursor })
  const next = nextCursorOf(page.pagination)
  const isCompared = deps.format !== 'json' && deps.format !== 'ndjson'
  const older = isCompared && next !== undefined ? await ask({ limit: 1, cursor: next }) : undefined
  return { ...page, older: older?.rows[0] }
}

type PageQuery = { limit: number | undefined; cursor: string | undefined }

const openPages = async (reveal: Reveal, deps: Deps): Promise<(query: PageQuery) => Promise<HistoryPage>> => {
  if (reveal !== 'never') await confirmReveal(reveal, deps)
  const [client, mask] = [await deps.client(), await maskFor(reveal, deps)]
  return async ({ limit, cursor }) => {
    const query = { ...(limit !== undefined && { limit }), ...(cursor !== undefined && { cursor }) }
    const { body, problemCount } = await client.call('controlsHistory', { query }, callOptions(deps))
    return {
      rows: mask(body.changes ?? []),
      older: undefined,
      pagination: body.pagination,
      problems: problemCount,
      at: undefined,
      incomplete: undefined,
    }
  }
}

const maskFor = async (reveal: Reveal, deps: Deps): Promise<(rows: readonly Revision[]) => Revision[]> => {
  if (reveal !== 'never') return (rows) => [...rows]
  const hash = createSecretHash(Buffer.from(await deps.salt(), 'hex'))
  return (rows) => rows.map(revisionMask(hash))
}

/** Loads pages from the cursor on until `limit` revisions are chosen; `nextCursor` goes on below the last of them. */
const loadChosenPage = async (
  { limit: max = HISTORY_LIMIT.max, cursor: first, reveal }: PageWish,
  choose: ChooseRevisions,
  deps: Deps,
): Promise<HistoryPage> => {
  const ask = await openPages(reveal, deps)
  const [client, mask] = [await deps.client(), await maskFor(reveal, deps)]
  const rows: Revision[] = []
  let [start, problems, incomplete]: [string | undefined, number, string | undefined] = [first, 0, undefined]
  const walk = { ...callOptions(deps), limit: () => HISTORY_LIMIT.max, cursor: first }
  for await (const page of historyPages(client, createHistoryTrail(), walk)) {
    const before = rows.length
    rows.push(...mask(page.rows))
    problems += page.reply.problemCount
    incomplete = page.incomplete
    const last = choose(rows.slice(0, -1), rows.at(-1))[max - 1]
    if (last) {
      const end = rows.indexOf(last.row) + 1
      const older = rows[end]
      // A cursor begins where a page ends, so a shorter page is loaded for it, unless the last one ends there.
      const next = end === before ? start : nextCursorOf((await ask({ limit: end - before, cursor: start })).pagination)
      const pagination = { hasMore: true, nextCursor: next ?? null }
      return { rows: rows.slice(0, end), older, pagination, problems, at: undefined, incomplete: undefined }
    }
    start = page.nextCursor
  }
  return { rows, older: undefined, pagination: NO_MORE, problems, at: undefined, incomplete }
}

export const nextCursorOf = (pagination: unknown): string | undefined => {
  const next = (pagination as { nextCursor?: unknown } | undefined)?.nextCursor
  return typeof next === 'string' && next !== '' ? next : undefined
}
