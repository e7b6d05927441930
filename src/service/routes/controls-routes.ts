import { Problem, quoted } from '../http/problem.ts'
import type { Route } from '../http/route.ts'
import { jsonText } from '../http/route.ts'

/** Default number of revisions per page. The API does not specify one. */
const DEFAULT_REVISIONS = 20

// The cursor is the last revision of the page, encoded so that clients do not depend on its content.
const toCursor = (revision: number): string => Buffer.from(`revision:${revision}`).toString('base64url')

const fromCursor = (cursor: string): number => {
  const match = /^revision:(-?\d+(?:\.\d+)?)$/.exec(Buffer.from(cursor, 'base64url').toString())
  const revision = Number(match?.[1])
  // Base64url decoding skips invalid characters, so accept only the exact text of a cursor.
  if (match === null || toCursor(revision) !== cursor)
    throw new Problem(400, `cursor must be a pagination.nextCursor of this endpoint, but is ${quoted(cursor)}.`)
  return revision
}

export const controlsHistory: Route<'controlsHistory'> = async ({ query = {} }, { store }) => {
  const below = query.cursor === undefined ? undefined : fromCursor(query.cursor)
  const { rows, last, hasMore } = await store.revisions.readPage(below, query.limit ?? DEFAULT_REVISIONS)
  const pagination = hasMore && last !== undefined ? { hasMore, nextCursor: toCursor(last) } : { hasMore }
  return jsonText(`{"changes":[${rows}],"pagination":${JSON.stringify(pagination)}}`)
}
