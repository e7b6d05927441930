import { USERS_LIMIT } from '../../contract/person-days.ts'
import type { Range } from '../../domain/calendar.ts'
import { safeText } from '../../domain/safe-text.ts'
import { AppError } from '../../errors.ts'
import { type CommandInput, command, type Deps } from '../command.ts'
import { noteTo } from '../note.ts'
import { FORMATS } from '../output/format.ts'
import { printRows } from '../output/print-rows.ts'
import { rawRowsOf } from '../output/raw-rows.ts'
import { createEnvelopeStream, createNdjsonStream, type RowStream } from '../output/row-stream.ts'
import { parseWhole, textOf } from '../values.ts'
import { callOptions } from '../wait-notice.ts'
import { noteProblems } from './days.ts'
import { parseRange, rangeOptions } from './range.ts'
import { personDays } from './views.ts'
import { type UsersWalk, walkUsers } from './walk-users.ts'

export type UsersOptions = {
  range: Range
  /** 1 to 100; people or rows, as the server counts. The server's default when left out, 100 for a whole walk. */
  limit: number | undefined
  cursor: string | undefined
  /** Whether to walk all pages. */
  isAll: boolean
}

export const parseUsers = (input: CommandInput, now: number): UsersOptions => {
  const cursor = textOf(input.options, 'cursor')
  if (cursor === '') throw new AppError('usage', 'The cursor is empty: give meta.next_cursor of the page before.')
  return {
    range: parseRange(input, now),
    limit: parseWhole(textOf(input.options, 'limit'), '--limit', USERS_LIMIT),
    cursor,
    isAll: input.options.all === true,
  }
}

export const runUsers = async (options: UsersOptions, deps: Deps): Promise<undefined> =>
  options.isAll ? printAllPages(options, deps) : printOnePage(options, deps)

const printOnePage = async (options: UsersOptions, deps: Deps): Promise<undefined> => {
  const client = await deps.client()
  const { raw, body, problemCount } = await client.call('users', { query: queryOf(options) }, callOptions(deps))
  const rows = rawRowsOf(raw, 'data')
  const hasMore = body.meta?.has_more === true
  printRows({ rows, envelope: raw, view: personDays, part: hasMore ? 'this page' : undefined }, deps)
  if (hasMore) noteTo(deps.err, moreNote(body.meta?.next_cursor))
  noteNothing(rows.length, options.range, deps)
  noteProblems(problemCount, deps)
}

const moreNote = (cursor: string | null | undefined): string =>
  cursor
    ? `There are more pages: --all walks them, --cursor ${cursor} goes on.`
    : 'There are more pages: --all walks them.'

const printAllPages = async (options: UsersOptions, deps: Deps): Promise<undefined> => {
  const client = await deps.client()
  const query = { ...queryOf(options), limit: options.limit ?? USERS_LIMIT.max }
  const progress = createProgress(deps)
  const stream = streamFor(deps)
  const walk = await walkUsers(client, query, callOptions(deps), (page, rowsSoFar) => {
    progress.show(`page ${page.page}, ${rowsSoFar} rows`)
    if (stream === undefined) return 'keep'
    stream.writeRows(page.rows)
    return 'drop'
  })
  progress.clear()
  const { rows, incomplete } = walk
  const rest = { ...walk.lastEnvelope, ...(incomplete !== undefined && { incomplete: true, reason: incomplete }) }
  const part = incomplete === undefined ? undefined : 'incomplete walk'
  if (stream === undefined) printRows({ rows, envelope: { ...rest, data: rows }, view: personDays, part }, deps)
  else stream.end(rest)
  noteNothing(walk.rowCount, options.range, deps)
  noteProblems(walk.problemCount, deps)
  if (incomplete !== undefined) throw incompleteError(walk)
}

/** Formats for programs are written page by page: the first rows come at once and a long walk needs no memory. */
const streamFor = ({ format, out, isOutputTerminal }: Deps): RowStream | undefined => {
  if (format === 'ndjson') return createNdjsonStream(out)
  return format === 'json' && !isOutputTerminal ? createEnvelopeStream('data', out) : undefined
}

const incompleteError = ({ incomplete, rowCount, nextCursor, cause }: UsersWalk): AppError => {
  const resume = nextCursor === undefined ? '' : ` Go on with --cursor ${nextCursor}.`
  return new AppError('incomplete', `The walk is incomplete after ${rowCount} rows: ${incomplete}${resume}`, {
    cause,
    status: cause?.status,
    title: cause?.title,
    requestId: cause?.requestId,
  })
}

const queryOf = ({ range, limit, cursor }: UsersOptions) => ({
  startDate: range.from,
  endDate: range.to,
  ...(limit !== undefined && { limit }),
  ...(cursor !== undefined && { cursor }),
})

const noteNothing = (rowCount: number, { from, to }: Range, { err }: Deps): void => {
  if (rowCount === 0) noteTo(err, `No rows from ${from} to ${to}.`)
}

/** A line that is written over, only where a person watches. */
const createProgress = ({ err, isErrorTerminal, globals }: Deps) => {
  const isShown = isErrorTerminal && !globals.isVerbose
  let width = 0
  return {
    show: (text: string): void => {
      if (!isShown) return
      err(`\r${safeText(text).padEnd(width)}`)
      width = Math.max(width, text.length)
    },
    clear: (): void => {
      if (isShown && width > 0) err(`\r${' '.repeat(width)}\r`)
    },
  }
}

export const users = command({
  name: 'analytics users',
  summary: 'What each person did on each day',
  description:
    'One page, or all with --all. In csv, members that hold a list (languages) are compact JSON; what else the API sends stands behind the known columns.',
  formats: FORMATS,
  options: [
    ...rangeOptions,
    { flags: '--limit <number>', help: 'people on a page, 1 to 100 (default: 20, with --all 100)' },
    { flags: '--cursor <id>', help: 'go on after this person: meta.next_cursor of the page before' },
    { flags: '--all', help: 'walk all pages and join them' },
  ],
  examples: ['analytics users --last 7d --limit 50', 'analytics users --last 30d --all --format csv'],
  parse: parseUsers,
  run: runUsers,
})
