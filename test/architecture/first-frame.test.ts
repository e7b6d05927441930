import { expect, test } from 'vitest'
import { SCREEN_NAMES } from '../../screens/kit/screen/names.ts'
import { type Import, importsOf } from './import-graph.ts'
import { sourceImports, treeOf } from './source.ts'

/** Files and packages that are loaded as soon as `entry` is: what it names by static import, and what those name. */
const loadedWith = (entry: string, all: readonly Import[] = sourceImports): Set<string> => {
  const imports = all.filter(({ isType, isDynamic }) => !isType && !isDynamic)
  const loaded = new Set([entry])
  for (const path of loaded) for (const { from, to } of imports) if (from === path) loaded.add(to)
  return loaded
}

const scriptImports = importsOf(treeOf('test/{bench,domain/hostile,faults,figures,helpers,pictures}/*.ts'))

test('no HTTP client, schema or argument parser is loaded before the first frame', () => {
  const loaded = loadedWith('src/app/explore.ts')
  expect(loaded).toContain('screens/overview/overview.tsx')
  expect(loaded).toContain('ink')
  const late = /^(undici|zod|hono|@hono\/.*|commander|@tanstack\/.*|src\/(client|service|commands)\/.*)$/
  expect([...loaded].filter((path) => late.test(path))).toEqual([])
})

test.each(['computers/computers', 'keys/keys', 'wiki/wiki', 'ci/ci-jobs'])(
  '%s sends its request before the schemas are loaded, and loads few other commands',
  (file) => {
    const command = `src/commands/${file}.ts`
    const part = 'src/commands/management-commands.ts'
    const entries = ['src/commands/index.ts', part, 'src/cache/load/source.ts', 'src/client/client.ts']
    // Written out by the build, so that what it is made from is in no bundle.
    const imports = sourceImports.filter(({ from }) => from !== 'src/contract/request-lines.ts')
    const loaded = new Set(entries.flatMap((entry) => [...loadedWith(entry, imports)]))
    expect(loaded).toContain('undici')
    expect([...loaded].filter((path) => /^zod$|yauzl/.test(path))).toEqual([])
    expect(loaded).toContain(command)
    const others = [...loaded].filter((path) =>
      /^src\/commands\/(?:\w+-commands|analytics\/|hooks\/|profiles\/)/.test(path),
    )
    expect(others).toEqual([part])
  },
)

test('dialog code is loaded when the first dialog opens', () => {
  const late = /^(@inkjs\/.*|ink-table|figures|src\/ui\/dialog\/(?!dialog-context\.ts).*|.*-dialog\.tsx)$/
  expect([...loadedWith('src/app/explore.ts')].filter((path) => late.test(path))).toEqual([])
  expect([...loadedWith('src/ui/dialog/form.tsx')].filter((path) => late.test(path))).toContain('@inkjs/ui')
})

test("the first frame loads only the Overview screen, and not the palette's search", () => {
  const loaded = [...loadedWith('src/app/explore.ts')]
  const components = SCREEN_NAMES.map((name) => `screens/${name}/${name}.tsx`)
  expect(components.filter((path) => loaded.includes(path))).toEqual(['screens/overview/overview.tsx'])
  expect(loaded).not.toContain('screens/app/overlays/palette/providers.ts')
})

test('the version is printed without loading anything else of ours', () => {
  const loaded = loadedWith('src/main.ts')
  // V8's flags have to be part of main.ts: a chunk of their own would bring the commands along, before the explorer.
  expect([...loaded].filter((path) => path.startsWith('src/') || path.startsWith('screens/')).sort()).toEqual([
    'src/app/v8-flags.ts',
    'src/main.ts',
  ])
})

// It reads no JSX: a script that comes to import a screen does not start any more.
test.each(['test/faults/faults.ts', 'test/figures/figures.ts', 'test/bench/bench.ts', 'test/pictures/pictures.ts'])(
  '%s is run by Node alone',
  (entry) => {
    const loaded = [...loadedWith(entry, [...sourceImports, ...scriptImports])]
    expect(loaded.length).toBeGreaterThan(1)
    expect(loaded.filter((path) => path.endsWith('.tsx'))).toEqual([])
  },
)
