import shipped, { type Frame, type Node, rowsOf } from '../../src/ui/ink/renderer.ts'

/** The renderer as it is shipped, but a row that is too wide for the window stays as wide as it is instead of being cut. */
const renderer = (root: Node, isScreenReaderEnabled: boolean): Frame => {
  // Of one width only: what is known of rows is forgotten when they are asked for in another.
  const rows = isScreenReaderEnabled || root.staticNode ? undefined : rowsOf(root, Number.POSITIVE_INFINITY)
  if (!rows) return shipped(root, isScreenReaderEnabled)
  return { output: rows.join('\n'), outputHeight: rows.length, staticOutput: '' }
}
export default renderer
