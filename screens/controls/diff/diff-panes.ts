import type { Path } from '../../../src/domain/settings-diff/setting-path.ts'
import { type PaneSizes, paneSizes } from '../../kit/detail/list-and-detail.ts'
import type { ScreenProps } from '../../kit/screen/screen.ts'
import type { Level } from '../../kit/screen/screen-report.ts'
import type { Marks } from '../shared/controls-state.ts'
import type { Compared } from '../shared/use-comparison.ts'
import type { LoadedRevisions } from '../shared/use-revisions.ts'

/** From WIDE cells on, the detail is to the right of the list. From MIDDLE on, it fits below the list in MIN_ROOM rows. */
export const WIDE = 100
const MIDDLE = 80
/** Fewest rows in which the detail fits below the list: in windows narrower than MIDDLE, and in wider ones. */
const NARROW_ROOM = 16
const MIN_ROOM = 10

/** Rows of the head, revision line and divider; and of the footer: a rule, the path of the line and its last change. */
export const DIFF_HEAD = 3
const FOOT = 3
/** Minimum height of a body with room for the footer. */
const MIN_HEIGHT_FOR_FOOT = 14

/** Sizes and positions of the panes in a body. @param isDetail - Whether the detail fills the whole body. */
export const diffLayout = (width: number, height: number, failureRows: number, isDetail: boolean) => {
  const room = Math.max(1, height - DIFF_HEAD - failureRows)
  const panes = diffPanes(width, room)
  const footRows = height >= MIN_HEIGHT_FOR_FOOT ? FOOT : 0
  return {
    room,
    /** Sizes of the tree and of its detail. */
    panes: isDetail ? { ...panes, listHeight: 1, detailWidth: width - 2, detailHeight: room } : panes,
    /** Rows of the text; `footRows` is the height of the footer below it. */
    textHeight: Math.max(1, room - footRows),
    footRows,
  }
}

/** Divides `room` rows of `width` cells between the tree and its detail. */
const diffPanes = (width: number, room: number): PaneSizes => {
  const panes = paneSizes(width, room, 0.55, 104, WIDE)
  const hasDetail = panes.isWide || room >= (width >= MIDDLE ? MIN_ROOM : NARROW_ROOM)
  return hasDetail ? panes : { ...panes, listHeight: room, detailHeight: 0 }
}

export type DiffViewProps = Pick<ScreenProps, 'width' | 'height'> & {
  loaded: LoadedRevisions
  /** Indexes of both marks in the revisions, newest first, so `a` is greater than `b`. */
  a: number
  b: number
  /** Path of the part to select first. @default the first part */
  at?: Path | undefined
  setMarks: (marks: Marks) => void
  /** Shows the whole settings of a revision, with a path selected. */
  showSettings: (revision: number, path?: Path) => void
  /** Shows the revisions that changed a path. */
  showBlame: (path: Path) => void
  /** The open levels, up to this view. */
  levels: readonly Level[]
}

export type DiffProps = DiffViewProps & Compared
