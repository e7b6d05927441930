import { AppError } from '../../base/errors.ts'
import { recordOf } from '../../base/json.ts'
import { offeredExtensions } from '../../contract/offered-extensions.ts'
import { addDays, dayOf } from '../../domain/calendar/calendar.ts'
import { UnavailableError } from '../db/db.ts'
import type { Lease } from '../store/lease-store.ts'
import type { Store } from '../store/store.ts'
import type { MirrorState } from '../store/sync-store.ts'
import { type Counts, checkOrganisation, createPull, LeaseLostError, noCounts, type Pull } from './pull.ts'
import { pullDays } from './pull-days.ts'
import { isList, pullList } from './pull-lists.ts'
import { pullUsers } from './pull-users.ts'
import { MIRRORED, type MirroredName, OPTIONAL, type OptionalName, type Vendor } from './vendor.ts'

/** What a run did with an endpoint. */
type EndpointResult = Counts & {
  /** First and last complete day; undefined for lists, and before the first. */
  firstDay?: string | undefined
  lastDay?: string | undefined
  /** Why it failed, as one sentence. */
  failure?: string | undefined
}

export type SyncReport = Record<(typeof MIRRORED)[number], EndpointResult> &
  Partial<Record<OptionalName, EndpointResult>>

export type SyncOptions = {
  store: Store
  vendor: Vendor
  /** Names this instance, for people. */
  holder: string
  signal: AbortSignal
  /** This machine's clock, Unix ms. */
  now: () => number
  /** How long the lease lasts without a renewal, ms. @default 30_000 */
  leaseMs?: number | undefined
  onProgress?: ((endpoint: MirroredName, counts: Counts, progress: string) => void) | undefined
  /** Called before a wait that the vendor requested. */
  onWait?: ((waitMs: number) => void) | undefined
}

const DEFAULT_LEASE_MS = 30_000

/** How each endpoint is read. */
const pulls: Record<MirroredName, (pull: Pull) => Promise<void>> = {
  ciJobs: (pull) => pullList(pull, 'ciJobs'),
  activity: (pull) => pullDays(pull, 'activity'),
  credits: (pull) => pullDays(pull, 'credits'),
  tools: (pull) => pullDays(pull, 'tools'),
  productivity: (pull) => pullDays(pull, 'productivity'),
  users: pullUsers,
  readinessReports: (pull) => pullList(pull, 'readinessReports'),
  controlsHistory: (pull) => pullList(pull, 'controlsHistory'),
  organizationUsers: (pull) => pullList(pull, 'organizationUsers'),
  userLimits: (pull) => pullList(pull, 'userLimits'),
  auditEvents: (pull) => pullList(pull, 'auditEvents'),
}

/**
 * Makes a store the mirror of a vendor, or checks that it is one.
 *
 * @throws AppError if it has other data.
 */
export const openMirror = async (store: Store, vendor: Vendor): Promise<void> => {
  const state = await store.sync.readState()
  if (state === undefined && !(await store.isEmpty()))
    throw new AppError('usage', 'This database has data that is not from a mirror. Name an empty one.')
  if (state?.vendor !== vendor.host) await store.sync.writeState({ failures: {}, ...state, vendor: vendor.host })
}

/**
 * Reads everything that is missing or may have changed. An endpoint that fails does not stop the others, unless the vendor
 * cannot be reached or refuses the key.
 *
 * @returns undefined if another instance is synchronising.
 * @throws AppError if the run stopped. Everything that was written before stays.
 */
export const runSync = async (options: SyncOptions): Promise<SyncReport | undefined> => {
  const { store, vendor, holder, leaseMs = DEFAULT_LEASE_MS } = options
  await openMirror(store, vendor)
  const lease = await store.sync.takeLease(holder, leaseMs)
  if (lease === undefined) return undefined
  const lost = new AbortController()
  let renewing: Promise<void> | undefined
  const heartbeat = setInterval(() => {
    // While a transaction of this run has locked the lease, one renewal waits for it.
    renewing ??= store.sync
      .renewLease(lease, leaseMs)
      .then(
        (isHeld) => isHeld || lost.abort(new LeaseLostError()),
        // The next commit reports an error of the database.
        () => {},
      )
      .then(() => {
        renewing = undefined
      })
  }, leaseMs / 3)
  const signal = AbortSignal.any([options.signal, lost.signal])
  try {
    return await pullAll({ ...options, signal }, lease, leaseMs)
  } finally {
    clearInterval(heartbeat)
    await renewing
    await store.sync.releaseLease(lease).catch(() => {})
  }
}

