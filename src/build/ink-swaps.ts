import { join } from 'node:path'

/**
 * Ink's output stage rebuilds a grid of cells and tokenises every text anew for each frame; that, not React, is what
 * a key costs. Our screens are rows of finished text, so these modules of Ink are swapped for ones that know it. The originals
 * stay reachable as `ink-original/<name>` for whatever is not such a row. Ink's version is pinned, and the build fails when a swap no
 * longer finds its place.
 */
export const INK_SWAPS: Readonly<Record<string, string>> = {
  'ink/build/dom.js': 'src/ui/ink/dom.ts',
  'ink/build/output.js': 'src/ui/ink/output.ts',
  'ink/build/renderer.js': 'src/ui/ink/renderer.ts',
  'ink/build/squash-text-nodes.js': 'src/ui/ink/squash-text-nodes.ts',
  'ink/build/measure-text.js': 'src/ui/ink/measure-text.ts',
  'ink/build/log-update.js': 'src/ui/ink/log-update.ts',
}

/** What Ink names by this path from this folder of its own: `ink/build/dom.js`. */
export const inkModule = (path: string, folder: string): string =>
  join(folder, path).split('/node_modules/').at(-1) ?? ''

/** The file of Ink behind `ink-original/<name>`. */
export const inkOriginal = (root: string, name: string): string =>
  join(root, 'node_modules/ink/build', name.slice('ink-original/'.length))
