import type { Path } from '../../src/domain/settings-diff/setting-path.ts'
import type { ScreenState } from '../kit/screen/screen-state.ts'
import type { Marks } from './diff/diff-panes.ts'

/** The state of the first view inside, before it can be opened. */
export const FIRST_INSIDE = 'first inside'

/** What can lie over the list of revisions. */
export type View =
  | ({ is: 'diff'; at: Path | undefined } & Marks)
  | { is: 'settings'; revision: number; at: Path | undefined }
  | { is: 'blame'; path: Path }

/** A view with what it keeps for itself: its filter, its row. */
export type Opened = { view: View; kept: ScreenState }
