import { AppError } from '../../base/errors.ts'
import { createSeenPairs } from '../../base/seen-pairs.ts'
import { isRefusal } from '../../cache/load/kit/refusals.ts'
import { rawPersonDays } from '../../cache/load/people/raw-person-days.ts'
import type { Source } from '../../cache/load/source.ts'
import type { Day, Range } from '../../domain/calendar/calendar.ts'
import { safeText } from '../../domain/text/safe-text.ts'
import { figureOf } from '../../domain/usage/measure-figures.ts'
import { creditMeasures } from '../../domain/usage/usage-measures.ts'
import type { Deps } from '../kit/command.ts'
import {
  daysIn,
  incompleteMembers,
  loadOptions,
  noteAge,
  offlineReason,
  throwIfIncomplete,
  unheldDays,
} from '../kit/load-options.ts'
import { noteProblems, noteTo } from '../kit/notes.ts'
import { nothingBefore } from '../kit/option-values.ts'
import { printRows } from '../output/print-rows.ts'
import { hidePeople } from '../output/pseudonyms.ts'
import type { RawRow, RowLayout } from '../output/row-layout.ts'
import { isRow } from '../output/row-layout.ts'
import {
  createEnvelopeStream,
  createNdjsonStream,
  createTextStream,
  type RowStream,
  withColumns,
} from '../output/row-stream.ts'
import { compareRows } from './compare-rows.ts'
import { comparedLayout, personDays } from './day-kinds.ts'
import { createKeptRows } from './kept-rows.ts'
import { type LoadedModelCredits, loadModelCredits } from './load-model-credits.ts'
import { createPeopleTotals, peopleLayout } from './people-totals.ts'
import type { UsersOptions } from './users-options.ts'
import { type WalkPart, walkFromCursor } from './walk-from-cursor.ts'
import { sortPeopleRows, whereRows } from './where-rows.ts'

/** Prints a whole walk: rows as they come where nothing has to be known of all of them first. */
export const printUsersWalk = async (asked: UsersOptions, deps: Deps): Promise<undefined> => {
  deps.expectMuch()
  const source = await deps.source()
  const orgId = source.ledger.orgId()
  const { range, previous } = asked
  const salt = asked.isPseudonymous ? await deps.salt() : undefined
  const models = await loadModelCredits({ ...asked, salt }, deps)
  const options = {
    ...asked,
    previous: isNotHeld(source, previous) ? undefined : previous,
    credits: models.credits,
    stopped: models.stopped,
  }
  const whole = { from: previous?.from ?? range.from, to: range.to }
  let sink = sinkFor(options, deps)
  const progress = createProgress(deps)
  const parts =
    options.cursor === undefined
      ? source.walkUsers(whole, { ...loadOptions(deps), limit: options.limit })
      : walkFromCursor(await deps.client(), { ...options, cursor: options.cursor }, loadOptions(deps))
  const days = new Set<Day>()
  const named = (rows: readonly unknown[]): RawRow[] =>
    salt === undefined ? rows.filter(isRow) : hidePeople(rows.filter(isRow), salt)
  const walked = await walkedOf(parts, async (part, rowCount) => {
    for (const day of daysIn(part.rows.filter(isRow))) days.add(day)
    await sink.take(named(part.rows))
    if (part.changedRows.length > 0) await sink.takeChanged(named(part.changedRows))
    if (part.notice !== undefined) noteTo(deps.err, part.notice)
    if (part.page > 0) progress.show(`page ${part.page}, ${rowCount} rows`)
  })
  progress.clear()
  const isReadAgain = sink.superseded() > 0 && !sink.hasWritten() && options.cursor === undefined
  if (isReadAgain) sink = (await sinkOfHeld(sinkFor(options, deps), { source, whole, walked, named })) ?? sink
  // A key that the server refuses is not shown the rows that were kept earlier.
  if (walked.pages === 0 && isRefusal(walked.cause) && !sink.hasWritten()) throw walked.cause

  const unheld = unheldDays(source, 'users', whole)
  const reason = offlineReason(unheld, days) ?? walked.incomplete ?? models.incomplete
  const older = supersededText(sink.superseded(), options, source)
  const meta = {
    // Another process may have cleared the ledger since.
    org_id: (source.ledger.orgId() ?? orgId) || null,
    start_date: range.from,
    end_date: range.to,
    has_more: reason !== undefined,
  }
  const total = options.isTotals ? await totalOf(models, source, range, deps) : undefined
  const part = reason !== undefined ? 'incomplete walk' : older !== undefined ? 'with older figures' : undefined
  await sink.end({ meta, ...incompleteMembers(reason ?? older) }, part, total)
  noteAge(source, oldestOf(source, whole), deps)
  noteNoUsers(
    [...days].some((day) => day >= range.from && day <= range.to),
    range,
    deps,
  )
  if (options.isCompared && previous === undefined) noteTo(deps.err, nothingBefore(range))
  noteProblems(walked.problems, deps)
  if (reason !== undefined && older !== undefined) noteTo(deps.err, older)
  if (reason !== undefined) throw incompleteError(reason, walked, goesOn(options, walked, source))
  throwIfIncomplete(older)
}

