import { AppError, usageError } from '../../base/errors.ts'
import { createHistoryTrail, type HistoryPage, historyPages } from '../../cache/load/revisions/history-pages.ts'
import type { Source } from '../../cache/load/source.ts'
import type { Client } from '../../client/client.ts'
import { HISTORY_LIMIT } from '../../contract/constants.ts'
import type { ControlRevision } from '../../contract/controls.ts'
import type { Lenient } from '../../contract/lenient.ts'
import type { Day } from '../../domain/calendar/calendar.ts'
import { isKnownAt } from '../../domain/calendar/known-at.ts'
import { withHiddenRevision } from '../../domain/overview/hidden-people.ts'
import { firstGap } from '../../domain/revisions/day-revisions.ts'
import { shownSettings } from '../../domain/secrets/mask-settings.ts'
import type { CommandInput, Deps } from '../kit/command.ts'
import { callOptions, loadOptions } from '../kit/load-options.ts'
import type { OptionRow } from '../kit/option-row.ts'
import { type atOption, parseAt } from '../kit/option-values.ts'
import { pseudonymsOption } from '../output/pseudonyms.ts'
import type { RevisionName } from './revision-rows.ts'

export type Revision = Lenient<ControlRevision>

/** Revisions, newest first, as many as were needed, and when they were fetched. */
export type History = {
  rows: Revision[]
  isWhole: boolean
  at: number
  incomplete: string | undefined
  problems: number
  /** Whether only what is kept was looked at. @default false */
  isOffline?: boolean
}

/** Where commands have revisions from. */
type OpenedHistory = {
  /**
   * Loads the history newest first, until the rows are enough or there are no more.
   * @param first Revisions to ask for at first. @default the newest few
   */
  walk: (isEnough: (rows: readonly Revision[]) => boolean, first?: number) => Promise<History>
  /** Loads the revisions that are named, as far as there are any, for revisionAmong to tell them apart; maybe others too. */
  find: (names: readonly RevisionName[]) => Promise<History>
}

/** Whether secrets of settings are shown: never, once a person says yes, or without being asked. */
export type Reveal = 'never' | 'ask' | 'yes'

/** How a command looks at the history. */
export type HistoryView = {
  /** What came after this day is left out. */
  at: Day | undefined
  isPseudonymous: boolean
  reveal: Reveal
}

/** Options about secrets and people in what is printed. */
export const shownOptions = [
  { flags: '--reveal', help: 'show secrets after confirmation; nothing is cached' },
  { flags: '--yes', help: 'skip confirmation, also when not on a terminal' },
  pseudonymsOption,
] as const satisfies readonly OptionRow[]

type ViewOptions = readonly [typeof atOption, ...typeof shownOptions]

/** @throws AppError of kind `usage`. */
export const parseView = (
  { options, globals }: Pick<CommandInput<ViewOptions>, 'options' | 'globals'>,
  now: number,
): HistoryView => ({
  at: parseAt(options, now),
  isPseudonymous: options.pseudonyms,
  reveal: parseReveal(options, globals.isOffline),
})

/** @throws AppError of kind `usage` where nobody could be asked for secrets, or nothing is to be answered. */
const parseReveal = ({ reveal, yes }: { reveal: boolean; yes: boolean }, isOffline: boolean): Reveal => {
  if (!reveal) {
    if (yes) throw usageError('--yes answers what --reveal asks: give both, or remove it.')
    return 'never'
  }
  if (isOffline)
    throw usageError(
      '--reveal asks the server, as secrets are kept nowhere, and --offline asks for nothing: leave one of them out.',
    )
  return yes ? 'yes' : 'ask'
}

/** As {@link shownSettings}, but for settings whose secrets are to be seen, which are left as they are. */
export const shownAs = (reveal: Reveal): ((value: unknown) => unknown) =>
  reveal === 'never' ? shownSettings : (value) => value

/**
 * Asks a person whether secrets may be shown.
 *
 * @throws AppError of kind `usage` for secrets into a pipe that nobody said yes to, and `failed` for a no.
 */
