import { readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Plugin } from 'esbuild'
import { INK_SWAPS, inkModule, inkOriginal } from './ink-swaps.ts'

const yogaSource = /yoga-layout\/dist\/binaries\/yoga-wasm-base64-esm\.js$/

const AT_ONCE = {
  'yoga at once': { filter: /yoga-layout\/dist\/src\/index\.js$/, from: 'await loadYoga()', to: 'loadYoga()' },
  // What looks whether a callback is one takes 5 ms to load.
  'no assert': { filter: /\/signal-exit\/index\.js$/, from: "require('assert')", to: '{ equal() {} }' },
  'no devtools': { filter: /\/ink\/build\/reconciler\.js$/, from: "process.env['DEV'] === 'true'", to: 'false' },
}

/** Swaps the modules of {@link INK_SWAPS}; and a check to run after the build that every swap took place. */
export const inkPlugin = (root: string): { plugin: Plugin; assertAllReplaced: () => void } => {
  const missing = new Set([...Object.keys(INK_SWAPS), 'throttle', 'yoga', ...Object.keys(AT_ONCE)])
  const plugin: Plugin = {
    name: 'ink',
    setup(build) {
      build.onResolve({ filter: /^\.{1,2}\/.*\.js$/ }, ({ path, resolveDir, importer }) => {
        if (!importer.includes('/node_modules/ink/')) return undefined
        const module = inkModule(path, resolveDir)
        const own = INK_SWAPS[module]
        if (!own) return undefined
        missing.delete(module)
        return { path: join(root, own) }
      })
      build.onResolve({ filter: /^es-toolkit\/compat$/ }, ({ importer }) => {
        if (!importer.endsWith('/node_modules/ink/build/ink.js')) return undefined
        missing.delete('throttle')
        return { path: join(root, 'src/ui/ink/throttle.ts') }
      })
      build.onResolve({ filter: /^ink-original\// }, ({ path }) => ({ path: inkOriginal(root, path) }))
      // Yoga's loader decodes its program through fetch of a data: address, which costs 60 ms at start and pulls in
      // Node's own HTTP client. Handed the bytes, and told how to make an instance, it is ready at once.
      build.onLoad({ filter: yogaSource }, async ({ path }) => {
        const source = await readFile(path, 'utf8')
        const base64 = /data:application\/octet-stream;base64,([A-Za-z0-9+/=]+)/.exec(source)?.[1]
        const head = 'loadYoga = loadYoga || {};'
        const end = 'return loadYoga.ready'
        if (!base64 || !source.includes(head) || !source.includes(end)) return undefined
        missing.delete('yoga')
        const bytes = `Buffer.from(${JSON.stringify(base64)},'base64')`
        const instantiate = `loadYoga={...loadYoga,instantiateWasm(imports,done){done(new WebAssembly.Instance(new WebAssembly.Module(${bytes}),imports));return{}}};`
        return {
          contents: source
            .replace(base64, '')
            .replace(head, () => instantiate)
            .replace(end, 'return loadYoga'),
          loader: 'js',
          resolveDir: dirname(path),
        }
      })
      // Nothing is waited for while these are loaded: a script cannot, and their bundle is run as one.
      for (const [name, { filter, from, to }] of Object.entries(AT_ONCE))
        build.onLoad({ filter }, async ({ path }) => {
          const source = await readFile(path, 'utf8')
          if (!source.includes(from)) return undefined
          missing.delete(name)
          return { contents: source.replaceAll(from, to), loader: 'js', resolveDir: dirname(path) }
        })
    },
  }
  const assertAllReplaced = () => {
    if (missing.size > 0) throw new Error(`ink or yoga has changed: ${[...missing].join(', ')} was not swapped`)
  }
  return { plugin, assertAllReplaced }
}
