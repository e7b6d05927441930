import { isBeside } from '../../../src/ui/linear/linear-marks.ts'
import type { PaneSizes } from '../../kit/detail/list-and-detail.ts'

/** From this width on the detail stands beside the list, and from that one on below it at any height. */
export const WIDE = 100
const MIDDLE = 80
/** Rows of a narrow window that has room for a detail below the list, and of the lowest one that has any. */
const NARROW_ROOM = 16
const LEAST_ROOM = 10

/** Rows of the head, the revision line and the divider, and those below text: a rule, where a line stands and who changed it. */
export const DIFF_HEAD = 3
const FOOT = 3
/** The lowest body that has room for those. */
const FOOT_FROM = 14

export type DiffLayout = {
  /** Rows below the divider. */
  room: number
  /** Of the tree and of what is said of its row. */
  panes: PaneSizes
  /** Rows of the text, and of what stands below it. */
  textHeight: number
  footRows: number
}

/** Where everything stands in a body. @param isDetail - Whether what is said of a row has all the room. */
export const diffLayout = (width: number, height: number, failureRows: number, isDetail: boolean): DiffLayout => {
  const room = Math.max(1, height - DIFF_HEAD - failureRows)
  const panes = diffPanes(width, room)
  const footRows = height >= FOOT_FROM ? FOOT : 0
  return {
    room,
    panes: isDetail ? { ...panes, listHeight: 1, detailWidth: width - 2, detailHeight: room } : panes,
    textHeight: Math.max(1, room - footRows),
    footRows,
  }
}

/** How `room` rows of `width` cells are shared by the tree and what is said of its row. */
const diffPanes = (width: number, room: number): PaneSizes => {
  if (isBeside(width, WIDE)) {
    const listWidth = Math.min(104, Math.floor(width * 0.55))
    return { isWide: true, listWidth, listHeight: room, detailWidth: width - listWidth - 4, detailHeight: room }
  }
  const hasDetail = room >= (width >= MIDDLE ? LEAST_ROOM : NARROW_ROOM)
  const listHeight = hasDetail ? Math.ceil((room - 1) * 0.55) : room
  const detailHeight = hasDetail ? room - listHeight - 1 : 0
  return { isWide: false, listWidth: width, listHeight, detailWidth: width - 2, detailHeight }
}
