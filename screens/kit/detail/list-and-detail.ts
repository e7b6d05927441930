import { cutStyled, filled, indented, joinColumns } from '../../../src/ui/layout/columns.ts'
import type { Theme } from '../../../src/ui/layout/theme.ts'
import { hasSideBySidePanes } from '../../../src/ui/linear/linear-marks.ts'
import { rule } from '../screen/frame.ts'

/** Default minimum width in cells for a detail next to its list. */
const WIDE = 100
/** Cells of the line between two panes, and of the right margin. */
const PANE_GAP = 4

export type PaneSizes = {
  isWide: boolean
  listWidth: number
  listHeight: number
  detailWidth: number
  detailHeight: number
}

/**
 * How a list and the detail of its selected row share `room` rows.
 *
 * @param share - Part of the width for the list in a wide window.
 * @param maxWidth - Max cells of the list in a wide window.
 * @param minWide - Minimum width in cells for the two side by side.
 */
export const paneSizes = (width: number, room: number, share = 1 / 2, maxWidth = 76, minWide = WIDE): PaneSizes => {
  if (hasSideBySidePanes(width, minWide)) {
    const listWidth = Math.min(maxWidth, Math.floor(width * share))
    return { isWide: true, listWidth, listHeight: room, detailWidth: width - listWidth - PANE_GAP, detailHeight: room }
  }
  return belowSizes(width, room, Math.max(1, Math.ceil((room - 1) * 0.55)))
}

/** A full-width list of `listHeight` rows, a rule, and the detail below it. Without room, the list is alone. */
export const belowSizes = (width: number, room: number, listHeight: number): PaneSizes => ({
  isWide: false,
  listWidth: width,
  listHeight,
  detailWidth: width - 2,
  detailHeight: Math.max(0, room - listHeight - 1),
})

/** Minimum width of a window in which the detail of a table stands next to it. */
export const WIDE_TABLE = 140
/** The detail next to a table gets at least this part of the width, and at most this many cells. */
const MIN_DETAIL_SHARE = 0.3
const MAX_DETAIL_WIDTH = 100

/**
 * A table next to the detail of its selected row. The table gets the width of its columns, as far as the detail leaves
 * it; the detail gets the rest. Undefined in a window that is too narrow.
 *
 * @param tableWidth - The cells that a table needs if it may have at most `most`.
 */
export const sideSizes = (width: number, room: number, tableWidth: (most: number) => number): PaneSizes | undefined => {
  if (!hasSideBySidePanes(width, WIDE_TABLE)) return undefined
  const most = width - PANE_GAP - Math.ceil(width * MIN_DETAIL_SHARE)
  const listWidth = Math.max(width - PANE_GAP - MAX_DETAIL_WIDTH, Math.min(tableWidth(most), most))
  return { isWide: true, listWidth, listHeight: room, detailWidth: width - listWidth - PANE_GAP, detailHeight: room }
}

/** For {@link sideSizes}: a table that takes all the cells it may have. */
export const asWide = (most: number): number => most

/** Minimum room in rows for a detail below the list. With less room, the detail is only shown alone. */
const MIN_ROOM_BELOW = 9

/** How a full-width list of `rows` rows and its detail share `room` rows: the detail is below it or replaces it. */
export const stackSizes = (width: number, room: number, rows: number, isDetail: boolean): PaneSizes => {
  if (isDetail) return { ...belowSizes(width, room, 0), detailHeight: room }
  if (room < MIN_ROOM_BELOW) return belowSizes(width, room, room)
  // A short list leaves its unused rows to the detail.
  return belowSizes(width, room, Math.min(Math.ceil(room / 2), Math.max(3, rows)))
}

/** The lines of both: the detail next to the list, below it or in its place. */
export const joinPanes = (
  list: readonly string[],
  detail: readonly string[],
  hidden: number,
  width: number,
  { isWide, listWidth, listHeight, detailWidth, detailHeight }: PaneSizes,
  theme: Theme,
): string[] => {
  const own = filled(detail, detailHeight)
  // The last row counts the hidden lines. The line that it replaces appears after the next scroll.
  if (hidden > 0 && detailHeight > 1) own[detailHeight - 1] = theme.muted(`${hidden + 1} more lines, J scrolls`)
  if (theme.isLinear) return [...list, rule(width, theme), ...own]
  if (isWide) {
    return joinColumns(
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
 * {@link joinPanes}, but with `isDetail` the detail alone over `room` rows, and the list alone if the detail has no
 * room. No line is wider than `width`.
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
