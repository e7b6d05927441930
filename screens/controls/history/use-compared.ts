import { useEffect, useRef, useState } from 'react'
import { inSlices } from '../../../src/base/slices.ts'
import type { HistoryRow } from './history-rows.ts'

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

/** For so long visible rows are compared before a frame is drawn without what they changed. */
const COMPARE_MS = 40

/** Compares the visible revisions with the ones before, at each drawing of them; large settings take a few frames. */
export const useComparedInSight = (): ((visible: readonly HistoryRow[]) => void) => {
  const [, drawAgain] = useState(0)
  const next = useRef<NodeJS.Immediate>(undefined)
  useEffect(() => () => clearImmediate(next.current), [])
  return (visible) => {
    const until = performance.now() + COMPARE_MS
    for (const row of visible) if (!row.isKnown() && performance.now() < until) row.summary()
    clearImmediate(next.current)
    if (visible.some((row) => !row.isKnown())) next.current = setImmediate(() => drawAgain((count) => count + 1))
  }
}
