import { memoizePerObject } from '../../base/memoize.ts'
import { fit } from '../../domain/text/fit.ts'
import { textWidth } from '../../domain/text/width.ts'
import { isLinearWidth, LINEAR_TABLE_CELLS, MARK } from '../linear/linear-marks.ts'
import { spokenText } from '../linear/spoken-text.ts'
import type { Theme } from './theme.ts'

/** One column of a table. Text is safe and unstyled; styles are applied after widths. */
export type Column<Row> = {
  id: string
  title: string
  /** A longer title, used if space is left. @default none */
  wideTitle?: string
  align: 'left' | 'right'
  /** Width in cells. `grow` takes the remaining space, at least `min`. Space that is left extends a column whose texts are cut. */
  width: number | { min: number; max: number } | { grow: true; min: number }
  /** Columns with the highest priority are dropped first in a narrow window. 0 is never dropped. */
  priority: number
  text: (row: Row, width: number) => string
  /** Style of the cell. @default none */
  role?: (row: Row) => CellRole | undefined
}
export type CellRole = 'strong' | 'muted' | 'accent' | 'good' | 'bad' | 'warn'

const columnMaker =
  (align: 'left' | 'right') =>
  <Row>(
    id: string,
    title: string,
    width: Column<Row>['width'],
    priority: number,
    text: Column<Row>['text'],
    role?: CellRole | Column<Row>['role'],
  ): Column<Row> => {
    const roleOf = typeof role === 'string' ? () => role : role
    return { id, title, align, width, priority, text, ...(roleOf && { role: roleOf }) }
  }

/** Creates a column from its parts. `role` is the style of all its cells, or a function of the row. */
export const leftColumn = columnMaker('left')
export const rightColumn = columnMaker('right')

export type PlacedColumn<Row> = { column: Column<Row>; width: number }

/** Maximum width that a table reserves for a column, unless a text in it is wider. */
const NAME_CELLS = 48

/** A growing column with texts of up to this width does not cut them to make room for other columns. */
const RESERVED_CELLS = 20

/** Cells between two columns. */
const GAP = 2

/**
 * Selects the columns that fit into `width`, and their widths. A column with a range of widths is as wide as its widest
 * text in the first thousand `rows`.
 */
export const placeColumns = <Row>(
  columns: readonly Column<Row>[],
  rows: readonly Row[],
  width: number,
): PlacedColumn<Row>[] => {
  // In linear text, limit the number of columns, because twenty cells take too long to hear. The remaining ones are not
  // cut.
  if (isLinearWidth(width))
    return placeColumns(columns, rows, LINEAR_TABLE_CELLS).map(({ column }) => ({ column, width }))
  const sized = columns.map((column) => ({ column, width: naturalWidth(column, rows) }))
  let kept = sized
  while (kept.length > 1 && totalWidth(kept) > width) {
    const least = kept.reduce((a, b) => (b.column.priority >= a.column.priority ? b : a))
    if (least.column.priority === 0) break
    kept = kept.filter((one) => one !== least)
  }
  return extended(kept, rows, width - totalWidth(kept))
}

/** Distributes `left` cells: first to columns with texts that would be cut, then to the growing column. */
const extended = <Row>(
  placed: readonly PlacedColumn<Row>[],
  rows: readonly Row[],
  left: number,
): PlacedColumn<Row>[] => {
  let rest = left
  const widths = new Map(placed.map(({ column, width }) => [column, width]))
  const add = (column: Column<Row>, cells: number) => {
    widths.set(column, (widths.get(column) ?? 0) + cells)
    rest -= cells
  }
  for (const { column, width } of placed.toSorted((a, b) => a.column.priority - b.column.priority)) {
    if (rest <= 0) break
    if (typeof column.width === 'number') continue
    add(column, Math.min(rest, Math.max(0, widestOf(column, rows, width + rest) - width)))
  }
  for (const { column, width } of placed) {
    const more = (column.wideTitle?.length ?? 0) - width
    if (more > 0 && more <= rest) add(column, more)
  }
  const growing = placed.findLast(({ column }) => isGrowing(column))?.column
  if (growing && rest !== 0) {
    // Limit a growing column that is not the last one, so that the columns after it stay close to the name.
    const width = widths.get(growing) ?? 0
    const most = growing === placed.at(-1)?.column ? width + rest : Math.max(width, Math.min(NAME_CELLS, width + rest))
    add(growing, Math.max(1, rest < 0 ? width + rest : most) - width)
  }
  return placed.map(({ column, width }) => ({ column, width: widths.get(column) ?? width }))
}

/** Cells of a table whose columns are as wide as their texts, without the columns that do not fit into `most`. */
export const naturalTableWidth = <Row>(columns: readonly Column<Row>[], rows: readonly Row[], most: number): number =>
  totalWidth(
    placeColumns(columns, rows, most).map(({ column, width: placed }) => {
      const { width } = column
      if (column.wideTitle !== undefined) return { column, width: placed }
      const wide = typeof width === 'object' ? Math.min(NAME_CELLS, widestOf(column, rows, NAME_CELLS)) : width
      return { column, width: Math.max(naturalWidth(column, rows), wide) }
    }),
  )

