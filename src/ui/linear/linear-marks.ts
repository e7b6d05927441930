/**
 * What a row of the linear text is, told by its first character. The frames of `--screen-reader` are rows like all others, so what
 * makes rows says with a mark what the voice could not see otherwise. They are of the private use area, which no safe text holds.
 */
export const MARK = {
  /** Where the user is: another one is another screen. */
  place: '\ue000',
  /** Something is being fetched. */
  busy: '\ue001',
  /** The heading of a pane. */
  pane: '\ue002',
  /** The heading of what is told of the selected row: it changes with every move, and is read when it is asked for. */
  detail: '\ue003',
  /** The title of what lies over the screen; all below it belongs to it. */
  popup: '\ue004',
  row: '\ue005',
  selected: '\ue006',
  /** Something has happened, or did not. */
  notice: '\ue007',
  /** Read when the whole screen is: ages, hints, the command. */
  aside: '\ue008',
} as const
export type LineKind = keyof typeof MARK | 'text'

const kinds = new Map<string, LineKind>(Object.entries(MARK).map(([kind, mark]) => [mark, kind as LineKind]))

/** The kind of a row without styles, and the row without its marks. Rows may be moved in by spaces, and marked again by others. */
export const readMark = (row: string): { kind: LineKind; text: string } => {
  const marks = row.match(/[\ue000-\ue008]/g) ?? []
  return { kind: kinds.get(marks[0] ?? '') ?? 'text', text: row.replaceAll(/[\ue000-\ue008]/g, '') }
}

/**
 * Cells of the window that the linear text is laid out in: wider than any text, so that nothing is cut and no column is dropped.
 * Panes, which stand beside each other in wide windows, follow one another in this one.
 */
export const LINEAR_CELLS = 1000
/** Rows of a body there: as many rows of a list as one likes to hear in one go. */
export const LINEAR_ROWS = 24

/** Columns of a list are those that a window of so many cells has room for: what is told of a row says the others. */
export const LINEAR_TABLE_CELLS = 120

/** Whether a row of so many cells is one of the linear text, and no drawn one: panes take a few cells for gaps and bars. */
export const isLinearWidth = (width: number): boolean => width > LINEAR_CELLS - 100

/** Whether a window has room for panes beside each other, `from` cells or more. */
export const isBeside = (width: number, from: number): boolean => width >= from && !isLinearWidth(width)
