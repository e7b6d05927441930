import { useEffect, useState } from 'react'
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

/** Compares the visible revisions with the ones before, before they are drawn; large settings take a few frames. */
export const useComparedInSight = (visible: readonly HistoryRow[]): void => {
  const [, drawAgain] = useState(0)
  const until = performance.now() + COMPARE_MS
  const isBehind = visible.some((row) => {
    if (!row.isKnown() && performance.now() < until) row.summary()
    return !row.isKnown()
  })
  useEffect(() => {
    if (!isBehind) return undefined
    const next = setImmediate(() => drawAgain((count) => count + 1))
    return () => clearImmediate(next)
  })
}
