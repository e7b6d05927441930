import { AppError } from '../../../base/errors.ts'
import type { Client } from '../../../client/client.ts'
import { isCursorError } from '../../../client/pages.ts'
import { HISTORY_LIMIT } from '../../../contract/constants.ts'
import type { ControlRevision } from '../../../contract/controls.ts'
import type { Lenient } from '../../../contract/lenient.ts'
import type { WaitOptions } from '../kit/load-options.ts'
import { type HistoryPage, type HistoryTrail, historyPages } from './history-pages.ts'

type Revision = Lenient<ControlRevision>

type FindOptions = WaitOptions & {
  /** The highest number that is known of; undefined: none is. */
  newest: number | undefined
  /** Told of each page on the way. */
  onPage: (page: HistoryPage) => void
}

/** Newer revisions than the newest known one that the first page leaves room for. */
const NEWER = 4

/**
 * Asks the server for one revision, as it comes, unmasked: from the last page known to start above it, and no further than must be.
 *
 * @returns undefined where the history has none of that number.
 */
export const findRevision = async (
  client: Pick<Client, 'call'>,
  trail: HistoryTrail,
  revision: number,
  options: FindOptions,
): Promise<Revision | undefined> => {
  const start = startAbove(trail, revision)
  if (!start) return walkTo(client, trail, revision, options, undefined)
  try {
    return await walkTo(client, trail, revision, options, start)
  } catch (error) {
    if (!isCursorError(error)) throw error
    trail.cursors.clear()
    return walkTo(client, trail, revision, options, undefined)
  }
}

type Start = { above: number; cursor: string }

const startAbove = (trail: HistoryTrail, revision: number): Start | undefined => {
  let start: Start | undefined
  for (const [above, cursor] of trail.cursors) {
    if (cursor !== undefined && above > revision && above < (start?.above ?? Infinity)) start = { above, cursor }
  }
  return start
}

const walkTo = async (
  client: Pick<Client, 'call'>,
  trail: HistoryTrail,
  revision: number,
  { newest, onPage, ...callOptions }: FindOptions,
  start: Start | undefined,
): Promise<Revision | undefined> => {
  const fromNewest = newest === undefined ? HISTORY_LIMIT.max : newest - revision + 1 + NEWER
  const limit = Math.max(1, Math.ceil(start ? start.above - revision : fromNewest))
  const isGuess = !start && limit < HISTORY_LIMIT.max
  let last = Number.POSITIVE_INFINITY
  let isNewestFirst = true
  for await (const page of historyPages(client, trail, { ...callOptions, limit, cursor: start?.cursor })) {
    onPage(page)
    const found = page.rows.find((row) => row.revision === revision)
    if (found) return found
    for (const { revision: number } of page.rows) {
      isNewestFirst &&= number !== undefined && number < last
      last = number ?? last
    }
    if (page.incomplete !== undefined) throw new AppError('incomplete', page.incomplete)
    // Newest first, and already below it: it does not exist.
    if (isNewestFirst && last < revision) return undefined
    // Where more have come than was thought, pages as small as that would be many.
    const next = isGuess && isNewestFirst ? startAbove(trail, revision) : undefined
    if (next) return walkTo(client, trail, revision, { newest, onPage, ...callOptions }, next)
  }
  return undefined
}
