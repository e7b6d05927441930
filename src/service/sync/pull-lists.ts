import { hash } from 'node:crypto'
import { AppError } from '../../base/errors.ts'
import { isObject, memberOf } from '../../base/json.ts'
import { isSameJson } from '../../base/same-json.ts'
import type { CiJob } from '../../contract/ci.ts'
import { HISTORY_LIMIT, USERS_LIMIT } from '../../contract/constants.ts'
import type { ControlRevision } from '../../contract/controls.ts'
import type { AuditEvent } from '../../contract/organization.ts'
import type { ReadinessReport } from '../../contract/readiness.ts'
import { dayOf } from '../../domain/calendar/calendar.ts'
import { revisionMask, type SecretHash } from '../../domain/secrets/mask-settings.ts'
import type { Stores } from '../store/store.ts'
import type { MirroredTable } from '../store/sync-store.ts'
import { isStorableId, type Pull } from './pull.ts'
import { secretHash } from './secret-hash.ts'
import type { OptionalName, Row } from './vendor.ts'

type ListName = 'readinessReports' | 'controlsHistory' | 'ciJobs' | OptionalName

/** How the rows of a list are requested and stored. */
type List = {
  table: MirroredTable
  /** The parameter that names the next page; undefined if the list has one page. */
  cursor: 'cursor' | 'startAfter' | undefined
  /** Rows per page. */
  limit: number | undefined
  /** The cursor after a page; undefined after the last one. */
  next: (body: Record<string, unknown>, rows: readonly Row[]) => unknown
  /** The key in the table; undefined for a row that cannot be stored. */
  keyOf: (row: Row) => string | number | undefined
  /** The age of a row, if new rows are on the first pages. Other lists are always read completely. */
  ageOf?: (row: Row) => number
  /** Stores the other members of a response. */
  putBody?: (stores: Stores, body: Record<string, unknown>) => Promise<void>
  /** Returns the number of written rows. */
  put: (stores: Stores, rows: readonly Row[], mask: MaskRow) => Promise<number>
}

const nextCursor: List['next'] = ({ pagination }) =>
  memberOf(pagination, 'hasMore') === false ? undefined : memberOf(pagination, 'nextCursor')

const sumOf = async (rows: readonly Row[], put: (row: Row) => Promise<number>): Promise<number> => {
  let sum = 0
  for (const row of rows) sum += await put(row)
  return sum
}

/** Columns for searching hold no U+0000, which PostgreSQL cannot store. */
const textOf = (value: unknown): string => (isStorableId(value) ? value : '')
const createdAt = ({ createdAt }: Row['json']): number => (typeof createdAt === 'number' ? createdAt : 0)
const isTime = (value: unknown): boolean => typeof value === 'string' && !Number.isNaN(Date.parse(value))

const lists: Record<ListName, List> = {
  ciJobs: {
    table: 'ci_jobs',
    cursor: undefined,
    limit: undefined,
    next: () => undefined,
    keyOf: ({ json: { id }, text }) => (id === undefined ? text : isStorableId(id) ? id : undefined),
    put: (stores, rows) => sumOf(rows, ({ json, text }) => stores.lists.ciJobs.put(json as CiJob, text)),
  },
  readinessReports: {
    table: 'reports',
    cursor: 'startAfter',
    limit: 100,
    ageOf: ({ json }) => createdAt(json),
    next: (_, rows) => rows.at(-1)?.json.reportId,
    keyOf: ({ json: { reportId } }) => (isStorableId(reportId) ? reportId : undefined),
    put: (stores, rows) =>
      sumOf(rows, ({ json, text }) => {
        const known = { createdAt: createdAt(json), repoUrl: textOf(json.repoUrl) }
        return stores.reports.put({ ...(json as ReadinessReport), ...known }, text)
      }),
  },
  controlsHistory: {
    table: 'revisions',
    cursor: 'cursor',
    limit: HISTORY_LIMIT.max,
    ageOf: ({ json }) => json.revision as number,
    next: nextCursor,
    keyOf: ({ json: { revision } }) =>
      typeof revision === 'number' && Number.isFinite(revision) ? revision : undefined,
    put: (stores, rows, mask) => sumOf(rows, (row) => stores.revisions.put(row.json.revision as number, mask(row))),
  },
  organizationUsers: {
    table: 'seats',
    cursor: 'cursor',
    limit: USERS_LIMIT.max,
    next: nextCursor,
    keyOf: ({ json: { id } }) => (isStorableId(id) ? id : undefined),
    put: (stores, rows) =>
      stores.seats.put(
        rows.map(({ json, text }) => ({ user: { id: json.id as string, email: textOf(json.email) }, row: text })),
      ),
  },
  userLimits: {
    table: 'user_limits',
    cursor: undefined,
    limit: undefined,
    next: () => undefined,
    keyOf: ({ json: { email } }) => (isStorableId(email) ? email : undefined),
    putBody: (stores, { globalLimit }) =>
      stores.limits.putGlobal(typeof globalLimit === 'number' && Number.isFinite(globalLimit) ? globalLimit : null),
    put: (stores, rows) =>
      stores.limits.putOwn(rows.map(({ json, text }) => ({ email: json.email as string, row: text }))),
  },
  auditEvents: {
    table: 'audit_events',
    cursor: 'cursor',
    limit: USERS_LIMIT.max,
    ageOf: ({ json }) => Date.parse(json.createdAt as string),
    next: nextCursor,
    keyOf: ({ json: { createdAt }, text }) => (isTime(createdAt) ? hash('sha256', text) : undefined),
    put: (stores, rows) =>
      stores.auditEvents.put(rows.map(({ json, text }) => ({ event: json as AuditEvent, row: text }))),
  },
}

