import { fit, wrapText } from '../../../src/domain/text/fit.ts'
import { textWidth } from '../../../src/domain/text/width.ts'
import { type Binding, type BindingGroup, helpOf, keysLabel } from '../../../src/ui/keys/bindings.ts'
import { padStyled } from '../../../src/ui/layout/columns.ts'
import type { Theme } from '../../../src/ui/layout/theme.ts'
import { hasSideBySidePanes } from '../../../src/ui/linear/linear-marks.ts'
import { spokenKey } from '../../../src/ui/linear/spoken-text.ts'
import { listRow } from '../../kit/list/list-rows.ts'
import type { Screen } from '../../kit/screen/screen.ts'
import { signLines } from './help-signs.ts'

const groups: readonly BindingGroup[] = ['Move', 'Go', 'Find', 'Shape', 'Act']

/** A selectable part of a row: a key, or a line of a note, which has no binding. */
export type HelpItem = { binding: Binding | undefined }
type Cell = { text: string; item?: HelpItem }
/** A row of the help: one cell over the full width, or two side by side. */
export type HelpRow = readonly Cell[]

/** Minimum width in cells for two columns of keys. */
const TWO_COLUMNS = 120

type HelpOf = Pick<Screen, 'title' | 'summary' | 'notes' | 'keys'>

/**
 * All rows of a screen's help: its keys and those that work everywhere, by group, then its notes.
 *
 * @param searched - Lists only keys whose description contains each of these words, and no notes. @default all keys and
 * notes
 */
export const helpRows = (
  screen: HelpOf,
  appBindings: readonly Binding[],
  width: number,
  theme: Theme,
  searched = '',
): HelpRow[] => {
  const bindings = [...screen.keys, ...appBindings]
  const labelOf = (binding: Binding) => (theme.isLinear ? binding.keys.map(spokenKey).join(' or ') : keysLabel(binding))
  const widest = Math.max(...bindings.map((binding) => textWidth(labelOf(binding))))
  const keyWidth = theme.isLinear ? widest : Math.min(14, widest)
  const cellFor =
    (cellWidth: number) =>
    (binding: Binding): Cell => ({
      text: `${theme.accent(fit(labelOf(binding), keyWidth))}  ${fit(helpOf(binding), cellWidth - keyWidth - 2)}`,
      item: { binding },
    })
  if (searched !== '') return matchingBindings(bindings, searched).map((binding) => [cellFor(width - 4)(binding)])

  const titleWidth = textWidth(screen.title)
  const head = wrapText(screen.summary, width - titleWidth - 4).map(
    (line, y): HelpRow => [
      { text: `${y === 0 ? theme.strong(screen.title) : ' '.repeat(titleWidth)}  ${theme.muted(line)}` },
    ],
  )
  const columns = hasSideBySidePanes(width, TWO_COLUMNS) ? 2 : 1
  const cellWidth = Math.floor((width - 2) / columns) - 2
  const blocks = groups.flatMap((group): Cell[][] => {
    const own = bindings.filter((binding) => binding.group === group).map(cellFor(cellWidth))
    return own.length > 0 ? [[{ text: theme.muted(group.toUpperCase()) }, ...own, nothing]] : []
  })
  const notes = screen.notes.flatMap((note) =>
    wrapText(note, Math.min(100, width - 4)).map(
      (line, y): HelpRow => [
        { text: `${y === 0 ? theme.signs.separator : ' '} ${line}`, item: { binding: undefined } },
      ],
    ),
  )
  const signs = signLines(width, theme).map((text): HelpRow => [{ text, item: { binding: undefined } }])
  return [
    ...head,
    [nothing],
    ...(columns === 2 ? twoColumns(blocks, cellWidth) : blocks.flat().map((cell): HelpRow => [cell])),
    ...(notes.length > 0 ? [[{ text: theme.muted('HOW FIGURES ARE CALCULATED') }], ...notes] : []),
    ...(signs.length > 0 ? [[nothing], [{ text: theme.muted('SIGNS') }], ...signs] : []),
  ]
}

const nothing: Cell = { text: '' }

/** A row as drawn, with a bar and a background on the selected item. */
export const helpLine = (row: HelpRow, selected: HelpItem | undefined, theme: Theme): string =>
  row
    .map(({ text, item }) =>
      theme.isLinear && item !== undefined
        ? listRow(text, item === selected, 0, theme)
        : item !== undefined && item === selected
          ? theme.selected(`${theme.accent(theme.signs.bar)}${text} `)
          : ` ${text} `,
    )
    .join('')
    .replace(/ $/, '')

/** The selectable items with their row numbers: the left column of keys, the right column, then the notes. */
export const helpItems = (rows: readonly HelpRow[]): { item: HelpItem; y: number }[] => {
  const column = (at: number, isIn: (row: HelpRow) => boolean) =>
    rows.flatMap((row, y) => (row[at]?.item && isIn(row) ? { item: row[at].item, y } : []))
  const keys = (row: HelpRow) => row.some(({ item }) => item?.binding)
  return [...column(0, keys), ...column(1, keys), ...column(0, (row) => !keys(row))]
}

/** The key that was typed, then the keys whose description contains every typed word. */
const matchingBindings = (bindings: readonly Binding[], searched: string): readonly Binding[] => {
  const words = searched.toLowerCase().split(' ').filter(Boolean)
  const isKey = ({ keys }: Binding) =>
    keys.includes(searched) || keys.some((key) => key.replaceAll(' ', '') === searched)
  const isMatch = (binding: Binding) => {
    const text = `${keysLabel(binding)} ${helpOf(binding)} ${binding.group} ${binding.action}`.toLowerCase()
    return words.every((word) => text.includes(word))
  }
  return [...bindings.filter(isKey), ...bindings.filter((binding) => !isKey(binding) && isMatch(binding))]
}

// Fills the left column until it holds half the lines. A block is never split.
const twoColumns = (blocks: readonly Cell[][], cellWidth: number): HelpRow[] => {
  const half = blocks.reduce((sum, block) => sum + block.length, 0) / 2
  const left: Cell[] = []
  const right: Cell[] = []
  for (const block of blocks) (left.length < half ? left : right).push(...block)
  return Array.from({ length: Math.max(left.length, right.length) }, (_, y) => {
    const { text, item } = left[y] ?? nothing
    return [{ text: padStyled(text, cellWidth), ...(item && { item }) }, right[y] ?? nothing]
  })
}
