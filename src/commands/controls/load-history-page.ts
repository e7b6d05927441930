import { createSecretHash } from '../../cache/ledger/secret-hash.ts'
import { createHistoryTrail, historyPages } from '../../cache/load/revisions/history-pages.ts'
import { HISTORY_LIMIT } from '../../contract/constants.ts'
import { withHiddenRevision } from '../../domain/overview/hidden-people.ts'
import { firstGap } from '../../domain/revisions/day-revisions.ts'
import { revisionMask } from '../../domain/secrets/mask-settings.ts'
import type { Deps } from '../kit/command.ts'
import { callOptions, type Remarks } from '../kit/load-options.ts'
import { ALL_REVISIONS, confirmReveal, type HistoryView, openHistory, type Revision } from './open-history.ts'

export type IsBefore = (revision: Revision) => boolean

type HistoryPage = Omit<Remarks, 'notes'> & {
  rows: readonly Revision[]
  /** The revision before `rows`, for comparison with the oldest of them. */
  older: Revision | undefined
  pagination: unknown
}

type Walk = {
  view: HistoryView
  isAll: boolean
  /** Whether a revision is older than what is wanted; undefined: --since was not given. */
  isBefore: IsBefore | undefined
}

/** Part of a history: at most `limit` revisions. */
type Part = {
  limit: number | undefined
  cursor: string | undefined
  /** How many of these are chosen; `older` is the one before them. Undefined: all are. */
  choose: ((rows: readonly Revision[], older: Revision | undefined) => readonly Revision[]) | undefined
  /** Whether each is compared with the one before it. */
  isCompared: boolean
}

const NO_MORE = { hasMore: false, nextCursor: null }

/** Walks from the newest revision until enough are chosen, and one more, which is needed to compare the oldest. */
export const walkHistory = async (
  { view, isAll, isBefore }: Walk,
  { limit = HISTORY_LIMIT.max, choose }: Part,
  deps: Deps,
): Promise<HistoryPage> => {
  const countOf = (rows: readonly Revision[], older: Revision | undefined) => (choose?.(rows, older) ?? rows).length
  /** Where the revisions end that are wanted; -1: not among these. */
  const endOf = (rows: readonly Revision[]): number => {
    if (isBefore) return rows.findIndex(isBefore)
    return !isAll && countOf(rows.slice(0, -1), rows.at(-1)) >= limit ? rows.length - 1 : -1
  }
  const { walk } = await openHistory(view, deps)
  const {
    rows: all,
    at,
    problems,
    incomplete,
  } = await walk((rows) => endOf(rows) >= 0, isAll ? ALL_REVISIONS : undefined)
  const end = endOf(all)
  if (end < 0) return { rows: all, older: undefined, pagination: NO_MORE, at, problems, incomplete }
  const page = { rows: all.slice(0, end), older: all[end], at, problems }
  if (!isBefore) return { ...page, pagination: { hasMore: true, nextCursor: null }, incomplete }
  const isWhole = firstGap(all.slice(0, end + 1)) === undefined
  return { ...page, pagination: NO_MORE, incomplete: isWhole ? undefined : incomplete }
}

/** One page as the server sends it, and the revision before it where revisions are compared. */
export const loadPage = async (view: HistoryView, part: Part, deps: Deps): Promise<HistoryPage> => {
  if (view.reveal !== 'never') await confirmReveal(view.reveal, deps)
  const client = await deps.client()
  const shown = await shownBy(view, deps)
  const ask = async (limit: number | undefined, cursor: string | undefined): Promise<HistoryPage> => {
    const query = { ...(limit !== undefined && { limit }), ...(cursor !== undefined && { cursor }) }
    const { body, problemCount } = await client.call('controlsHistory', { query }, callOptions(deps))
    const { changes = [], pagination } = body
    return { rows: changes.map(shown), older: undefined, pagination, problems: problemCount }
  }
  if (part.choose) return loadChosen(part, part.choose, ask, shown, deps)
  const page = await ask(part.limit, part.cursor)
  const next = nextCursorOf(page.pagination)
  const older = part.isCompared && next !== undefined ? await ask(1, next) : undefined
  return { ...page, older: older?.rows[0] }
}

/** Masks secrets and hides people, as far as that is wanted. */
const shownBy = async ({ reveal, isPseudonymous }: HistoryView, deps: Deps): Promise<(row: Revision) => Revision> => {
  const salt = await deps.salt()
  const mask = revisionMask(createSecretHash(Buffer.from(salt, 'hex')))
  return (row) => {
    const masked = reveal === 'never' ? mask(row) : row
    return isPseudonymous ? withHiddenRevision(masked, salt) : masked
  }
}

/** Loads pages from the cursor on until `limit` revisions are chosen; `nextCursor` goes on below the last of them. */
const loadChosen = async (
  { limit: max = HISTORY_LIMIT.max, cursor: first }: Part,
  choose: NonNullable<Part['choose']>,
  ask: (limit: number, cursor: string | undefined) => Promise<HistoryPage>,
  shown: (row: Revision) => Revision,
  deps: Deps,
): Promise<HistoryPage> => {
  const rows: Revision[] = []
  let [start, problems, incomplete]: [string | undefined, number, string | undefined] = [first, 0, undefined]
  const walk = { ...callOptions(deps), limit: HISTORY_LIMIT.max, cursor: first }
  for await (const page of historyPages(await deps.client(), createHistoryTrail(), walk)) {
    const before = rows.length
    rows.push(...page.rows.map(shown))
    problems += page.reply.problemCount
    incomplete = page.incomplete
    const last = choose(rows.slice(0, -1), rows.at(-1))[max - 1]
    if (last) {
      const end = rows.indexOf(last) + 1
      // A cursor begins where a page ends, so a shorter page is loaded for it, unless the last one ends there.
      const next = end === before ? start : nextCursorOf((await ask(end - before, start)).pagination)
      return {
        rows: rows.slice(0, end),
        older: rows[end],
        pagination: { hasMore: true, nextCursor: next ?? null },
        problems,
      }
    }
    start = page.nextCursor
  }
  return { rows, older: undefined, pagination: NO_MORE, problems, incomplete }
}

export const nextCursorOf = (pagination: unknown): string | undefined => {
  const next = (pagination as { nextCursor?: unknown } | undefined)?.nextCursor
  return typeof next === 'string' && next !== '' ? next : undefined
}
