import { AppError } from '../../../base/errors.ts'
import type { Client } from '../../../client/client.ts'
import type { ControlRevision } from '../../../contract/controls.ts'
import type { Lenient } from '../../../contract/lenient.ts'
import type { LoadOptions } from '../kit/load-options.ts'
import { findRevision } from './find-revision.ts'
import type { HistoryPage } from './history-pages.ts'
import type { RevisionDeps } from './load-revisions.ts'

type AskDeps = Pick<RevisionDeps, 'ledger' | 'organisation' | 'trail'> & { client: Pick<Client, 'call'> }

/**
 * Asks the server for one revision, as it comes, unmasked, from the nearest place above it that is known; nothing is kept.
 *
 * @param onPage Told of each page on the way.
 * @throws AppError `notFound` where the history has none of that number.
 */
export const askRevision = async (
  { client, ledger, organisation, trail }: AskDeps,
  revision: number,
  { signal, onRetry }: LoadOptions,
  onPage: (page: HistoryPage) => void = () => {},
): Promise<Lenient<ControlRevision>> => {
  const newest = ledger.readRevisions(1).rows[0]?.revision
  const found = await findRevision(client, trail, revision, {
    signal,
    onRetry,
    newest,
    onPage: (page) => {
      organisation.timeOf(page.reply)
      onPage(page)
    },
  })
  if (found) return found
  throw new AppError('notFound', `The history of the controls has no revision ${revision}: see qd controls history.`)
}
