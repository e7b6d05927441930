import { readFile, writeFile } from 'node:fs/promises'
import { basename } from 'node:path'
import { build, type Metafile, type Plugin } from 'esbuild'

/**
 * Makes a chunk of the bundle a script that is run with what V8 compiled of it before: see app/kept-code.ts. The chunk itself stays, for
 * those that import it, and hands out what the script exports.
 *
 * @param source - What the chunk is found by: a source that is in it.
 * @param sourcemap - Whether a map is written beside it; what it leads to is the chunk, which has one of its own.
 */
export const runKept = async (
  root: string,
  { outputs }: Metafile,
  source: string,
  sourcemap: 'external' | false,
): Promise<void> => {
  const [chunk, output] = Object.entries(outputs).find(([, { inputs }]) => source in inputs) ?? []
  if (!chunk || !output) throw new Error(`no chunk holds ${source}`)
  const script = chunk.replace(/\.js$/, '.cjs')
  await build({
    absWorkingDir: root,
    entryPoints: [chunk],
    outfile: script,
    bundle: true,
    plugins: [laterApart],
    format: 'cjs',
    platform: 'node',
    target: 'node22.19',
    minify: true,
    sourcemap,
    define: { 'import.meta.url': '__url' },
    banner: { js: '(function(module,require,__url){' },
    footer: { js: '})' },
    logLevel: 'warning',
  })
  const text = await readFile(root + script, 'utf8')
  // A text that is all ASCII takes half the memory, and is read as it is: patterns are what may hold others.
  const ascii = text.replace(/[^\0-\x7f]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
  await writeFile(root + script, ascii)
  if (sourcemap) await mapAscii(`${root + script}.map`, text)
  const names = output.exports.map((name, at) => [name, `e${at}`] as const)
  await writeFile(
    root + chunk,
    `import{runKept}from"./kept-code.js";const{${names.map(([name, own]) => `${name}:${own}`)}}=runKept(new URL(${JSON.stringify(basename(script))},import.meta.url).href);export{${names.map(([name, own]) => `${own} as ${name}`)}};\n`,
  )
}

/** Adds to the map of a text where that grew as it became ASCII: in which lines before which cells. */
const mapAscii = async (path: string, text: string): Promise<void> => {
  const grown = text.split('\n').map((line) => Array.from(line.matchAll(/[^\0-\x7f]/g), ({ index }) => index))
  await writeFile(path, JSON.stringify({ ...JSON.parse(await readFile(path, 'utf8')), grown }))
}

const laterApart: Plugin = {
  name: 'later-apart',
  setup(build) {
    build.onResolve({ filter: /^\./ }, ({ kind, path }) =>
      kind === 'dynamic-import' ? { path, external: true } : undefined,
    )
  },
}
