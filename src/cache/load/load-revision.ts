import { AppError } from '../../base/errors.ts'
import { memoize } from '../../base/memoize.ts'
import type { ControlRevision } from '../../contract/controls.ts'
import type { Lenient } from '../../contract/lenient.ts'
import { maskRevision } from '../../domain/secrets/mask-settings.ts'
import type { LoadOptions } from './filled.ts'
import { findRevision } from './find-revision.ts'
import type { RevisionDeps } from './load-revisions.ts'
import type { Loaded } from './loaded.ts'
import { revisionsNotKept } from './offline.ts'
import { refuseOf } from './refusals.ts'

type Revision = Lenient<ControlRevision>

/** See {@link Source.loadRevision}. */
export const createLoadRevision =
  ({ client, ledger, organisation, hash, trail }: RevisionDeps) =>
  async (revision: number, { signal, onRetry }: LoadOptions = {}): Promise<Loaded<Revision>> => {
    const held = ledger.readRevision(revision)
    const loaded = (data: Revision, from: Loaded<Revision>['from']): Loaded<Revision> => ({
      data,
      at: organisation.now(),
      from,
      // What a revision has changed does not change any more.
      freshMs: Number.POSITIVE_INFINITY,
      problems: 0,
    })
    if (held) return loaded(held, 'ledger')
    if (!client) throw new AppError('incomplete', revisionsNotKept({ from: revision, to: revision }))
    const newest = ledger.readRevisions(1).rows[0]?.revision
    const found = await refuseOf(ledger, 'revisions', () =>
      findRevision(client, trail, revision, {
        signal,
        onRetry,
        newest,
        onPage: ({ rows, reply }) => {
          organisation.hearClock(reply.serverDate)
          const hashOnce = memoize(hash)
          const masked = rows.map((row) => maskRevision(row, hashOnce))
          // The walk may have begun below newer ones.
          organisation.keepList('revisions', () => ledger.writeRevisions(masked, undefined))
        },
      }),
    )
    if (!found) throw noRevision(revision)
    return loaded(maskRevision(found, hash), 'server')
  }

/** Says that the history has no revision of a number. */
export const noRevision = (revision: number): AppError =>
  new AppError('notFound', `The history of the controls has no revision ${revision}: see qd controls history.`)
