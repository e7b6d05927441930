import { AppError } from '../../../base/errors.ts'
import type { Client } from '../../../client/client.ts'
import { isCursorError } from '../../../client/pages.ts'
import { HISTORY_LIMIT } from '../../../contract/constants.ts'
import type { ControlRevision } from '../../../contract/controls.ts'
import type { Lenient } from '../../../contract/lenient.ts'
import { revealSetting } from '../../../domain/revisions/reveal-setting.ts'
import { maskRevision, revisionMask } from '../../../domain/secrets/mask-settings.ts'
import type { Path } from '../../../domain/settings-diff/setting-path.ts'
import type { LoadOptions, WaitOptions } from '../kit/load-options.ts'
import { type Loaded, loaded } from '../kit/loaded.ts'
import { NOT_REVEALED, revisionsNotKept } from '../kit/offline.ts'
import { type HistoryPage, type HistoryTrail, historyPages } from './history-pages.ts'
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

type AskDeps = Pick<RevisionDeps, 'ledger' | 'organisation' | 'trail'> & { client: Pick<Client, 'call'> }

/**
 * Asks the server for one revision, as it comes, unmasked, from the nearest place above it that is known; nothing is kept.
 *
 * @param onPage Told of each page on the way.
 * @throws AppError `notFound` where the history has none of that number.
 */
const askRevision = async (
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
const findRevision = async (
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

/**
 * Asks the server anew for a revision and answers what its settings have at a path, secrets and all; undefined where that is
 * nothing. It is kept nowhere.
 *
 * @param path As it is in the masked settings.
 * @throws AppError when there is no such revision or nobody to ask; never one that says anything of the settings.
 */
export type Reveal = (revision: number, path: Path, options?: LoadOptions) => Promise<unknown>

export const createReveal =
  (deps: RevisionDeps): Reveal =>
  async (revision, path, options = {}) => {
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
