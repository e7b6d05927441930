import { AppError } from '../../base/errors.ts'
import { ownerOf } from '../../cache/ledger/partition.ts'
import type { Failure } from '../../cache/load/kit/load-errors.ts'
import type { Loaded } from '../../cache/load/kit/loaded.ts'
import { NOTHING_KEPT } from '../../cache/load/kit/offline.ts'
import { queries } from '../../cache/load/queries.ts'
import type { LoadOptions, Source } from '../../cache/load/source.ts'
import { type AttentionMemory, createAttentionMemory } from '../../config/attention-memory.ts'
import { isDemo } from '../../config/credentials.ts'
import { foldersOf } from '../../config/folders.ts'
import type { Range } from '../../domain/calendar/calendar.ts'
import { keysInCare } from '../../domain/keys/key-rows.ts'
import { attentionSpan } from '../../domain/overview/attention/attention.ts'
import type { AttentionInput } from '../../domain/overview/attention/attention-kind.ts'
import { type OverviewInput, overviewSpan } from '../../domain/overview/overview-figures.ts'
import type { CreditDays } from '../../domain/usage/credit-days.ts'
import type { Deps } from '../kit/command.ts'
import { missingReason } from '../kit/load-options.ts'
import { noteTo } from '../kit/notes.ts'

const PARTS = ['credits', 'activity', 'tools', 'productivity', 'revisions', 'reports'] as const
type Part = (typeof PARTS)[number]

type OverviewParts = Pick<OverviewInput, Exclude<Part, 'credits'>> & { credits: CreditDays | undefined }

export type LoadedOverview = {
  parts: OverviewParts
  missing: MissingPart[]
  /** When the oldest of it was fetched, Unix ms; undefined when nothing is there. */
  at: number | undefined
}

/** Enough for what is shown, and for what the revisions of a range widened. */
const REVISIONS_LOADED = 50

/**
 * Loads the parts of the overview side by side, days with the history they are judged by. One that fails leaves the others
 * alone.
 *
 * @throws AppError when nothing at all could be loaded: what the first part failed with.
 */
export const loadOverview = async (
  source: Source,
  range: Range,
  previous: Range | undefined,
  options: LoadOptions,
): Promise<LoadedOverview> => {
  const span = historyOf(range, previous)
  const missing: MissingPart[] = []
  const times: number[] = []
  const attempt = async <Data>(part: Part, load: () => Promise<Loaded<Data>>): Promise<Data | undefined> => {
    try {
      const { data, at, incomplete } = await load()
      times.push(at)
      if (incomplete !== undefined) missing.push({ part, error: new AppError('incomplete', incomplete) })
      return data
    } catch (error) {
      if (!(error instanceof AppError) || error.kind === 'interrupted') throw error
      missing.push({ part, error })
      return undefined
    }
  }
  const days = async <Data>(load: Promise<Loaded<Data>>): Promise<Loaded<Data>> => {
    const { incomplete: _, ...loaded } = await load
    const reason = missingReason(source, loaded.missing ?? [])
    return reason === undefined ? loaded : { ...loaded, incomplete: reason }
  }
  const params = { range: span }
  const { creditDays, activityDays, toolDays, productivityDays } = queries
  const [credits, activity, tools, productivity, revisions, reports] = await Promise.all([
    attempt('credits', () => days(creditDays.load(source, params, options))),
    attempt('activity', () => days(activityDays.load(source, params, options))),
    attempt('tools', () => days(toolDays.load(source, params, options))),
    attempt('productivity', () => days(productivityDays.load(source, params, options))),
    attempt('revisions', () => source.loadRevisions(REVISIONS_LOADED, options)),
    attempt('reports', () => source.loadReports(options)),
  ])
  const parts = { credits, activity, tools, productivity, revisions, reports }
  const sorted = inOrder(missing)
  if (sorted[0] && Object.values(parts).every((part) => part === undefined)) throw sorted[0].error
  return { parts, missing: sorted, at: times.length === 0 ? undefined : Math.min(...times) }
}

const historyOf = (range: Range, previous: Range | undefined): Range => {
  const [from = range.from] = [overviewSpan(range, previous).from, attentionSpan(range).from].sort()
  return { from, to: range.to }
}

/** What stands there whatever the range is, and may need attention. */
export type Standing = Pick<
  AttentionInput,
  'keys' | 'neglectedKeys' | 'computers' | 'ciJobs' | 'failedExports' | 'failingChannels'
>

/**
 * Loads computers, CI jobs and the keys of the service accounts that are known, side by side, and reads from this machine which
 * exports and notices failed. One that fails leaves the others alone; what a server does not have is not missed. What is not
 * cached is missing offline.
 */
