import type { Plugin } from 'esbuild'

/**
 * Leaves the explorer, which is a bundle of its own beside this one, out of the bundle of the commands. What these need of its
 * screens is their names and keys: nothing of them is ever opened here.
 */
export const explorerApart: Plugin = {
  name: 'explorer-apart',
  setup(build) {
    build.onResolve({ filter: /^\./ }, ({ kind, path, importer }) => {
      if (kind !== 'dynamic-import') return undefined
      if (path === './app/explore.ts') return { path: './explore.js', external: true }
      return importer.includes('/screens/') ? { path, external: true } : undefined
    })
  },
}
