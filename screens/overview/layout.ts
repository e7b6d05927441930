import { hasSideBySidePanes } from '../../src/ui/linear/linear-marks.ts'

/** The panes below the tiles that can have focus. */
export const PANES = ['attention', 'readiness', 'controls'] as const
export type PaneName = (typeof PANES)[number]

export type Layout = Record<PaneName, number> & {
  /** Whether readiness and controls are side by side. */
  isWide: boolean
  /** Whether rules separate the panes. */
  hasRules: boolean
}

/** Minimum width for panes side by side, in cells. */
const WIDE = 100
/** Below this number of rows, only the focused pane has rows; the others have only their headings. */
const MIN_ROWS_FOR_ALL = 10
/** Below this number of rows, the other panes have no headings either, because rows are more useful than headings. */
const MIN_ROWS_FOR_HEADINGS = 5
/** Below this number of rows, panes below each other have no rules between them, and the focused pane gets the room. */
const MIN_ROWS_FOR_RULES = 20
/** Part of the rows for the attention list. */
const ATTENTION_SHARE = 0.45

/**
 * Rows of each pane. They depend only on the window and the focused pane, not on the loaded data, so that nothing
 * moves while data arrives.
 *
 * @param covered - The last rows of `room` that are covered: the last panes lose them. @default 0
 */
export const layoutOf = (width: number, room: number, pane: PaneName, covered = 0): Layout => {
  const layout = hasSideBySidePanes(width, WIDE) ? wide(room, pane) : narrow(room, pane)
  let left = covered
  const uncovered = (rows: number): number => {
    const lost = Math.min(rows, left)
    left -= lost
    return rows - lost
  }
  const controls = uncovered(layout.controls)
  const readiness = layout.isWide ? controls : uncovered(layout.readiness)
  return { ...layout, controls, readiness, attention: uncovered(layout.attention) }
}

const wide = (room: number, pane: PaneName): Layout => {
  const roomy = Math.min(18, Math.max(4, Math.round(room * ATTENTION_SHARE)))
  const attention = room >= MIN_ROWS_FOR_ALL ? roomy : pane === 'attention' ? Math.max(1, room - 2) : 1
  const below = Math.max(0, room - attention - 1)
  return { attention, readiness: below, controls: below, isWide: true, hasRules: true }
}

const narrow = (room: number, pane: PaneName): Layout => {
  if (room < MIN_ROWS_FOR_RULES) {
    const others = shortPanes(room)
    const own = room - others.attention - others.readiness - others.controls + others[pane]
    return { ...others, [pane]: Math.max(0, own), isWide: false, hasRules: false }
  }
  const attention = Math.min(18, Math.round(room * ATTENTION_SHARE))
  // Two rules separate the three panes.
  const rest = room - attention - 2
  const readiness = readinessOf(rest, pane)
  return { attention, readiness, controls: rest - readiness, isWide: false, hasRules: true }
}

/** Rows of the panes without focus in a short window. */
const shortPanes = (room: number): Record<PaneName, number> => {
  if (room >= MIN_ROWS_FOR_ALL) return { attention: 4, readiness: 2, controls: 1 }
  const each = room < MIN_ROWS_FOR_HEADINGS ? 0 : 1
  return { attention: each, readiness: each, controls: each }
}

/** Rows above the list of repositories. */
export const READINESS_HEAD = 3

const readinessOf = (rest: number, pane: PaneName): number => {
  if (rest >= 12) return Math.ceil(rest / 2)
  if (pane === 'readiness') return rest - 1
  return pane === 'controls' ? 1 : Math.min(READINESS_HEAD, rest - 1)
}

/** Cells of the panes below the tiles: three side by side from a width of 140, two from 100, and stacked below that. */
export const paneWidths = (width: number): { credits: number; readiness: number; controls: number } => {
  if (!hasSideBySidePanes(width, WIDE)) return { credits: 0, readiness: width, controls: width }
  const credits = width < 140 ? 0 : Math.floor((width - 6) * 0.36)
  const left = credits > 0 ? width - credits - 3 : width
  // Even in the narrowest window with three panes, the second one must fit the count of each level.
  const readiness = Math.floor((left - 3) * (credits > 0 ? 0.46 : 0.42))
  return { credits, readiness, controls: left - readiness - 3 }
}
