import type { ArchiveProgress } from '../../archive/writing.ts'
import type { RetryWait } from '../../client/client.ts'
import type { LogEntry } from '../../client/request-log.ts'
import type { Range } from '../../domain/calendar/calendar.ts'
import type { PersonDaysChunk } from '../../domain/people/person-days.ts'
import type { Path } from '../../domain/settings-diff/setting-path.ts'
import type { DayCredits } from '../../domain/usage/person-credits.ts'
import type { KnownKind, KnownSource } from '../ledger/ledger.ts'
import type { Loaded } from '../load/kit/loaded.ts'
import type { Loader } from '../load/loader.ts'
import type { ChangeName, ChangeOutcome } from '../load/management/change.ts'
import type { WorkName } from '../load/management/work.ts'
import type { UsersWatchEvent, UsersWatchState, WatchUsersOptions } from '../load/people/users-watch.ts'
import type { QueryName } from '../load/queries.ts'
import type { ErrorData } from './error-data.ts'
import type { Part } from './parts.ts'

/** A day of credits: its columns, packed, and the rest. */
export type PackedCredits = Pick<DayCredits, 'otherEmails'> & { packed: Uint8Array }

/** What the process that draws tells the one that loads. An id names one load or one watch for as long as it lives. */
export type ToLoader =
  | {
      is: 'load'
      id: number
      name: QueryName
      params: unknown
      isForced: boolean
      wantsHeld: boolean
      /** Of a list that comes in parts: digests of those that need not be sent; undefined: it comes as a whole. */
      known: readonly string[] | undefined
    }
  /** The last parts, columns or kept rows have been taken. */
  | { is: 'next'; id: number }
  | { is: 'reveal'; id: number; revision: number; path: Path }
  | { is: 'change'; id: number; name: ChangeName; request: unknown }
  | { is: 'work'; id: number; name: WorkName; request: unknown }
  | { is: 'addIds'; kind: KnownKind; ids: readonly string[]; source: Exclude<KnownSource, 'seen'> }
  | { is: 'forgetId'; kind: KnownKind; of: string }
  /** Of a change: until it may have been sent. Of work: it answers when nothing of it is left. */
  | { is: 'cancel'; id: number }
  | { is: 'watchUsers'; id: number; range: Range; known: WatchUsersOptions['known'] }
  | { is: 'users'; id: number; wants: 'more' | 'all' | 'stop' | 'refreshStale' | 'refreshAll' | 'close' }
  | { is: 'close' }

/** A {@link UsersWatchEvent} with its error as data, without its rows. */
type UsersEventData = Omit<UsersWatchEvent, 'state' | 'chunks'> & {
  state: Omit<UsersWatchState, 'error'> & { error: ErrorData | undefined }
}

/** A {@link ChangeOutcome} with its error as data. */
export type OutcomeData = { is: 'done'; answer: unknown } | { is: 'refused' | 'unknown'; error: ErrorData }

/** What the process that loads answers. */
export type FromLoader =
  /** Of the answer that follows; more is sent when the other side asks for it. */
  | { is: 'parts'; id: number; parts: readonly Part[] }
  /**
   * Of the credits that follow, which come without columns: those of the next days, in their order, packed. What is read from a
   * message as columns would hold all of the message in memory, and copies of what stands at odd bytes of it too.
   */
  | { is: 'columns'; id: number; days: readonly PackedCredits[] }
  | { is: 'held'; id: number; loaded: Loaded<unknown> }
  | { is: 'loaded'; id: number; loaded: Loaded<unknown> }
  | { is: 'revealed'; id: number; value: unknown }
  | { is: 'changed'; id: number; outcome: OutcomeData }
  | { is: 'progress'; id: number; progress: ArchiveProgress }
  | { is: 'worked'; id: number; result: unknown }
  | { is: 'failed'; id: number; error: ErrorData }
  | { is: 'wait'; id: number; wait: RetryWait }
  /** Rows of the event that follows. */
  | { is: 'rows'; id: number; chunk: PersonDaysChunk }
  | { is: 'users'; id: number; event: UsersEventData }
  | ({ is: 'state' } & LoaderState)
  /** It cannot begin at all. */
  | { is: 'refused'; error: ErrorData }
  | { is: 'closed' }

/** What has changed about the requests, the clock and the ledger. */
export type LoaderState = {
  /** Entries of the request log that are new or not what they were. */
  entries: readonly LogEntry[]
  inFlight: number
  /** How many messages the other process has taken so far. */
  taken: number
  /** By the server's clock at the moment this is sent, Unix ms. */
  serverNow: number | undefined
  skewMs: number | undefined
  notice: string | undefined
  /** See {@link Loader.holdsAnswers}. */
  holdsAnswers: boolean
}
