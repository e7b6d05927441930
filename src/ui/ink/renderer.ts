import original from 'ink-original/renderer.js'
import { styledWidth } from '../layout/styled-width.ts'
import squashTextNodes from './squash-text-nodes.ts'

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
  nodeValue?: string
  style: Record<string, unknown>
  internal_transform?: (text: string, line: number) => string
  staticNode?: Node
}
export type Frame = { output: string; outputHeight: number; staticOutput: string }

/**
 * A frame as rows of finished text: the root holds one plain column, and the column texts of one row each that fit.
 * Such a frame needs no grid of cells, it is its texts joined. Whatever is not such a frame goes to Ink.
 */
const renderer = (root: Node, isScreenReaderEnabled: boolean): Frame => {
  const rows = isScreenReaderEnabled || root.staticNode ? undefined : rowsOf(root)
  if (!rows) return original(root, isScreenReaderEnabled)
  return { output: rows.join('\n'), outputHeight: rows.length, staticOutput: '' }
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
 * @default the width of the window
 */
export const rowsOf = (root: Node, mostCells = root.yogaNode?.getComputedWidth() ?? 0): string[] | undefined => {
  const column = root.childNodes[0]
  if (root.childNodes.length !== 1 || !column || !plainBox(column) || !root.yogaNode || !column.yogaNode)
    return undefined
  if (column.yogaNode.getComputedTop() !== 0 || column.yogaNode.getComputedLeft() !== 0) return undefined
  if (column.yogaNode.getComputedHeight() !== column.childNodes.length) return undefined
  const rows: string[] = []
  for (const node of column.childNodes) {
    if (node.nodeName !== 'ink-text' || node.yogaNode?.getComputedTop() !== rows.length) return undefined
    const text = squashTextNodes(node)
    if (text.includes('\n') || styledWidth(text) > mostCells) return undefined
    rows.push(node.internal_transform ? node.internal_transform(text, 0) : text)
  }
  return rows
}
