import type { LogEntry } from '../../client/request-log.ts'
import type { Range } from '../../domain/calendar/calendar.ts'
import type { Path } from '../../domain/settings-diff/setting-path.ts'
import type { WaitOptions } from './kit/load-options.ts'
import type { Loaded } from './kit/loaded.ts'
import type { Actions } from './management/management.ts'
import type { UsersStep, WatchUsersOptions } from './people/users-watch.ts'
import type { DataOf, ParamsOf, QueryName, QueryOptions } from './queries.ts'

/** What loads for the queries, wherever it runs: in this process or in one of its own. */
export type Loader = {
  readonly isOffline: boolean
  /** Rejects with AppError. */
  load<N extends QueryName>(name: N, params: ParamsOf<N>, options?: QueryOptions<DataOf<N>>): Promise<Loaded<DataOf<N>>>
  /** What a revision has at a path, unmasked, asked for anew and kept nowhere. Rejects with AppError. */
  reveal(revision: number, path: Path, options?: WaitOptions): Promise<unknown>
  actions: Actions
  /**
   * Watches the per-user rows of a range until the signal is aborted; `onEvent` may be called before this returns. Rejects with
   * AppError when the process that loads has died.
   *
   * @param id The caller's number for the watch.
   */
  watchUsers(id: number, range: Range, options: WatchUsersOptions): Promise<void>
  stepUsers(id: number, step: UsersStep): Promise<void>
  /** By the server's clock, Unix ms; undefined before the first answer. */
  serverNow(): number | undefined
  /** The server's clock less this machine's, ms; undefined before the first answer. */
  clockSkewMs(): number | undefined
  /** What people must know of the ledger, one sentence; undefined: all is well. */
  notice(): string | undefined
  /** The last requests, oldest first; the same array while nothing changes. */
  requests(): readonly LogEntry[]
  /** Requests on the wire now. */
  inFlight(): number
  /** Called when the requests or the notice may have changed. */
  subscribe(listener: () => void): () => void
  close(): Promise<void>
}
