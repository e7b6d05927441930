import type { Store } from '../store/store.ts'
import type { Refusals } from './import-refusals.ts'

/** What the whole import keeps in mind while it goes through the files. */
export type ImportRun = {
  store: Store
  nowMs: number
  refusals: Refusals
  /** What was seen already, so that nothing comes twice. */
  seen: Set<string>
  counts: Record<string, number>
  /** The organisation that the files are of. */
  organisation: string | undefined
}
