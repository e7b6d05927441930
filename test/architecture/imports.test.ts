import { expect, test } from 'vitest'
import { problemWith } from './arrows.ts'
import { betweenFolders, problemWithFeature } from './folders.ts'
import { type Import, importsOf, ringsOf, type SourceTree, UNREADABLE } from './import-graph.ts'
import { source } from './source.ts'
import { sourceImports } from './source-imports.ts'

// The launcher is copied, not bundled: it names the bundle in a variable because there is none before the build.
const mayCompute = new Set(['src/launcher.ts'])

const importProblems = (imports: readonly Import[]): string[] =>
  imports.flatMap((one) => {
    if (one.to === UNREADABLE && mayCompute.has(one.from)) return []
    return problemWith(one) ?? []
  })
const problemsOf = (tree: SourceTree): string[] => importProblems(importsOf(tree))

const treeOf = (files: Record<string, string>): SourceTree => new Map(Object.entries(files))

test('the source has no ring of imports', () => {
  const rings = ringsOf(sourceImports)
  expect(rings.map((ring) => [...ring, ring[0]].join(' → '))).toEqual([])
})

test('no two folders of the source import each other, nor do more of them in a ring', () => {
  const rings = ringsOf(betweenFolders(sourceImports))
  expect(rings.map((ring) => [...ring, ring[0]].join(' → '))).toEqual([])
})

test('features do not import one another, and what they share knows none of them', () => {
  expect(sourceImports.flatMap((one) => problemWithFeature(one) ?? [])).toEqual([])
})

test('every import of the source follows the arrows between rooms', () => {
  expect(sourceImports.length).toBeGreaterThan(source.size)
  expect(importProblems(sourceImports)).toEqual([])
})

test('all ways of naming another file are seen', () => {
  const imports = importsOf(
    treeOf({
      'src/ui/a.tsx': `
        import one from '../domain/one.ts'
        import type { Two } from '../domain/two.ts'
        import { type Three } from '../domain/three.ts'
        import '../domain/four.ts'
        export * from '../domain/five.ts'
        export type { Six } from '../domain/six.ts'
        type Seven = import('../domain/seven.ts').Seven
        const load = async () => <b>{(await import('./eight.ts')).text}</b>
        const nine = require('node:nine')
        const ten = (name: string) => import(name)
        import react from 'react'
        const decoy = "import x from './not-me.ts'" // import y from './nor-me.ts'`,
    }),
  )
  expect(imports.map(({ to, isType }) => (isType ? `type ${to}` : to))).toEqual([
    'src/domain/one.ts',
    'type src/domain/two.ts',
    'type src/domain/three.ts',
    'src/domain/four.ts',
    'src/domain/five.ts',
    'type src/domain/six.ts',
    'type src/domain/seven.ts',
    'src/ui/eight.ts',
    'node:nine',
    UNREADABLE,
    'react',
  ])
})

test('a ring over three files is named by all of them, types included', () => {
  const imports = importsOf(
    treeOf({
      'src/domain/start.ts': `import './a.ts'`,
      'src/domain/a.ts': `import type { B } from './b.ts'`,
      'src/domain/b.ts': `export const load = () => import('./c.ts')`,
      'src/domain/c.ts': `export { a } from './a.ts'`,
    }),
  )
  expect(ringsOf(imports)).toEqual([['src/domain/a.ts', 'src/domain/b.ts', 'src/domain/c.ts']])
})

test('two folders that import each other by different files are a ring', () => {
  const imports = importsOf(
    treeOf({
      'src/domain/people/a.ts': `import '../usage/b.ts'`,
      'src/domain/usage/c.ts': `import type { D } from '../people/d.ts'`,
    }),
  )
  expect(ringsOf(imports)).toEqual([])
  expect(ringsOf(betweenFolders(imports))).toEqual([['src/domain/people', 'src/domain/usage']])
})

test.each([
  ['screens/usage/a.ts', '../people/b.ts'],
  ['screens/controls/diff/a.ts', '../../readiness/b.ts'],
  ['screens/kit/a.ts', '../usage/b.ts'],
  ['src/commands/people/a.ts', '../analytics/b.ts'],
  ['src/commands/kit/a.ts', '../doctor/b.ts'],
  ['src/commands/output/a.ts', '../doctor/b.ts'],
])('%s may not import %s of another feature', (from, name) => {
  const [complaint] = importsOf(treeOf({ [from]: `import '${name}'` })).map(problemWithFeature)
  expect(complaint).toContain(from)
})

test.each([
  ['screens/overview/a.ts', '../people/b.ts'],
  ['screens/table.ts', './people/b.ts'],
  ['screens/controls/diff/a.ts', '../history/b.ts'],
  ['screens/usage/a.ts', '../kit/b.ts'],
  ['src/commands/index.ts', './doctor/b.ts'],
  ['src/commands/usage/a.ts', '../output/b.ts'],
])('%s may import %s', (from, name) => {
  expect(importsOf(treeOf({ [from]: `import '${name}'` })).map(problemWithFeature)).toEqual([undefined])
})

