import { createHmac } from 'node:crypto'
import { readdirSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { writeAtomicallySync } from '../../base/atomic-file.ts'
import { readOwnFile } from '../../base/own-file.ts'
import { createOwnFolder } from '../../base/own-folder.ts'
import { DAY_MS } from '../../base/time.ts'

/** A saved frame, as rows of finished text. The next start shows it until it has rendered its own first frame. */
export type SavedFrame = {
  /** Width of the window in cells. Its height equals the number of rows here, including `head`. */
  columns: number
  /** The first row, before and after the {@link AGE_CELLS} cells for the age. */
  head: readonly [string, string]
  /** The rows below it. */
  rows: readonly string[]
  /** When the oldest data in it was fetched, Unix ms. */
  at: number
}

/** Cells between both parts of the head. */
export const AGE_CELLS = 6
/** Maximum age of a frame. An older one is useless. */
const MAX_FRAME_AGE_MS = 7 * DAY_MS
/** Maximum size of a file. A window of 500 cells by 150 rows in which each cell has its own style takes less. */
const MAX_BYTES = 1_000_000
/** Maximum number of stored frames: enough for a few windows and profiles. */
const MAX_FRAMES = 8

/** The owner of a frame: the identity of the start, and the machine's salt, which keys its name and content. */
export type FrameOwner = { folder: string; identity: string; salt: Uint8Array }

const macOf = (salt: Uint8Array, ...parts: string[]): string =>
  createHmac('sha256', salt).update(JSON.stringify(parts)).digest('hex')

const pathOf = ({ folder, identity, salt }: FrameOwner, columns: number, rows: number): string =>
  join(folder, macOf(salt, 'frame', identity, `${columns}x${rows}`))

/** Stores a frame in place of the previous one, readable only by its owner. Throws the file system's errors. */
export const writeSavedFrame = (owner: FrameOwner, frame: SavedFrame): void => {
  const { folder, identity, salt } = owner
  createOwnFolder(folder)
  const path = pathOf(owner, frame.columns, frame.rows.length + 1)
  const text = JSON.stringify(frame)
  writeAtomicallySync(path, `${macOf(salt, identity, text)}\n${text}`, { mayReplace: true })
  const others = readdirSync(folder)
    .filter((name) => /^[0-9a-f]{64}$/.test(name))
    .map((name) => join(folder, name))
  if (others.length <= MAX_FRAMES) return
  const ages = new Map(others.map((other) => [other, statSync(other).mtimeMs]))
  const oldest = others.toSorted((a, b) => (ages.get(b) ?? 0) - (ages.get(a) ?? 0)).slice(MAX_FRAMES)
  for (const other of oldest) rmSync(other, { force: true })
}

/** Permitted content of a row: printable text, and styles. */
const FINISHED = /^(?:[^\p{Cc}\p{Cs}\u2028\u2029]|\x1b\[[\d;]{0,40}m)*$/u

/**
 * Reads the frame for a window of this size. Undefined if there is none, or if the file belongs to another user, can be
 * read by other users, was not written by this program, is corrupt, too large or too old, or has a time in the future.
 */
export const readSavedFrame = (
  owner: FrameOwner,
  { columns, rows, now }: { columns: number; rows: number; now: number },
): SavedFrame | undefined => {
  try {
    const path = pathOf(owner, columns, rows)
    const bytes = readOwnFile(path, MAX_BYTES)
    if (bytes === undefined || (process.platform !== 'win32' && (statSync(path).mode & 0o077) !== 0)) return undefined
    const file = Buffer.from(bytes).toString('utf8')
    const end = file.indexOf('\n')
    const text = file.slice(end + 1)
    if (end < 0 || file.slice(0, end) !== macOf(owner.salt, owner.identity, text)) return undefined
    const frame = JSON.parse(text) as SavedFrame
    const isOurs =
      frame.columns === columns &&
      frame.rows.length === rows - 1 &&
      [...frame.head, ...frame.rows].every((row) => FINISHED.test(row)) &&
      frame.at <= now &&
      now - frame.at <= MAX_FRAME_AGE_MS
    return isOurs ? frame : undefined
  } catch {
    // The explorer renders its own first frame a moment later.
    return undefined
  }
}
