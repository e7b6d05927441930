// esbuild plugins that reduce what is loaded at startup.
import { readFile } from 'node:fs/promises'
import { isBuiltin } from 'node:module'
import { extname, join, relative } from 'node:path'
import { type BuildOptions, build, type Loader, type Metafile, type Plugin } from 'esbuild'
import * as requestLines from '../contract/request-lines.ts'

/** Neither the first frame nor a hook needs these modules: their functions load them at the first call. */
const LATE = ['node:fs/promises', 'node:child_process', 'node:crypto']

/**
 * An import of a built-in Node module reads every member of it, and reading some members loads much more: 5 ms of each
 * start for node:fs, whose promises load streams, and 40 ms for node:http, whose HTTP client does. This plugin reads
 * members at run time, as require does, so only the members in use are loaded.
 */
export const lazyNodeModules: Plugin = {
  name: 'lean-node',
  setup(build) {
    build.onResolve({ filter: /^[a-z:_/]+$/ }, ({ kind, path }) =>
      kind === 'import-statement' && isBuiltin(path)
        ? { path: `node:${path.replace(/^node:/, '')}`, namespace: 'lean' }
        : undefined,
    )
    build.onLoad({ filter: /^node:/, namespace: 'lean' }, ({ path }) => {
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

/** Replaces a file whose exports are plain data by that data, without the modules that compute it. */
export const inlineConstants: Plugin = {
  name: 'written-out',
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
  name: 'explorer-apart',
  setup(build) {
    build.onResolve({ filter: /^\./ }, ({ kind, path, importer }) => {
      if (kind !== 'dynamic-import') return undefined
      if (path === './app/explore.ts') return { path: './explore.js', external: true }
      return importer.includes('/screens/') ? { path, external: true } : undefined
    })
  },
}

/**
 * Bundles everything that is loaded with `first` in one file, which is read and linked in a fraction of the time of a
 * hundred files. Each module that is loaded later imports `first`, so esbuild finds nothing to split by.
 *
 * @param first - Path of the source file that is loaded first, relative to the root.
 */
export const singleFileStart = (first: string): Plugin => ({
  name: 'whole-first-frame',
  setup(build) {
    const { absWorkingDir: root = process.cwd() } = build.initialOptions
    // Relative to the root: these paths determine the hash in a file's name, which must be the same everywhere.
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

/** Entry points that need little of the shared code. */
const LIGHT = [
  'src/main.ts',
  'src/app/loader-process.ts',
  'src/app/sender-process.ts',
  'src/config/keys/keychain-process.ts',
]

/**
 * esbuild makes one file for each set of entry points that reach the same modules: a hundred small files for each
 * start, at 0.3 ms per file in Node. This plugin joins what a command loads into one file, by letting each entry point
 * reach all of it.
 */
export const bundleTogether = async (options: BuildOptions): Promise<Plugin> => {
  const { absWorkingDir: root = process.cwd() } = options
  const { metafile } = await build({ ...options, metafile: true, write: false, minify: false, sourcemap: false })
  const shared = [...modulesOf(START, metafile)].filter((path) => path.startsWith('src/'))
  const entries = Object.values(metafile.outputs).flatMap(({ entryPoint = '' }) =>
    /^(src|screens)\//.test(entryPoint) && !LIGHT.includes(entryPoint) ? [join(root, entryPoint)] : [],
  )
  return {
    name: 'load-together',
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
