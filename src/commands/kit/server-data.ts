import { usageError } from '../../base/errors.ts'
import type { KeyRole } from '../../contract/roles.ts'
import type { Budget, TeamRule } from '../../contract/teams.ts'
import type { OptionRow } from './option-row.ts'

/** An access key of a server. Times are Unix milliseconds; null is never. */
export type ServerKey = {
  name: string
  role: KeyRole
  state: 'active' | 'expired' | 'revoked'
  createdAt: number
  expiresAt: number | null
  revokedAt: number | null
  lastUsedAt: number | null
}

/** A row of a server's audit log. */
export type ServerAuditRow = {
  /** Unix milliseconds. */
  at: number
  /** Name of the key. */
  key: string
  role: string
  action: string
  target: string | null
  requestId: string
}

/** The rows of users in a month of a server. */
export type ServerMonth = {
  /** Such as `2026-11`. */
  month: string
  rows: number
  sizeBytes: number
}

/** How far a mirror is. Times are Unix ms. */
export type MirrorStatus = {
  vendor: string
  organisation?: string | undefined
  lastSuccessAt?: number | undefined
  lastFailure?: { at: number; message: string } | undefined
  endpoints: readonly {
    name: string
    firstDay?: string
    lastDay?: string
    settledTo?: string
    completeAt?: number
    walk?: { from: string; to: string; cursor: string; startedAt: number }
    failure?: string
  }[]
  lagMs?: number
  lease?: { holder: string; endsAt: number }
}

/** The data of a server, for commands such as `qd serve keys`. Every change adds a row to its audit log. */
export type ServerData = {
  /** Unix milliseconds by the server's clock. */
  now: () => Promise<number>
  /** Creates a key and returns its value; undefined if the name is already used. */
  addKey: (key: { name: string; role: KeyRole; expiresAt: number | undefined }) => Promise<string | undefined>
  /** All keys, by name. */
  keys: () => Promise<ServerKey[]>
  /** Revokes a key. Returns false if there is no such active key. */
  revokeKey: (name: string) => Promise<boolean>
  /** The newest rows of the audit log, newest first. */
  audit: (limit: number) => Promise<ServerAuditRow[]>
  /** Derives everything that rankings read from the stored rows of users, in one transaction. */
  rebuild: (onMonth: (month: string) => void) => Promise<{ days: number; rows: number }>
  /** The months older than a number of whole months before the current one, oldest first. */
  oldMonths: (kept: number) => Promise<ServerMonth[]>
  /** Deletes the rows of users in a month, and what is derived from them. */
  deleteMonth: (month: string) => Promise<void>
  /**
   * Erases all data of a user.
   *
   * @param isDryRun Whether it only counts what would be erased.
   */
  forgetUser: (idOrEmail: string, isDryRun: boolean) => Promise<ForgottenUser>
  /** The lines of the teams, in their order. */
  teams: () => Promise<readonly TeamRule[]>
  /** Replaces all teams. Returns the number of lines before. */
  importTeams: (rules: readonly TeamRule[]) => Promise<number>
  budgets: () => Promise<readonly Budget[]>
  /** Replaces all budgets. Returns the number of budgets before. */
  importBudgets: (budgets: readonly Budget[]) => Promise<number>
  /** How far the mirror is; undefined if the data is not one. */
  mirrorStatus: () => Promise<MirrorStatus | undefined>
  close: () => Promise<void>
}

/** The ids and e-mail addresses of a user, and the number of rows that name them, by table. */
export type ForgottenUser = {
  ids: readonly string[]
  emails: readonly string[]
  rows: Readonly<Record<string, number>>
}

/**
 * Opens the data of a server, which may be running.
 *
 * @param data An SQLite file, or the URL of a PostgreSQL database.
 * @param isNew Whether a missing file is created.
 * @throws AppError if it cannot be used.
 */
export type OpenServerData = (data: string, isNew: boolean) => Promise<ServerData>

export const dataOption = {
  flags: '--data <place>',
  help: 'SQLite file or postgres:// URL',
  completes: 'file',
} as const satisfies OptionRow

/**
 * Runs `work` with the data of a server, and closes it.
 *
 * @param isNew Whether the file may be missing and is then created. @default false
 * @throws AppError of kind `usage` if the file does not exist.
 */
export const withServerData = async <T>(
  data: string,
  { openServerData }: { openServerData: OpenServerData },
  work: (server: ServerData) => Promise<T>,
  isNew = false,
): Promise<T> => {
  const server = await openServerData(data, isNew)
  try {
    return await work(server)
  } finally {
    await server.close()
  }
}

/** The place of a server's data. @throws AppError of kind `usage` if it is missing. */
export const parseData = (data: string | undefined): string => {
  if (data === undefined || data === '') throw usageError('--data is required: the SQLite file or URL of the server.')
  return data
}
