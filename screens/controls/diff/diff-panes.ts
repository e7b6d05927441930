import type { Path } from '../../../src/domain/settings-diff/setting-path.ts'
import { type PaneSizes, paneSizes } from '../../kit/detail/list-and-detail.ts'
import type { ScreenProps } from '../../kit/screen/screen.ts'
import type { Marks } from '../shared/controls-state.ts'
import type { Compared } from '../shared/use-comparison.ts'
import type { LoadedRevisions } from '../shared/use-revisions.ts'

/** From this width on the detail stands beside the list, and from that one on below it at any height. */
export const WIDE = 100
const MIDDLE = 80
/** Rows of a narrow window that has room for a detail below the list, and of the lowest one that has any. */
const NARROW_ROOM = 16
const MIN_ROOM = 10

/** Rows of the head, the revision line and the divider, and those below text: a rule, where a line stands and who changed it. */
export const DIFF_HEAD = 3
const FOOT = 3
/** The lowest body that has room for those. */
const FOOT_FROM = 14

/** Where everything stands in a body. @param isDetail - Whether what is said of a row has all the room. */
export const diffLayout = (width: number, height: number, failureRows: number, isDetail: boolean) => {
  const room = Math.max(1, height - DIFF_HEAD - failureRows)
  const panes = diffPanes(width, room)
  const footRows = height >= FOOT_FROM ? FOOT : 0
  return {
    /** Rows below the divider. */
    room,
    /** Of the tree and of what is said of its row. */
    panes: isDetail ? { ...panes, listHeight: 1, detailWidth: width - 2, detailHeight: room } : panes,
    /** Rows of the text, and of what stands below it. */
    textHeight: Math.max(1, room - footRows),
    footRows,
  }
}

/** How `room` rows of `width` cells are shared by the tree and what is said of its row. */
const diffPanes = (width: number, room: number): PaneSizes => {
  const panes = paneSizes(width, room, 0.55, 104, WIDE)
  const hasDetail = panes.isWide || room >= (width >= MIDDLE ? MIN_ROOM : NARROW_ROOM)
  return hasDetail ? panes : { ...panes, listHeight: room, detailHeight: 0 }
}

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

export type DiffProps = DiffViewProps & Compared