test('two ways to the same file are no ring', () => {
  const imports = importsOf(
    treeOf({
      'src/domain/a.ts': `import './b.ts'\nimport './c.ts'`,
      'src/domain/b.ts': `import './d.ts'`,
      'src/domain/c.ts': `import './d.ts'`,
    }),
  )
  expect(ringsOf(imports)).toEqual([])
})

test('a file that imports itself is a ring', () => {
  expect(ringsOf(importsOf(treeOf({ 'src/domain/a.ts': `import './a.ts'` })))).toEqual([['src/domain/a.ts']])
})

test.each([
  ['src/contract/a.ts', '../domain/text/width.ts', 'src/domain/text/width.ts'],
  ['src/domain/a.ts', '../client/call.ts', 'src/client/call.ts'],
  ['src/client/a.ts', '../service/create-app.ts', 'src/service/create-app.ts'],
  ['src/service/a.ts', '../client/call.ts', 'src/client/call.ts'],
  ['src/service/a.ts', '../cache/load/query-state.ts', 'src/cache/load/query-state.ts'],
  ['src/client/a.ts', '../cache/load/query-state.ts', 'src/cache/load/query-state.ts'],
  ['src/ui/a.ts', '../cache/load/query-state.ts', 'src/cache/load/query-state.ts'],
  ['src/ui/a.ts', '../../screens/app/app.tsx', 'screens/app/app.tsx'],
  ['src/notify/a.ts', '../client/call.ts', 'src/client/call.ts'],
  ['src/commands/a.ts', '../ui/layout/theme.ts', 'src/ui/layout/theme.ts'],
  ['src/commands/a.ts', '../app/connect.ts', 'src/app/connect.ts'],
  ['src/build/a.ts', '../domain/text/width.ts', 'src/domain/text/width.ts'],
  ['src/base/a.ts', '../domain/text/width.ts', 'src/domain/text/width.ts'],
  ['src/base/a.ts', '../contract/a.ts', 'src/contract/a.ts'],
  ['screens/a.tsx', '../src/client/call.ts', 'src/client/call.ts'],
  ['screens/a.tsx', '../src/service/create-app.ts', 'src/service/create-app.ts'],
  ['src/app/connect.ts', '../main.ts', 'src/main.ts'],
  ['src/domain/a.ts', '../../test/helpers/a.ts', 'test/helpers/a.ts'],
])('%s may not import %s, and both are named', (from, name, to) => {
  const [complaint, ...more] = problemsOf(treeOf({ [from]: `import { one } from '${name}'` }))
  expect(more).toEqual([])
  expect(complaint).toContain(from)
  expect(complaint).toContain(to)
})

test('a screen may import types of the contract and no more', () => {
  expect(problemsOf(treeOf({ 'screens/a.ts': `import type { Day } from '../src/contract/day.ts'` }))).toEqual([])
  expect(problemsOf(treeOf({ 'screens/a.ts': `import { Day } from '../src/contract/day.ts'` }))).toEqual([
    'screens/a.ts imports more than types of src/contract/day.ts: screens may import base, domain, cache, ui only',
  ])
})

test('the files of src/app/ and of src/ itself may import every room', () => {
  const source = ['ui/a.ts', 'client/a.ts', 'service/a.ts', 'commands/a.ts', 'base/errors.ts', 'app/world.ts']
    .map((path) => `import './${path}'`)
    .join('\n')
  expect(problemsOf(treeOf({ 'src/main.ts': `${source}\nimport '../screens/app/app.tsx'` }))).toEqual([])
  const below = source.replaceAll("'./", "'../")
  expect(problemsOf(treeOf({ 'src/app/a.ts': `${below}\nimport '../../screens/app/app.tsx'` }))).toEqual([])
})

test.each([
  ['src/contract/a.ts', 'node:fs'],
  ['src/domain/a.ts', 'undici'],
  ['src/client/a.ts', 'node:sqlite'],
  ['src/client/a.ts', 'hono/streaming'],
  ['src/cache/a.ts', '@hono/node-server'],
  ['src/commands/a.ts', 'ink'],
  ['src/app/create-world.ts', 'react'],
  ['src/app/create-world.ts', 'commander'],
  ['screens/a.tsx', '@tanstack/query-core'],
  ['src/service/a.ts', 'esbuild'],
])('%s may not import the package %s', (from, name) => {
  const [complaint] = problemsOf(treeOf({ [from]: `import one from '${name}'` }))
  expect(complaint).toContain(`${from} imports ${name}`)
})

test('a folder of src/ without a rule is named, and so is a computed import', () => {
  const complaints = problemsOf(treeOf({ 'src/attic/a.ts': `import 'zod'`, 'src/ui/b.ts': `import(name)` }))
  expect(complaints[0]).toContain('src/attic/a.ts stands in a folder that no rule knows')
  expect(complaints[1]).toContain('src/ui/b.ts imports a computed name')
})