/** The title that fits into a placed column. */
const titleIn = <Row>({ column: { title, wideTitle }, width }: PlacedColumn<Row>): string =>
  wideTitle !== undefined && wideTitle.length <= width ? wideTitle : title

const isGrowing = <Row>(column: Column<Row>): boolean => typeof column.width === 'object' && 'grow' in column.width

const naturalWidth = <Row>(column: Column<Row>, rows: readonly Row[]): number => {
  const { width } = column
  if (typeof width === 'number') return width
  if ('grow' in width) return Math.max(width.min, Math.min(RESERVED_CELLS, widestOf(column, rows, RESERVED_CELLS)))
  return Math.min(width.max, Math.max(width.min, widestOf(column, rows, width.max)))
}

const widestOf = <Row>({ title, text }: Column<Row>, rows: readonly Row[], most: number): number =>
  rows.slice(0, 1000).reduce((widest, row) => Math.max(widest, textWidth(text(row, most))), textWidth(title) + 1)

const totalWidth = <Row>(placed: readonly PlacedColumn<Row>[]): number =>
  placed.reduce((sum, { width }) => sum + width, 0) + GAP * Math.max(0, placed.length - 1)

const gap = ' '.repeat(GAP)

/** The column whose heading is at a cell of the heading row; undefined between two columns and after the last one. */
export const columnAt = <Row>(placed: readonly PlacedColumn<Row>[], cell: number): Column<Row> | undefined => {
  let from = 0
  for (const { column, width } of placed) {
    if (cell >= from && cell < from + width) return column
    from += width + GAP
  }
  return undefined
}

/** The heading row, with the sort sign after the title of the sorted column. */
export const headingRow = <Row>(
  placed: readonly PlacedColumn<Row>[],
  sort: { id: string; isDescending: boolean } | undefined,
  theme: Theme,
): string => {
  if (theme.isLinear) return linearHeading(placed, sort, theme)
  return placed
    .map((one) => {
      const { column, width } = one
      if (column.id !== sort?.id) return theme.muted(fit(titleIn(one), width, column.align))
      const sign = sort.isDescending ? theme.signs.sortDown : theme.signs.sortUp
      return theme.strong(fit(column.title + sign, width, column.align))
    })
    .join(gap)
}

// Each cell contains its title, so the heading names only the rows and their order.
const linearHeading: typeof headingRow = (placed, sort, theme) => {
  const sorted = placed.find(({ column }) => column.id === sort?.id)
  const order = theme.signs[sort?.isDescending ? 'sortDown' : 'sortUp']
  const first = placed.find(({ column }) => column.align === 'left') ?? placed[0]
  const by = sorted ? `, sorted by ${linearTitle(sorted.column)},${order}` : ''
  return `${MARK.pane}Table by ${first ? linearTitle(first.column) : ''}${by}`
}

/**
 * Creates a function that memoizes the text of each row. Rows are drawn at every key, and their text stays the same
 * until the columns change.
 */
export const createRowTexts = <Row extends object>(
  placed: readonly PlacedColumn<Row>[],
  theme: Theme,
): ((row: Row) => string) => memoizePerObject((row) => tableRow(placed, row, theme))

/** A row without selection: its cells in their widths and styles. */
export const tableRow = <Row>(placed: readonly PlacedColumn<Row>[], row: Row, theme: Theme): string => {
  if (theme.isLinear) return linearRow(placed, row)
  let line = ''
  // Adjacent muted cells and the gaps between them are styled as one text, which saves two escape sequences.
  let muted = ''
  for (const [index, { column, width }] of placed.entries()) {
    const between = index > 0 ? gap : ''
    const cell = fit(column.text(row, width), width, column.align)
    const role = column.role?.(row)
    if (role === 'muted') {
      if (muted === '') line += between
      muted += muted === '' ? cell : between + cell
    } else {
      line += theme.muted(muted) + between + (role ? theme[role](cell) : cell)
      muted = ''
    }
  }
  return line + theme.muted(muted)
}

const linearTitle = ({ title }: { title: string }): string => (title === '#' ? 'rank' : title.toLowerCase())

/** `opus, credits 612,440, % 47.7`: the first cell is the name of the row. Drawings and empty cells are omitted. */
const linearRow = <Row>(placed: readonly PlacedColumn<Row>[], row: Row): string =>
  placed
    .map(({ column, width }, index) => {
      const text = spokenText(column.text(row, width))
      return text === '' || text === 'none' || index === 0 ? text : `${linearTitle(column)} ${text}`.trim()
    })
    .filter((text) => text !== '' && text !== 'none')
    .join(', ')

/** The first visible row of a window of `height` rows around `selected`. The window moves as little as possible. */
export const windowTop = (top: number, selected: number, height: number, length: number): number => {
  if (height <= 0) return 0
  const highest = Math.max(0, length - height)
  const wanted = selected < top ? selected : selected >= top + height ? selected - height + 1 : top
  return Math.min(Math.max(0, wanted), highest)
}
