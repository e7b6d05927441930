import type { PaneSizes } from '../../kit/list-and-detail.ts'

/** From this width on the detail stands beside the list, and from that one on below it at any height. */
export const WIDE = 100
const MIDDLE = 80
/** Rows of a narrow window that has room for a detail below the list, and of the lowest one that has any. */
const NARROW_ROOM = 16
const LEAST_ROOM = 10

/** How `room` rows of `width` cells are shared by the tree and what is said of its row. */
export const diffPanes = (width: number, room: number): PaneSizes => {
  if (width >= WIDE) {
    const listWidth = Math.min(104, Math.floor(width * 0.55))
    return { isWide: true, listWidth, listHeight: room, detailWidth: width - listWidth - 4, detailHeight: room }
  }
  const hasDetail = room >= (width >= MIDDLE ? LEAST_ROOM : NARROW_ROOM)
  const listHeight = hasDetail ? Math.ceil((room - 1) * 0.55) : room
  const detailHeight = hasDetail ? room - listHeight - 1 : 0
  return { isWide: false, listWidth: width, listHeight, detailWidth: width - 2, detailHeight }
}
