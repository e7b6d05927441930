import { AppError, usageError } from '../../base/errors.ts'
import { createHistoryTrail, type HistoryPage, historyPages } from '../../cache/load/revisions/history-pages.ts'
import type { Source } from '../../cache/load/source.ts'
import type { Client } from '../../client/client.ts'
import { HISTORY_LIMIT } from '../../contract/constants.ts'
import type { ControlRevision } from '../../contract/controls.ts'
import type { Lenient } from '../../contract/lenient.ts'
import { existedAt } from '../../domain/calendar/as-of.ts'
import type { Day } from '../../domain/calendar/calendar.ts'
import { pseudonymizeRevision } from '../../domain/overview/pseudonymize.ts'
import { firstGap } from '../../domain/revisions/day-revisions.ts'
import { isStoredMasked, STORED_MASKED, shownSettings } from '../../domain/secrets/mask-settings.ts'
import type { CommandInput, Deps } from '../kit/command.ts'
import { callOptions, loadOptions } from '../kit/load-options.ts'
import { noteTo } from '../kit/notes.ts'
import type { OptionRow } from '../kit/option-row.ts'
import { type atOption, parseAt } from '../kit/option-values.ts'
import { pseudonymsOption } from '../output/pseudonyms.ts'
import type { RevisionName } from './revision-rows.ts'

export type Revision = Lenient<ControlRevision>

/** The loaded revisions, newest first, and when they were fetched. */
export type History = {
  rows: Revision[]
  isWhole: boolean
  at: number
  incomplete: string | undefined
  problems: number
  /** Whether only the cache was read. @default false */
  isOffline?: boolean
}

/** How commands load revisions. */
type OpenedHistory = {
  /**
   * Loads the history from the newest revision on, until there are enough rows or no more.
   *
   * @param first - How many revisions to request first. @default the newest few
   */
  walk: (isEnough: (rows: readonly Revision[]) => boolean, first?: number) => Promise<History>
  /** Loads the named revisions that exist, for {@link findRevision} to choose from; it may load others too. */
  find: (names: readonly RevisionName[]) => Promise<History>
}

/** Whether secrets of settings are shown: never, after confirmation, or without asking. */
export type Reveal = 'never' | 'ask' | 'yes'

/** Which part of the history a command shows, and how. */
export type HistoryView = {
  /** Revisions after this day are left out. */
  at: Day | undefined
  isPseudonymous: boolean
  reveal: Reveal
}

/** Options for secrets and people in the output. */
export const revealOptions = [
  { flags: '--reveal', help: 'show secrets after confirmation; nothing is cached' },
  { flags: '--yes', help: 'confirm --reveal; required for a pipe or file' },
  pseudonymsOption,
] as const satisfies readonly OptionRow[]

/** @throws AppError of kind `usage`. */
export const parseView = (
  { options, globals }: Pick<CommandInput<readonly [typeof atOption, ...typeof revealOptions]>, 'options' | 'globals'>,
  now: number,
): HistoryView => ({
  at: parseAt(options, now),
  isPseudonymous: options.pseudonyms,
  reveal: parseReveal(options, globals.isOffline),
})

/** @throws AppError of kind `usage` offline, because secrets are not cached, and for --yes without --reveal. */
const parseReveal = ({ reveal, yes }: { reveal: boolean; yes: boolean }, isOffline: boolean): Reveal => {
  if (!reveal) {
    if (yes) throw usageError('--yes requires --reveal.')
    return 'never'
  }
  if (isOffline) throw usageError('--reveal and --offline cannot be used together: secrets are not cached.')
  return yes ? 'yes' : 'ask'
}

/** {@link shownSettings}, or no change if secrets are shown. */
export const maskUnlessRevealed = (reveal: Reveal): ((value: unknown) => unknown) =>
  reveal === 'never' ? shownSettings : (value) => value

/**
 * Asks for confirmation to show secrets.
 *
 * @throws AppError of kind `usage` for secrets in a pipe without --yes, and `failed` for any answer but yes.
 */
export const confirmReveal = async (reveal: 'ask' | 'yes', { isOutputTerminal, ask }: Deps): Promise<void> => {
  if (reveal === 'yes') return
  if (!isOutputTerminal)
    throw usageError('Standard output is not a terminal: pass --yes to write secrets to a pipe or file.')
  const answer = await ask('This prints secrets on the screen. Type yes to continue: ')
  if (answer?.trim().toLowerCase() !== 'yes')
    throw new AppError('failed', 'Nothing was shown, because the answer was not yes.')
}

/** Whether the rows contain the named revision or an older one. */
const isReached = (rows: readonly Revision[], name: RevisionName): boolean => {
  if (name.is === 'latest') return rows.length > name.back
  const oldest = rows.at(-1)
  if (name.is === 'number') return rows.some(({ revision }) => revision !== undefined && revision <= name.revision)
  return oldest !== undefined && existedOn(oldest, name.day)
}