/** Whether an endpoint has a list instead of days. */
export const isList = (name: string): name is ListName => Object.hasOwn(lists, name)

/** The text of a revision without secrets. A revision without secrets stays as it came. */
type MaskRow = (row: Row) => string

const maskRowWith = (hash: SecretHash): MaskRow => {
  // It holds the secrets of the rows, so each page has its own.
  const mask = revisionMask(hash)
  return ({ json, text }) => {
    // Only an object can be masked by its members.
    const { user, ...others } = json
    const masked = mask((user === undefined || isObject(user) ? json : others) as Partial<ControlRevision>)
    return isSameJson(masked, json) ? text : JSON.stringify(masked)
  }
}

/**
 * Reads a list, newest rows first. Once a day, and until a first walk has ended, all pages are read and rows that the
 * vendor no longer has are removed; else pages are read until one has nothing new. Rows that are older than all of the
 * vendor's stay: it may have dropped them because of their age.
 *
 * @throws AppError
 */
export const pullList = async (pull: Pull, name: ListName): Promise<void> => {
  const list = lists[name]
  const hash = secretHash(await pull.store.sync.readSalt())
  const synced = await pull.store.sync.readDays(name)
  const startedAt = pull.now()
  const today = dayOf(startedAt)
  const isWhole = list.ageOf === undefined || !synced.some(({ day }) => day >= today)
  const seen = new Set<unknown>()
  let oldest = list.ageOf && Number.POSITIVE_INFINITY
  for await (const { body, rows } of pagesOf(pull, name)) {
    const usable = rows.filter((row) => list.keyOf(row) !== undefined)
    for (const row of usable) oldest = list.ageOf && Math.min(oldest ?? 0, list.ageOf(row))
    const written = await pull.commit(async (stores, scrub) => {
      const mask = maskRowWith(hash)
      const stored = scrub(usable)
      for (const row of stored) seen.add(list.keyOf(row))
      await list.putBody?.(stores, body)
      return list.put(stores, stored, mask)
    })
    const skipped = rows.length - usable.length
    pull.count({ written, changed: synced.length === 0 ? 0 : written, skipped }, `${seen.size} rows`)
    if (!isWhole && written === 0) return
  }
  const removed = await pull.commit(async (stores) => {
    await stores.sync.completeDays(name, [today], startedAt)
    await stores.sync.forgetDaysBefore(name, today)
    return stores.sync.deleteOthers(list.table, seen, oldest)
  })
  pull.count({ removed })
}

/** The rows of each page. A page that is too large is requested again with half as many rows. */
async function* pagesOf(
  pull: Pull,
  name: ListName,
): AsyncGenerator<{ body: Record<string, unknown>; rows: Row[] }, void> {
  const { cursor: parameter, keyOf, next, ...list } = lists[name]
  let limit = list.limit
  let cursor: string | undefined
  const cursors = new Set<unknown>()
  const seen = new Set<unknown>()
  for (;;) {
    const page = await pull
      .read(name, { ...(limit && { limit }), ...(parameter && cursor && { [parameter]: cursor }) })
      .catch((error: unknown) => {
        if (!(error instanceof AppError && error.isTooLarge) || limit === undefined || limit < 2) throw error
        limit = Math.ceil(limit / 2)
      })
    if (!page) continue
    const known = seen.size
    for (const row of page.rows) seen.add(keyOf(row))
    const hasNew = seen.size > known
    yield page
    const following = next(page.body, page.rows)
    const isEnd = typeof following !== 'string' || following === ''
    // Reports have no mark of the last page: it has nothing new.
    if (isEnd || (!hasNew && name === 'readinessReports')) return
    if (cursors.has(following) || !hasNew)
      throw new AppError('incomplete', `The vendor sent no further rows of ${name}, although it announced more.`)
    cursors.add(following)
    cursor = following
  }
}