export const confirmReveal = async (reveal: 'ask' | 'yes', { isOutputTerminal, ask }: Deps): Promise<void> => {
  if (reveal === 'yes') return
  if (!isOutputTerminal)
    throw usageError(
      'Secrets are shown on a terminal, and the output is none: add --yes if a pipe or file is to hold them.',
    )
  const answer = await ask('This prints secrets on the screen. Type yes to continue: ')
  if (answer?.trim().toLowerCase() !== 'yes')
    throw new AppError('failed', 'Nothing is shown, as the question was not answered with yes.')
}

/** Whether the revision that is meant is among these, or cannot be further down. */
const isReached = (rows: readonly Revision[], name: RevisionName): boolean => {
  if (name.is === 'latest') return rows.length > name.back
  const oldest = rows.at(-1)
  if (name.is === 'number') return rows.some(({ revision }) => revision !== undefined && revision <= name.revision)
  return oldest !== undefined && heldOn(oldest, name.day)
}

const heldOn = ({ updatedAt }: Revision, day: Day): boolean =>
  updatedAt !== undefined && new Date(updatedAt).toISOString().slice(0, 10) <= day

/** Whether all that are meant are. */
const areReached = (rows: readonly Revision[], names: readonly RevisionName[]): boolean =>
  names.every((name) => isReached(rows, name))

/**
 * The revision that is meant. Where numbers are missing above one that is not named by its own, nobody knows which it is.
 *
 * @throws AppError of kind `notFound`, or `incomplete` where it may be one that could not be looked at.
 */
export const revisionAmong = (
  { rows, isWhole, incomplete, isOffline }: Pick<History, 'rows' | 'isWhole' | 'incomplete' | 'isOffline'>,
  name: RevisionName,
): Revision => {
  const at =
    name.is === 'latest'
      ? name.back
      : rows.findIndex((row) => (name.is === 'number' ? row.revision === name.revision : heldOn(row, name.day)))
  const found = rows[at]
  if (found && incomplete !== undefined && name.is !== 'number' && firstGap(rows.slice(0, at + 1)))
    throw new AppError('incomplete', `Which revision ${name.text} is cannot be told. ${incomplete}`)
  if (found) return found
  if (incomplete !== undefined) throw new AppError('incomplete', `Revision ${name.text} was not found. ${incomplete}`)
  if (isOffline)
    throw new AppError('incomplete', `Revision ${name.text} is not kept on this machine, which has ${knownText(rows)}.`)
  throw new AppError('notFound', `There is no revision ${name.text}: ${whyNot(name, rows, isWhole)}.`)
}

// The oldest revision that was loaded is the oldest there is only where all were.
const whyNot = (name: RevisionName, rows: readonly Revision[], isWhole: boolean): string => {
  if (isWhole) return `The history has ${knownText(rows)}`
  const newest = rows[0]?.revision
  return name.is === 'number' && newest !== undefined && name.revision > newest
    ? `the newest is ${newest}`
    : 'no revision has this number'
}

const knownText = (rows: readonly Revision[]): string => {
  const [newest, oldest] = [rows[0]?.revision, rows.at(-1)?.revision]
  if (newest === undefined) return 'no revisions'
  return newest === oldest ? `revision ${newest} alone` : `revisions ${oldest} to ${newest}`
}

/** Revisions that are asked for at first: mostly the newest are meant. */
const FIRST_PAGE = 20
/** More than a walk brings: all there is. */
export const ALL_REVISIONS = 100_000

/** The history through the ledger, secrets masked. */
const openMasked = (source: Source, deps: Deps): OpenedHistory => {
  const { isOffline, ledger } = source
  const options = loadOptions(deps)
  let history: History | undefined
  const walk: OpenedHistory['walk'] = async (isEnough, first = FIRST_PAGE) => {
    let limit = history?.rows.length ?? first
    while (!history || !isEnough(history.rows)) {
      if (history?.isWhole)
        return { ...history, incomplete: history.incomplete ?? olderNotKept(isOffline, history.rows) }
      if (history) limit = Math.min(ALL_REVISIONS, limit + stepAfter(limit))
      // What has just been asked for is kept: only the first walk is forced.
      const isForced = options.isForced && !history
      const { data, at, incomplete, problems } = await source.loadRevisions(limit, { ...options, isForced })
      const isWhole = data.length < limit || limit === ALL_REVISIONS
      history = { rows: data, isWhole, at, incomplete, problems, isOffline }
    }
    return history
  }
  const find: OpenedHistory['find'] = async (names) => {
    const kept = numbersIn(names)
      .map((revision) => ledger.readRevision(revision))
      .filter((row) => row !== undefined)
    if (!options.isForced && !isOffline && kept.length === names.length)
      return { rows: kept, isWhole: false, at: source.now(), incomplete: undefined, problems: 0 }
    const unnumbered = names.filter(({ is }) => is !== 'number')
    const newest = await walk((rows) => areReached(rows, unnumbered))
    // Which one latest~2 is must be told before others are put below.
    const found = areReached(newest.rows, unnumbered) && (await loadOlder(source, newest.rows, names, deps))
    return found ? { ...newest, rows: [...newest.rows, ...found] } : walk((rows) => areReached(rows, names))
  }
  return { walk, find }
}

