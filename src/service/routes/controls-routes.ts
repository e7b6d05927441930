import { fromCursor, invalidCursor, paginationOf, toCursor } from '../http/cursor.ts'
import type { Route } from '../http/route.ts'
import { jsonText } from '../http/route.ts'
import { checkCopiedList } from './copied.ts'

/** Default number of revisions per page. The API does not specify one. */
const DEFAULT_REVISIONS = 20

/** A cursor is the number of the last revision of a page. */
const LIST = 'revision'

const revisionAt = (cursor: string): number => {
  const place = fromCursor(LIST, cursor)
  if (!/^-?\d+(?:\.\d+)?$/.test(place)) throw invalidCursor(cursor)
  return Number(place)
}

export const controlsHistory: Route<'controlsHistory'> = async ({ query = {} }, { store }) => {
  await checkCopiedList('controlsHistory', { store })
  const below = query.cursor === undefined ? undefined : revisionAt(query.cursor)
  const { rows, last, hasMore } = await store.revisions.readPage(below, query.limit ?? DEFAULT_REVISIONS)
  const next = hasMore && last ? toCursor(LIST, String(last.revision)) : undefined
  return jsonText(`{"changes":[${rows}],"pagination":${JSON.stringify(paginationOf(next))}}`)
}