const existedOn = ({ updatedAt }: Revision, day: Day): boolean =>
  updatedAt !== undefined && new Date(updatedAt).toISOString().slice(0, 10) <= day

/** Whether the rows contain each named revision or an older one. */
const areReached = (rows: readonly Revision[], names: readonly RevisionName[]): boolean =>
  names.every((name) => isReached(rows, name))

/**
 * Finds the named revision. A revision named by `latest~N` or by a day cannot be identified if a newer one may be
 * missing.
 *
 * @throws AppError of kind `notFound`, or `incomplete` if the revision may be one that could not be loaded.
 */
export const findRevision = (
  { rows, isWhole, incomplete, isOffline }: Pick<History, 'rows' | 'isWhole' | 'incomplete' | 'isOffline'>,
  name: RevisionName,
): Revision => {
  const at =
    name.is === 'latest'
      ? name.back
      : rows.findIndex((row) => (name.is === 'number' ? row.revision === name.revision : existedOn(row, name.day)))
  const found = rows[at]
  if (found && incomplete !== undefined && name.is !== 'number' && firstGap(rows.slice(0, at + 1)))
    throw new AppError('incomplete', `Can't determine which revision ${name.text} is. ${incomplete}`)
  if (found) return found
  if (incomplete !== undefined) throw new AppError('incomplete', `Revision ${name.text} was not found. ${incomplete}`)
  if (isOffline)
    throw new AppError(
      'incomplete',
      `Revision ${name.text} is not cached on this machine, which has ${loadedRangeText(rows)}.`,
    )
  throw new AppError('notFound', `There is no revision ${name.text}: ${notFoundReason(name, rows, isWhole)}.`)
}

// The oldest loaded revision is the oldest of all only if all were loaded.
const notFoundReason = (name: RevisionName, rows: readonly Revision[], isWhole: boolean): string => {
  if (isWhole) return `the history has ${loadedRangeText(rows)}`
  const newest = rows[0]?.revision
  return name.is === 'number' && newest !== undefined && name.revision > newest
    ? `the newest is ${newest}`
    : 'the history skips this number'
}

const loadedRangeText = (rows: readonly Revision[]): string => {
  const [newest, oldest] = [rows[0]?.revision, rows.at(-1)?.revision]
  if (newest === undefined) return 'no revisions'
  return newest === oldest ? `only revision ${newest}` : `revisions ${oldest} to ${newest}`
}

/** Number of revisions to request first, because most commands need only the newest. */
const FIRST_PAGE = 20
/** A limit that no history reaches. */
export const ALL_REVISIONS = 100_000

/** Loads the history through the cache, with secrets masked. */
const openMasked = (source: Source, deps: Deps): OpenedHistory => {
  const { isOffline, ledger } = source
  const options = loadOptions(deps)
  let history: History | undefined
  const walk: OpenedHistory['walk'] = async (isEnough, first = FIRST_PAGE) => {
    let limit = history?.rows.length ?? first
    while (!history || !isEnough(history.rows)) {
      if (history?.isWhole)
        return { ...history, incomplete: history.incomplete ?? olderNotCachedText(isOffline, history.rows) }
      if (history) limit = Math.min(ALL_REVISIONS, limit + stepAfter(limit))
      // The rows just loaded are cached: only the first walk bypasses the cache.
      const isForced = options.isForced && !history
      const { data, at, incomplete, problems } = await source.loadRevisions(limit, { ...options, isForced })
      const isWhole = data.length < limit || limit === ALL_REVISIONS
      history = { rows: data, isWhole, at, incomplete, problems, isOffline }
    }
    return history
  }
  const find: OpenedHistory['find'] = async (names) => {
    const cached = numbersIn(names)
      .map((revision) => ledger.readRevision(revision))
      .filter((row) => row !== undefined)
    if (!options.isForced && !isOffline && cached.length === names.length)
      return { rows: cached, isWhole: false, at: source.now(), incomplete: undefined, problems: 0 }
    const unnumbered = names.filter(({ is }) => is !== 'number')
    const newest = await walk((rows) => areReached(rows, unnumbered))
    // Check names such as latest~2 first: appending older revisions leaves a gap.
    const found = areReached(newest.rows, unnumbered) && (await loadOlder(source, newest.rows, names, deps))
    return found ? { ...newest, rows: [...newest.rows, ...found] } : walk((rows) => areReached(rows, names))
  }
  return { walk, find }
}

/**
 * Number of further revisions to request: a page, or a quarter of a long history. Each request reads all rows again, so
 * small steps would be slow.
 */
const stepAfter = (limit: number): number => HISTORY_LIMIT.max * Math.max(1, Math.ceil(limit / 4 / HISTORY_LIMIT.max))

