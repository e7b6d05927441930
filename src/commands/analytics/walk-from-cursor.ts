import type { LoadOptions, UsersPart } from '../../cache/load/source.ts'
import type { Client } from '../../client/client.ts'
import { pagesOf } from '../../client/pages.ts'
import { USERS_LIMIT } from '../../contract/constants.ts'
import type { Range } from '../../domain/calendar/calendar.ts'

/** What a walk brings at a time: see {@link UsersPart}. */
export type WalkPart = Omit<UsersPart, 'from'> & {
  /** Where the next page starts, for a walk that nothing is kept of. */
  nextCursor?: string | undefined
}

/** The pages from a cursor on. None of their days is complete, so that nothing is kept. */
export async function* walkFromCursor(
  client: Client,
  { range, limit = USERS_LIMIT.max, cursor }: { range: Range; limit?: number | undefined; cursor: string },
  options: Omit<LoadOptions, 'isForced'>,
): AsyncGenerator<WalkPart, void> {
  const query = { startDate: range.from, endDate: range.to, limit, cursor }
  const { signal, onRetry } = options
  for await (const { rawRows, changedRows, page, reply, incomplete, nextCursor } of pagesOf(
    client,
    'users',
    { query },
    { signal, onRetry },
  )) {
    const rows = rawRows.filter((row) => !changedRows.includes(row))
    yield { rows, changedRows, page, problems: reply.problemCount, incomplete, nextCursor }
  }
}
