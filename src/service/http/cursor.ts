import { Problem, quoted } from './problem.ts'

/**
 * Encodes a position in a list as a cursor, so that clients do not depend on its content.
 *
 * @param list Name of the list. A cursor of another list is rejected.
 */
export const toCursor = (list: string, place: string): string => Buffer.from(`${list}:${place}`).toString('base64url')

/** Decodes a cursor. @throws Problem 400 for a text that is not a cursor of this list. */
export const fromCursor = (list: string, cursor: string): string => {
  const text = Buffer.from(cursor, 'base64url').toString()
  const place = text.slice(list.length + 1)
  // Base64url decoding skips invalid characters, so accept only the exact text of a cursor.
  if (toCursor(list, place) !== cursor) throw invalidCursor(cursor)
  return place
}

/** The `pagination` of a response. */
export const paginationOf = (nextCursor: string | undefined): { hasMore: boolean; nextCursor?: string } =>
  nextCursor === undefined ? { hasMore: false } : { hasMore: true, nextCursor }

export const invalidCursor = (cursor: string): Problem =>
  new Problem(400, `cursor must be a pagination.nextCursor of this endpoint, but is ${quoted(cursor)}.`, {
    metadata: { parameter: 'cursor' },
  })