const numbersIn = (names: readonly RevisionName[]): number[] =>
  names.flatMap((name) => (name.is === 'number' ? [name.revision] : []))

/** Loads the revisions that are named by number and older than `rows`; undefined if one cannot be loaded alone. */
const loadOlder = async (
  source: Source,
  rows: readonly Revision[],
  names: readonly RevisionName[],
  deps: Deps,
): Promise<Revision[] | undefined> => {
  const newer = rows.at(-1)?.revision ?? Number.POSITIVE_INFINITY
  const missing = numbersIn(names).filter((number) => rows.every(({ revision }) => revision !== number))
  if (missing.some((number) => number >= newer)) return undefined
  const found: Revision[] = []
  try {
    // Oldest first: loading it caches the others on the way.
    for (const number of missing.sort((a, b) => a - b))
      found.push((await source.loadRevision(number, callOptions(deps))).data)
  } catch (error) {
    if (!(error instanceof AppError && (error.kind === 'notFound' || error.kind === 'incomplete'))) throw error
    return undefined
  }
  return found
}

/** The note that older revisions may be missing offline; undefined online, or if there are none. */
const olderNotCachedText = (isOffline: boolean, rows: readonly Revision[]): string | undefined => {
  const oldest = rows.at(-1)?.revision
  return isOffline && oldest !== undefined && oldest > 1
    ? `Offline: revisions before ${oldest} are not cached on this machine.`
    : undefined
}

/**
 * Creates a function for revisions that are printed unmasked. If their settings arrive masked, it prints why there are no
 * secrets, once, and replaces the marks, which contain hashes.
 */
export const createRevealed = ({ err }: Pick<Deps, 'err'>): ((row: Revision) => Revision) => {
  let isNoted = false
  return (row) => {
    if (!isStoredMasked(row.settings)) return row
    if (!isNoted) noteTo(err, STORED_MASKED)
    isNoted = true
    return { ...row, settings: shownSettings(row.settings) as typeof row.settings }
  }
}

/** Loads the history from the server, unmasked. It bypasses the cache, because no secret may be stored. */
const openRevealed = async (deps: Deps): Promise<OpenedHistory> => {
  const [client, source] = [await deps.client(), await deps.source()]
  const revealed = createRevealed(deps)
  const walk: OpenedHistory['walk'] = async (isEnough) => {
    const byNumber = new Map<unknown, Revision>()
    const history: History = { rows: [], isWhole: false, at: source.now(), incomplete: undefined, problems: 0 }
    for await (const page of revealedPages(client, deps)) {
      for (const row of page.rows) byNumber.set(row.revision ?? row, revealed(row))
      history.rows = [...byNumber.values()].sort((a, b) => (b.revision ?? 0) - (a.revision ?? 0))
      history.problems += page.reply.problemCount
      history.incomplete = page.incomplete
      history.isWhole = page.nextCursor === undefined
      if (isEnough(history.rows)) break
    }
    return history
  }
  return { walk, find: (names) => walk((rows) => areReached(rows, names)) }
}

/** Loads a small page first, because most commands need only the newest revisions, then large ones. */
async function* revealedPages(client: Pick<Client, 'call'>, deps: Deps): AsyncGenerator<HistoryPage, void> {
  let limit: number = FIRST_PAGE
  for await (const page of historyPages(client, createHistoryTrail(), { ...callOptions(deps), limit: () => limit })) {
    limit = HISTORY_LIMIT.max
    yield page
  }
}

/**
 * Opens the history: masked and through the cache, or after confirmation unmasked from the server.
 *
 * @throws AppError of kind `usage` for secrets in a pipe without --yes, and `failed` for any answer but yes.
 */
export const openHistory = async ({ at, isPseudonymous, reveal }: HistoryView, deps: Deps): Promise<OpenedHistory> => {
  if (reveal !== 'never') await confirmReveal(reveal, deps)
  const opened = reveal === 'never' ? openMasked(await deps.source(), deps) : await openRevealed(deps)
  const salt = isPseudonymous ? await deps.salt() : undefined
  const shown = (rows: readonly Revision[]): Revision[] =>
    rows
      .filter(({ updatedAt }) => existedAt(updatedAt, at))
      .map((row) => (salt === undefined ? row : pseudonymizeRevision(row, salt)))
  const shownOf = (history: History): History => ({ ...history, rows: shown(history.rows) })
  const walk: OpenedHistory['walk'] = async (isEnough, first) =>
    shownOf(await opened.walk((rows) => isEnough(shown(rows)), first))
  // With --at, latest is the latest revision at the end of that day.
  const findAtDay: OpenedHistory['find'] = (names) => walk((rows) => areReached(rows, names))
  return { walk, find: at === undefined ? async (names) => shownOf(await opened.find(names)) : findAtDay }
}