export const loadStanding = async (
  source: Source,
  options: LoadOptions,
  { notifier }: Pick<Deps, 'notifier'>,
  loadAccounts = () => source.management.serviceAccounts.loadAll(options),
): Promise<{ standing: Standing; missing: MissingPart[] }> => {
  const missing: MissingPart[] = []
  const { management, ledger } = source
  const attempt = async <Data>(part: MissingPart['part'], load: () => Promise<Loaded<Data>>) => {
    try {
      if (source.isOffline) throw new AppError('incomplete', NOTHING_KEPT)
      return (await load()).data
    } catch (error) {
      if (!(error instanceof AppError) || error.kind === 'interrupted') throw error
      if (error.status !== 404) missing.push({ part, error })
      return undefined
    }
  }
  const hasAccounts = ledger.knownIds('serviceAccounts').length > 0
  const [computers, jobs, accounts, failing] = await Promise.all([
    attempt('computers', () => management.computers.loadAll(options)),
    attempt('ciJobs', () => management.ciJobs(options)),
    hasAccounts ? attempt('keys', loadAccounts) : [],
    failingChannels(notifier, missing),
  ])
  if (jobs?.other !== undefined) missing.push({ part: 'ciJobs', error: new AppError('incomplete', UNKNOWN_JOBS) })
  const failures = { computers: computers?.rows, keys: accounts }
  for (const [part, rows = []] of Object.entries(failures)) missing.push(...failedRows(part, rows))
  const names = new Map(ledger.knownIds('wikiRuns').map(({ id, name }) => [id, name]))
  const failedExports = [...ledger.failedExports()].map(([run, failed]) => ({ run, name: names.get(run), ...failed }))
  const standing = {
    computers: computers?.rows.flatMap(({ item }) => (item === undefined ? [] : [item])),
    ciJobs: jobs?.jobs,
    ...(accounts && keysInCare(accounts, source.now())),
    failedExports,
    failingChannels: failing,
  }
  return { standing, missing: inOrder(missing) }
}

/** A part of which single rows could not be loaded, with the reason of the first of them. */
const failedRows = (part: string, rows: readonly { id: string; failure?: Failure }[]): MissingPart[] => {
  const failed = rows.filter(({ failure }) => failure)
  const [first] = failed
  if (!first?.failure) return []
  const { kind, message, status, requestId } = first.failure
  const count = failed.length === 1 ? '' : ` (${failed.length} could not be loaded)`
  return [{ part: `${part} ${first.id}${count}`, error: new AppError(kind, message, { status, requestId }) }]
}

const UNKNOWN_JOBS = 'The list of CI jobs has an unknown shape, so failed jobs are not known: qd ci jobs prints it.'

/** None, and the notifier as a missing part, when its files cannot be read. */
const failingChannels = async (notifier: Deps['notifier'], missing: MissingPart[]) => {
  try {
    return (await notifier()).failing()
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    missing.push({ part: 'notifier', error })
    return []
  }
}

/** A part that could not be loaded, or not all of it. */
export type MissingPart = { part: string; error: AppError }

const STANDING_PARTS = ['computers', 'ciJobs', 'keys', 'notifier']

/** The parts in a fixed order: they fail in any. */
const inOrder = (missing: readonly MissingPart[]): MissingPart[] => {
  const order = [...PARTS, ...STANDING_PARTS]
  const placeOf = ({ part }: MissingPart): number => order.indexOf(part.split(' ')[0] ?? part)
  return missing.toSorted((a, b) => placeOf(a) - placeOf(b))
}

/** What a sentence calls a part. */
export const partName = ({ part }: MissingPart): string => (part === 'ciJobs' ? 'CI jobs' : part)

/** Whether a part is missing because this key or plan may not see it, which asking again does not change. */
export const isRefusal = ({ error }: MissingPart): boolean => error.status === 402 || error.status === 403

/**
 * Names each part that is missing, those with the same reason together, and ends as incomplete.
 *
 * @param what What lacks them: `The overview`.
 * @throws AppError of kind `incomplete` where any is missing.
 */
export const endWithMissing = (what: string, missing: readonly MissingPart[], { err }: Pick<Deps, 'err'>): void => {
  const byReason = Map.groupBy(missing, ({ error }) => error.message)
  for (const [reason, parts] of byReason) noteTo(err, `Without ${parts.map(partName).join(', ')}: ${reason}`)
  if (missing.length === 0) return
  // What a key may not see stays so.
  const todo = missing.every(isRefusal) ? '.' : ': try again.'
  throw new AppError('incomplete', `${what} is incomplete${todo}`)
}

const NO_KEY = { baseUrl: '', appUrl: '', apiKey: '' }

/** What is remembered on this machine of what needs attention in the organisation, as it is now. */
export const openAttentionMemory = async ({
  env,
  now,
  salt: saltText,
  credentials,
}: Deps): Promise<AttentionMemory> => {
  const own = await credentials()
  const salt = Buffer.from(await saltText(), 'hex')
  const shared = { path: foldersOf(env).attentionFile, now }
  // Each demo has a key of its own. They share an entry, so that they displace nobody else's, and find nothing of one another.
  return isDemo(own)
    ? createAttentionMemory({ ...shared, owner: ownerOf(salt, NO_KEY), salt: Buffer.from(own.apiKey) })
    : createAttentionMemory({ ...shared, owner: ownerOf(salt, own), salt })
}
