import type { CallOptions, Client } from '../client/client.ts'
import { type Page, pagesOf } from '../client/pages.ts'
import { HISTORY_LIMIT } from '../contract/controls.ts'
import { AppError } from '../errors.ts'

/**
 * Where pages of the history start, as cursors say nothing to us: those of the pages that begin below a revision; undefined:
 * nothing is below it.
 */
export type HistoryCursors = Map<number, string | undefined>

export type HistoryPage = Page<'controlsHistory'>

type Walk = Pick<CallOptions, 'signal' | 'onRetry'> & {
  /** Revisions that are wanted; a page holds no more than the API allows. */
  limit: number
  /** Where the walk begins. @default at the newest */
  cursor?: string | undefined
}

/**
 * Walks the history of the controls page by page as pagesOf does. Where a page is larger than the client takes (settings may be
 * megabytes), it is asked for with half as many revisions.
 *
 * @param cursors Told where pages start.
 */
export async function* historyPages(
  client: Pick<Client, 'call'>,
  cursors: HistoryCursors,
  { limit, cursor: firstCursor, ...callOptions }: Walk,
): AsyncGenerator<HistoryPage, void> {
  let size = Math.min(limit, HISTORY_LIMIT.max)
  let cursor = firstCursor
  let lowest = Number.POSITIVE_INFINITY
  for (;;) {
    try {
      const query = { limit: size, ...(cursor !== undefined && { cursor }) }
      for await (const page of pagesOf(client, 'controlsHistory', { query }, callOptions)) {
        for (const { revision } of page.rows) if (revision !== undefined && revision < lowest) lowest = revision
        if (page.incomplete === undefined && lowest < Number.POSITIVE_INFINITY) cursors.set(lowest, page.nextCursor)
        cursor = page.nextCursor
        yield page
      }
      return
    } catch (error) {
      if (!(error instanceof AppError && error.isTooLarge) || size === 1) throw error
      size = Math.ceil(size / 2)
    }
  }
}
