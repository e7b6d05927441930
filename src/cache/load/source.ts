import type { Client } from '../../client/client.ts'
import type { Range } from '../../domain/calendar/calendar.ts'
import type { Path } from '../../domain/settings-diff/setting-path.ts'
import type { DayTable } from '../ledger/ledger.ts'
import type { Ledger } from '../ledger/open-ledger.ts'
import { createSecretHash } from '../ledger/secret-hash.ts'
import { createFillDays } from './days/fill-days.ts'
import type { LoadOptions } from './kit/load-options.ts'
import { createOrganisation } from './kit/organisation.ts'
import { purgingClient } from './kit/purging-client.ts'
import { loadReports } from './load-reports.ts'
import { createManagement } from './management/management.ts'
import { createUsersWatches } from './people/users-watch.ts'
import { type UsersPart, type UsersWalkOptions, walkUsers } from './people/walk-users.ts'
import { createHistoryTrail } from './revisions/history-pages.ts'
import { loadRevision, revealValue } from './revisions/load-revision.ts'
import { createLoadRevisions } from './revisions/load-revisions.ts'

export type { LoadOptions, UsersPart }

export type SourceOptions = {
  /** Undefined: offline. */
  client: Pick<Client, 'call' | 'download' | 'serverNow'> | undefined
  ledger: Ledger
  /** This machine's clock, Unix ms. */
  now: () => number
  /** The machine's: secrets of settings are hashed with it. */
  salt: Uint8Array
  /**
   * Whether every change is refused.
   * @default false
   */
  isReadOnly?: boolean | undefined
}

/** Loads from the ledger first and asks the server for what is missing. What several want at once is asked for once. */
export type Source = ReturnType<typeof createSource>

/** Puts a ledger and a client together. Both stay the caller's, who closes them. */
export const createSource = ({ client: own, ledger, now, salt, isReadOnly = false }: SourceOptions) => {
  const client = own && purgingClient(own, () => ledger)
  const organisation = createOrganisation(ledger, now, () => client?.serverNow())
  const deps = { client, ledger, organisation, hash: createSecretHash(salt), trail: createHistoryTrail() }
  const fillDays = createFillDays(deps)
  return {
    ledger,
    /** Whether nothing is ever sent. */
    isOffline: client === undefined,
    /** By the server's clock where one has answered, else by this machine's, Unix ms. */
    now: organisation.now,
    /**
     * Makes the ledger hold the days of a range, asking for each missing span at once. Throws AppError of the first span that
     * failed; what other spans brought is kept. Days that somebody else is asking for are waited for, not asked again. What another
     * process clears before it is read is asked for again, a few times.
     */
    fillDays,
    /** As {@link fillDays}, with the rows of a range in the API's own words: as they came, days ascending. */
    rawDays: async (table: DayTable, range: Range, options: LoadOptions = {}) => {
      // Another process may clear the ledger between two looks.
      const readDays = () => ({ orgId: ledger.orgId(), days: ledger.readRawDays(table, range) })
      const { read, ...filled } = await fillDays(table, range, options, readDays)
      const { days, orgId } = read
      return {
        ...filled,
        rows: days.flatMap(({ rows }) => rows),
        /** Of the range that was asked for. */
        meta: { org_id: orgId || null, start_date: range.from, end_date: range.to },
        /** Members that were not as the contract says. */
        problems: days.reduce((sum, { problems }) => sum + problems, 0),
      }
    },
    /**
     * The per-user rows of a range, part by part: what the ledger holds, then page after page of what is missing. Left early
     * (`return`, the signal, a failure) it goes on at its cursor next time. Throws AppError of a page that failed; offline it ends
     * with a part that is incomplete where days are missing.
     */
    walkUsers: (range: Range, options?: UsersWalkOptions): AsyncGenerator<UsersPart, void> =>
      walkUsers(deps, range, options),
    ...createUsersWatches(deps),
    /** All readiness reports, newest first; of those that are kept only what is newer is asked for, unless forced. */
    loadReports: (options?: LoadOptions) => loadReports(deps, options),
    /**
     * The newest revisions of the controls, newest first, secrets in their settings masked; fewer than `limit` only where the
     * history has no more, or says why not. What is kept is not asked for again, unless forced.
     */
    loadRevisions: createLoadRevisions(deps),
    /**
     * One revision by its number, secrets in its settings masked: as it is kept, else from the server. Throws AppError
     * `notFound` where the history has none of that number.
     */
    loadRevision: (revision: number, options?: LoadOptions) => loadRevision(deps, revision, options),
    /** See {@link revealValue}. */
    reveal: (revision: number, path: Path, options?: LoadOptions) => revealValue(deps, revision, path, options),
    management: createManagement({ ...deps, isReadOnly }),
  }
}
