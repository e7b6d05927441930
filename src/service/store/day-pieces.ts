import { createHash } from 'node:crypto'
import { splitText } from '../../base/text.ts'
import type { Day } from '../../contract/primitives.ts'
import { type Db, UnavailableError } from '../db/db.ts'

/** Maximum length of a text that is stored as a whole, UTF-16 units. The credits of 100,000 users are 18 MB of text. */
const MAX_WHOLE = 256 * 1024
/** Length of a piece, UTF-16 units. */
const PIECE = 64 * 1024
/** Pieces that are in memory at once while a text is read or written. */
const BATCH = 4

/** The texts of a day, named as their columns of `analytics_days`. */
const DAY_PARTS = ['row', 'grouped'] as const
export type DayPart = (typeof DAY_PARTS)[number]

/** A row of `analytics_days`. */
type DayKey = { endpoint: string; day: Day }

/** The text that the row of a day has: none if the text is stored in pieces. */
export const wholeText = (text: string): string => (text.length > MAX_WHOLE ? '' : text)

/**
 * Stores the long texts of a day in pieces. Call it in a transaction, after the row of the day is written, because the
 * lock of that row excludes other writers of the day.
 *
 * @returns Whether any text is new or different. An equal text is not written.
 */
export const putPieces = async (
  db: Db,
  { endpoint, day }: DayKey,
  texts: Readonly<Record<DayPart, string>>,
): Promise<boolean> => {
  const found = await db.all<{ part: string; text_id: string }>(
    'SELECT part, text_id FROM day_pieces WHERE endpoint = $1 AND day = $2 AND place = 0',
    [endpoint, day],
  )
  const stored = new Map(found.map(({ part, text_id: id }) => [part, id]))
  let hasChanged = false
  for (const part of DAY_PARTS) {
    const text = texts[part]
    const id = text.length > MAX_WHOLE ? createHash('sha256').update(text).digest('hex') : undefined
    if (stored.get(part) === id) continue
    hasChanged = true
    await db.run('DELETE FROM day_pieces WHERE endpoint = $1 AND day = $2 AND part = $3', [endpoint, day, part])
    if (id === undefined) continue
    const pieces = [...splitText(text, PIECE)]
    for (let at = 0; at < pieces.length; at += BATCH)
      await db.upsert(
        'day_pieces',
        pieces.slice(at, at + BATCH).map((piece, offset) => {
          const place = at + offset
          return { endpoint, day, part, place, is_last: Number(place === pieces.length - 1), text_id: id, text: piece }
        }),
      )
  }
  return hasChanged
}

/** Deletes the pieces of a day. Call it after the row of the day is deleted. */
export const deletePieces = (db: Db, { endpoint, day }: DayKey): Promise<number> =>
  db.run('DELETE FROM day_pieces WHERE endpoint = $1 AND day = $2', [endpoint, day])

type FoundPiece = { whole: string; text: string | null; text_id: string | null; is_last: number | null }

/**
 * A text of a day in pieces, a few of which are in memory. A text without pieces is one piece. Nothing if there is no
 * text.
 *
 * @throws UnavailableError if the text is replaced while it is read.
 */
export async function* readPieces(db: Db, { endpoint, day }: DayKey, part: DayPart): AsyncGenerator<string> {
  let id: string | null | undefined
  for (let place = 0; ; place += BATCH) {
    // One statement, so that the row and its pieces are of the same state.
    const found = await db.all<FoundPiece>(
      `SELECT own.${part} AS whole, piece.text, piece.text_id, piece.is_last
       FROM analytics_days AS own LEFT JOIN day_pieces AS piece
       ON piece.endpoint = own.endpoint AND piece.day = own.day AND piece.part = $1 AND piece.place >= $2
         AND piece.place < $3
       WHERE own.endpoint = $4 AND own.day = $5 ORDER BY piece.place`,
      [part, place, place + BATCH, endpoint, day],
    )
    const [first] = found
    if (place === 0) {
      if (first?.text == null) {
        if (first?.whole) yield first.whole
        return
      }
      id = first.text_id
    } else if (first === undefined) throw replaced(endpoint, day)
    for (const piece of found) {
      const { text } = piece
      if (text === null || piece.text_id !== id) throw replaced(endpoint, day)
      // V8 frees the result of a query much later, because its promise has been promoted. That takes 60 MB [measured].
      piece.text = null
      yield text
      if (piece.is_last === 1) return
    }
  }
}

const replaced = (endpoint: string, day: Day): UnavailableError =>
  new UnavailableError(`The ${endpoint} of ${day} were replaced while they were read. Try again.`, undefined)
