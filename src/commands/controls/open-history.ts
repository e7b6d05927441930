import { AppError } from '../../base/errors.ts'
import { createHistoryTrail, type HistoryPage, historyPages } from '../../cache/load/revisions/history-pages.ts'
import type { Source } from '../../cache/load/source.ts'
import type { Client } from '../../client/client.ts'
import { HISTORY_LIMIT } from '../../contract/constants.ts'
import type { ControlRevision } from '../../contract/controls.ts'
import type { Lenient } from '../../contract/lenient.ts'
import type { Day } from '../../domain/calendar/calendar.ts'
import { isKnownAt } from '../../domain/calendar/known-at.ts'
import { firstGap } from '../../domain/revisions/day-revisions.ts'
import { shownSettings } from '../../domain/secrets/mask-settings.ts'
import type { CommandInput, Deps } from '../kit/command.ts'
import { callOptions, loadOptions } from '../kit/load-options.ts'
import type { OptionRow } from '../kit/option-row.ts'
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
  /** Loads the history newest first, a little at first and then more, until somebody has what was looked for, or all of it. */
  walk: (isEnough: (rows: readonly Revision[]) => boolean) => Promise<History>
  /** Loads the revisions that are named, as far as there are any, for revisionAmong to tell them apart; maybe others too. */
  find: (names: readonly RevisionName[]) => Promise<History>
}

/** Whether secrets of settings are shown: never, once a person says yes, or without being asked. */
export type Reveal = 'never' | 'ask' | 'yes'

export const revealOptions = [
  { flags: '--reveal', help: 'show secrets, after a question on the terminal; asks the server anew and keeps nothing' },
  { flags: '--yes', help: 'answer that question, and show secrets in a pipe or file too' },
] as const satisfies readonly OptionRow[]

/** @throws AppError of kind `usage` where nobody could be asked for secrets, or nothing is to be answered. */
export const parseReveal = ({
  options,
  globals,
}: Pick<CommandInput<typeof revealOptions>, 'options' | 'globals'>): Reveal => {
  if (!options.reveal) {
    if (options.yes) throw new AppError('usage', '--yes answers what --reveal asks: give both, or leave it out.')
    return 'never'
  }
  if (globals.isOffline)
    throw new AppError(
      'usage',
      '--reveal asks the server, as secrets are kept nowhere, and --offline asks for nothing: leave one of them out.',
    )
  return options.yes ? 'yes' : 'ask'
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
    throw new AppError(
      'usage',
      'Secrets are shown on a terminal, and the output is none: add --yes if a pipe or file is to hold them.',
    )
  const answer = await ask('This prints secrets on the screen. Type yes to go on: ')
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
  const options = loadOptions(deps)
  let history: History | undefined
  let limit = FIRST_PAGE
  const walk: OpenedHistory['walk'] = async (isEnough) => {
    while (!history || !isEnough(history.rows)) {
      if (history?.isWhole) return { ...history, incomplete: history.incomplete ?? olderNotKept(source, history.rows) }
      if (history) limit = Math.min(ALL_REVISIONS, limit + stepAfter(limit))
      // What has just been asked for is kept: only the first walk is forced.
      const isForced = options.isForced && !history
      const { data, at, incomplete, problems } = await source.loadRevisions(limit, { ...options, isForced })
      const isWhole = data.length < limit || limit === ALL_REVISIONS
      history = { rows: data, isWhole, at, incomplete, problems, isOffline: source.isOffline }
    }
    return history
  }
  return {
    walk,
    find: async (names) => {
      const kept = options.isForced || source.isOffline ? undefined : keptOnes(source, names)
      if (kept) return { rows: kept, isWhole: false, at: source.now(), incomplete: undefined, problems: 0 }
      const unnumbered = names.filter(({ is }) => is !== 'number')
      const newest = await walk((rows) => areReached(rows, unnumbered))
      // Which one latest~2 is must be told before others are put below.
      const found = areReached(newest.rows, unnumbered) && (await askForOlder(source, newest.rows, names, deps))
      return found ? { ...newest, rows: [...newest.rows, ...found] } : walk((rows) => areReached(rows, names))
    },
  }
}

/** A page more; of a long history a quarter more, as each step reads again what is kept. */
const stepAfter = (limit: number): number => HISTORY_LIMIT.max * Math.max(1, Math.ceil(limit / 4 / HISTORY_LIMIT.max))

/** The revisions that are named, where all of them are by their numbers and kept. */
const keptOnes = ({ ledger }: Source, names: readonly RevisionName[]): Revision[] | undefined => {
  const rows: Revision[] = []
  for (const name of names) {
    const row = name.is === 'number' ? ledger.readRevision(name.revision) : undefined
    if (!row) return undefined
    rows.push(row)
  }
  return rows
}

/** Revisions older than these that are named by their numbers, each asked for alone; undefined where one that is named does not come. */
const askForOlder = async (
  source: Source,
  rows: readonly Revision[],
  names: readonly RevisionName[],
  deps: Deps,
): Promise<Revision[] | undefined> => {
  const older = names
    .filter((name) => name.is === 'number')
    .filter((name) => rows.every(({ revision }) => revision !== name.revision))
  if (older.some((name) => isReached(rows, name))) return undefined
  const found: Revision[] = []
  try {
    // The walk down to the lowest passes the others.
    for (const { revision } of older.sort((a, b) => a.revision - b.revision)) {
      const { data } = await source.loadRevision(revision, callOptions(deps))
      found.push(data)
    }
  } catch (error) {
    if (!(error instanceof AppError && (error.kind === 'notFound' || error.kind === 'incomplete'))) throw error
    return undefined
  }
  return found
}

/** Offline, says that older revisions than these may be missing; undefined where there are none, or the server was asked. */
export const olderNotKept = ({ isOffline }: Source, rows: readonly Revision[]): string | undefined => {
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

async function* revealedPages(client: Pick<Client, 'call'>, deps: Deps): AsyncGenerator<HistoryPage, void> {
  let limit: number = FIRST_PAGE
  for await (const page of historyPages(client, createHistoryTrail(), { ...callOptions(deps), limit: () => limit })) {
    limit = HISTORY_LIMIT.max
    yield page
  }
}

/** The history as it was known at the end of a day: what came later is left out, and latest is the latest of then. */
const historyAt = ({ walk }: OpenedHistory, at: Day): OpenedHistory => {
  const known = (rows: readonly Revision[]) => rows.filter(({ updatedAt }) => isKnownAt(updatedAt, at))
  const walkKnown = async (isEnough: (rows: readonly Revision[]) => boolean): Promise<History> => {
    const history = await walk((rows) => isEnough(known(rows)))
    return { ...history, rows: known(history.rows) }
  }
  return { walk: walkKnown, find: (names) => walkKnown((rows) => areReached(rows, names)) }
}

/**
 * Opens the history: through the ledger and masked, or, once that is confirmed, from the server as it is.
 *
 * @param at What came after this day is left out.
 * @throws AppError of kind `usage` for secrets into a pipe that nobody said yes to, and `failed` for a no.
 */
export const openHistory = async (reveal: Reveal, deps: Deps, at?: Day): Promise<OpenedHistory> => {
  const opened = await openWhole(reveal, deps)
  return at === undefined ? opened : historyAt(opened, at)
}

const openWhole = async (reveal: Reveal, deps: Deps): Promise<OpenedHistory> => {
  if (reveal === 'never') return openMasked(await deps.source(), deps)
  await confirmReveal(reveal, deps)
  return openRevealed(deps)
}
