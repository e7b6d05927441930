import { setAttribute as setOriginal } from 'ink-original/dom.js'
import { ownDrawing } from '../layout/rows.tsx'
import { drawAgain } from './log-update.ts'

export * from 'ink-original/dom.js'

type Node = {
  attributes: { lines?: readonly string[] }
  parentNode?: Node
  yogaNode?: { markDirty(): void }
  /** Of the root alone. */
  onRender?: () => void
  onComputeLayout?: () => void
}

/** Sets an attribute. As many rows that become other rows have the place and size they had, so nothing is laid out anew. */
export const setAttribute = (node: Node, key: string, value: unknown): void => {
  const before = node.attributes.lines?.length
  setOriginal(node, key, value)
  if (node.attributes.lines?.length !== before) node.yogaNode?.markDirty()
}

const rootOf = (node: Node): Node => (node.parentNode ? rootOf(node.parentNode) : node)

// Rows are drawn from what they are handed, without the text of all of them, and other ones without React.
ownDrawing.replaceRows = (rows, lines) => {
  const node = rows as Node
  const before = node.attributes.lines?.length
  setAttribute(node, 'lines', lines)
  const root = rootOf(node)
  if (lines.length === before && drawAgain(root)) return
  if (lines.length !== before) root.onComputeLayout?.()
  root.onRender?.()
}
