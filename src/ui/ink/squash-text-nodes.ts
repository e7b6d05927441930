import original from 'ink-original/squash-text-nodes.js'

type TextNode = { attributes?: { lines?: readonly string[] }; childNodes: { nodeName: string; nodeValue?: string }[] }

// Printable text with SGR sequences, and nothing that Ink's own sanitiser would change. A combining mark is left to
// Ink, which moves styles behind it.
const finished = /^(?:[^\p{Cc}\p{M}]|\x1b\[[\d;]*m)*$/u

/** A row as Ink would draw it: as it is when it is finished text. */
export const squashLine = (line: string): string =>
  finished.test(line) ? line : original({ childNodes: [{ nodeName: '#text', nodeValue: line }] })

/** A text node's text: its rows as they are when that is all it holds, else what Ink makes of it. */
const squashTextNodes = (node: TextNode): string => {
  const lines = node.attributes?.lines
  return lines ? lines.map(squashLine).join('\n') || ' ' : original(node)
}
export default squashTextNodes
