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
  export const setAttribute: (node: unknown, key: string, value: unknown) => void
}
declare module 'ink-original/output.js' {
  export default class Output {
    constructor(size: { width: number; height: number })
    caches: object
  }
}
declare module 'ink-original/reconciler.js' {
  const reconciler: {
    /** What is changed meanwhile is urgent. */
    discreteUpdates<Result>(act: () => Result): Result
    /** Draws what is urgent. */
    flushSyncWork(): void
  }
  export default reconciler
}
