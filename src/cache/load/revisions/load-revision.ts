import { AppError } from '../../../base/errors.ts'
import type { ControlRevision } from '../../../contract/controls.ts'
import type { Lenient } from '../../../contract/lenient.ts'
import { maskRevision, revisionMask } from '../../../domain/secrets/mask-settings.ts'
import type { LoadOptions } from '../kit/load-options.ts'
import { type Loaded, loaded } from '../kit/loaded.ts'
import { revisionsNotKept } from '../kit/offline.ts'
import { askRevision } from './ask-revision.ts'
import type { RevisionDeps } from './load-revisions.ts'

type Revision = Lenient<ControlRevision>

/** See {@link Source.loadRevision}. */
export const createLoadRevision =
  (deps: RevisionDeps) =>
  async (revision: number, options: LoadOptions = {}): Promise<Loaded<Revision>> => {
    const { client, ledger, organisation, hash } = deps
    const held = ledger.readRevision(revision)
    // A revision never changes.
    const freshMs = Number.POSITIVE_INFINITY
    if (held) return loaded(held, organisation.now(), 'ledger', { freshMs })
    if (!client) throw new AppError('incomplete', revisionsNotKept({ from: revision, to: revision }))
    const found = await askRevision({ ...deps, client }, revision, options, ({ rows }) => {
      const masked = rows.map(revisionMask(hash))
      // No time: the walk may have begun below the newest, so the list is not fresh by it.
      organisation.keepList('revisions', () => ledger.writeRevisions(masked, undefined))
    })
    return loaded(maskRevision(found, hash), organisation.now(), 'server', { freshMs })
  }
