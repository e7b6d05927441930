import { AppError } from '../../base/errors.ts'
import type { Source } from '../../cache/load/source.ts'
import { HISTORY_LIMIT } from '../../contract/constants.ts'
import { loadOptions } from '../kit/cache-use.ts'
import type { Deps } from '../kit/command.ts'
import { callOptions } from '../kit/wait-notice.ts'
import { areReached, isReached } from './named-revision.ts'
import type { History, OpenedHistory, Revision } from './opened-history.ts'
import type { RevisionName } from './revision-argument.ts'

/** Revisions that are asked for at first: mostly the newest are meant. */
export const FIRST_PAGE = 20
/** More than a walk brings: all there is. */
export const ALL_REVISIONS = 100_000

/** The history through the ledger, secrets masked. */
export const openMasked = (source: Source, deps: Deps): OpenedHistory => {
  const options = loadOptions(deps)
  let history: History | undefined
  let limit = FIRST_PAGE
  const walk: OpenedHistory['walk'] = async (isEnough) => {
    while (!history || !isEnough(history.rows)) {
      if (history?.isWhole) return { ...history, incomplete: history.incomplete ?? olderNotKept(source, history.rows) }
      if (history) limit = Math.min(ALL_REVISIONS, limit + stepAfter(limit))
      // What has just been asked for is kept: only the first walk is forced.
      const isForced = options.isForced && !history
      const { data, at, incomplete, problems } = await source.loadRevisions(limit, { ...options, isForced })
      const isWhole = data.length < limit || limit === ALL_REVISIONS
      history = { rows: data, isWhole, at, incomplete, problems, isOffline: source.isOffline }
    }
    return history
  }
  return {
    walk,
    find: async (names) => {
      const kept = options.isForced || source.isOffline ? undefined : keptOnes(source, names)
      if (kept) return { rows: kept, isWhole: false, at: source.now(), incomplete: undefined, problems: 0 }
      const unnumbered = names.filter(({ is }) => is !== 'number')
      const newest = await walk((rows) => areReached(rows, unnumbered))
      // Which one latest~2 is must be told before others are put below.
      const found = areReached(newest.rows, unnumbered) && (await askForOlder(source, newest.rows, names, deps))
      return found ? { ...newest, rows: [...newest.rows, ...found] } : walk((rows) => areReached(rows, names))
    },
  }
}

/** A page more; of a long history a quarter more, as each step reads again what is kept. */
const stepAfter = (limit: number): number => HISTORY_LIMIT.max * Math.max(1, Math.ceil(limit / 4 / HISTORY_LIMIT.max))

/** The revisions that are named, where all of them are by their numbers and kept. */
const keptOnes = ({ ledger }: Source, names: readonly RevisionName[]): Revision[] | undefined => {
  const rows: Revision[] = []
  for (const name of names) {
    const row = name.is === 'number' ? ledger.readRevision(name.revision) : undefined
    if (!row) return undefined
    rows.push(row)
  }
  return rows
}

/** Revisions older than these that are named by their numbers, each asked for alone; undefined where one that is named does not come. */
const askForOlder = async (
  source: Source,
  rows: readonly Revision[],
  names: readonly RevisionName[],
  deps: Deps,
): Promise<Revision[] | undefined> => {
  const older = names
    .filter((name) => name.is === 'number')
    .filter((name) => rows.every(({ revision }) => revision !== name.revision))
  if (older.some((name) => isReached(rows, name))) return undefined
  const found: Revision[] = []
  try {
    // The walk down to the lowest passes the others.
    for (const { revision } of older.sort((a, b) => a.revision - b.revision)) {
      const { data } = await source.loadRevision(revision, callOptions(deps))
      found.push(data)
    }
  } catch (error) {
    if (!(error instanceof AppError && (error.kind === 'notFound' || error.kind === 'incomplete'))) throw error
    return undefined
  }
  return found
}

/** Offline, says that older revisions than these may be missing; undefined where there are none, or the server was asked. */
export const olderNotKept = ({ isOffline }: Source, rows: readonly Revision[]): string | undefined => {
  const oldest = rows.at(-1)?.revision
  return isOffline && oldest !== undefined && oldest > 1
    ? `Offline: nothing older than revision ${oldest} is kept on this machine.`
    : undefined
}
