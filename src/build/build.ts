// Writes dist/: the launcher qd.js, which any Node version can parse, and the production bundle that it loads.
import { execFileSync } from 'node:child_process'
import { chmod, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { type BuildOptions, build } from 'esbuild'
import { type Manifest, OPTIONAL, writeDistribution } from './distribution.ts'
import { bundleTogether, excludeExplorer, inlineConstants, lazyNodeModules, singleFileStart } from './plugins.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const manifest = JSON.parse(await readFile(`${root}package.json`, 'utf8')) as Manifest

await rm(`${root}dist`, { recursive: true, force: true })
await mkdir(`${root}dist`)

const plugins = [lazyNodeModules, inlineConstants]
const EXPLORE = 'src/app/explore.ts'
/** Replacements for parts of packages, in every bundle. */
const replaced = {
  alias: {
    // The package's Node build calls a require that esbuild does not follow.
    'jsonc-parser': 'jsonc-parser/lib/esm/main.js',
    'string-width': './src/ui/painter/string-width.ts',
    undici: './src/build/undici.mjs',
    'undici/lib': './node_modules/undici/lib',
  },
  inject: ['src/build/late-segmenter.ts'],
}
const define = { 'Intl.Segmenter': 'LateSegmenter', QUARTERDECK_VERSION: JSON.stringify(manifest.version) }
const split = {
  absWorkingDir: root,
  metafile: true,
  ...replaced,
  // Optional native packages are resolved where they are installed. Ink loads its devtools only when DEV is set and
  // they are installed.
  external: [...Object.keys(OPTIONAL), 'react-devtools-core'],
  outdir: 'dist',
  bundle: true,
  splitting: true,
  format: 'esm',
  platform: 'node',
  target: 'node22.19',
  jsx: 'automatic',
  minify: true,
  // The source map restores minified names for profiling. It does not change the bundle.
  sourcemap: process.argv.includes('--source-maps') ? 'external' : false,
  legalComments: 'none',
  define: {
    // React's development build doubles the cost of a frame.
    'process.env.NODE_ENV': '"production"',
    // Without fetch, Yoga decodes its WebAssembly itself. Through fetch of a data: address, that takes 60 ms longer and
    // loads Node's HTTP client.
    fetch: 'undefined',
    // With this, undici leaves out its second parser, as in Node itself.
    esbuildDetection: 'true',
    ...define,
  },
  // Some bundled packages are CommonJS and call require for Node's built-in modules.
  banner: { js: "const require=process.getBuiltinModule('node:module').createRequire(import.meta.url);" },
  logLevel: 'warning',
} as const satisfies BuildOptions

const explorer = await build({
  ...split,
  entryPoints: { explore: EXPLORE },
  plugins: [...plugins, singleFileStart(EXPLORE)],
})

const options = {
  ...split,
  entryPoints: {
    main: 'src/main.ts',
    'loader-process': 'src/app/loader-process.ts',
    'keychain-process': 'src/config/keys/keychain-process.ts',
    'sender-process': 'src/app/sender-process.ts',
  },
  plugins: [...plugins, excludeExplorer],
}
const together = await bundleTogether(options)
const commands = await build({ ...options, plugins: [...options.plugins, together] })

const launcher = await build({
  absWorkingDir: root,
  metafile: true,
  entryPoints: { qd: 'src/launcher.ts' },
  outdir: 'dist',
  // In one file, because an old Node could not parse the others.
  bundle: true,
  platform: 'node',
  format: 'esm',
  target: 'es2020',
  minify: true,
  define: { QUARTERDECK_VERSION: JSON.stringify(manifest.version) },
  plugins: [lazyNodeModules],
  banner: { js: '#!/usr/bin/env node' },
  logLevel: 'warning',
})
// npx sets the executable bit only once, when it links the program, and this build has replaced the file.
await chmod(`${root}dist/qd.js`, 0o755)

const single = await build({
  absWorkingDir: root,
  metafile: true,
  entryPoints: {
    'hooks-notify': 'src/app/hooks-notify.ts',
    'first-frame': 'src/app/first-frame.ts',
    complete: 'src/app/complete.ts',
    status: 'src/app/status.ts',
  },
  outdir: 'dist',
  // One file each, because it loads faster than several, and the agent, the user or the shell is waiting.
  bundle: true,
  platform: 'node',
  format: 'esm',
  target: 'node22.19',
  minify: true,
  ...replaced,
  define,
  plugins: [lazyNodeModules],
  logLevel: 'warning',
})

// The completion table and the manual page are read without loading the commands, so the build generates them.
const outputOf = (...words: string[]): Buffer => execFileSync(process.execPath, [`${root}dist/qd.js`, ...words])
await writeFile(`${root}dist/completions.json`, outputOf('completion', '--table'))
await writeFile(`${root}dist/qd.1`, outputOf('man'))

const bundles = [explorer, commands, launcher, single].map(({ metafile }) => metafile.inputs)
await writeDistribution(root, manifest, Object.assign({}, ...bundles))
