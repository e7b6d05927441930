import type { QueryState } from '../../../src/cache/load/query-state.ts'
import type { Comparison } from '../../../src/domain/risk/compare-settings.ts'
import type { Path } from '../../../src/domain/settings-diff/setting-path.ts'
import type { ScreenProps } from '../../kit/screen/screen.ts'
import type { LoadedRevisions, Revision } from '../shared/use-revisions.ts'

/** Numbers of two revisions, `a` the older one. */
export type Marks = { a: number; b: number }

export type DiffViewProps = Pick<ScreenProps, 'width' | 'height'> & {
  loaded: LoadedRevisions
  /** Places of both marks among the revisions, newest first: that of A is behind that of B. */
  a: number
  b: number
  /** The part to begin at; the first by default. */
  at?: Path | undefined
  setMarks: (marks: Marks) => void
  /** Shows the whole settings of a revision, at a path of them. */
  showSettings: (revision: number, path?: Path) => void
  /** Shows who changed what is at a path. */
  showBlame: (path: Path) => void
  /** Back to the list. */
  leave: () => void
}

/** What shows a comparison, wherever it was made. */
export type ComparedProps = DiffViewProps & {
  before: Revision | undefined
  after: Revision | undefined
  isLarge: boolean
}

/** What shows a comparison that may still be on its way. */
export type DiffChangesProps = ComparedProps & {
  /** Undefined while it is made. */
  comparison: Comparison | undefined
  /** What brings the comparison, where that is not made here. */
  state: QueryState<Comparison> | undefined
}
