import { join, relative } from 'node:path'
import type { Plugin } from 'esbuild'

/**
 * Keeps all that is loaded with `first` in one file, which is read and linked in a fraction of the time of a hundred: whatever is
 * loaded later is made to build on all of it, so there is nothing to split it by.
 *
 * @param first - Path of the source that is loaded first, from the root.
 */
export const wholeFirstFrame = (first: string): Plugin => ({
  name: 'whole-first-frame',
  setup(build) {
    const { absWorkingDir: root = process.cwd() } = build.initialOptions
    // The hash in a file's name depends on these paths: from the root they are the same wherever the repository is.
    build.onResolve({ filter: /^\./ }, ({ kind, path, resolveDir }) =>
      kind === 'dynamic-import' ? { path: relative(root, join(resolveDir, path)), namespace: 'later' } : undefined,
    )
    build.onLoad({ filter: /./, namespace: 'later' }, ({ path }) => ({
      contents: `import ${JSON.stringify(`./${first}`)}\nexport * from ${JSON.stringify(`./${path}`)}`,
      resolveDir: root,
    }))
  },
})
