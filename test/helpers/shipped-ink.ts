import { readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Plugin } from 'vitest/config'
import { INK_SWAPS, inkModule, inkOriginal } from '../../src/build/ink-swaps.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))

/**
 * Gives tests Ink as the build ships it. Drawing is what most tests of screens spend their time on, and this way it takes a
 * fifth. Rows that are too wide for the window are not cut, so that a test sees them.
 */
export const shippedInk: Plugin = {
  name: 'shipped-ink',
  enforce: 'pre',
  resolveId(path, importer) {
    if (path.startsWith('ink-original/')) return inkOriginal(root, path)
    if (!path.startsWith('.') || !importer?.includes('/node_modules/ink/')) return undefined
    const module = inkModule(path, dirname(importer))
    if (module === 'ink/build/renderer.js') return join(root, 'test/helpers/unbounded-renderer.ts')
    const swap = INK_SWAPS[module]
    return swap && join(root, swap)
  },
  async load(id) {
    if (!/\/node_modules\/(?:ink|ink-testing-library|ink-table|@inkjs\/ui)\//.test(id)) return undefined
    // Its source maps name sources that do not come with it.
    return (await readFile(id, 'utf8')).replace(/\n\/\/# sourceMappingURL=.*\s*$/, '')
  },
}
