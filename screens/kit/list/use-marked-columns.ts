import { localKey, useScreenState } from '../screen/screen-state.ts'
import { useSession } from '../session/session.ts'
import { atFirstRow, endNotice } from './use-list.ts'

export const markedState = {
  column: localKey('marked column', 0, 'links do not carry comparisons'),
  row: localKey('marked row', atFirstRow, 'links do not carry comparisons'),
}

export const MIN_COLUMN_WIDTH = 16
const MAX_COLUMN_WIDTH = 30
/** The gap between two columns. */
const GAP = '  '

type MarkedColumns = {
  /** What a column is: `person`. */
  one: string
  /** Number of marked rows. */
  count: number
  /** Cells of the window, and of the label of each line. */
  width: number
  labelCells: number
}

/** Columns for the marked rows of a list: as many as fit, including the chosen one. */
export const useMarkedColumns = ({ one, count, width, labelCells }: MarkedColumns) => {
  const { theme } = useSession()
  const [at, setAt] = useScreenState(markedState.column)
  const chosen = Math.min(at, Math.max(0, count - 1))
  const room = width - labelCells - 1
  const shown = Math.max(1, Math.min(count, Math.floor((room + GAP.length) / (MIN_COLUMN_WIDTH + GAP.length))))
  const cells = Math.min(MAX_COLUMN_WIDTH, Math.floor((room - GAP.length * (shown - 1)) / shown))
  const first = Math.max(0, chosen - shown + 1)
  const hidden = count - shown
  const lineOf = (label: string, textAt: (index: number) => string): string =>
    label + Array.from({ length: Math.min(shown, count) }, (_, column) => textAt(first + column)).join(GAP)
  return {
    chosen,
    /** Cells of each column. */
    cells,
    /**
     * A line of all columns.
     * @param label - In `labelCells` cells.
     * @param textAt - The text of a marked row, by its index.
     */
    lineOf,
    /** The names above the columns, with the chosen one in another style. */
    namesLine: (nameAt: (index: number) => string): string =>
      lineOf(' '.repeat(labelCells), (index) => theme[index === chosen ? 'accent' : 'strong'](nameAt(index))),
    /** The number of hidden columns, and the keys that show them; empty if all are visible. */
    more: hidden > 0 ? theme.muted(`${hidden} more, h/l `) : '',
    handlers: {
      left: () => (chosen > 0 ? setAt(chosen - 1) : endNotice(one, -1)),
      right: () => (chosen < count - 1 ? setAt(chosen + 1) : endNotice(one, 1)),
    },
  }
}
