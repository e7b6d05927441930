// esbuild plugins that reduce what is loaded at startup.
import { readFile } from 'node:fs/promises'
import { isBuiltin } from 'node:module'
import { extname, join, relative } from 'node:path'
import { type BuildOptions, build, type Loader, type Metafile, type Plugin } from 'esbuild'
import * as requestLines from '../contract/request-lines.ts'

/** Modules that neither the first frame nor a hook needs. The first call of one of their functions loads them. */
const LATE = ['node:fs/promises', 'node:child_process', 'node:crypto']

/**
 * Makes imports of built-in Node modules lazy. An import reads every member of the module, and reading some members loads
 * much more: `promises` of node:fs loads streams (5 ms per start), and node:http loads an HTTP client (40 ms). With this
 * plugin, a member is read only when it is used.
 */
export const lazyNodeModules: Plugin = {
  name: 'lazy-node-modules',
  setup(build) {
    build.onResolve({ filter: /^[a-z:_/]+$/ }, ({ kind, path }) =>
      kind === 'import-statement' && isBuiltin(path)
        ? { path: `node:${path.replace(/^node:/, '')}`, namespace: 'lazy' }
        : undefined,
    )
    build.onLoad({ filter: /^node:/, namespace: 'lazy' }, ({ path }) => {
      const members = Object.entries(process.getBuiltinModule(path) ?? {}).filter(([name]) => name !== 'default')
      const isLate = (member: unknown) => LATE.includes(path) && typeof member === 'function'
      return {
        // Fallback for an old Node, on which the launcher still reports the required version.
        contents: `const all = () => process.getBuiltinModule?.('${path}') ?? {}
          const now = (name) => all()[name]
          const late = (name) => (...args) => all()[name](...args)
          ${members.map(([name, member]) => `export const ${name} = /* @__PURE__ */ ${isLate(member) ? 'late' : 'now'}('${name}')`).join('\n')}
          export default /* @__PURE__ */ all()`,
      }
    })
  },
}

/** Replaces a file that only computes data by the data itself, so that the modules that compute it are not bundled. */
export const inlineConstants: Plugin = {
  name: 'inline-constants',
  setup(build) {
    const lines = Object.entries(requestLines).map(([name, data]) => `export const ${name} = ${JSON.stringify(data)}`)
    build.onLoad({ filter: /\/contract\/request-lines\.ts$/ }, () => ({ contents: lines.join('\n') }))
  },
}

/**
 * Leaves the explorer, which is a separate bundle, out of the commands bundle. Commands need only the names and keys of
 * its screens and never open one.
 */
export const excludeExplorer: Plugin = {
  name: 'exclude-explorer',
  setup(build) {
    build.onResolve({ filter: /^\./ }, ({ kind, path, importer }) => {
      if (kind !== 'dynamic-import') return undefined
      if (path === './app/explore.ts') return { path: './explore.js', external: true }
      return importer.includes('/screens/') ? { path, external: true } : undefined
    })
  },
}

/**
 * Bundles everything that `first` imports into one file, which loads much faster than a hundred files. To prevent esbuild
 * from splitting it, each module that is loaded later imports `first` too.
 *
 * @param first - Path of the source file that is loaded first, relative to the root.
 */
export const singleFileStart = (first: string): Plugin => ({
  name: 'single-file-start',
  setup(build) {
    const { absWorkingDir: root = process.cwd() } = build.initialOptions
    // The paths are relative to the root, because they determine the hashes in file names, which must not depend on the
    // folder of the repository.
    build.onResolve({ filter: /^\./ }, ({ kind, path, resolveDir }) =>
      kind === 'dynamic-import' ? { path: relative(root, join(resolveDir, path)), namespace: 'later' } : undefined,
    )
    build.onLoad({ filter: /./, namespace: 'later' }, ({ path }) => ({
      contents: `import ${JSON.stringify(`./${first}`)}\nexport * from ${JSON.stringify(`./${path}`)}`,
      resolveDir: root,
    }))
  },
})

/** Entry points that a command loads when it calls a server. */
const START = [
  'src/commands/index.ts',
  'src/app/create-world.ts',
  'src/client/client.ts',
  'src/cache/load/source.ts',
  'src/app/open-own-ledger.ts',
]

/** Entry points that need little of the shared code, so they are not joined with it. */
const LIGHT = [
  'src/main.ts',
  'src/app/loader-process.ts',
  'src/app/sender-process.ts',
  'src/config/keys/keychain-process.ts',
]

/**
 * Joins the code that a command loads into one file. Otherwise esbuild creates a file for each set of entry points that
 * share modules: a start would load a hundred small files, at 0.3 ms each. The plugin makes every entry point import all
 * of the shared code.
 */
export const bundleTogether = async (options: BuildOptions): Promise<Plugin> => {
  const { absWorkingDir: root = process.cwd() } = options
  const { metafile } = await build({ ...options, metafile: true, write: false, minify: false, sourcemap: false })
  const shared = [...modulesOf(START, metafile)].filter((path) => path.startsWith('src/'))
  const entries = Object.values(metafile.outputs).flatMap(({ entryPoint = '' }) =>
    /^(src|screens)\//.test(entryPoint) && !LIGHT.includes(entryPoint) ? [join(root, entryPoint)] : [],
  )
  return {
    name: 'bundle-together',
    setup({ onLoad, onResolve }) {
      onResolve({ filter: /^shared-by-starts$/ }, ({ path }) => ({ path, namespace: 'together' }))
      onLoad({ filter: /./, namespace: 'together' }, () => ({
        contents: shared.map((path) => `import './${path}'`).join('\n'),
        resolveDir: root,
      }))
      onLoad({ filter: /\.tsx?$/ }, async ({ path }) => {
        if (!entries.includes(path)) return undefined
        const contents = `${await readFile(path, 'utf8')}\nimport 'shared-by-starts'\n`
        return { contents, loader: extname(path).slice(1) as Loader }
      })
    },
  }
}

/** The modules that these entry points load through static imports. */
const modulesOf = (entries: readonly string[], { outputs }: Metafile): Set<string> => {
  const found = Object.entries(outputs).filter(([, { entryPoint = '' }]) => entries.includes(entryPoint))
  const files = new Set(found.map(([file]) => file))
  for (const file of files)
    for (const { kind, path } of outputs[file]?.imports ?? [])
      if (kind === 'import-statement' && outputs[path]) files.add(path)
  return new Set([...files].flatMap((file) => Object.keys(outputs[file]?.inputs ?? {})))
}
