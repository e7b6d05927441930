import { readFile } from 'node:fs/promises'
import { extname, join } from 'node:path'
import { type BuildOptions, build, type Loader, type Metafile, type Plugin } from 'esbuild'

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
