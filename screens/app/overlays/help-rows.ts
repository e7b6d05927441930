import { wrapText } from '../../../src/domain/text/fit.ts'
import { textWidth } from '../../../src/domain/text/width.ts'
import { type Binding, helpOf, keyLabel, keysLabel } from '../../../src/ui/keys/bindings.ts'
import { padStyled } from '../../../src/ui/layout/columns.ts'
import type { Theme } from '../../../src/ui/layout/theme.ts'
import { hasSideBySidePanes } from '../../../src/ui/linear/linear-marks.ts'
import { spokenKey } from '../../../src/ui/linear/spoken-text.ts'
import { listRow } from '../../kit/list/list-rows.ts'
import type { Screen } from '../../kit/screen/screen.ts'
import { type HelpKey, type HelpSection, helpSections, matchingBindings } from './help-sections.ts'
import { signLines } from './help-signs.ts'

/** A selectable part of a row: a key, or a line of a note, which has no binding. */
export type HelpItem = { binding: Binding | undefined }
/** `column` is the order in which the keys select it. @default 0 */
type Cell = { text: string; width: number; item?: HelpItem; column?: number }
export type HelpRow = readonly Cell[]

type HelpOf = Pick<Screen, 'title' | 'summary' | 'notes' | 'keys'>
type HelpSize = { width: number; height: number }

/** Minimum width of a column of keys, in cells. */
const MIN_COLUMN = 38
/** Max cells of the keys before their texts. Longer keys move the text of their row. */
const MAX_KEYS = 7
const MAX_DENSE_KEYS = 5
const MAX_FOUND_KEYS = 14

/** The heading of a screen's help, then its own keys, and below them those that move, open screens and work everywhere. */
export const helpRows = (
  screen: HelpOf,
  appBindings: readonly Binding[],
  { width, height }: HelpSize,
  theme: Theme,
): HelpRow[] => {
  const { own, general } = helpSections(screen.keys, appBindings)
  const most = hasSideBySidePanes(width, 2 * MIN_COLUMN) ? Math.floor(width / MIN_COLUMN) : 1
  const rowsIn = (columns: number, blocks: readonly (readonly HelpSection[])[], isDense = false): HelpRow[] => {
    const cells = Math.floor(width / columns)
    const rows = blocks.map((sections, block) =>
      inColumns(
        sections.map((one) => sectionRows(one, cells, isDense, theme)),
        { columns, width: cells, first: 1 + block * columns, isDense },
      ),
    )
    const between: HelpRow[] = isDense ? [] : [[]]
    return [headRows(screen, width, theme), ...rows].flatMap((one, at) => (at === 0 ? one : [...between, ...one]))
  }
  const fits = (rows: readonly HelpRow[]) => rows.length <= height
  // The screen's own keys are above the others. As few columns as fit, because longer lines need no wrapping.
  const apart = Array.from({ length: most }, (_, at) => at + 1).map((columns) => () => rowsIn(columns, [own, general]))
  const together = [false, true].map((isDense) => () => rowsIn(most, [[...own, ...general]], isDense))
  for (const make of [...apart, ...together]) {
    const rows = make()
    if (fits(rows)) return rows
  }
  return rowsIn(most, [own, general])
}

/** How the figures of a screen are calculated, and what the signs mean. */
export const noteRows = (screen: HelpOf, width: number, theme: Theme): HelpRow[] => [
  ...headRows(screen, width, theme),
  [{ text: theme.muted('HOW FIGURES ARE CALCULATED'), width }],
  ...screen.notes.flatMap((note) =>
    wrapText(note, Math.min(100, width - 4)).map(
      (line, y): HelpRow => [
        { text: `${y === 0 ? theme.signs.separator : ' '} ${line}`, width, item: { binding: undefined } },
      ],
    ),
  ),
  ...(theme.isLinear ? [] : [[], [{ text: theme.muted('SIGNS'), width }]]),
  ...signLines(width, theme).map((text): HelpRow => [{ text, width, item: { binding: undefined } }]),
]

/** The keys whose description contains each of the searched words. */
export const foundRows = (
  screen: HelpOf,
  appBindings: readonly Binding[],
  searched: string,
  width: number,
  theme: Theme,
): HelpRow[] => {
  const found = matchingBindings([...screen.keys, ...appBindings], searched)
  const keys = found.map((binding) => ({ binding, text: helpOf(binding) }))
  const labelOf = labelIn(theme)
  const cells = labelCells(keys, labelOf, theme.isLinear ? Number.POSITIVE_INFINITY : MAX_FOUND_KEYS)
  return keys.flatMap((key) => keyRows([key], width, { labelOf, cells }, theme))
}

const headRows = ({ title, summary }: HelpOf, width: number, theme: Theme): HelpRow[] =>
  wrapText(summary, width - textWidth(title) - 4).map((line, y) => {
    const name = y === 0 ? theme.strong(title) : ' '.repeat(textWidth(title))
    return [{ text: `${name}  ${theme.muted(line)}`, width }]
  })

type Label = (binding: Binding) => string

const labelIn =
  (theme: Theme): Label =>
  (binding) =>
    theme.isLinear ? binding.keys.map(spokenKey).join(' or ') : keysLabel(binding)

/** Without the alternatives, which are usual keys: arrows, PgDn. */
const firstKey: Label = ({ keys, keysLabel: own }) => own ?? keyLabel(keys[0] ?? '')

