import { AppError } from '../../../base/errors.ts'
import type { Client } from '../../../client/client.ts'
import { type Page, pagesOf } from '../../../client/pages.ts'
import { HISTORY_LIMIT } from '../../../contract/constants.ts'
import type { SecretHash } from '../../../domain/secrets/mask-settings.ts'
import type { WaitOptions } from '../kit/load-options.ts'
import type { LoadDeps } from '../kit/organisation.ts'

/** What walks of the history have learnt, for the next one. */
export type HistoryTrail = {
  /**
   * Cursors by the revision that their page begins directly below, as a cursor itself does not tell; undefined: nothing is
   * below it.
   */
  cursors: Map<number, string | undefined>
  /** Most revisions that are asked for at once: fewer than the API allows where more were too large. */
  pageSize: number
}

export const createHistoryTrail = (): HistoryTrail => ({ cursors: new Map(), pageSize: HISTORY_LIMIT.max })

export type RevisionDeps = LoadDeps & {
  hash: SecretHash
  /** Shared by all walks of the history. */
  trail: HistoryTrail
}

/** The same where the server can be asked. */
export type OnlineDeps = RevisionDeps & { client: Pick<Client, 'call'> }

export type HistoryPage = Page<'controlsHistory'>

type Walk = WaitOptions & {
  /** Called before each page: how many revisions are wanted. A page holds no more than the API allows. */
  limit: () => number
  /** Where the walk begins. @default at the newest */
  cursor?: string | undefined
}

/**
 * Walks the history of the controls page by page as pagesOf does. Where a page is larger than the client takes (settings may be
 * megabytes), it is asked for with half as many revisions.
 *
 * @param trail Gets the cursors of pages, and how large they may be.
 */
export async function* historyPages(
  client: Pick<Client, 'call'>,
  trail: HistoryTrail,
  { limit, cursor, ...callOptions }: Walk,
): AsyncGenerator<HistoryPage, void> {
  const query = { limit: 0, ...(cursor !== undefined && { cursor }) }
  const setLimit = () => {
    query.limit = Math.max(1, Math.min(limit(), trail.pageSize))
  }
  let lowest = Number.POSITIVE_INFINITY
  for (;;) {
    try {
      setLimit()
      for await (const page of pagesOf(client, 'controlsHistory', { query }, callOptions)) {
        for (const { revision } of page.rows) if (revision !== undefined && revision < lowest) lowest = revision
        if (page.incomplete === undefined && lowest < Number.POSITIVE_INFINITY)
          trail.cursors.set(lowest, page.nextCursor)
        if (page.nextCursor !== undefined) query.cursor = page.nextCursor
        yield page
        setLimit()
      }
      return
    } catch (error) {
      if (!(error instanceof AppError && error.isTooLarge) || query.limit === 1) throw error
      trail.pageSize = Math.ceil(query.limit / 2)
    }
  }
}