/** A page more; of a long history a quarter more, as each step reads again what is kept. */
const stepAfter = (limit: number): number => HISTORY_LIMIT.max * Math.max(1, Math.ceil(limit / 4 / HISTORY_LIMIT.max))

const numbersIn = (names: readonly RevisionName[]): number[] =>
  names.flatMap((name) => (name.is === 'number' ? [name.revision] : []))

/** Loads revisions older than these that are named by their numbers, each alone; undefined where one cannot be had so. */
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
    // The walk down to the lowest passes the others.
    for (const number of missing.sort((a, b) => a - b))
      found.push((await source.loadRevision(number, callOptions(deps))).data)
  } catch (error) {
    if (!(error instanceof AppError && (error.kind === 'notFound' || error.kind === 'incomplete'))) throw error
    return undefined
  }
  return found
}

/** Offline, says that older revisions than these may be missing; undefined where there are none, or the server was asked. */
const olderNotKept = (isOffline: boolean, rows: readonly Revision[]): string | undefined => {
  const oldest = rows.at(-1)?.revision
  return isOffline && oldest !== undefined && oldest > 1
    ? `Offline: nothing older than revision ${oldest} is kept on this machine.`
    : undefined
}

/** The history from the server as it is. Nothing of it may reach the ledger, so it does not go through the cache. */
const openRevealed = async (deps: Deps): Promise<OpenedHistory> => {
  const [client, source] = [await deps.client(), await deps.source()]
  const walk: OpenedHistory['walk'] = async (isEnough) => {
    const byNumber = new Map<unknown, Revision>()
    const history: History = { rows: [], isWhole: false, at: source.now(), incomplete: undefined, problems: 0 }
    for await (const page of revealedPages(client, deps)) {
      for (const row of page.rows) byNumber.set(row.revision ?? row, row)
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

/** A small page, as mostly the newest are meant, then large ones. */
async function* revealedPages(client: Pick<Client, 'call'>, deps: Deps): AsyncGenerator<HistoryPage, void> {
  let limit: number = FIRST_PAGE
  for await (const page of historyPages(client, createHistoryTrail(), { ...callOptions(deps), limit: () => limit })) {
    limit = HISTORY_LIMIT.max
    yield page
  }
}

/**
 * Opens the history: through the ledger and masked, or, once that is confirmed, from the server as it is.
 *
 * @throws AppError of kind `usage` for secrets into a pipe that nobody said yes to, and `failed` for a no.
 */
export const openHistory = async ({ at, isPseudonymous, reveal }: HistoryView, deps: Deps): Promise<OpenedHistory> => {
  if (reveal !== 'never') await confirmReveal(reveal, deps)
  const opened = reveal === 'never' ? openMasked(await deps.source(), deps) : await openRevealed(deps)
  const salt = isPseudonymous ? await deps.salt() : undefined
  const shown = (rows: readonly Revision[]): Revision[] =>
    rows
      .filter(({ updatedAt }) => isKnownAt(updatedAt, at))
      .map((row) => (salt === undefined ? row : withHiddenRevision(row, salt)))
  const shownOf = (history: History): History => ({ ...history, rows: shown(history.rows) })
  const walk: OpenedHistory['walk'] = async (isEnough, first) =>
    shownOf(await opened.walk((rows) => isEnough(shown(rows)), first))
  // Then, latest is the latest that was known at the end of the day.
  const findThen: OpenedHistory['find'] = (names) => walk((rows) => areReached(rows, names))
  return { walk, find: at === undefined ? async (names) => shownOf(await opened.find(names)) : findThen }
}
