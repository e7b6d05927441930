import original from 'ink-original/renderer.js'
import { memoize } from '../../base/memoize.ts'
import { styledWidth } from '../layout/styled-width.ts'
import { cellsOfDrawn } from '../terminal/terminal-row.ts'
import { squashLine } from './squash-text-nodes.ts'

type Yoga = {
  getDisplay(): number
  getComputedLeft(): number
  getComputedTop(): number
  getComputedWidth(): number
  getComputedHeight(): number
}
export type Node = {
  nodeName: string
  yogaNode?: Yoga
  childNodes: Node[]
  /** `lines`: the rows of finished text that the node is. */
  attributes: { lines?: readonly string[] }
  style: Record<string, unknown>
  staticNode?: Node
}
export type Frame = { output: string; outputHeight: number; staticOutput: string }

/** The last frame of rows, whose it is, and what Ink passes on for it. */
let last: { root?: Node; rows: readonly string[]; output: string; mostCells: number } = {
  rows: [],
  output: '',
  mostCells: 0,
}

/** Whether {@link rowsOfOutput} is asked for each frame: the text of all its rows, which is long, need not be made then. */
let isAsked = false
// Ink only looks whether it is another than before. Should it write one by itself, nothing is to be seen of it.
const TOKENS = ['\x1b[m', '\x1b[0m'] as const

/** The rows of a frame that Ink has passed on. */
export const rowsOfOutput = (passed: string): readonly string[] => {
  isAsked = true
  // Ink ends a frame that does not fill the window with a newline.
  const output = passed.endsWith('\n') ? passed.slice(0, -1) : passed
  return output === last.output ? last.rows : output.split('\n')
}

const outputOf = (rows: readonly string[]): string => {
  if (!isAsked) return rows.join('\n')
  const isSame = rows.length === last.rows.length && rows.every((row, y) => row === last.rows[y])
  return isSame ? last.output : last.output === TOKENS[0] ? TOKENS[1] : TOKENS[0]
}

/**
 * A frame as rows of finished text: the root holds one plain column, and the column rows that fit, maybe with a dialog over them.
 * Such a frame needs no grid of cells but for the dialog, it is its rows joined. Whatever is not such a frame goes to Ink.
 */
const renderer = (root: Node, isScreenReaderEnabled: boolean): Frame => {
  const mostCells = root.yogaNode?.getComputedWidth() ?? 0
  const rows = isScreenReaderEnabled || root.staticNode ? undefined : rowsOf(root, mostCells)
  if (!rows) {
    last = { rows: [], output: '', mostCells }
    return original(root, isScreenReaderEnabled)
  }
  last = { root, rows, output: outputOf(rows), mostCells }
  return { output: last.output, outputHeight: rows.length, staticOutput: '' }
}
export default renderer

/** The root of the last frame of rows, where that was drawn last. */
export const lastRoot = (): object | undefined => last.root

/**
 * The rows of the last frame where other lines of the same number stand in its nodes by now: nothing has to be asked of the layout.
 * Undefined where it was another root's, or was none of rows.
 */
export const rowsAgain = (root: object): readonly string[] | undefined => {
  const column = last.root === root ? last.root.childNodes[0] : undefined
  const rows = column && joinedRows(column, dialogOver(column, last.root?.yogaNode))
  if (rows) last = { ...last, rows }
  return rows
}

/** The rows of a column one below the other, and those of the dialog where they lie. */
const joinedRows = (column: Node, dialog: Drawn | undefined): string[] | undefined => {
  const rows: string[] = []
  if (!textsOf(column, dialog).every((child) => addRows(child, rows))) return undefined
  if (!dialog) return rows
  const [top, height] = [dialog.yogaNode.getComputedTop(), dialog.yogaNode.getComputedHeight()]
  const below = rows.splice(top).slice(height)
  // Mostly all that it holds is finished text, below what hides the rows that it lies over.
  const isOfRows = dialog.childNodes.slice(1).every((child) => addRows(child, rows)) && rows.length === top + height
  if (!isOfRows) rows.splice(top, rows.length, ...rowsOfDialog(dialog))
  return [...rows, ...below]
}

const textsOf = ({ childNodes }: Node, dialog: Drawn | undefined): readonly Node[] =>
  dialog ? childNodes.slice(0, -1) : childNodes

