// Ink's own modules, under the name by which the build lets their stand-ins reach them.
declare module 'ink-original/squash-text-nodes.js' {
  const squashTextNodes: (node: unknown) => string
  export default squashTextNodes
}
declare module 'ink-original/renderer.js' {
  const renderer: (
    root: unknown,
    isScreenReaderEnabled: boolean,
  ) => { output: string; outputHeight: number; staticOutput: string }
  export default renderer
}
declare module 'ink-original/dom.js' {
  export const setTextNodeValue: (node: unknown, text: string) => void
}
declare module 'ink-original/output.js' {
  export default class Output {
    constructor(size: { width: number; height: number })
    caches: object
  }
}
