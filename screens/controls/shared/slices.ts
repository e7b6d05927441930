import { useEffect, useState } from 'react'
import type { HistoryRow } from '../history/history-rows.ts'

/** Work that takes longer than this is cut into pieces, so that a key is heard between them. */
const SLICE_MS = 8

/**
 * Calls `step` until it answers false, in slices of time with room for keys between them; the first slice at once.
 *
 * @returns How to stop.
 */
export const inSlices = (step: () => boolean): (() => void) => {
  let next: NodeJS.Immediate | undefined
  const run = () => {
    const until = performance.now() + SLICE_MS
    while (step()) {
      if (performance.now() < until) continue
      next = setImmediate(run)
      return
    }
  }
  run()
  return () => clearImmediate(next)
}

/** Compares all revisions with the ones before, while that is wanted. Answers whether it has been done. */
export const useCompared = (rows: readonly HistoryRow[], isWanted: boolean): boolean => {
  const [done, setDone] = useState<readonly HistoryRow[]>()
  const isDone = done === rows
  useEffect(() => {
    if (!isWanted || isDone) return undefined
    let at = 0
    return inSlices(() => {
      rows[at]?.summary()
      at += 1
      if (at < rows.length) return true
      setDone(rows)
      return false
    })
  }, [rows, isWanted, isDone])
  return isDone
}
