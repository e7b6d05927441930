import { setTimeout as sleep } from 'node:timers/promises'
import { AppError } from '../../base/errors.ts'
import { memberOf } from '../../base/json.ts'
import { UnavailableError } from '../db/db.ts'
import type { Lease } from '../store/lease-store.ts'
import type { Store, Stores } from '../store/store.ts'
import { type MirroredName, type Row, rowsOf, type Vendor } from './vendor.ts'

/** What a run did with the rows of an endpoint. */
export type Counts = {
  /** Rows that were new or different. */
  written: number
  /** Rows of these that belong to days or lists that were complete before. */
  changed: number
  /** Rows that the vendor no longer has. */
  removed: number
  /** Rows that cannot be stored: their id or day is missing or unusable. */
  skipped: number
}

export const noCounts = (): Counts => ({ written: 0, changed: 0, removed: 0, skipped: 0 })

/** The rows without users whose data was erased. */
type Scrub = (rows: readonly Row[]) => Row[]

/** Another instance took over. */
export class LeaseLostError extends AppError {
  override name = 'LeaseLostError'

  constructor() {
    super('refused', 'Another instance took over the synchronisation, so this one wrote nothing more.')
  }
}

/** One run of the mirror, as its endpoints see it. */
export type Pull = {
  vendor: Vendor
  store: Store
  signal: AbortSignal
  /** The vendor's time, Unix ms. */
  now: () => number
  /** Sends a request. @throws AppError */
  read: (
    name: MirroredName,
    query: Record<string, string | number>,
  ) => Promise<{ body: Record<string, unknown>; rows: Row[] }>
  /**
   * Runs `work` in a transaction, unless the lease is lost. Rows have to be scrubbed in it: until its end no other user is
   * erased.
   *
   * @throws LeaseLostError
   */
  commit: <T>(work: (stores: Stores, scrub: Scrub) => Promise<T>) => Promise<T>
  /** Adds to the counts of the endpoint and reports its progress. */
  count: (more: Partial<Counts>, progress?: string) => void
}

export type PullOptions = {
  vendor: Vendor
  store: Store
  lease: Lease
  leaseMs: number
  signal: AbortSignal
  /** This machine's clock, for a vendor that sends no Date. */
  now: () => number
  onWait: (waitMs: number) => void
}

/** The part of a {@link Pull} that is the same for all endpoints. */
export const createPull = ({
  vendor,
  store,
  lease,
  leaseMs,
  signal,
  now,
  onWait,
}: PullOptions): Omit<Pull, 'count'> => ({
  vendor,
  store,
  signal,
  now: () => vendor.now() ?? now(),
  read: async (name, query) => rowsOf(await vendor.read(name, query, { signal, onWait }), name, vendor.host),
  commit: (work) => {
    if (signal.aborted)
      throw signal.reason instanceof AppError
        ? signal.reason
        : new AppError('interrupted', 'The synchronisation was interrupted.')
    // At the end of a transaction, too, which may take longer than the lease.
    const renew = async ({ sync }: Stores): Promise<void> => {
      if (!(await sync.renewLease(lease, leaseMs))) throw new LeaseLostError()
    }
    return withRetries(signal, () =>
      store.write(async (stores) => {
        await stores.forgetting.pause()
        await renew(stores)
        const scrub = await stores.forgetting.createScrubber()
        return work(stores, (rows) => rows.flatMap((row) => scrubbed(row, scrub)))
      }, renew),
    )
  },
})

/** The row without users whose data was erased; nothing if it is a row of one of them. */
const scrubbed = (row: Row, scrub: (json: Row['json']) => Row['json'] | undefined): Row[] => {
  const json = scrub(row.json)
  if (json === undefined) return []
  return [json === row.json ? row : { json, text: JSON.stringify(json) }]
}

const MAX_ATTEMPTS = 10
const RETRY_MS = 1_000

/** Repeats a write that the database could not answer, such as during a failover. It may have happened: it must not matter. */
const withRetries = async <T>(signal: AbortSignal, write: () => Promise<T>): Promise<T> => {
  for (let attempt = 1; ; attempt++) {
    try {
      return await write()
    } catch (error) {
      if (!(error instanceof UnavailableError) || attempt === MAX_ATTEMPTS || signal.aborted) throw error
      await sleep(RETRY_MS, undefined, { signal }).catch(() => {})
    }
  }
}

/** Whether a text can be a key of the database: PostgreSQL stores no U+0000, and no half of a surrogate pair is UTF-8. */
export const isStorableId = (id: unknown): id is string =>
  typeof id === 'string' && id !== '' && id.isWellFormed() && !id.includes('\0')

/** Records the organisation that a response names. @throws AppError if the store has another one. */
export const checkOrganisation = async (stores: Stores, body: Record<string, unknown>): Promise<void> => {
  const named = memberOf(body.meta, 'org_id')
  const state = await stores.sync.readState()
  if (typeof named !== 'string' || state === undefined || named === state.organisation) return
  if (state.organisation !== undefined)
    throw new AppError(
      'usage',
      `The vendor answered for the organisation ${named}, but this mirror has ${state.organisation}. Check the profile, or use another database.`,
    )
  await stores.sync.writeState({ ...state, organisation: named })
  await stores.putOrganisation(named)
}
