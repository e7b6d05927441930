import type { Client } from '../client/client.ts'
import type { ControlRevision } from '../contract/controls.ts'
import type { Lenient } from '../contract/lenient.ts'
import { maskRevision, type SecretHash } from '../domain/mask-settings.ts'
import { firstGap } from '../domain/revision-gap.ts'
import { AppError } from '../errors.ts'
import type { LoadOptions } from './filled.ts'
import { isCursorError } from './find-revision.ts'
import { type HistoryCursors, historyPages } from './history-pages.ts'
import type { Ledger } from './ledger/ledger.ts'
import { LIST_FRESH_MS, type Loaded } from './loaded.ts'
import { NOTHING_KEPT, revisionsNotKept } from './offline.ts'
import type { Organisation } from './organisation.ts'
import { refuseOf } from './refusals.ts'

type Revision = Lenient<ControlRevision>

export type RevisionDeps = {
  client: Pick<Client, 'call'> | undefined
  ledger: Ledger
  organisation: Organisation
  hash: SecretHash
  /** What is known of where pages start; more is added. */
  cursors: HistoryCursors
}

/** Loads the newest revisions: see {@link Source.loadRevisions}. */
export type LoadRevisions = (limit: number, options?: LoadOptions) => Promise<Loaded<Revision[]>>

/** Whoever wants more than before is led on from the end of what is kept instead of from the newest again. */
export const createLoadRevisions = ({ client, ledger, organisation, hash, cursors }: RevisionDeps): LoadRevisions => {
  const ask = async (
    limit: number,
    { isForced = false, signal, onRetry }: LoadOptions,
  ): Promise<Loaded<Revision[]>> => {
    const kept = isForced ? [] : ledger.readRevisions(limit).rows
    const rows: Revision[] = []
    let fetchedAt = organisation.now()
    let problems = 0
    let incomplete: string | undefined
    let cursor: string | undefined
    let isDone = false
    while (!isDone) {
      isDone = true
      const walk = { limit, cursor, signal, onRetry }
      for await (const page of historyPages(client as Pick<Client, 'call'>, cursors, walk)) {
        organisation.hearClock(page.reply.serverDate)
        fetchedAt = page.reply.serverDate ?? organisation.now()
        problems += page.reply.problemCount
        incomplete = page.incomplete
        // Secrets get no further than this, not even in memory.
        const fresh = page.rows.map((row) => maskRevision(row, hash))
        organisation.onceKnown(() => ledger.writeRevisions(fresh, fetchedAt))
        rows.push(...fresh)
        if (rows.length >= limit || page.nextCursor === undefined) break
        const known = runBelow(kept, lowestOf(rows))
        const last = known.at(-1)?.revision
        if (last === undefined) continue
        const isKnownOn = cursors.has(last)
        if (rows.length + known.length < limit && !isKnownOn) continue
        rows.push(...known)
        cursor = cursors.get(last)
        isDone = rows.length >= limit || cursor === undefined
        break
      }
    }
    return {
      data: rows.slice(0, limit),
      at: fetchedAt,
      from: 'server',
      freshMs: LIST_FRESH_MS,
      problems,
      ...(incomplete !== undefined && { incomplete }),
    }
  }

  const askAnew = async (limit: number, options: LoadOptions): Promise<Loaded<Revision[]>> => {
    try {
      return await ask(limit, options)
    } catch (error) {
      if (!isCursorError(error) || cursors.size === 0) throw error
      cursors.clear()
      return ask(limit, { ...options, isForced: true })
    }
  }

  return async (limit, options = {}) =>
    client ? refuseOf(ledger, 'revisions', () => askAnew(limit, options)) : keptOnly(ledger, limit)
}

const lowestOf = (rows: readonly Revision[]): number | undefined => {
  const numbers = rows.map(({ revision }) => revision).filter((one) => one !== undefined)
  return numbers.length === 0 ? undefined : Math.min(...numbers)
}

/** The kept revisions that follow directly below one: where a number is missing, nobody knows what was there. */
const runBelow = (kept: readonly Revision[], end: number | undefined): Revision[] => {
  if (end === undefined) return []
  const start = kept.findIndex(({ revision }) => revision === end - 1)
  if (start < 0) return []
  const run = kept.slice(start)
  const gap = run.findIndex(({ revision }, at) => revision !== end - 1 - at)
  return gap < 0 ? run : run.slice(0, gap)
}

const keptOnly = (ledger: Ledger, limit: number): Loaded<Revision[]> => {
  const { rows, fetchedAt } = ledger.readRevisions(limit)
  if (fetchedAt === undefined) throw new AppError('incomplete', NOTHING_KEPT)
  const gap = firstGap(rows)
  return {
    data: rows,
    at: fetchedAt,
    from: 'ledger',
    freshMs: LIST_FRESH_MS,
    problems: 0,
    ...(gap && { incomplete: revisionsNotKept(gap) }),
  }
}