const pullAll = async (options: SyncOptions, lease: Lease, leaseMs: number): Promise<SyncReport> => {
  const { store, onProgress, onWait = () => {} } = options
  const report: SyncReport = recordOf(MIRRORED, (): EndpointResult => noCounts())
  const pull = createPull({ ...options, lease, leaseMs, onWait })
  try {
    await greet(pull)
    for (const name of [...MIRRORED, ...(await offeredBy(options))]) {
      const result = noCounts() as EndpointResult
      report[name] = result
      const count: Pull['count'] = (more, progress) => {
        for (const [key, value] of Object.entries(more)) result[key as keyof Counts] += value
        if (progress !== undefined) onProgress?.(name, result, progress)
      }
      await pulls[name]({ ...pull, count }).catch((error) => {
        if (stopsRun(error)) throw error
        if (isOptional(name) && REFUSED.has(error.status)) delete report[name]
        else result.failure = error.message
      })
    }
  } catch (error) {
    // Without the lease, or without the database, nothing can be recorded.
    await recordRun(pull, report, error).catch(() => {})
    throw error
  }
  await recordRun(pull, report, undefined)
  await addEnds(store, report)
  return report
}

/**
 * Sends a small request, whose response has the vendor's time and organisation.
 *
 * @throws AppError if the vendor cannot be reached or has another organisation than the store.
 */
const greet = async ({ read, commit, now }: Pick<Pull, 'read' | 'commit' | 'now'>): Promise<void> => {
  try {
    // A day that every vendor keeps, also if this machine's clock is wrong by some days.
    const day = addDays(dayOf(now()), -7)
    const { body } = await read('activity', { startDate: day, endDate: day })
    await commit((stores) => checkOrganisation(stores, body))
  } catch (error) {
    // Each endpoint reports its own failure.
    if (!(error instanceof AppError) || stopsRun(error)) throw error
  }
}

const isOptional = (name: string): name is OptionalName => OPTIONAL.some((optional) => optional === name)

/** Statuses of an endpoint that is not part of the plan or of the key's role, or does not exist. */
const REFUSED: ReadonlySet<unknown> = new Set([402, 403, 404])

/** The optional endpoints that the vendor's OpenAPI document lists. */
const offeredBy = async ({ vendor, signal, onWait = () => {} }: SyncOptions): Promise<OptionalName[]> => {
  try {
    const { json } = await vendor.read('openApi', {}, { signal, onWait })
    return offeredExtensions(json).filter(isOptional)
  } catch (error) {
    if (!(error instanceof AppError) || stopsRun(error)) throw error
    return []
  }
}

/** Whether the other endpoints would fail too. */
const stopsRun = (error: unknown): boolean =>
  !(error instanceof AppError) ||
  error instanceof LeaseLostError ||
  error.status === 401 ||
  ['unreachable', 'interrupted', 'usage'].includes(error.kind)

/** @param stopped The error that stopped the run, if any. */
const recordRun = (pull: Pick<Pull, 'commit' | 'vendor'>, report: SyncReport, stopped: unknown): Promise<void> =>
  pull.commit(async ({ sync }) => {
    const before: MirrorState = (await sync.readState()) ?? { vendor: pull.vendor.host, failures: {} }
    const at = await sync.now()
    const failures = Object.fromEntries(
      Object.entries(report).flatMap(([name, { failure }]) => (failure === undefined ? [] : [[name, failure]])),
    )
    const message = stopped === undefined ? Object.values(failures)[0] : failureText(stopped)
    const failedRuns = (before.failedRuns ?? 0) + (stopped === undefined ? 1 : 0)
    const end =
      message === undefined ? { lastSuccessAt: at, failedRuns: 0 } : { lastFailure: { at, message }, failedRuns }
    await sync.writeState({ ...before, ...end, failures })
  })

/** An error as one sentence. The message of an unexpected error may contain anything. */
const failureText = (error: unknown): string =>
  error instanceof AppError || error instanceof UnavailableError
    ? error.message
    : 'Internal error. See the log of the program that synchronises.'

/** Adds the first and the last day. */
const addEnds = async (store: Store, report: SyncReport): Promise<void> => {
  for (const { endpoint, day, is_complete } of await store.sync.readAllDays()) {
    const result = report[endpoint as MirroredName]
    if (is_complete === 0 || result === undefined || isList(endpoint)) continue
    result.firstDay ??= day
    result.lastDay = day
  }
}