type Reread = { source: Source; whole: Range; walked: Walked; named: (rows: readonly unknown[]) => RawRow[] }

/** Takes the rows of a walk from the cache, which has each person's day once, with its last figures; undefined where it lost some. */
const sinkOfHeld = async (sink: Sink, { source, whole, walked, named }: Reread): Promise<Sink | undefined> => {
  let count = 0
  for (const rows of rawPersonDays(source.ledger, whole)) {
    count += rows.length
    await sink.take(named(rows))
  }
  return count >= walked.rowCount ? sink : undefined
}

/** Says that rows came again with other figures, where the first ones are printed. */
const supersededText = (count: number, { cursor }: UsersOptions, { ledger }: Source): string | undefined => {
  if (count === 0) return undefined
  const rows = `${count === 1 ? '1 row' : `${count} rows`} came again with other figures, and the first ones are printed`
  return cursor === undefined && ledger.isKept ? `${rows}. Run this again to print the last ones.` : `${rows}.`
}

// Compared with a period that no day is held of, everybody would be new.
const isNotHeld = (source: Source, range: Range | undefined): boolean =>
  range !== undefined &&
  unheldDays(source, 'users', range).some(({ from, to }) => from === range.from && to === range.to)

type Walked = {
  rowCount: number
  /** Pages that came from the server. */
  pages: number
  problems: number
  /** Why the walk ended too early, in one sentence. */
  incomplete: string | undefined
  /** What stopped it, when it was an error. */
  cause: AppError | undefined
  /** Where a walk from a cursor goes on after an early end. */
  nextCursor: string | undefined
}

/** Takes the parts of a walk. Throws what stops it before anything came; a later failure leaves an incomplete walk. */
const walkedOf = async (
  parts: AsyncIterable<WalkPart>,
  take: (part: WalkPart, rowCount: number) => Promise<void>,
): Promise<Walked> => {
  const walked: Walked = {
    rowCount: 0,
    pages: 0,
    problems: 0,
    incomplete: undefined,
    cause: undefined,
    nextCursor: undefined,
  }
  const stop = (error: AppError): void => {
    walked.incomplete = error.message
    walked.cause = error
  }
  for await (const part of untilStopped(parts, stop)) {
    walked.rowCount += part.rows.length
    walked.pages = Math.max(walked.pages, part.page)
    walked.problems += part.problems
    walked.incomplete ??= part.incomplete
    walked.nextCursor = part.nextCursor
    // What cannot be written is no end of the walk: it is thrown.
    await take(part, walked.rowCount)
  }
  return walked
}

/** The parts, and `onStop` told of what ends them too early; that is thrown where nothing came before. */
async function* untilStopped(
  parts: AsyncIterable<WalkPart>,
  onStop: (error: AppError) => void,
): AsyncGenerator<WalkPart, void> {
  let isBegun = false
  try {
    for await (const part of parts) {
      isBegun ||= part.page > 0 || part.rows.length > 0
      yield part
    }
  } catch (error) {
    if (!isBegun || !(error instanceof AppError)) throw error
    onStop(error)
  }
}

/** How to get the rest. */
const goesOn = (
  { cursor, isPseudonymous }: UsersOptions,
  { nextCursor, cause }: Walked,
  { ledger, isOffline }: Source,
): string => {
  if (cursor !== undefined)
    return nextCursor === undefined || isPseudonymous ? '' : ` Go on with --cursor ${nextCursor}.`
  return isOffline || !ledger.isKept || isRefusal(cause) ? '' : ' Run it again: it goes on where it stopped.'
}

const incompleteError = (reason: string, { rowCount, cause }: Walked, next: string): AppError =>
  new AppError('incomplete', `The walk is incomplete after ${rowCount} rows: ${reason}${next}`, {
    cause,
    status: cause?.status,
    title: cause?.title,
    requestId: cause?.requestId,
  })

