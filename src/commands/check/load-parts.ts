import { AppError } from '../../base/errors.ts'
import { memoize, once } from '../../base/memoize.ts'
import type { AccountRow } from '../../cache/load/management/load-service-accounts.ts'
import type { LoadOptions, Source } from '../../cache/load/source.ts'
import { addDays, yesterdayOf } from '../../domain/calendar/calendar.ts'
import { ciJobRows } from '../../domain/ci/ci-jobs.ts'
import { keyRow } from '../../domain/keys/key-rows.ts'
import { attentionOf } from '../../domain/overview/attention/attention.ts'
import { pseudonymizeItem } from '../../domain/overview/pseudonymize.ts'
import type { Part } from '../../domain/policy/conclude.ts'
import { type CheckedHistory, hasBaseline } from '../../domain/policy/evaluate-controls.ts'
import type { CheckedKeys } from '../../domain/policy/evaluate-keys.ts'
import type { Check } from '../../domain/policy/policy.ts'
import { counted } from '../../domain/text/format.ts'
import { openHistory } from '../controls/open-history.ts'
import type { Deps } from '../kit/command.ts'
import { loadOptions } from '../kit/load-options.ts'
import { loadSeats } from '../kit/load-seats.ts'
import { loadBudgets } from '../kit/load-teams.ts'
import { loadOverview, openAttentionMemory, partName } from '../overview/load-overview.ts'
import { findReports } from '../readiness/find-reports.ts'

/** Days of the attention items, as of qd overview. */
const ATTENTION_DAYS = 14

type LoadedPart<Data> = {
  /** Undefined if nothing could be read. */
  data: Data | undefined
  gaps?: readonly string[]
  incomplete?: string | undefined
  /**
   * Members and rows that did not match the contract and may have been counted otherwise.
   * @default 0, for data whose evaluation finds missing members itself
   */
  problems?: number
}

/** Loads data; an error is a gap, except an interruption. */
const partOf = async <Data>(load: () => Promise<LoadedPart<Data>>): Promise<Part<Data>> => {
  try {
    const { data, gaps = [], incomplete, problems = 0 } = await load()
    const mismatch =
      problems === 0
        ? []
        : [`${counted(problems, 'field or row', 'fields or rows')} of the response did not match the API contract`]
    return { data, gaps: [...gaps, ...(incomplete === undefined ? [] : [incomplete]), ...mismatch] }
  } catch (error) {
    if (!(error instanceof AppError) || error.kind === 'interrupted') throw error
    return { gaps: [error.message] }
  }
}

export type Parts = ReturnType<typeof createParts>

