import shipped, { type Frame, type Node, rowsOf } from '../../src/ui/ink/renderer.ts'

/** The renderer as it is shipped, but a row that is too wide for the window stays as wide as it is instead of being cut. */
const renderer = (root: Node, isScreenReaderEnabled: boolean): Frame => {
  const frame = shipped(root, isScreenReaderEnabled)
  const rows = isScreenReaderEnabled ? undefined : rowsOf(root, Number.POSITIVE_INFINITY)
  return rows ? { ...frame, output: rows.join('\n') } : frame
}
export default renderer
