import { useEffect, useState } from 'react'
import { inSlices } from '../../../src/base/slices.ts'
import { createOpenWidenings, type OpenWidening } from '../../../src/domain/revisions/open-widenings.ts'
import type { Revision } from '../shared/use-revisions.ts'

/** Open widenings by the number of their revision, the gravest first. */
export type OpenByRevision = ReadonlyMap<number | undefined, readonly OpenWidening[]>

/**
 * What the loaded revisions widened and none of them took back, worked out in slices while it is wanted; undefined until that is done.
 *
 * @param revisions - Newest first.
 */
export const useOpenWidenings = (revisions: readonly Revision[], isWanted: boolean): OpenByRevision | undefined => {
  const [done, setDone] = useState<{ of: readonly Revision[]; open: OpenByRevision }>()
  const isDone = done?.of === revisions
  useEffect(() => {
    if (!isWanted || isDone) return undefined
    const widenings = createOpenWidenings()
    let at = revisions.length - 1
    return inSlices(() => {
      const revision = revisions[at]
      if (revision) {
        widenings.add(revision)
        at -= 1
        return true
      }
      setDone({ of: revisions, open: Map.groupBy(widenings.all(), (each) => each.revision) })
      return false
    })
  }, [revisions, isWanted, isDone])
  return isDone && isWanted ? done.open : undefined
}
