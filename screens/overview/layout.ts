import { isBeside } from '../../src/ui/linear/linear-marks.ts'

/** The panes below the tiles that keys move in. */
export const PANES = ['attention', 'readiness', 'controls'] as const
export type PaneName = (typeof PANES)[number]

export type Layout = Record<PaneName, number> & {
  /** Whether readiness and controls stand beside each other. */
  isWide: boolean
  /** Whether rules part the panes. */
  hasRules: boolean
}

/** The narrowest window in which panes stand beside each other. */
const WIDE = 100
/** Below so many rows only the pane that has the keys has rows, and the others their headings. */
const TIGHT = 10
/** Below so many the others have none either: headings alone would tell less than what needs attention. */
const TIGHTEST = 5

/**
 * Rows of each pane. They depend on the window and the pane that has the keys alone, not on what has arrived, so that
 * nothing moves.
 */
export const layoutOf = (width: number, room: number, pane: PaneName): Layout =>
  isBeside(width, WIDE) ? wide(room, pane) : narrow(room, pane)

const wide = (room: number, pane: PaneName): Layout => {
  const roomy = Math.min(15, Math.max(4, Math.round(room * 0.4)))
  const attention = room >= TIGHT ? roomy : pane === 'attention' ? Math.max(1, room - 2) : 1
  const below = Math.max(0, room - attention - 1)
  return { attention, readiness: below, controls: below, isWide: true, hasRules: true }
}

const narrow = (room: number, pane: PaneName): Layout => {
  if (room < TIGHT) {
    const others = room < TIGHTEST ? 0 : 1
    const own = { [pane]: Math.max(0, room - 2 * others) }
    return { attention: others, readiness: others, controls: others, ...own, isWide: false, hasRules: false }
  }
  const attention = Math.min(8, Math.max(4, Math.round(room * 0.35)))
  // Two rules.
  const rest = room - attention - 2
  const readiness = readinessOf(rest, pane)
  return { attention, readiness, controls: rest - readiness, isWide: false, hasRules: true }
}

/** Rows of what stands above the list of repositories. */
export const READINESS_HEAD = 3

const readinessOf = (rest: number, pane: PaneName): number => {
  if (rest >= 12) return Math.ceil(rest / 2)
  if (pane === 'readiness') return rest - 1
  return pane === 'controls' ? 1 : Math.min(READINESS_HEAD, rest - 1)
}

/** Cells of the panes below the tiles: three from 140 on, two from 100 on, and one above the other below that. */
export const paneWidths = (width: number): { credits: number; readiness: number; controls: number } => {
  if (!isBeside(width, WIDE)) return { credits: 0, readiness: width, controls: width }
  const credits = width < 140 ? 0 : Math.floor((width - 6) * 0.36)
  const left = credits > 0 ? width - credits - 3 : width
  // Of the narrowest three, the second has to hold the count of each level.
  const readiness = Math.floor((left - 3) * (credits > 0 ? 0.46 : 0.42))
  return { credits, readiness, controls: left - readiness - 3 }
}
