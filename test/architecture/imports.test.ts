import { expect, test } from 'vitest'
import { betweenFolders, problemWith, problemWithFeature } from './arrows.ts'
import { cyclesOf, importsOf, UNREADABLE } from './import-graph.ts'
import { source, sourceImports } from './source.ts'

const importsIn = (files: Record<string, string>) => importsOf(new Map(Object.entries(files)))
const problemsOf = (files: Record<string, string>): string[] =>
  importsIn(files).flatMap((one) => problemWith(one) ?? [])

test('the source has no circular imports', () => {
  const cycles = cyclesOf(sourceImports)
  expect(cycles.map((cycle) => [...cycle, cycle[0]].join(' → '))).toEqual([])
})

test('folders of the source have no circular imports', () => {
  const cycles = cyclesOf(betweenFolders(sourceImports))
  expect(cycles.map((cycle) => [...cycle, cycle[0]].join(' → '))).toEqual([])
})

test('features do not import one another, and shared code imports none of them', () => {
  expect(sourceImports.flatMap((one) => problemWithFeature(one) ?? [])).toEqual([])
})

test('every import of the source follows the allowed dependencies', () => {
  expect(sourceImports.length).toBeGreaterThan(source.size)
  expect(sourceImports.flatMap((one) => problemWith(one) ?? [])).toEqual([])
})

test('all ways to import are found', () => {
  const imports = importsIn({
    'src/ui/a.tsx': `
        import one from '../domain/one.ts'
        import type { Two } from '../domain/two.ts'
        import { type Three } from '../domain/three.ts'
        import '../domain/four.ts'
        export * from '../domain/five.ts'
        export type { Six } from '../domain/six.ts'
        type Seven = import('../domain/seven.ts').Seven
        const load = async () => <b>{(await import('./eight.ts')).text}</b>
        const ten = (name: string) => import(name)
        import react from 'react'
        const decoy = "import x from './not-me.ts'" // import y from './nor-me.ts'`,
  })
  expect(imports.map(({ to, isType }) => (isType ? `type ${to}` : to))).toEqual([
    'src/domain/one.ts',
    'type src/domain/two.ts',
    'type src/domain/three.ts',
    'src/domain/four.ts',
    'src/domain/five.ts',
    'type src/domain/six.ts',
    'type src/domain/seven.ts',
    'src/ui/eight.ts',
    UNREADABLE,
    'react',
  ])
})

test('a cycle lists its files once and includes imports of types; a file that imports itself is a cycle, a shared file is not', () => {
  const imports = importsIn({
    'src/domain/start.ts': `import './a.ts'\nimport './c.ts'`,
    'src/domain/a.ts': `import type { B } from './b.ts'`,
    'src/domain/b.ts': `export const load = () => import('./c.ts')`,
    'src/domain/c.ts': `export { a } from './a.ts'`,
    'src/domain/self.ts': `import './self.ts'`,
  })
  expect(cyclesOf(imports)).toEqual([['src/domain/a.ts', 'src/domain/b.ts', 'src/domain/c.ts'], ['src/domain/self.ts']])
})

test('two folders that import each other through different files are a cycle', () => {
  const imports = importsIn({
    'src/domain/people/a.ts': `import '../usage/b.ts'`,
    'src/domain/usage/c.ts': `import type { D } from '../people/d.ts'`,
  })
  expect(cyclesOf(imports)).toEqual([])
  expect(cyclesOf(betweenFolders(imports))).toEqual([['src/domain/people', 'src/domain/usage']])
})

test.each([
  ['screens/usage/a.ts', '../people/b.ts'],
  ['screens/kit/a.ts', '../usage/b.ts'],
  ['src/commands/people/a.ts', '../analytics/b.ts'],
  ['src/commands/output/a.ts', '../doctor/b.ts'],
])('%s may not import %s of another feature', (from, name) => {
  expect(importsIn({ [from]: `import '${name}'` }).map(problemWithFeature)).toEqual([expect.stringContaining(from)])
})

test.each([
  ['src/base/a.ts', '../contract/a.ts', 'src/contract/a.ts'],
  ['src/base/a.ts', '../domain/text/width.ts', 'src/domain/text/width.ts'],
  ['src/build/a.ts', '../domain/text/width.ts', 'src/domain/text/width.ts'],
  ['src/contract/a.ts', '../domain/text/width.ts', 'src/domain/text/width.ts'],
  ['src/domain/a.ts', '../client/call.ts', 'src/client/call.ts'],
  ['src/client/a.ts', '../cache/load/query-state.ts', 'src/cache/load/query-state.ts'],
  ['src/client/a.ts', '../service/create-app.ts', 'src/service/create-app.ts'],
  ['src/service/a.ts', '../client/call.ts', 'src/client/call.ts'],
  ['src/notify/a.ts', '../client/call.ts', 'src/client/call.ts'],
  ['src/ui/a.ts', '../cache/load/query-state.ts', 'src/cache/load/query-state.ts'],
  ['src/service/a.ts', '../cache/load/query-state.ts', 'src/cache/load/query-state.ts'],
  ['src/ui/a.ts', '../../screens/app/app.tsx', 'screens/app/app.tsx'],
  ['src/commands/a.ts', '../app/connect.ts', 'src/app/connect.ts'],
  ['src/commands/a.ts', '../ui/layout/theme.ts', 'src/ui/layout/theme.ts'],
  ['screens/a.tsx', '../src/client/call.ts', 'src/client/call.ts'],
  ['screens/a.tsx', '../src/service/create-app.ts', 'src/service/create-app.ts'],
  ['src/app/connect.ts', '../main.ts', 'src/main.ts'],
  ['src/domain/a.ts', '../../test/helpers/a.ts', 'test/helpers/a.ts'],
])('%s may not import %s, and the problem names both', (from, name, to) => {
  const problems = problemsOf({ [from]: `import { one } from '${name}'` })
  expect(problems).toEqual([expect.stringMatching(new RegExp(`${from}.*${to}`))])
})

test('a screen may import only types of the contract', () => {
  expect(problemsOf({ 'screens/a.ts': `import { Day } from '../src/contract/day.ts'` })).toEqual([
    'screens/a.ts imports more than types of src/contract/day.ts: screens may import base, domain, cache, ui only',
  ])
})

test.each([
  ['src/contract/a.ts', 'node:fs'],
  ['src/domain/a.ts', 'undici'],
  ['src/client/a.ts', 'node:sqlite'],
  ['src/commands/a.ts', 'ink'],
  ['src/app/create-world.ts', 'commander'],
  ['screens/a.tsx', '@tanstack/query-core'],
  ['src/client/a.ts', 'hono/streaming'],
  ['src/cache/a.ts', '@hono/node-server'],
  ['src/app/create-world.ts', 'react'],
  ['src/service/a.ts', 'esbuild'],
])('%s may not import the package %s', (from, name) => {
  const problems = problemsOf({ [from]: `import one from '${name}'` })
  expect(problems).toEqual([expect.stringContaining(`${from} imports ${name}`)])
})

test('a folder of src/ without a rule and a computed import are problems', () => {
  expect(problemsOf({ 'src/attic/a.ts': `import 'zod'`, 'src/ui/b.ts': `import(name)` })).toEqual([
    'src/attic/a.ts is in a folder without a rule: add one in test/architecture/arrows.ts',
    'src/ui/b.ts imports a computed name',
  ])
})
