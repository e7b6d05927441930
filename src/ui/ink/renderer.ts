import original from 'ink-original/renderer.js'
import { memoize } from '../../base/memoize.ts'
import { cellCount, styledWidth } from '../layout/styled-width.ts'
import { squashLine } from './squash-text-nodes.ts'

type Yoga = {
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

/** The last frame of rows, and what Ink passes on for it. */
let last: { rows: readonly string[]; output: string } = { rows: [], output: '' }

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
 * A frame as rows of finished text: the root holds one plain column, and the column rows that fit. Such a frame needs no grid of
 * cells, it is its rows joined. Whatever is not such a frame goes to Ink.
 */
const renderer = (root: Node, isScreenReaderEnabled: boolean): Frame => {
  const mostCells = root.yogaNode?.getComputedWidth() ?? 0
  const rows = isScreenReaderEnabled || root.staticNode ? undefined : rowsOf(root, mostCells)
  if (!rows) return original(root, isScreenReaderEnabled)
  last = { rows, output: outputOf(rows) }
  return { output: last.output, outputHeight: rows.length, staticOutput: '' }
}
export default renderer

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
  const { rowWithin } = fitting
  const rows: string[] = []
  for (const { nodeName, attributes, yogaNode } of column.childNodes) {
    if (nodeName !== 'ink-text' || !attributes.lines || yogaNode?.getComputedTop() !== rows.length) return undefined
    for (const line of attributes.lines) {
      const row = rowWithin(line)
      if (row === undefined) return undefined
      rows.push(row)
    }
  }
  return column.yogaNode.getComputedHeight() === rows.length ? rows : undefined
}

/** What was made of each line: where a list scrolls, all rows but one were in the frame before, in other places. */
const rowsWithin = (mostCells: number) => ({
  mostCells,
  rowWithin: memoize((line: string) => rowFrom(line, mostCells), 400),
})
let fitting = rowsWithin(0)

const rowFrom = (line: string, mostCells: number): string | undefined => {
  const cells = cellCount(line)
  if (cells !== undefined) return cells <= mostCells ? line : undefined
  const row = squashLine(line)
  return styledWidth(row) <= mostCells && !row.includes('\n') ? row : undefined
}
