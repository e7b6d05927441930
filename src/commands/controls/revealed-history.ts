import { createHistoryTrail, type HistoryPage, historyPages } from '../../cache/load/revisions/history-pages.ts'
import type { Client } from '../../client/client.ts'
import { HISTORY_LIMIT } from '../../contract/constants.ts'
import type { Deps } from '../kit/command.ts'
import { callOptions } from '../kit/wait-notice.ts'
import { FIRST_PAGE } from './masked-history.ts'
import { areReached } from './named-revision.ts'
import type { History, OpenedHistory, Revision } from './opened-history.ts'

/** The history from the server as it is. Nothing of it may reach the ledger, so it does not go through the cache. */
export const openRevealed = async (deps: Deps): Promise<OpenedHistory> => {
  const [client, source] = [await deps.client(), await deps.source()]
  const walk: OpenedHistory['walk'] = async (isEnough) => {
    const byNumber = new Map<unknown, Revision>()
    const history: History = { rows: [], isWhole: false, at: source.now(), incomplete: undefined, problems: 0 }
    for await (const page of revealedPages(client, deps)) {
      for (const row of page.rows) byNumber.set(row.revision ?? row, row)
      history.rows = [...byNumber.values()].sort((a, b) => (b.revision ?? 0) - (a.revision ?? 0))
      history.problems += page.reply.problemCount
      history.incomplete = page.incomplete
      history.isWhole = page.nextCursor === undefined
      if (isEnough(history.rows)) break
    }
    return history
  }
  return { walk, find: (names) => walk((rows) => areReached(rows, names)) }
}

async function* revealedPages(client: Pick<Client, 'call'>, deps: Deps): AsyncGenerator<HistoryPage, void> {
  const trail = createHistoryTrail()
  let cursor: string | undefined
  for await (const page of historyPages(client, trail, { ...callOptions(deps), limit: FIRST_PAGE })) {
    yield page
    cursor = page.nextCursor
    break
  }
  if (cursor !== undefined)
    yield* historyPages(client, trail, { ...callOptions(deps), limit: HISTORY_LIMIT.max, cursor })
}
