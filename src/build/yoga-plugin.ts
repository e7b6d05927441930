import { readFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { Plugin } from 'esbuild'

const yogaSource = /yoga-layout\/dist\/binaries\/yoga-wasm-base64-esm\.js$/

const AT_ONCE = {
  'yoga at once': { filter: /yoga-layout\/dist\/src\/index\.js$/, from: 'await loadYoga()', to: 'loadYoga()' },
  // What looks whether a callback is one takes 5 ms to load.
  'no assert': { filter: /\/signal-exit\/index\.js$/, from: "require('assert')", to: '{ equal() {} }' },
  // A script, which is what is kept compiled, can wait for nothing.
  'no devtools': { filter: /\/ink\/build\/reconciler\.js$/, from: "process.env['DEV'] === 'true'", to: 'false' },
}

/** Has Ink's layout ready at once; and a check to run after the build that it found what it changes. */
export const yogaPlugin = (): { plugin: Plugin; assertAllReplaced: () => void } => {
  const missing = new Set(['yoga', ...Object.keys(AT_ONCE)])
  const plugin: Plugin = {
    name: 'yoga',
    setup(build) {
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
    if (missing.size > 0) throw new Error(`yoga has changed: ${[...missing].join(', ')} was not found`)
  }
  return { plugin, assertAllReplaced }
}
