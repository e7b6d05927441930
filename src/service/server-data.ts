import { existsSync } from 'node:fs'
import { AppError, usageError } from '../base/errors.ts'
import type { KeyRole } from '../contract/roles.ts'
import type { Budget, TeamRule } from '../contract/teams.ts'
import { counted } from '../domain/text/format.ts'
import { createKey } from './access/access-keys.ts'
import { isPostgresUrl } from './db/postgres-url.ts'
import { recordCommand } from './store/audit-log.ts'
import type { ForgottenRows } from './store/forgetting.ts'
import { stateOf } from './store/key-store.ts'
import { openStore, type Store } from './store/store.ts'
import { syncStatus } from './sync/sync-status.ts'

/** @throws AppError if the file is in use. The user is erased then, but deleted bytes are still in the file. */
const compact = async (store: Store, file: string): Promise<void> => {
  try {
    await store.forgetting.compact()
  } catch (error) {
    const why = 'The user is erased, but deleted bytes remain in the file, because it is in use'
    throw new AppError('failed', `${why}: stop the server, and run sqlite3 ${file} VACUUM.`, { cause: error })
  }
}

/** Undoes a transaction that was only made to count its rows. */
class DryRun extends Error {
  readonly rows: ForgottenRows

  constructor(rows: ForgottenRows) {
    super('dry run')
    this.rows = rows
  }
}

/**
 * Opens the data of a server for administrative commands. The server may be running.
 *
 * @param isNew Whether a missing file is created.
 * @throws AppError if the data cannot be used.
 */
export const openServerData = async (data: string, isNew: boolean) => {
  if (!isNew && !isPostgresUrl(data) && !existsSync(data))
    throw usageError(`${data} does not exist. Name the data file of the server with --data.`)
  const store = await openStore(data)
  return {
    now: store.now,
    addKey: (key: { name: string; role: KeyRole; expiresAt: number | undefined }): Promise<string | undefined> =>
      store.write(async (stores) => {
        const value = createKey()
        if (!(await stores.keys.add(value, key))) return undefined
        await recordCommand(stores, 'serve keys add', `${key.name} (${key.role})`)
        return value
      }),
    keys: async () => {
      const now = await store.now()
      return (await store.keys.readNamed()).map((key) => ({
        name: key.name,
        role: key.role,
        state: stateOf(key, now),
        createdAt: key.created_at,
        expiresAt: key.expires_at,
        revokedAt: key.revoked_at,
        lastUsedAt: key.last_used_at,
      }))
    },
    revokeKey: (name: string): Promise<boolean> =>
      store.write(async (stores) => {
        if (!(await stores.keys.revoke(name))) return false
        await recordCommand(stores, 'serve keys revoke', name)
        return true
      }),
    /**
     * Erases all data of a user.
     *
     * @param isDryRun Whether it only counts what would be erased.
     */
    forgetUser: async (idOrEmail: string, isDryRun: boolean) => {
      const identity = await store.forgetting.identify(idOrEmail)
      const forgetting = store.write(async (stores) => {
        const rows = await stores.forgetting.forget(identity)
        if (isDryRun) throw new DryRun(rows)
        // The log of changes must not name the user.
        await recordCommand(stores, 'serve forget-user')
        return rows
      })
      const rows = await forgetting.catch((error: unknown) => {
        if (error instanceof DryRun) return error.rows
        throw error
      })
      if (!isDryRun) await compact(store, data)
      return { ...identity, rows }
    },
    audit: async (limit: number) =>
      (await store.auditLog.readNewest(limit)).map(({ id, key_name: key, ...row }) => ({ ...row, key, requestId: id })),
    rebuild: (onMonth: (month: string) => void) =>
      store.write(async (stores) => {
        const rebuilt = await stores.rollups.rebuild(onMonth)
        await recordCommand(stores, 'serve rebuild', `${rebuilt.days} days`)
        return rebuilt
      }),
    oldMonths: async (kept: number) => {
      const today = new Date(await store.now())
      const first = new Date(Date.UTC(today.getUTCFullYear(), today.getUTCMonth() - kept))
      return store.retention.findMonths(first.toISOString().slice(0, 7))
    },
    deleteMonth: (month: string): Promise<void> =>
      store.write(async (stores) => {
        await stores.retention.deleteMonth(month)
        await recordCommand(stores, 'serve retention', month)
      }),
    teams: () => store.teams.read(),
    importTeams: (rules: readonly TeamRule[]): Promise<number> =>
      store.write(async (stores) => {
        const before = await stores.teams.read()
        await stores.teams.replace(rules)
        await recordCommand(stores, 'serve teams import', counted(rules.length, 'line'))
        return before.length
      }),
    budgets: () => store.budgets.read(),
    importBudgets: (budgets: readonly Budget[]): Promise<number> =>
      store.write(async (stores) => {
        const before = await stores.budgets.read()
        await stores.budgets.replace(budgets)
        await recordCommand(stores, 'serve budgets import', counted(budgets.length, 'budget'))
        return before.length
      }),
    mirrorStatus: () => syncStatus(store),
    close: store.close,
  }
}