/** The data that checks need. Each part is loaded at its first use, once. */
export const createParts = (
  checks: readonly Check[],
  deps: Deps,
  { salt, teams }: { salt: string | undefined; teams: string | undefined },
) => {
  const isPseudonymous = salt !== undefined
  // The ids are not stored, because the other checks would then depend on the ones before.
  const readAccount = memoize((id: string) =>
    partOf(async () => {
      const { serviceAccounts } = (await deps.source()).management
      return { data: await serviceAccounts.loadKeys(id, loadOptions(deps)) }
    }),
  )
  const loosened = checks.filter((check) => check.check === 'controls.loosened')
  return {
    history: once(() =>
      partOf(async (): Promise<LoadedPart<CheckedHistory>> => {
        const { walk } = await openHistory({ at: undefined, isPseudonymous, reveal: 'never' }, deps)
        const { rows, isWhole, incomplete } = await walk((rows) => loosened.every((check) => hasBaseline(rows, check)))
        return { data: { rows, isWhole }, incomplete }
      }),
    ),
    reports: once(() =>
      partOf(async () => {
        const { rows, incomplete } = await findReports(undefined, deps)
        return { data: rows, incomplete }
      }),
    ),
    keys: (accounts: readonly string[] | undefined) => partOf(() => loadKeys(accounts, readAccount, deps)),
    seats: once(() => partOf(() => loadSeats(deps, isPseudonymous))),
    budgets: once(() =>
      partOf(async () => {
        const { rows, incomplete } = await loadBudgets(deps, teams)
        return { data: rows, incomplete }
      }),
    ),
    jobs: once(() =>
      partOf(async () => {
        const { management } = await deps.source()
        const { data, problems } = await management.list('ciJobs', ({ jobs }) => jobs, loadOptions(deps))
        const gaps = data.other === undefined ? [] : ['The response for CI jobs has an unknown shape']
        return { data: ciJobRows(data.rows), gaps, problems }
      }),
    ),
    attention: once(() =>
      partOf(async () => {
        const source = await deps.source()
        const yesterday = yesterdayOf(source.now())
        const range = { from: addDays(yesterday, 1 - ATTENTION_DAYS), to: yesterday }
        const { parts, current, missing } = await loadOverview(range, undefined, loadOptions(deps), deps)
        const items = attentionOf({ range, now: source.now(), ...parts, ...current })
        const mutes = await openAttentionMemory(deps)
        const open = items.filter(({ id }) => mutes.until(id) === undefined)
        const gaps = missing.map((part) => `${partName(part)} could not be loaded: ${part.error.message}`)
        return { data: salt === undefined ? open : open.map((item) => pseudonymizeItem(item, salt)), gaps }
      }),
    ),
  }
}

/** @param wanted - Ids of service accounts; undefined: all that are stored on this machine. */
const loadKeys = async (
  wanted: readonly string[] | undefined,
  readAccount: ReadAccount,
  deps: Deps,
): Promise<LoadedPart<CheckedKeys>> => {
  const source = await deps.source()
  if (source.isOffline) throw new AppError('incomplete', 'Keys are not cached, and --offline sends no requests.')
  const { accounts, gaps, problems } =
    wanted === undefined ? await loadKnown(source, loadOptions(deps)) : await loadNamed(wanted, readAccount)
  if (accounts.length === 0 && wanted === undefined)
    throw new AppError(
      'incomplete',
      'No service account is known: list their ids as "accounts" of the check, or add them with qd keys add ID.',
    )
  const now = source.now()
  const read = accounts.filter(({ item }) => item !== undefined)
  return {
    data:
      read.length === 0
        ? undefined
        : {
            accounts: read.length,
            rows: read.flatMap(({ id, item = [] }) => item.map((key) => keyRow(id, key, now))),
          },
    gaps: [
      ...gaps,
      ...accounts.flatMap(({ id, item, failure }) =>
        failure === undefined && item !== undefined
          ? []
          : [unreadKeys(id, failure?.message ?? 'the response has none')],
      ),
    ],
    problems,
  }
}

type Account = Pick<AccountRow, 'id' | 'item' | 'failure'>
type LoadedAccounts = { accounts: readonly Account[]; gaps: readonly string[]; problems: number }
type ReadAccount = (id: string) => Promise<Part<{ keys: NonNullable<Account['item']>; problems: number }>>

const loadKnown = async ({ management }: Source, options: LoadOptions): Promise<LoadedAccounts> => {
  const { data, problems } = await management.serviceAccounts.loadAll(options)
  return { accounts: data, gaps: [], problems }
}

/** Loads each account; one that fails does not affect the others. */
const loadNamed = async (ids: readonly string[], readAccount: ReadAccount): Promise<LoadedAccounts> => {
  const all = await Promise.all([...new Set(ids)].map(async (id) => ({ id, ...(await readAccount(id)) })))
  return {
    accounts: all.flatMap(({ id, data }) => (data ? [{ id, item: data.keys }] : [])),
    gaps: all.flatMap(({ id, gaps }) => gaps.map((gap) => unreadKeys(id, gap))),
    problems: all.reduce((sum, { data }) => sum + (data?.problems ?? 0), 0),
  }
}

const unreadKeys = (id: string, why: string): string => `The keys of ${id} could not be read: ${why}`