/** The same credits as {@link creditsOf}, which are asked for once: conditions on models have loaded them already. */
const totalOf = async (models: LoadedModelCredits, source: Source, range: Range, deps: Deps) =>
  models.credits ? models.total : creditsOf(source, range, deps)

/** The organisation's credits over a range; undefined where not all days are known, or this key may not see them. */
const creditsOf = async (source: Source, range: Range, deps: Deps): Promise<number | undefined> => {
  try {
    const readTotals = () => ({ days: source.ledger.readCreditTotals(range) })
    const { read, missing } = await source.fillDays('credits', range, loadOptions(deps), readTotals)
    if (missing.length > 0) return undefined
    const rows = read.days.flatMap(({ rows: own }) => own)
    return figureOf(creditMeasures.billable_tokens, rows, range).value
  } catch (error) {
    if (!(error instanceof AppError) || deps.signal.aborted) throw error
    return undefined
  }
}

/**
 * Where the rows of a walk go. `end` is told the envelope without them, what totals are of when not of everything, and the
 * organisation's credits where these were asked for and are known.
 */
type Sink = {
  take: (rows: RawRow[]) => void | Promise<void>
  /** Takes rows that came again with other figures. */
  takeChanged: (rows: RawRow[]) => void | Promise<void>
  /** How many rows that were taken are not the last of their person and day. */
  superseded: () => number
  end: (envelope: RawRow, part: string | undefined, total: number | undefined) => void | Promise<void>
  /** Whether rows have gone out already. */
  hasWritten: () => boolean
}

/** With the credits by model that conditions are judged by. */
type ChosenUsers = UsersOptions & Pick<LoadedModelCredits, 'credits' | 'stopped'>

const sinkFor = (options: ChosenUsers, deps: Deps): Sink => {
  if (options.isTotals) return totalsSink(options, deps)
  const isOrdered = options.order !== undefined || options.isCompared
  const stream = isOrdered ? undefined : streamFor(personDays, deps)
  return stream === undefined ? rowsSink(options, deps) : streamSink(stream, options, deps)
}

/** Rows are written as they come where nothing has to be known of all of them first: a long walk needs no memory. */
const streamFor = (layout: RowLayout, deps: Deps): RowStream | undefined => {
  const { format, globals, isOutputTerminal } = deps
  if (format === 'csv' || format === 'md' || format === 'table') return createTextStream(format, layout, deps)
  if (format === 'json' && isOutputTerminal) return undefined
  const stream = format === 'json' ? createEnvelopeStream('data', deps) : createNdjsonStream(deps)
  return globals.shownMembers ? withColumns(stream, layout, globals.shownMembers) : stream
}

/** Rows that are written before the reader is waited for. */
const ROWS_AT_ONCE = 1_000

const writeAll = async (stream: RowStream, rows: readonly RawRow[], { drained }: Deps): Promise<void> => {
  for (let at = 0; at < rows.length; at += ROWS_AT_ONCE) {
    stream.writeRows(rows.slice(at, at + ROWS_AT_ONCE))
    await drained()
  }
}

const streamSink = (stream: RowStream, { where, range, credits }: ChosenUsers, deps: Deps): Sink => {
  /** With conditions: a row that didn't meet them may come again as one that does. */
  const printed = createSeenPairs()
  let superseded = 0
  const write = (rows: RawRow[]): Promise<void> => {
    if (where === undefined) return writeAll(stream, rows, deps)
    const chosen = whereRows(rows, where, range, credits)
    for (const { user_id: id, date } of chosen) printed.add(id, date)
    return writeAll(stream, chosen, deps)
  }
  return {
    take: write,
    takeChanged(rows) {
      const isPrinted = ({ user_id: id, date }: RawRow): boolean => where === undefined || printed.has(id, date)
      superseded += rows.filter(isPrinted).length
      return write(rows.filter((row) => !isPrinted(row)))
    },
    superseded: () => superseded,
    end: (envelope, part) => stream.end(envelope, part),
    hasWritten: stream.hasWritten,
  }
}

/** Of a sink that prints at the end: its rows can be taken from the cache instead. */
const countSuperseded = (): Pick<Sink, 'takeChanged' | 'superseded'> => {
  let superseded = 0
  return {
    takeChanged(rows) {
      superseded += rows.length
    },
    superseded: () => superseded,
  }
}

/** More rows than this are printed piece by piece: as one text they would take as much memory again, or be longer than a text can be. */
const PRINTED_AT_ONCE = 20_000

