import { addresses } from '../../../base/addresses.ts'
import { AppError } from '../../../base/errors.ts'
import { isCursorError } from '../../../client/pages.ts'
import { HISTORY_LIMIT } from '../../../contract/constants.ts'
import type { ControlRevision } from '../../../contract/controls.ts'
import type { Lenient } from '../../../contract/lenient.ts'
import { revealSetting } from '../../../domain/revisions/reveal-setting.ts'
import { isStoredMasked, maskRevision, revisionMask, STORED_MASKED } from '../../../domain/secrets/mask-settings.ts'
import type { Path } from '../../../domain/settings-diff/setting-path.ts'
import type { LoadOptions } from '../kit/load-options.ts'
import { type Loaded, loaded } from '../kit/loaded.ts'
import { REVEAL_OFFLINE, revisionsNotCachedMessage } from '../kit/offline.ts'
import { type HistoryPage, historyPages, type OnlineDeps, type RevisionDeps } from './history-pages.ts'

type Revision = Lenient<ControlRevision>

/** See {@link Source.loadRevision}. */
export const loadRevision = async (
  deps: RevisionDeps,
  revision: number,
  options: LoadOptions = {},
): Promise<Loaded<Revision>> => {
  const { client, ledger, organisation, hash } = deps
  const cached = ledger.readRevision(revision)
  // A revision never changes.
  const freshMs = Number.POSITIVE_INFINITY
  if (cached) return loaded(cached, organisation.now(), 'ledger', { freshMs })
  if (!client) throw new AppError('incomplete', revisionsNotCachedMessage({ from: revision, to: revision }))
  const found = await requestRevision({ ...deps, client }, revision, options, ({ rows }) => {
    const masked = rows.map(revisionMask(hash))
    // No time: the walk may have begun below the newest revision, so the list does not become fresh.
    organisation.keepList('revisions', () => ledger.writeRevisions(masked, undefined))
  })
  return loaded(maskRevision(found, hash), organisation.now(), 'server', { freshMs })
}

/**
 * Requests a revision and returns the unmasked value at a path of its settings; undefined if there is none. The value
 * is not cached.
 *
 * @param path The path in the masked settings.
 * @throws AppError if the revision does not exist, the server cannot be reached or it stores settings masked. Its message contains nothing of the
 * settings.
 */
export const revealValue = async (
  deps: RevisionDeps,
  revision: number,
  path: Path,
  options: LoadOptions = {},
): Promise<unknown> => {
  const { client, hash } = deps
  if (!client) throw new AppError('incomplete', REVEAL_OFFLINE)
  try {
    const { settings } = await requestRevision({ ...deps, client }, revision, options)
    const value = revealSetting(settings, path, hash)
    if (isStoredMasked(value)) throw new AppError('failed', STORED_MASKED)
    return value
  } catch (error) {
    if (error instanceof AppError) throw error
    // The error message may contain the secret, so it must not become the cause.
    throw new AppError('failed', `Internal error while revealing a value. Please report it at ${addresses.bugs}.`)
  }
}

type OnPage = (page: HistoryPage) => void

/**
 * Requests one revision, unmasked, from the last page known to start above it, and no pages beyond it. Nothing is
 * cached.
 *
 * @param onPage Called with each page.
 * @throws AppError `notFound` if the history has no such revision.
 */
const requestRevision = async (
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
  throw new AppError('notFound', `No revision ${revision}. See qd controls history.`)
}

/** The number of revisions newer than the newest known one that the first page allows for. */
const NEWER_ALLOWANCE = 4

type ToOptions = Pick<LoadOptions, 'signal' | 'onRetry'> & {
  onPage: OnPage
  /** The page that starts directly below this revision begins at the cursor. @default at the newest */
  above?: number
  cursor?: string
}

const walkTo = async (
  deps: OnlineDeps,
  revision: number,
  { onPage, above, ...options }: ToOptions,
): Promise<Revision | undefined> => {
  const newest = deps.ledger.revisionNumbers(1).numbers[0]
  /** The lowest number so far; undefined if there is none or the pages are not in order. */
  let last = above ?? (newest === undefined ? undefined : newest + 1 + NEWER_ALLOWANCE)
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
    // The pages are newest first and already below the revision, so it does not exist.
    if (isNewestFirst && before < revision) return undefined
    last = isNewestFirst ? before : undefined
  }
  return undefined
}
