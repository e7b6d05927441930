import { useEffect, useState } from 'react'
import { inSlices } from '../shared/slices.ts'
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