const labelCells = (keys: readonly HelpKey[], labelOf: Label, max: number): number =>
  Math.min(max, Math.max(0, ...keys.map(({ binding }) => textWidth(labelOf(binding)))))

/** A section's heading and keys, in rows of `width` cells. Short keys share a row. */
const sectionRows = (
  { title, keys, isShort, isUsual }: HelpSection,
  width: number,
  isDense: boolean,
  theme: Theme,
): HelpRow[] => {
  const labelOf = isDense && isUsual ? firstKey : labelIn(theme)
  const cells = labelCells(
    keys,
    labelOf,
    theme.isLinear ? Number.POSITIVE_INFINITY : isDense ? MAX_DENSE_KEYS : MAX_KEYS,
  )
  const canShare = !theme.isLinear && (isShort || isDense)
  const isHalf = ({ binding, text }: HelpKey) =>
    canShare && Math.max(cells, textWidth(labelOf(binding))) + textWidth(text) + 3 <= Math.floor(width / 2)
  const rows: HelpRow[] = [[{ text: theme.muted(title), width }]]
  for (let at = 0; at < keys.length; at += 1) {
    const pair = keys.slice(at, at + 2)
    const isPair = pair.length === 2 && pair.every(isHalf)
    rows.push(...keyRows(isPair ? pair : pair.slice(0, 1), width, { labelOf, cells }, theme))
    if (isPair) at += 1
  }
  return rows
}

/** Keys side by side. A single one is wrapped. @param labels.cells - Minimum cells of a label. */
const keyRows = (
  keys: readonly HelpKey[],
  width: number,
  { labelOf, cells }: { labelOf: Label; cells: number },
  theme: Theme,
): HelpRow[] => {
  const own = Math.floor(width / keys.length)
  const made = keys.map(({ binding, text }, at) => {
    const label = labelOf(binding).padEnd(cells)
    const indent = textWidth(label) + 2
    const cellWidth = at === keys.length - 1 ? width - own * (keys.length - 1) : own
    return wrapText(text, Math.max(1, cellWidth - indent - 1)).map(
      (line, y): Cell => ({
        text: y === 0 ? `${theme.accent(label)}  ${line}` : `${' '.repeat(indent)}${line}`,
        width: cellWidth,
        ...(y === 0 && { item: { binding } }),
      }),
    )
  })
  const height = Math.max(...made.map(({ length }) => length))
  return Array.from({ length: height }, (_, y) => made.map((lines) => lines[y] ?? { text: '', width: own }))
}

type ColumnOptions = {
  columns: number
  /** Cells of a column. */
  width: number
  /** Number of the first column. */
  first: number
  /** Whether sections follow each other without a blank row. */
  isDense: boolean
}

/** Sections in columns of about the same height, read downwards. */
const inColumns = (sections: readonly (readonly HelpRow[])[], options: ColumnOptions): HelpRow[] => {
  const { columns, width, first, isDense } = options
  const blank: HelpRow = [{ text: '', width }]
  const between = isDense ? [] : [blank]
  const lines = sections.reduce((sum, { length }) => sum + length, 0)
  let height = Math.ceil(lines / columns)
  let filled = columnsOf(sections, height, between)
  for (; filled.length > columns; height += 1) filled = columnsOf(sections, height, between)
  const rows = Math.max(...filled.map(({ length }) => length))
  return Array.from({ length: rows }, (_, y) =>
    filled.flatMap((column, at) => (column[y] ?? blank).map((cell) => ({ ...cell, column: first + at }))),
  )
}

/** Fills columns of at most `height` rows. A heading stays with its first key. */
const columnsOf = (
  sections: readonly (readonly HelpRow[])[],
  height: number,
  between: readonly HelpRow[],
): HelpRow[][] => {
  const columns: HelpRow[][] = [[]]
  for (const section of sections) {
    for (const [y, row] of section.entries()) {
      const column = columns.at(-1) ?? []
      const before = y === 0 && column.length > 0 ? between : []
      if (column.length + before.length + (y === 0 ? 2 : 1) > height) columns.push([row])
      else column.push(...before, row)
    }
  }
  return columns
}

/** A row as drawn, with a bar and a background on the selected item. */
export const helpLine = (row: HelpRow, selected: HelpItem | undefined, theme: Theme): string =>
  row
    .map(({ text, width, item }, at) => {
      if (theme.isLinear) return item === undefined ? ` ${text}` : listRow(text, item === selected, 0, theme)
      const cell = at === row.length - 1 && item !== selected ? text : padStyled(text, width - 1)
      return item !== undefined && item === selected
        ? theme.selected(`${theme.accent(theme.signs.bar)}${cell}`)
        : ` ${cell}`
    })
    .join('')

/** The item of a row at a cell. */
export const itemAt = (row: HelpRow, x: number): HelpItem | undefined => {
  let left = 0
  return row.find(({ width }) => {
    left += width
    return x < left
  })?.item
}

/** The selectable items with their row numbers, column by column. */
export const helpItems = (rows: readonly HelpRow[]): { item: HelpItem; y: number }[] =>
  rows
    .flatMap((row, y) => row.flatMap(({ item, column = 0 }) => (item ? [{ item, y, column }] : [])))
    .sort((a, b) => a.column - b.column)
