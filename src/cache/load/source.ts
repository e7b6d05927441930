import type { Client } from '../../client/client.ts'
import type { Range } from '../../domain/calendar/calendar.ts'
import type { Path } from '../../domain/settings-diff/setting-path.ts'
import type { DayTable } from '../ledger/ledger.ts'
import type { Ledger } from '../ledger/open-ledger.ts'
import { createSecretHash } from '../ledger/secret-hash.ts'
import { createFillDays } from './days/fill-days.ts'
import { createFollowLive } from './follow-live.ts'
import type { LoadOptions } from './kit/load-options.ts'
import { createOrganisation } from './kit/organisation.ts'
import { purgingClient } from './kit/purging-client.ts'
import { createLoadAuditEvents } from './load-audit-events.ts'
import { loadReports } from './load-reports.ts'
import { createManagement } from './management/management.ts'
import { createLoadTopUsers } from './people/load-top-users.ts'
import { createUsersWatches } from './people/users-watch.ts'
import { type UsersPart, type UsersWalkOptions, walkUsers } from './people/walk-users.ts'
import { createHistoryTrail } from './revisions/history-pages.ts'
import { loadRevision, revealValue } from './revisions/load-revision.ts'
import { createLoadRevisions } from './revisions/load-revisions.ts'

export type { LoadOptions, UsersPart }

export type SourceOptions = {
  /** Undefined if offline. */
  client:
    | (Pick<Client, 'call' | 'download' | 'serverNow'> & Partial<Pick<Client, 'isSplit' | 'liveStream'>>)
    | undefined
  ledger: Ledger
  /** This machine's clock, Unix ms. */
  now: () => number
  /** The salt of this machine. It keys the hashes of secrets in settings. */
  salt: Uint8Array
  /**
   * Whether to reject every change.
   * @default false
   */
  isReadOnly?: boolean | undefined
  /** Called before responses are processed that may not fit into memory. @default nothing */
  tuneGcForStreaming?: (() => void) | undefined
}

/** Loads from the ledger, then requests missing data. Concurrent loads of the same data share one request. */
export type Source = ReturnType<typeof createSource>

/** Combines a ledger and a client. The caller owns and closes both. */
export const createSource = ({
  client: own,
  ledger,
  now,
  salt,
  isReadOnly = false,
  tuneGcForStreaming = () => {},
}: SourceOptions) => {
  const client = own && purgingClient(own, () => ledger)
  const organisation = createOrganisation(ledger, now, () => client?.serverNow())
  const deps = { client, ledger, organisation, hash: createSecretHash(salt), trail: createHistoryTrail() }
  const management = createManagement({ ...deps, isReadOnly })
  const fillDays = createFillDays({ ...deps, tuneGcForStreaming })
  return {
    ledger,
    /** Whether requests are disabled. */
    isOffline: client === undefined,
    /** Whether a team's server answers the history endpoints. */
    isSplit: client?.isSplit ?? false,
    /** Unix ms by the server's clock once it has responded, else by this machine's clock. */
    now: organisation.now,
    /**
     * Fills the ledger with the days of a range. Requests each missing span once and in parallel, and joins requests in
     * flight for the same days. If another process clears data before it is read, it is requested again, a few times.
     * Throws the AppError of the first failed span; the data of the other spans stays cached.
     */
    fillDays,
    /** Like {@link fillDays}, but returns the rows of the range as received, days ascending. */
    rawDays: async (table: DayTable, range: Range, options: LoadOptions = {}) => {
      // Another process may clear the ledger between two reads.
      const readDays = () => ({ orgId: ledger.orgId(), days: ledger.readRawDays(table, range) })
      const { read, ...filled } = await fillDays(table, range, options, readDays)
      const { days, orgId } = read
      return {
        ...filled,
        rows: days.flatMap(({ rows }) => rows),
        /** Describes the requested range. */
        meta: { org_id: orgId || null, start_date: range.from, end_date: range.to },
        /** The number of members that violated the contract. */
        problems: days.reduce((sum, { problems }) => sum + problems, 0),
      }
    },
    /**
     * Loads the per-user rows of a range in parts: cached rows first, then the missing pages. After an early end
     * (`return`, the signal, an error) the next call continues at the cursor. Throws the AppError of a failed page.
     * Offline, it ends with an incomplete part if days are missing.
     */
    walkUsers: (range: Range, options?: UsersWalkOptions): AsyncGenerator<UsersPart, void> =>
      walkUsers(deps, range, options),
    ...createUsersWatches(deps),
    /** The first users of the server's ranking, an extension. */
    loadTopUsers: createLoadTopUsers(deps),
    /** All readiness reports, newest first. Requests only reports newer than the cached ones, unless forced. */
    loadReports: (options?: LoadOptions) => loadReports(deps, options),
    /**
     * The newest revisions of the controls, newest first, with secrets in their settings masked. It returns fewer than
     * `limit` only at the end of the history or with a reason in `incomplete`. Cached revisions are not requested
     * again, unless forced.
     */
    loadRevisions: createLoadRevisions(deps),
    /**
     * One revision by its number, with secrets in its settings masked, from the cache or else from the server. Throws
     * AppError `notFound` if the history has no such revision.
     */
    loadRevision: (revision: number, options?: LoadOptions) => loadRevision(deps, revision, options),
    /** See {@link revealValue}. */
    reveal: (revision: number, path: Path, options?: LoadOptions) => revealValue(deps, revision, path, options),
    /** The newest events of the audit log, newest first, with secrets masked. A higher limit continues the last walk. */
    loadAuditEvents: createLoadAuditEvents(deps),
    management,
    followLive: createFollowLive({ ...deps, extensions: management.extensions }),
  }
}
