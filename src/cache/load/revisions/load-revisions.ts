import { AppError } from '../../../base/errors.ts'
import { isCursorError } from '../../../client/pages.ts'
import type { ControlRevision } from '../../../contract/controls.ts'
import type { Lenient } from '../../../contract/lenient.ts'
import { firstGap } from '../../../domain/revisions/day-revisions.ts'
import { revisionMask } from '../../../domain/secrets/mask-settings.ts'
import type { Ledger } from '../../ledger/open-ledger.ts'
import type { LoadOptions } from '../kit/load-options.ts'
import { LIST_FRESH_MS, type Loaded, loaded } from '../kit/loaded.ts'
import { NOT_CACHED, revisionsNotCachedMessage } from '../kit/offline.ts'
import { historyPages, type OnlineDeps, type RevisionDeps } from './history-pages.ts'

type Revision = Lenient<ControlRevision>

/** The limit of the last load, and when it requested the newest revision. */
type Last = { limit: number; at: number }

/** Loads the newest revisions: see {@link Source.loadRevisions}. */
export const createLoadRevisions = (deps: RevisionDeps) => {
  const { client, ledger, trail } = deps
  let last: Last | undefined
  return async (limit: number, options: LoadOptions = {}): Promise<Loaded<Revision[]>> => {
    if (!client) return cachedOnly(ledger, limit)
    const online = { ...deps, client }
    const all = await loadNewest(online, limit, options, last).catch((error) => {
      if (!isCursorError(error) || trail.cursors.size === 0) throw error
      trail.cursors.clear()
      return loadNewest(online, limit, { ...options, isForced: true }, last)
    })
    last = { limit, at: all.at }
    return all
  }
}

/** With a higher limit than before, the walk continues below the cached revisions instead of starting at the newest. */
const loadNewest = async (
  deps: OnlineDeps,
  limit: number,
  { isForced = false, signal, onRetry }: LoadOptions,
  last: Last | undefined,
): Promise<Loaded<Revision[]>> => {
  const { ledger, organisation, trail } = deps
  const newest = ledger.revisionNumbers(limit)
  let cachedNumbers: readonly number[] = isForced ? [] : newest.numbers
  /** By number; a revision without a number is its own key. */
  const rows = new Map<unknown, Revision>()
  const add = (more: readonly Revision[]) => {
    for (const row of more) if (!rows.has(row.revision ?? row)) rows.set(row.revision ?? row, row)
  }
  let at = organisation.now()
  let problems = 0
  let incomplete: string | undefined
  let cursor: string | undefined
  let isDone = false
  /** Adds the cached revisions directly below `end` and continues below them, if their cursor is known. */
  const skip = (end: number): boolean => {
    const known = consecutiveBelow(cachedNumbers, end)
    const lowest = known.at(-1)
    if (lowest === undefined || (rows.size + known.length < limit && !trail.cursors.has(lowest))) return false
    const { rows: old } = ledger.readRevisions(known.length, known[0])
    // Other processes may have deleted them since the lookup. The result must not have a gap.
    if (known.some((revision, at) => old[at]?.revision !== revision)) return false
    add(old)
    cursor = trail.cursors.get(lowest)
    isDone = rows.size >= limit || cursor === undefined
    return true
  }
  const grown = last && limit > last.limit && last.at === newest.fetchedAt ? last : undefined
  // The newest were requested within the last minutes: only older ones are missing.
  if (grown && at - grown.at < LIST_FRESH_MS && skip((cachedNumbers[0] ?? 0) + 1)) at = grown.at
  while (!isDone) {
    isDone = true
    const isNewest = cursor === undefined
    const wanted = isNewest ? limit : limit - rows.size
    for await (const page of historyPages(deps.client, trail, { limit: () => wanted, cursor, signal, onRetry })) {
      const answeredAt = organisation.timeOf(page.reply)
      if (isNewest) at = answeredAt
      problems += page.reply.problemCount
      incomplete = page.incomplete
      const masked = maskPage(deps, page.rows, cachedNumbers)
      cachedNumbers = masked.cachedNumbers
      organisation.keepList('revisions', () => ledger.writeRevisions(masked.rows, isNewest ? at : undefined))
      add(masked.rows)
      if (rows.size >= limit || page.nextCursor === undefined || skip(lowestOf(rows.values()))) break
    }
  }
  return {
    ...loaded([...rows.values()].slice(0, limit), at, 'server', { freshMs: LIST_FRESH_MS, problems }),
    ...(incomplete !== undefined && { incomplete }),
  }
}

/** A page's rows with masked secrets, from the ledger where possible. Unmasked rows are not stored, even in memory. */
const maskPage = (
  { ledger, hash, trail }: OnlineDeps,
  page: readonly Revision[],
  cachedNumbers: readonly number[],
): { rows: Revision[]; cachedNumbers: readonly number[] } => {
  const known = new Set<unknown>(cachedNumbers)
  // The mask holds all secrets of the page, so it is not reused.
  const mask = revisionMask(hash)
  const old = page.map(({ revision = Number.NaN }) => (known.has(revision) ? ledger.readRevision(revision) : undefined))
  const isOther = page.some((row, at) => old[at] !== undefined && !isSameRecord(row, old[at]))
  if (!isOther) return { rows: page.map((row, at) => old[at] ?? mask(row)), cachedNumbers }
  // The same number with other content: the cached revisions belong to another history and must not be mixed with this
  // one.
  ledger.purge('revisions')
  trail.cursors.clear()
  return { rows: page.map(mask), cachedNumbers: [] }
}

const lowestOf = (rows: Iterable<Revision>): number => Math.min(...[...rows].flatMap(({ revision }) => revision ?? []))

/** The consecutive cached numbers directly below `end`, up to the first gap. */
const consecutiveBelow = (cachedNumbers: readonly number[], end: number): number[] => {
  const start = cachedNumbers.indexOf(end - 1)
  const run = start < 0 ? [] : cachedNumbers.slice(start)
  const gap = run.findIndex((revision, at) => revision !== end - 1 - at)
  return gap < 0 ? run : run.slice(0, gap)
}

/** Whether two records of one number are the same change. The user is missing once they have left the organisation. */
const isSameRecord = (one: Revision, other: Revision): boolean => {
  const [id, otherId] = [one.user?.id, other.user?.id]
  return one.updatedAt === other.updatedAt && (id === undefined || otherId === undefined || id === otherId)
}

const cachedOnly = (ledger: Ledger, limit: number): Loaded<Revision[]> => {
  const { rows, fetchedAt } = ledger.readRevisions(limit)
  if (fetchedAt === undefined) throw new AppError('incomplete', NOT_CACHED)
  const gap = firstGap(rows)
  return {
    ...loaded(rows, fetchedAt, 'ledger', { freshMs: LIST_FRESH_MS }),
    ...(gap && { incomplete: revisionsNotCachedMessage(gap) }),
  }
}
