import type { ControlRevision } from '../../contract/controls.ts'
import type { Lenient } from '../../contract/lenient.ts'
import type { RevisionName } from './revision-argument.ts'

export type Revision = Lenient<ControlRevision>

/** Revisions, newest first, as many as were needed, and when they were fetched. */
export type History = {
  rows: Revision[]
  isWhole: boolean
  at: number
  incomplete: string | undefined
  problems: number
  /** Whether only what is kept was looked at. @default false */
  isOffline?: boolean
}

/** Where commands have revisions from. */
export type OpenedHistory = {
  /** Loads the history newest first, a little at first and then more, until somebody has what was looked for, or all of it. */
  walk: (isEnough: (rows: readonly Revision[]) => boolean) => Promise<History>
  /** Loads the revisions that are named, as far as there are any, for revisionAmong to tell them apart; maybe others too. */
  find: (names: readonly RevisionName[]) => Promise<History>
}
