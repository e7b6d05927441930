import type { Query as CachedQuery, QueryClient } from '@tanstack/query-core'
import type { AppError } from '../../base/errors.ts'
import type { RetryWait } from '../../client/client.ts'
import type { Path } from '../../domain/settings-diff/setting-path.ts'
import { isRefusal } from '../load/kit/load-errors.ts'
import type { Change, ChangeName } from '../load/management/change.ts'
import type { Actions } from '../load/management/management.ts'
import type { WorkOptions } from '../load/management/work.ts'
import type { Loader } from '../load/own-loader.ts'
import type { QueryName } from '../load/queries.ts'

/** The queries whose data may differ after a change. */
const affectedQueries: Record<ChangeName, readonly [QueryName, ...QueryName[]]> = {
  updateComputer: ['computers', 'computer'],
  installDependencies: ['computers', 'computer'],
  createComputer: ['computers'],
  deleteComputer: ['computers', 'computer'],
  restartComputer: ['computers', 'computer'],
  refreshComputer: ['computers', 'computer'],
  createKey: ['serviceAccounts', 'serviceAccount'],
  revokeKey: ['serviceAccounts', 'serviceAccount'],
  setGlobalLimit: ['seats'],
  setUserLimits: ['seats'],
  deleteWiki: ['wikiRuns', 'wikiRun', 'wikiHistory'],
}

/** Removes the data of a query that a refused key has loaded. */
export type ForgetRefused = (error: AppError, name: QueryName | 'users') => void

/** Runs work and shows its retry waits until it ends. If the key is refused, its data of `name` is removed. */
export type Tracked = <T>(name: QueryName, work: (onRetry: (wait: RetryWait) => void) => Promise<T>) => Promise<T>

type ActionDeps = { cache: QueryClient; loader: Loader; tracked: Tracked; forgetRefused: ForgetRefused }

/** The operations of screens other than watching queries. */
export const createQueryActions = ({ cache, loader, tracked, forgetRefused }: ActionDeps) => {
  /** Aborted to cancel pending calls of `reveal`. */
  let revealing = new AbortController()
  /** Refetches these queries: watched ones now, the others when they are watched next. */
  const refetchAffected = (names: readonly QueryName[]) => {
    const predicate = ({ queryKey: [name] }: CachedQuery) => names.some((other) => other === name)
    const underWay = cache.getQueryCache().findAll({ predicate, fetchStatus: 'fetching' })
    void cache.invalidateQueries({ predicate })
    // A first load in flight was requested before the change, and a refetch only joins it. Refetch when it has ended.
    for (const { queryKey, promise, state } of underWay)
      if (state.data === undefined)
        void promise?.catch(() => {}).then(() => cache.invalidateQueries({ queryKey, exact: true }))
  }
  const reveal = (revision: number, path: Path, own?: AbortSignal): Promise<unknown> => {
    const signal = own ? AbortSignal.any([own, revealing.signal]) : revealing.signal
    return tracked('revisions', (onRetry) => loader.reveal(revision, path, { signal, onRetry }))
  }
  const change: Change = (name, request, options = {}) =>
    tracked(affectedQueries[name][0], async (onRetry) => {
      const outcome = await loader.actions.change(name, request, { onRetry, ...options })
      if (outcome.is === 'refused' && outcome.error.status === 401)
        forgetRefused(outcome.error, affectedQueries[name][0])
      // Even a rejected change may mean that the displayed data is stale.
      else refetchAffected(affectedQueries[name])
      return outcome
    })
  type Export = Actions['exportWiki']
  const exportWiki = async (request: Parameters<Export>[0], options: WorkOptions = {}): ReturnType<Export> => {
    // A row shows its last export, or why it failed.
    const showExport = () => refetchAffected(['wikiRuns'])
    const exporting = tracked('wikiRuns', (onRetry) => loader.actions.exportWiki(request, { onRetry, ...options }))
    exporting.then(showExport, (error) => isRefusal(error) || showExport())
    return exporting
  }
  const { addIds, forgetId } = loader.actions
  return {
    /**
     * Loads the unmasked value at a path of a revision's masked settings; undefined if there is none. It is stored
     * nowhere: not in memory, on disk or in a log. `cancel` and the signal abort it.
     *
     * @throws AppError whose message contains nothing of the value.
     */
    reveal,
    /**
     * Makes a change on the server, once, and refetches the data that it may have changed: see {@link Change}. It
     * continues even if the caller stops waiting.
     */
    change,
    /** Writes an archive. Leaving a screen does not cancel it. */
    exportWiki,
    extractArchive: loader.actions.extractArchive,
    searchArchives: loader.actions.searchArchives,
    /**
     * Stores ids that users entered, and loads their rows. If the process dies before it stores an id, the load that
     * follows fails too and reports the error.
     */
    addIds: (...args: Parameters<typeof addIds>): void => {
      addIds(...args).catch(() => {})
      refetchAffected([args[0]])
    },
    /** Removes an id. A server that lists it returns it with the next list. */
    forgetId: (...args: Parameters<typeof forgetId>): void => {
      forgetId(...args).catch(() => {})
      refetchAffected([args[0]])
    },
    stopRevealing: (): void => {
      revealing.abort()
      revealing = new AbortController()
    },
  }
}