/** Adds the rows of a node of finished text; answers whether it is one, and they fit. */
const addRows = ({ attributes }: Node, rows: string[]): boolean => {
  for (const line of attributes.lines ?? []) {
    const row = stoodNear(line, rows.length) ? line : fitting.rowWithin(line)
    if (row === undefined) return false
    rows.push(row)
  }
  return attributes.lines !== undefined
}

/** Whether a line was a row of the last frame, there or beside it: most are, also where a list scrolls by one, and it fits then. */
const stoodNear = (line: string, y: number): boolean =>
  fitting.mostCells === last.mostCells &&
  (last.rows[y] === line || last.rows[y + 1] === line || last.rows[y - 1] === line)

const plainBox = (node: Node): boolean =>
  node.nodeName === 'ink-box' &&
  node.style.borderStyle === undefined &&
  node.style.backgroundColor === undefined &&
  node.style.overflowY !== 'hidden'

/**
 * The rows of such a frame; undefined for any other.
 *
 * @param mostCells Of a row; a wider one is left to Ink, which cuts it.
 */
export const rowsOf = (root: Node, mostCells: number): string[] | undefined => {
  const column = root.childNodes[0]
  if (root.childNodes.length !== 1 || !column || !plainBox(column) || !root.yogaNode || !column.yogaNode)
    return undefined
  if (column.yogaNode.getComputedTop() !== 0 || column.yogaNode.getComputedLeft() !== 0) return undefined
  if (fitting.mostCells !== mostCells) fitting = rowsWithin(mostCells)
  const dialog = dialogOver(column, root.yogaNode)
  let height = 0
  for (const { nodeName, yogaNode, attributes } of textsOf(column, dialog)) {
    if (nodeName !== 'ink-text' || yogaNode?.getComputedTop() !== height) return undefined
    height += attributes.lines?.length ?? 0
  }
  return column.yogaNode.getComputedHeight() === height ? joinedRows(column, dialog) : undefined
}

type Drawn = Node & { yogaNode: Yoga }

/** The box of a dialog, see src/ui/dialog/dialog.tsx, over a column: nothing of the rows that it lies over is to be seen. */
const dialogOver = ({ childNodes }: Node, window: Yoga | undefined): Drawn | undefined => {
  const node = childNodes.at(-1)
  return node && window && isDialog(node, window) ? node : undefined
}

const isDialog = (node: Node, window: Yoga): node is Drawn =>
  node.nodeName === 'ink-box' &&
  node.style.position === 'absolute' &&
  node.style.overflow === 'hidden' &&
  node.yogaNode !== undefined &&
  node.yogaNode.getComputedLeft() === 0 &&
  node.yogaNode.getComputedTop() >= 0 &&
  node.yogaNode.getComputedWidth() === window.getComputedWidth()

/** The rows of a dialog alone, from Ink's grid of cells: of all rows of a large window that takes ten times as long. */
const rowsOfDialog = (dialog: Drawn): string[] => {
  const { yogaNode } = dialog
  const alone: Drawn = {
    nodeName: 'ink-root',
    childNodes: [dialog],
    attributes: {},
    style: {},
    yogaNode: {
      getDisplay: () => yogaNode.getDisplay(),
      getComputedLeft: () => 0,
      // Where it stands in the window is above its own first row.
      getComputedTop: () => -yogaNode.getComputedTop(),
      getComputedWidth: () => yogaNode.getComputedWidth(),
      getComputedHeight: () => yogaNode.getComputedHeight(),
    },
  }
  return original(alone, false).output.split('\n')
}

/** What was made of each line: where a list scrolls, all rows but one were in the frame before, in other places. */
const rowsWithin = (mostCells: number) => ({
  mostCells,
  rowWithin: memoize((line: string) => rowFrom(line, mostCells), 400),
})
let fitting = rowsWithin(0)

const rowFrom = (line: string, mostCells: number): string | undefined => {
  // It is taken apart anyhow where it is another row than before.
  const cells = cellsOfDrawn(line)
  if (cells) return cells.width <= mostCells ? line : undefined
  const row = squashLine(line)
  return styledWidth(row) <= mostCells && !row.includes('\n') ? row : undefined
}
