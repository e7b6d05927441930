import original from 'ink-original/squash-text-nodes.js'

type TextNode = { childNodes: { nodeName: string; nodeValue?: string }[] }

// Printable text with SGR sequences, and nothing that Ink's own sanitiser would change. A combining mark is left to
// Ink, which moves styles behind it.
const finished = /^(?:[^\p{Cc}\p{M}]|\x1b\[[\d;]*m)*$/u
const seen = new Map<string, boolean>()

/** A text node's text: the row as it is when that is all it holds, else what Ink makes of it. */
const squashTextNodes = (node: TextNode): string => {
  const only = node.childNodes[0]
  if (node.childNodes.length === 1 && only?.nodeName === '#text' && only.nodeValue !== undefined) {
    const text = only.nodeValue
    let isFinished = seen.get(text)
    if (isFinished === undefined) {
      isFinished = finished.test(text)
      if (seen.size > 2000) seen.clear()
      seen.set(text, isFinished)
    }
    if (isFinished) return text
  }
  return original(node)
}
export default squashTextNodes
