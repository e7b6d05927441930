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

/** The queries that may show something else after a change. */
const affectedQueries: Record<ChangeName, readonly [QueryName, ...QueryName[]]> = {
  updateComputer: ['computers', 'computer'],
  installDependencies: ['computers', 'computer'],
  createComputer: ['computers'],
  deleteComputer: ['computers', 'computer'],
  restartComputer: ['computers', 'computer'],
  refreshComputer: ['computers', 'computer'],
  createKey: ['serviceAccounts', 'serviceAccount'],
  revokeKey: ['serviceAccounts', 'serviceAccount'],
  deleteWiki: ['wikiRuns', 'wikiRun', 'wikiHistory'],
}

/** Drops what a refused key has seen of a query. */
export type ForgetRefused = (error: AppError, name: QueryName | 'users') => void

/** Runs work whose waits are shown until it ends; a refused key loses what it has seen of `name`. */
export type Tracked = <T>(name: QueryName, work: (onRetry: (wait: RetryWait) => void) => Promise<T>) => Promise<T>

type ActionDeps = { cache: QueryClient; loader: Loader; tracked: Tracked; forgetRefused: ForgetRefused }

/** What screens do beyond watching queries. */
export const createQueryActions = ({ cache, loader, tracked, forgetRefused }: ActionDeps) => {
  /** Aborted to cancel the values that are being revealed. */
  let revealing = new AbortController()
  /** Asks again for what is watched of these queries, and for the rest when it is watched next. */
  const askAgain = (names: readonly QueryName[]) => {
    const predicate = ({ queryKey: [name] }: CachedQuery) => names.some((other) => other === name)
    const underWay = cache.getQueryCache().findAll({ predicate, fetchStatus: 'fetching' })
    void cache.invalidateQueries({ predicate })
    // A first answer that is under way was asked for before the change, and asking again only joins it.
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
      if (outcome.is === 'refused' && outcome.error.status === 401) forgetRefused(outcome.error, 'users')
      // A refusal too may mean that things are not as they were shown.
      else askAgain(affectedQueries[name])
      return outcome
    })
  type Export = Actions['exportWiki']
  const exportWiki = async (request: Parameters<Export>[0], options: WorkOptions = {}): ReturnType<Export> => {
    // A row shows its last export, or why it failed.
    const showExport = () => askAgain(['wikiRuns'])
    const exporting = tracked('wikiRuns', (onRetry) => loader.actions.exportWiki(request, { onRetry, ...options }))
    exporting.then(showExport, (error) => isRefusal(error) || showExport())
    return exporting
  }
  const { addIds, forgetId } = loader.actions
  return {
    /**
     * What a revision has at a path of its masked settings, secrets and all, asked for anew; undefined where that is nothing. It is
     * kept nowhere: not here, on disk or in a log. `cancel` and the signal end it.
     *
     * @throws AppError that says nothing of the value.
     */
    reveal,
    /**
     * Changes something on the server, once, and asks again for what it may have changed: see {@link Change}. It goes on although
     * nobody waits for it.
     */
    change,
    /** Writes an archive; leaving a screen does not end it. */
    exportWiki,
    extractArchive: loader.actions.extractArchive,
    /** Keeps ids that people entered, and loads what they stand for. Where one is lost with the process, so is the load that follows, which says so. */
    addIds: (...args: Parameters<typeof addIds>): void => {
      addIds(...args).catch(() => {})
      askAgain([args[0]])
    },
    /** Removes an id; a list of the server's may bring it back. */
    forgetId: (...args: Parameters<typeof forgetId>): void => {
      forgetId(...args).catch(() => {})
      askAgain([args[0]])
    },
    stopRevealing: (): void => {
      revealing.abort()
      revealing = new AbortController()
    },
  }
}