const rowsSink = (options: ChosenUsers, deps: Deps): Sink => {
  const { top, isCompared } = options
  const first =
    top === undefined || isCompared
      ? undefined
      : { count: top, of: (rows: readonly RawRow[]) => orderedRows(rows, options) }
  const kept = createKeptRows({ first })
  return {
    ...countSuperseded(),
    hasWritten: () => false,
    // Compared, rows that are left out here may be of the period before.
    take: (rows) => kept.take(isCompared ? rows : wantedRows(rows, options)),
    end: async (envelope, reason) => {
      const { rows, layout } = chosenRows(kept.rows, options)
      const part = partOf(rows, reason, options)
      const stream = rows.length > PRINTED_AT_ONCE ? streamFor(layout, deps) : undefined
      if (stream === undefined) return printRows({ rows, envelope: { data: rows, ...envelope }, layout, part }, deps)
      await writeAll(stream, rows, deps)
      stream.end(envelope, part)
    },
  }
}

const COMPARED = personDays.columns.filter(({ kind }) => kind === 'count').map(({ member }) => member)

// A table has room for one change. It has no total, which would compare only the rows that were chosen.
const comparedPersonDays: RowLayout = {
  members: comparedLayout(personDays, COMPARED).members,
  columns: comparedLayout(personDays, ['billable_tokens']).columns.map((column) =>
    column.kind === 'change' ? { ...column, isSummed: false } : column,
  ),
}

/** What the totals of a table are of, when not of everything. */
const partOf = (rows: readonly RawRow[], part: string | undefined, { top }: UsersOptions): string | undefined =>
  part ?? (top !== undefined && rows.length === top ? `the first ${top}` : undefined)

/** Those of the range for which the conditions hold. */
const wantedRows = (rows: readonly RawRow[], { range, where, credits }: ChosenUsers): RawRow[] => {
  const own = rows.filter(({ date }) => typeof date !== 'string' || (date >= range.from && date <= range.to))
  return where ? whereRows(own, where, range, credits) : own
}

/** The first ones of an order. */
const orderedRows = (rows: readonly RawRow[], { range, order, top }: ChosenUsers): RawRow[] =>
  (order ? sortPeopleRows(rows, order, range) : rows).slice(0, top)

const chosenRows = (all: readonly RawRow[], options: ChosenUsers): { rows: RawRow[]; layout: RowLayout } => {
  const { range, previous, isCompared, where, order } = options
  if (!isCompared) return { rows: orderedRows(all, options), layout: personDays }
  const sorted = orderedRows(wantedRows(all, options), options)
  const compared = { rows: sorted, before: all, range, previous, members: COMPARED, keys: ['user_id'] }
  const rows = compareRows({ ...compared, isChosen: where !== undefined || order !== undefined })
  return { rows, layout: comparedPersonDays }
}

const totalsSink = (options: ChosenUsers, deps: Deps): Sink => {
  const totals = createPeopleTotals(options)
  return {
    ...countSuperseded(),
    hasWritten: () => false,
    take: totals.take,
    end: (envelope, part, total) => {
      const rows = totals.rows(total)
      const layout = peopleLayout(options.isCompared, total === undefined ? 'these rows' : 'all credits')
      printRows({ rows, envelope: { data: rows, ...envelope }, layout, part: partOf(rows, part, options) }, deps)
    },
  }
}

const oldestOf = ({ ledger }: Source, range: Range): number | undefined => {
  const held = ledger.heldDays('users', range)
  return held.length === 0 ? undefined : Math.min(...held.map(({ fetchedAt }) => fetchedAt))
}

export const noteNoUsers = (hasRows: boolean, { from, to }: Range, { err }: Pick<Deps, 'err'>): void => {
  if (!hasRows) noteTo(err, `No rows from ${from} to ${to}.`)
}

/** A line that is written over, only where a person watches. */
const createProgress = ({ err, isErrorTerminal, globals }: Deps) => {
  const isShown = isErrorTerminal && !globals.isVerbose
  let width = 0
  return {
    show: (text: string): void => {
      if (!isShown) return
      // Each on a line of its own: a voice would begin anew with each change of one.
      if (globals.isScreenReader) {
        err(`${safeText(text)}\n`)
        return
      }
      err(`\r${safeText(text).padEnd(width)}`)
      width = Math.max(width, text.length)
    },
    clear: (): void => {
      if (isShown && width > 0) err(`\r${' '.repeat(width)}\r`)
    },
  }
}
