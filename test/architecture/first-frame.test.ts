import { expect, test } from 'vitest'
import { SCREEN_NAMES } from '../../screens/kit/screen/names.ts'
import { type Import, importsOf } from './import-graph.ts'
import { sourceImports, treeOf } from './source.ts'

/** Files and packages that are loaded together with `entry`: its static imports, recursively. */
const loadedWith = (entry: string, all: readonly Import[] = sourceImports): Set<string> => {
  const imports = all.filter(({ isType, isDynamic }) => !isType && !isDynamic)
  const loaded = new Set([entry])
  for (const path of loaded) for (const { from, to } of imports) if (from === path) loaded.add(to)
  return loaded
}

// The build inlines the values of this module, so its imports are not in the bundle.
const bundledImports = sourceImports.filter(({ from }) => from !== 'src/contract/request-lines.ts')

const scriptImports = importsOf(treeOf('test/{bench,domain/hostile,faults,figures,helpers,pictures}/*.ts'))

test('no HTTP client, schema or argument parser is loaded before the first frame', () => {
  const loaded = loadedWith('src/app/explore.ts', bundledImports)
  expect(loaded).toContain('screens/overview/overview.tsx')
  expect(loaded).toContain('ink')
  const late = /^(undici|zod|hono|@hono\/.*|commander|@tanstack\/.*|src\/(client|service|commands)\/.*)$/
  expect([...loaded].filter((path) => late.test(path))).toEqual([])
})

test('config.json is read without the parser for comments, unless it has some', () => {
  const loaded = loadedWith('src/config/profiles/plain-config.ts')
  expect(loaded).toContain('src/config/profiles/config-schema.ts')
  expect(loaded).not.toContain('jsonc-parser')
  expect(loadedWith('src/config/profiles/choose-profile.ts')).not.toContain('src/config/profiles/plain-config.ts')
  expect(loadedWith('src/config/profiles/config-file.ts')).toContain('jsonc-parser')
})

const commandFiles = ['computers/computers', 'keys/keys', 'wiki/wiki', 'ci/ci-jobs']
test.each(commandFiles)('%s sends its request before the schemas are loaded, and loads one command group', (file) => {
  const command = `src/commands/${file}.ts`
  const part = 'src/commands/management-commands.ts'
  const entries = ['src/commands/index.ts', part, 'src/cache/load/source.ts', 'src/client/client.ts']
  const loaded = new Set(entries.flatMap((entry) => [...loadedWith(entry, bundledImports)]))
  expect(loaded).toContain('undici')
  expect([...loaded].filter((path) => /^zod$|yauzl/.test(path))).toEqual([])
  expect(loaded).toContain(command)
  const others = [...loaded].filter((path) =>
    /^src\/commands\/(?:\w+-commands|analytics\/|hooks\/|profiles\/)/.test(path),
  )
  expect(others).toEqual([part])
})

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

test('the version is printed without loading any other module of the program', () => {
  const loaded = loadedWith('src/main.ts')
  // V8's flags must be bundled into main.ts: a separate chunk would also load the commands.
  expect([...loaded].filter((path) => path.startsWith('src/') || path.startsWith('screens/')).sort()).toEqual([
    'src/app/v8-flags.ts',
    'src/main.ts',
  ])
})

// Node itself can't parse JSX, so a script that imports a screen does not start.
const tools = ['test/faults/faults.ts', 'test/figures/figures.ts', 'test/bench/bench.ts', 'test/pictures/pictures.ts']
test.each(tools)('%s imports no JSX, so Node can run it without a build', (entry) => {
  const loaded = [...loadedWith(entry, [...sourceImports, ...scriptImports])]
  expect(loaded.length).toBeGreaterThan(1)
  expect(loaded.filter((path) => path.endsWith('.tsx'))).toEqual([])
})
