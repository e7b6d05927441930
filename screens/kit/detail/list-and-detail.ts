import { beside, cutStyled, filled, indented } from '../../../src/ui/layout/columns.ts'
import type { Theme } from '../../../src/ui/layout/theme.ts'
import { isBeside } from '../../../src/ui/linear/linear-marks.ts'
import { rule } from '../screen/frame.ts'

/** From this width on a detail stands beside its list by default. */
const WIDE = 100

export type PaneSizes = {
  isWide: boolean
  listWidth: number
  listHeight: number
  detailWidth: number
  detailHeight: number
}

/**
 * How `room` rows are shared by a list and what is said of its row.
 *
 * @param share - Of a wide window, what the list gets.
 * @param most - Cells of the list in a wide window.
 * @param wide - From how many cells on they stand beside each other.
 */
export const paneSizes = (width: number, room: number, share = 1 / 2, most = 76, wide = WIDE): PaneSizes => {
  if (isBeside(width, wide)) {
    const listWidth = Math.min(most, Math.floor(width * share))
    return { isWide: true, listWidth, listHeight: room, detailWidth: width - listWidth - 4, detailHeight: room }
  }
  const listHeight = Math.max(1, Math.ceil((room - 1) * 0.55))
  return {
    isWide: false,
    listWidth: width,
    listHeight,
    detailWidth: width - 2,
    detailHeight: Math.max(0, room - listHeight - 1),
  }
}

/** The lowest room in which a detail lies below the list; in a lower one it is shown alone. */
const LOWEST = 9

/** How `room` rows are shared by a list of so many rows over the whole width and the detail of its row below, or in its place. */
export const stackSizes = (width: number, room: number, rows: number, isDetail: boolean): PaneSizes => {
  const sizes = { isWide: false, listWidth: width, detailWidth: width - 2 }
  if (isDetail) return { ...sizes, listHeight: 0, detailHeight: room }
  if (room < LOWEST) return { ...sizes, listHeight: room, detailHeight: 0 }
  // A short list leaves the room that it does not need.
  const listHeight = Math.min(Math.ceil(room / 2), Math.max(3, rows))
  return { ...sizes, listHeight, detailHeight: room - listHeight - 1 }
}

/** The rows of both, the detail beside the list, below it or in its place. */
export const joinPanes = (
  list: readonly string[],
  detail: readonly string[],
  hidden: number,
  width: number,
  { isWide, listWidth, listHeight, detailWidth, detailHeight }: PaneSizes,
  theme: Theme,
): string[] => {
  const own = filled(detail, detailHeight)
  // The last row says that there is more; its own text comes with the next key.
  if (hidden > 0 && detailHeight > 1) own[detailHeight - 1] = theme.muted(`${hidden + 1} more lines, J scrolls`)
  if (theme.isLinear) return [...list, rule(width, theme), ...own]
  if (isWide) {
    return beside(
      [
        { lines: filled(list, listHeight), width: listWidth },
        { lines: own, width: detailWidth },
      ],
      ` ${theme.muted(theme.signs.vertical)} `,
    )
  }
  const below = own.map((line) => indented(cutStyled(line, detailWidth)))
  return listHeight === 0 ? below : [...filled(list, listHeight), rule(width, theme), ...below]
}

/**
 * The same, but the detail alone over `room` rows where that is asked for, and the list alone where a detail has no room. None is wider
 * than `width`.
 */
export const joinOrAlone = (
  list: readonly string[],
  { shown, hidden }: { shown: readonly string[]; hidden: number },
  { room, isDetail, width }: { room: number; isDetail: boolean; width: number },
  panes: PaneSizes,
  theme: Theme,
): string[] => {
  if (isDetail) {
    const lines = shown.map((line) => cutStyled(` ${line}`, width))
    return theme.isLinear ? [rule(width, theme), ...lines] : filled(lines, room)
  }
  return panes.detailHeight === 0 ? filled(list, room) : joinPanes(list, shown, hidden, width, panes, theme)
}
