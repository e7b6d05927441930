/**
 * Marks the kind of a row of linear text by its first character. The frames of `--screen-reader` are ordinary rows, so
 * the code that creates rows marks what the voice could not recognize otherwise. The marks are in the private use area,
 * which safe text never contains.
 */
export const MARK = {
  /** The current screen: another value means another screen. */
  place: '\ue000',
  /** A load is in progress. */
  busy: '\ue001',
  /** The heading of a pane. */
  pane: '\ue002',
  /** The heading of the selected row's detail. It changes with every move, so it is read only on request. */
  detail: '\ue003',
  /** The title of an overlay, which includes all rows below it. */
  popup: '\ue004',
  row: '\ue005',
  selected: '\ue006',
  /** The result of an action, or the reason why nothing happened. */
  notice: '\ue007',
  /** Read only with the whole screen: ages, hints, the command. */
  aside: '\ue008',
  /** The end of something in the background, read once when it appears. */
  news: '\ue009',
} as const
export type LineKind = keyof typeof MARK | 'text'

const kinds = new Map<string, LineKind>(Object.entries(MARK).map(([kind, mark]) => [mark, kind as LineKind]))

/**
 * The kind of a row without styles, and the row without its marks. Rows may be indented, and may have several marks.
 */
export const readMark = (row: string): { kind: LineKind; text: string } => {
  const marks = row.match(/[\ue000-\ue009]/g) ?? []
  return { kind: kinds.get(marks[0] ?? '') ?? 'text', text: row.replaceAll(/[\ue000-\ue009]/g, '') }
}

/**
 * Width of the window for linear text, in cells: wider than any text, so that nothing is cut and no column is dropped.
 * Panes that are side by side in a wide window are below each other here.
 */
export const LINEAR_CELLS = 1000
/** Maximum number of rows of a list in linear text, because more take too long to hear. */
export const LINEAR_ROWS = 24

/** Width that selects the columns of a list in linear text, in cells. The detail of a row has the other columns. */
export const LINEAR_TABLE_CELLS = 120

/** Whether a width is that of linear text. Panes use a few cells for gaps and bars. */
export const isLinearWidth = (width: number): boolean => width > LINEAR_CELLS - 100

/** Whether a window is wide enough for panes side by side, at least `from` cells. */
export const hasSideBySidePanes = (width: number, from: number): boolean => width >= from && !isLinearWidth(width)
