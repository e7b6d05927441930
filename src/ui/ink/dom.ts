import { setAttribute as setOriginal } from 'ink-original/dom.js'
import { knowsRows } from '../layout/rows.tsx'

export * from 'ink-original/dom.js'

type Node = { attributes: { lines?: readonly string[] }; yogaNode?: { markDirty(): void } }

// Rows are drawn from what they are handed, without the text of all of them.
knowsRows.is = true

/** Sets an attribute. As many rows that become other rows have the place and size they had, so nothing is laid out anew. */
export const setAttribute = (node: Node, key: string, value: unknown): void => {
  const before = node.attributes.lines?.length
  setOriginal(node, key, value)
  if (node.attributes.lines?.length !== before) node.yogaNode?.markDirty()
}
