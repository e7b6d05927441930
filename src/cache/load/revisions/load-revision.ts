import { AppError } from '../../../base/errors.ts'
import { isCursorError } from '../../../client/pages.ts'
import { HISTORY_LIMIT } from '../../../contract/constants.ts'
import type { ControlRevision } from '../../../contract/controls.ts'
import type { Lenient } from '../../../contract/lenient.ts'
import { revealSetting } from '../../../domain/revisions/reveal-setting.ts'
import { maskRevision, revisionMask } from '../../../domain/secrets/mask-settings.ts'
import type { Path } from '../../../domain/settings-diff/setting-path.ts'
import type { LoadOptions } from '../kit/load-options.ts'
import { type Loaded, loaded } from '../kit/loaded.ts'
import { NOT_REVEALED, revisionsNotKept } from '../kit/offline.ts'
import { type HistoryPage, historyPages, type OnlineDeps, type RevisionDeps } from './history-pages.ts'

type Revision = Lenient<ControlRevision>

/** See {@link Source.loadRevision}. */
export const loadRevision = async (
  deps: RevisionDeps,
  revision: number,
  options: LoadOptions = {},
): Promise<Loaded<Revision>> => {
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

/**
 * Asks the server for a revision and answers what its settings have at a path, secrets and all; undefined where that is nothing. It is
 * kept nowhere.
 *
 * @param path As it is in the masked settings.
 * @throws AppError when there is no such revision or nobody to ask; never one that says anything of the settings.
 */
export const revealValue = async (
  deps: RevisionDeps,
  revision: number,
  path: Path,
  options: LoadOptions = {},
): Promise<unknown> => {
  const { client, hash } = deps
  if (!client) throw new AppError('incomplete', NOT_REVEALED)
  try {
    const { settings } = await askRevision({ ...deps, client }, revision, options)
    return revealSetting(settings, path, hash)
  } catch (error) {
    if (error instanceof AppError) throw error
    // Its message may hold the secret: it is not passed on as the cause.
    throw new AppError('failed', 'Something in this program went wrong while a value was revealed: please report it.')
  }
}

type OnPage = (page: HistoryPage) => void

/**
 * Asks the server for one revision, as it comes, unmasked: from the last page known to start above it, and no further than must be.
 * Nothing is kept.
 *
 * @param onPage Called with each page on the way.
 * @throws AppError `notFound` where the history has none of that number.
 */
const askRevision = async (
  deps: OnlineDeps,
  revision: number,
  { signal, onRetry }: LoadOptions,
  onPage: OnPage = () => {},
): Promise<Revision> => {
  const { cursors } = deps.trail
  const above = Math.min(...[...cursors].flatMap(([above, cursor]) => (cursor && above > revision ? above : [])))
  const cursor = cursors.get(above)
  const options = { signal, onRetry, onPage }
  const found = await walkTo(deps, revision, { ...options, ...(cursor && { above, cursor }) }).catch((error) => {
    if (cursor === undefined || !isCursorError(error)) throw error
    cursors.clear()
    return walkTo(deps, revision, options)
  })
  if (found) return found
  throw new AppError('notFound', `The history of the controls has no revision ${revision}: see qd controls history.`)
}

/** Newer revisions than the newest known one that the first page leaves room for. */
const NEWER = 4

type ToOptions = Pick<LoadOptions, 'signal' | 'onRetry'> & {
  onPage: OnPage
  /** The page below this revision begins at the cursor. @default at the newest */
  above?: number
  cursor?: string
}

const walkTo = async (
  deps: OnlineDeps,
  revision: number,
  { onPage, above, ...options }: ToOptions,
): Promise<Revision | undefined> => {
  const newest = deps.ledger.revisionNumbers(1).numbers[0]
  /** The lowest number so far; undefined: none has come, or they come in no order. */
  let last = above ?? (newest === undefined ? undefined : newest + 1 + NEWER)
  let isNewestFirst = true
  let before = Number.POSITIVE_INFINITY
  const limit = () => (last === undefined ? HISTORY_LIMIT.max : Math.ceil(last - revision))
  for await (const page of historyPages(deps.client, deps.trail, { ...options, limit })) {
    deps.organisation.timeOf(page.reply)
    onPage(page)
    const found = page.rows.find((row) => row.revision === revision)
    if (found) return found
    for (const { revision: number } of page.rows) {
      isNewestFirst &&= number !== undefined && number < before
      before = number ?? before
    }
    if (page.incomplete !== undefined) throw new AppError('incomplete', page.incomplete)
    // Newest first, and already below it: it does not exist.
    if (isNewestFirst && before < revision) return undefined
    last = isNewestFirst ? before : undefined
  }
  return undefined
}
