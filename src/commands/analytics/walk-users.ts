import type { CallOptions, Client } from '../../client/client.ts'
import { pagesOf } from '../../client/pages.ts'
import type { RequestOf } from '../../contract/endpoints.ts'
import { AppError } from '../../errors.ts'
import type { RawRow } from '../output/rows-view.ts'

/** All that a walk brought. */
export type UsersWalk = {
  /** The rows that were kept. */
  rows: RawRow[]
  /** The rows that came, kept or not. */
  rowCount: number
  /** The last page as it came. */
  lastEnvelope: RawRow
  problemCount: number
  /** Why the walk ended too early, in one sentence. */
  incomplete: string | undefined
  /** What stopped it, when it was an error. */
  cause: AppError | undefined
  /** Where to go on after an early end. */
  nextCursor: string | undefined
}

/** Told of each page; answers whether its rows are to be kept in memory. */
export type OnPage = (page: { rows: RawRow[]; page: number }, rowsSoFar: number) => 'keep' | 'drop'

/** Walks the pages of the users endpoint. Throws what the first page throws; a later failure leaves an incomplete walk. */
export const walkUsers = async (
  client: Client,
  query: RequestOf<'users'>['query'],
  options: CallOptions,
  onPage: OnPage,
): Promise<UsersWalk> => {
  const walk: UsersWalk = {
    rows: [],
    rowCount: 0,
    lastEnvelope: {},
    problemCount: 0,
    incomplete: undefined,
    cause: undefined,
    nextCursor: undefined,
  }
  let pageCount = 0
  try {
    for await (const page of pagesOf(client, 'users', { query }, options)) {
      const rows = page.rawRows.filter(isRow)
      pageCount += 1
      walk.rowCount += rows.length
      if (onPage({ rows, page: page.page }, walk.rowCount) === 'keep') for (const row of rows) walk.rows.push(row)
      if (isRow(page.reply.raw)) walk.lastEnvelope = page.reply.raw
      walk.problemCount += page.reply.problemCount
      walk.incomplete = page.incomplete
      walk.nextCursor = page.nextCursor
    }
  } catch (error) {
    if (pageCount === 0 || !(error instanceof AppError)) throw error
    walk.incomplete = error.message
    walk.cause = error
  }
  return walk
}

const isRow = (value: unknown): value is RawRow => typeof value === 'object' && value !== null && !Array.isArray(value)
