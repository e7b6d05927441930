import type { ControlRevision } from '../../contract/controls.ts'
import type { Lenient } from '../../contract/lenient.ts'

/** The newest numbers that are missing between kept revisions, newest first; undefined where none is. */
export const firstGap = (rows: readonly Lenient<ControlRevision>[]): { from: number; to: number } | undefined => {
  for (const [at, { revision: after }] of rows.entries()) {
    const before = rows[at + 1]?.revision
    if (after !== undefined && before !== undefined && before < after - 1) return { from: before + 1, to: after - 1 }
  }
  return undefined
}
