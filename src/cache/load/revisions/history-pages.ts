import { AppError } from '../../../base/errors.ts'
import type { Client } from '../../../client/client.ts'
import { type Page, pagesOf } from '../../../client/pages.ts'
import { HISTORY_LIMIT } from '../../../contract/constants.ts'
import type { SecretHash } from '../../../domain/secrets/mask-settings.ts'
import type { WaitOptions } from '../kit/load-options.ts'
import type { LoadDeps } from '../kit/organisation.ts'

/** Results of earlier walks of the history, for the next walk. */
export type HistoryTrail = {
  /**
   * Cursors by the revision directly above their page, which the cursor itself does not contain. Undefined if the
   * history ends there.
   */
  cursors: Map<number, string | undefined>
  /** Maximum revisions per request. It is below the API's maximum if a larger page exceeded the size limit. */
  pageSize: number
}

export const createHistoryTrail = (): HistoryTrail => ({ cursors: new Map(), pageSize: HISTORY_LIMIT.max })

export type RevisionDeps = LoadDeps & {
  hash: SecretHash
  /** Shared by all walks of the history. */
  trail: HistoryTrail
}

/** The dependencies with a client, for requests. */
export type OnlineDeps = RevisionDeps & { client: Pick<Client, 'call'> }

export type HistoryPage = Page<'controlsHistory'>

type Walk = WaitOptions & {
  /** The number of revisions to request, called before each page. The API's maximum per page also applies. */
  limit: () => number
  /** Where the walk begins. @default at the newest */
  cursor?: string | undefined
}

/**
 * Walks the history of the controls page by page, as pagesOf does. If a page exceeds the client's size limit (settings
 * may be megabytes), it is requested again with half as many revisions.
 *
 * @param trail Receives the cursors of pages and the maximum page size.
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
