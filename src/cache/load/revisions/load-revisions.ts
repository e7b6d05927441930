import { AppError } from '../../../base/errors.ts'
import type { Client } from '../../../client/client.ts'
import { isCursorError } from '../../../client/pages.ts'
import type { ControlRevision } from '../../../contract/controls.ts'
import type { Lenient } from '../../../contract/lenient.ts'
import { firstGap } from '../../../domain/revisions/day-revisions.ts'
import { revisionMask, type SecretHash } from '../../../domain/secrets/mask-settings.ts'
import type { Ledger } from '../../ledger/open-ledger.ts'
import type { LoadOptions } from '../kit/load-options.ts'
import { LIST_FRESH_MS, type Loaded, loaded } from '../kit/loaded.ts'
import { NOTHING_KEPT, revisionsNotKept } from '../kit/offline.ts'
import type { LoadDeps } from '../kit/organisation.ts'
import { type HistoryTrail, historyPages } from './history-pages.ts'

type Revision = Lenient<ControlRevision>

export type RevisionDeps = LoadDeps & {
  hash: SecretHash
  /** Shared by all walks of the history. */
  trail: HistoryTrail
}

/** Loads the newest revisions: see {@link Source.loadRevisions}. */
export type LoadRevisions = (limit: number, options?: LoadOptions) => Promise<Loaded<Revision[]>>

/** When more are wanted than before, the walk goes on below those that are kept instead of from the newest again. */
export const createLoadRevisions = ({ client, ledger, organisation, hash, trail }: RevisionDeps): LoadRevisions => {
  /** How many were wanted last, and when the newest was asked for. */
  let last: { limit: number; at: number } | undefined

  const ask = async (
    asking: Pick<Client, 'call'>,
    limit: number,
    { isForced = false, signal, onRetry }: LoadOptions,
  ): Promise<Loaded<Revision[]>> => {
    const held = ledger.revisionNumbers(limit)
    let kept = isForced ? [] : held.numbers
    const rows: Revision[] = []
    const seen = new Set<number>()
    const add = (more: readonly Revision[]) => {
      for (const row of more) {
        if (row.revision !== undefined && seen.has(row.revision)) continue
        if (row.revision !== undefined) seen.add(row.revision)
        rows.push(row)
      }
    }
    /** A page's rows with secrets masked, or as the ledger has them: unmasked rows get no further than this, not even in memory. */
    const toMasked = (page: readonly Revision[]): Revision[] => {
      const known = new Set(kept)
      // Forgotten with the page, as it knows all secrets of it.
      const mask = revisionMask(hash)
      const old = page.map(({ revision }) =>
        revision !== undefined && known.has(revision) ? ledger.readRevision(revision) : undefined,
      )
      const isOther = page.some((row, at) => old[at] !== undefined && !isSameRecord(row, old[at]))
      if (!isOther) return page.map((row, at) => old[at] ?? mask(row))
      // The same number with other content: what is kept is of another history, and must not be mixed with this one.
      ledger.purge('revisions')
      trail.cursors.clear()
      kept = []
      return page.map(mask)
    }
    let at = organisation.now()
    let problems = 0
    let incomplete: string | undefined
    let cursor: string | undefined
    let isDone = false
    /** Takes kept revisions and goes on below them, where a cursor for that is known. Answers whether it did. */
    const skip = (known: readonly number[]): boolean => {
      const [first] = known
      const end = known.at(-1)
      if (first === undefined || end === undefined) return false
      if (rows.length + known.length < limit && !trail.cursors.has(end)) return false
      const { rows: old } = ledger.readRevisions(known.length, first)
      // Others may have cleared them since the look: a hole would pass for the whole history.
      if (known.some((revision, at) => old[at]?.revision !== revision)) return false
      add(old)
      cursor = trail.cursors.get(end)
      isDone = rows.length >= limit || cursor === undefined
      return true
    }
    const grown = last && limit > last.limit && last.at === held.fetchedAt ? last : undefined
    // The newest were asked for within the last minutes: only those below are missing.
    if (grown && at - grown.at < LIST_FRESH_MS && skip(runBelow(kept, (kept[0] ?? 0) + 1))) at = grown.at
    while (!isDone) {
      isDone = true
      const isNewest = cursor === undefined
      const walk = { limit: isNewest ? limit : limit - rows.length, cursor, signal, onRetry }
      for await (const page of historyPages(asking, trail, walk)) {
        const answeredAt = organisation.timeOf(page.reply)
        if (isNewest) at = answeredAt
        problems += page.reply.problemCount
        incomplete = page.incomplete
        const fresh = toMasked(page.rows)
        const newestAt = isNewest ? at : undefined
        organisation.keepList('revisions', () => ledger.writeRevisions(fresh, newestAt))
        add(fresh)
        if (rows.length >= limit || page.nextCursor === undefined) break
        if (skip(runBelow(kept, lowestOf(rows)))) break
      }
    }
    last = { limit, at }
    return {
      ...loaded(rows.slice(0, limit), at, 'server', { freshMs: LIST_FRESH_MS, problems }),
      ...(incomplete !== undefined && { incomplete }),
    }
  }

  const askAnew = async (
    asking: Pick<Client, 'call'>,
    limit: number,
    options: LoadOptions,
  ): Promise<Loaded<Revision[]>> => {
    try {
      return await ask(asking, limit, options)
    } catch (error) {
      if (!isCursorError(error) || trail.cursors.size === 0) throw error
      trail.cursors.clear()
      return ask(asking, limit, { ...options, isForced: true })
    }
  }

  return async (limit, options = {}) => (client ? askAnew(client, limit, options) : keptOnly(ledger, limit))
}

const lowestOf = (rows: readonly Revision[]): number | undefined => {
  const numbers = rows.map(({ revision }) => revision).filter((one) => one !== undefined)
  return numbers.length === 0 ? undefined : Math.min(...numbers)
}

/** The kept numbers that follow directly below one: where a number is missing, nobody knows what was there. */
const runBelow = (kept: readonly number[], end: number | undefined): number[] => {
  if (end === undefined) return []
  const start = kept.indexOf(end - 1)
  if (start < 0) return []
  const run = kept.slice(start)
  const gap = run.findIndex((revision, at) => revision !== end - 1 - at)
  return gap < 0 ? run : run.slice(0, gap)
}

/** Whether two records of one number are the same change. The user is missing once they have left the organisation. */
const isSameRecord = (one: Revision, other: Revision): boolean => {
  const [id, otherId] = [one.user?.id, other.user?.id]
  return one.updatedAt === other.updatedAt && (id === undefined || otherId === undefined || id === otherId)
}

const keptOnly = (ledger: Ledger, limit: number): Loaded<Revision[]> => {
  const { rows, fetchedAt } = ledger.readRevisions(limit)
  if (fetchedAt === undefined) throw new AppError('incomplete', NOTHING_KEPT)
  const gap = firstGap(rows)
  return {
    ...loaded(rows, fetchedAt, 'ledger', { freshMs: LIST_FRESH_MS }),
    ...(gap && { incomplete: revisionsNotKept(gap) }),
  }
}
