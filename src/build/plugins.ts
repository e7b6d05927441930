// Plugins of esbuild, each for what is loaded at a start.
import { readFile } from 'node:fs/promises'
import { isBuiltin } from 'node:module'
import { extname, join, relative } from 'node:path'
import { type BuildOptions, build, type Loader, type Metafile, type Plugin } from 'esbuild'
import * as requestLines from '../contract/request-lines.ts'

/** Nothing of the first frame asks for these, nor does a hook: each of their functions loads them when it is first called. */
const LATE = ['node:fs/promises', 'node:child_process', 'node:crypto']

/**
 * An import of one of Node's own modules reads every member of it, and some load much more when they are read: 5 ms of each start for
 * node:fs, whose promises come with streams, and 40 for node:http, whose HTTP client does. Asked for at run time, as require does, only
 * what is used is loaded.
 */
export const leanNode: Plugin = {
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
        // On an old Node, which cannot be asked, the launcher still says what is needed.
        contents: `const all = () => process.getBuiltinModule?.('${path}') ?? {}
          const now = (name) => all()[name]
          const late = (name) => (...args) => all()[name](...args)
          ${members.map(([name, member]) => `export const ${name} = /* @__PURE__ */ ${isLate(member) ? 'late' : 'now'}('${name}')`).join('\n')}
          export default /* @__PURE__ */ all()`,
      }
    })
  },
}

/** A file whose exports are plain data stands in the bundle as that data, without what it is made from. */
export const writtenOut: Plugin = {
  name: 'written-out',
  setup(build) {
    const lines = Object.entries(requestLines).map(([name, data]) => `export const ${name} = ${JSON.stringify(data)}`)
    build.onLoad({ filter: /\/contract\/request-lines\.ts$/ }, () => ({ contents: lines.join('\n') }))
  },
}

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

/** Entries that are loaded for a command that asks a server. */
const START = [
  'src/commands/index.ts',
  'src/app/create-world.ts',
  'src/client/client.ts',
  'src/cache/load/source.ts',
  'src/app/open-own-ledger.ts',
]

/** Starts of their own that need little of it. */
const LIGHT = [
  'src/main.ts',
  'src/app/loader-process.ts',
  'src/app/sender-process.ts',
  'src/config/keys/keychain-process.ts',
]

/**
 * esbuild makes a file for each set of entries that reach the same modules: a hundred small ones for each start, and Node takes
 * 0.3 ms for every one. What a command loads is made one file here, by letting each entry reach all of it.
 */
export const loadTogether = async (options: BuildOptions): Promise<Plugin> => {
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

/** The modules that are loaded with these entries, by static imports. */
const modulesOf = (entries: readonly string[], { outputs }: Metafile): Set<string> => {
  const found = Object.entries(outputs).filter(([, { entryPoint = '' }]) => entries.includes(entryPoint))
  const files = new Set(found.map(([file]) => file))
  for (const file of files)
    for (const { kind, path } of outputs[file]?.imports ?? [])
      if (kind === 'import-statement' && outputs[path]) files.add(path)
  return new Set([...files].flatMap((file) => Object.keys(outputs[file]?.inputs ?? {})))
}
