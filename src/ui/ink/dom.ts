import { setTextNodeValue as setAndMeasure } from 'ink-original/dom.js'

export * from 'ink-original/dom.js'

type Node = { nodeName: string; nodeValue?: string; style?: { textWrap?: string }; parentNode?: Node }

/**
 * Sets a text. One row of the frame that becomes another row has the place and size it had, so nothing is laid out anew; all
 * else Ink measures again.
 */
export const setTextNodeValue = (node: Node, text: string): void => {
  if (isRow(node) && isOneLine(node.nodeValue) && isOneLine(text)) node.nodeValue = text
  else setAndMeasure(node, text)
}

// As the renderer knows them: a text that is never wrapped, in the one column of the root, which is as wide as the window.
const isRow = ({ parentNode: row }: Node): boolean =>
  row?.nodeName === 'ink-text' &&
  row.style?.textWrap === 'truncate' &&
  row.parentNode?.nodeName === 'ink-box' &&
  row.parentNode.parentNode?.nodeName === 'ink-root'

const isOneLine = (text: string | undefined): boolean => text !== undefined && text !== '' && !text.includes('\n')
