import type { DOMElement } from 'ink'
import { flushSync } from './ink-reconciler.ts'

/** Creates rows of finished text, including styles. Called once per paint. */
type MakeLines = () => readonly string[]

/** An empty box in a dialog, which the painter fills with rows. */
type BoxRef = { readonly current: DOMElement | null }

export type Painter = ReturnType<typeof createPainter>

/** Hints and the last row stay visible below a dialog. */
const ROWS_BELOW = 2

/**
 * Composes each frame: the rows of the shown screen, with the dialog that Ink has laid out over its bottom rows.
 * `invalidate` requests a paint, which happens once, at the end of the current key or in a microtask.
 *
 * @param show - Puts a frame on the terminal.
 * @param isLinear - For screen readers: a dialog follows the rows instead of covering them.
 */
export const createPainter = (show: (rows: readonly string[]) => void, isLinear = false) => {
  let body: MakeLines | undefined
  let dialog: readonly string[] | undefined
  const patches = new Map<BoxRef, MakeLines>()
  let isRequested = false
  let isScheduled = false
  let isHandlingKey = false
  let isPaused = false

  const flush = () => {
    if (!isRequested || isPaused || !body) return
    // Before the rows are made: making them may request another paint.
    isRequested = false
    const rows = body()
    show(dialog ? withDialog(rows, patched(dialog, patches), isLinear) : rows)
  }
  const invalidate = () => {
    isRequested = true
    if (isHandlingKey || isScheduled) return
    isScheduled = true
    queueMicrotask(() => {
      isScheduled = false
      flush()
    })
  }
  return {
    /** Registers a function that creates the rows of the screen, and paints. Returns a function that unregisters it. */
    setBody(lines: MakeLines): () => void {
      body = lines
      invalidate()
      return () => {
        if (body === lines) body = undefined
      }
    },
    /** Sets the rows of the open dialog, as Ink drew them; undefined if none is open. */
    setDialog(rows: readonly string[] | undefined): void {
      dialog = rows
      invalidate()
    },
    /** Registers rows that replace an empty box of the dialog. Returns a function that unregisters them. */
    setPatch(box: BoxRef, lines: MakeLines): () => void {
      patches.set(box, lines)
      invalidate()
      return () => {
        if (patches.get(box) === lines) patches.delete(box)
      }
    },
    /** Requests a paint. */
    invalidate,
    /** Paints now if a paint was requested. */
    flush,
    /** Runs the effect of a key, commits its React updates and paints the result before returning. */
    flushSync<Result>(act: () => Result): Result {
      isHandlingKey = true
      try {
        return flushSync(act)
      } finally {
        isHandlingKey = false
        flush()
      }
    },
    /** Paints nothing until `resume`: the terminal belongs to another program, or the explorer is closing. */
    pause(): void {
      isPaused = true
    },
    /** Paints again, starting with the whole frame. */
    resume(): void {
      isPaused = false
      isRequested = true
      flush()
    },
  }
}

/** The rows of the screen, with a dialog over the bottom ones. For a screen reader, the dialog follows all rows. */
const withDialog = (rows: readonly string[], over: readonly string[], isLinear: boolean): readonly string[] => {
  if (isLinear) return [...rows, ...over]
  const bottom = Math.max(0, rows.length - ROWS_BELOW)
  return [...rows.slice(0, Math.max(0, bottom - over.length)), ...over, ...rows.slice(bottom)]
}

/** The rows that Ink drew, with the painter's rows in the empty boxes. */
const patched = (drawn: readonly string[], patches: ReadonlyMap<BoxRef, MakeLines>): readonly string[] => {
  const rows = [...drawn]
  for (const [{ current: box }, lines] of patches) {
    if (!box) continue
    const top = topOf(box)
    for (const [y, line] of lines().entries()) if (top + y < rows.length) rows[top + y] = line
  }
  return rows
}

/** The row of the dialog at which a box starts. */
const topOf = ({ yogaNode, parentNode }: DOMElement): number =>
  (yogaNode?.getComputedTop() ?? 0) + (parentNode ? topOf(parentNode) : 0)
