import { existsSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { OPTIONAL } from '../../src/build/distribution.ts'
import { ENVIRONMENT, EXIT_STATUSES } from '../../src/commands/kit/reference.ts'
import { root } from '../helpers/built-program.ts'
import { withTables } from '../readme/tables.ts'
import { source, treeOf } from './source.ts'

const manifest = JSON.parse(readFileSync(`${root}package.json`, 'utf8')) as {
  scripts: Record<string, string>
  dependencies?: Record<string, string>
  devDependencies: Record<string, string>
  optionalDependencies: Record<string, string>
}
const { dependencies = {}, devDependencies, optionalDependencies, scripts } = manifest

/** Packages without an import: each with the script command that uses it, or the reason. */
const usedOtherwise: Readonly<Record<string, string>> = {
  typescript: 'tsc',
  '@biomejs/biome': 'biome',
  knip: 'knip',
  '@types/node': 'types of Node',
  '@types/pg': 'types of pg',
  '@types/react': 'types of react',
}

const files = new Map([...source, ...treeOf('test/**/*.{ts,tsx,mjs}')])
const text = [...files.values()].join('\n')
const imports = [...text.matchAll(/(?:from|import|import\()\s*'([^'.][^']*)'/g)].map(([, name = '']) => name)
const isImported = (name: string) => imports.some((one) => one === name || one.startsWith(`${name}/`))

test('every listed package is imported', () => {
  const unused = Object.keys({ ...dependencies, ...devDependencies }).filter(
    (name) => !isImported(name) && usedOtherwise[name] === undefined,
  )
  expect(unused).toEqual([])
})

test('zod is imported as * as z, because the import of z loads all of it, in forty languages, in every command', () => {
  const wrong = [...source].filter(([, code]) => /import (?!\* as z |type)[^\n]* from 'zod'/.test(code))
  expect(wrong.map(([path]) => path)).toEqual([])
})

test('a package that is not imported is a command of the scripts, or has the types of a used package', () => {
  for (const [name, use] of Object.entries(usedOtherwise)) {
    expect(devDependencies, name).toHaveProperty([name])
    const types = /^types of (.*)$/.exec(use)?.[1]
    if (types === undefined) expect(Object.values(scripts).join('\n'), name).toContain(use)
    else expect(types === 'Node' || isImported(types), name).toBe(true)
  }
})

test('every package has an exact version', () => {
  for (const [name, version] of Object.entries({ ...dependencies, ...devDependencies }))
    expect(version, name).toMatch(/^\d+\.\d+\.\d+(-alpha\.\d+)?$|^npm:.+@\d+\.\d+\.\d+$/)
})

test('optional packages have the version that the program is tested with', () => {
  expect(optionalDependencies).toMatchObject(OPTIONAL)
})

const readme = readFileSync(`${root}README.md`, 'utf8')

test('the tables of the README match the definitions: npm run readme writes them', async () => {
  expect(readme).toBe(await withTables(readme))
})

test.each([
  ['README.md', 20],
  ['test/safety/README.md', 10],
  ['src/contract/README.md', 1],
])('every file, folder and script in %s exists', (page, fewest) => {
  const words = readFileSync(root + page, 'utf8')
  const named = [...words.matchAll(/`([^`\s]+)`/g)].map(([, name = '']) => name)
  const paths = named.filter((name) => /^(?:src|screens|test)\//.test(name))
  const tests = named.filter((name) => /^[\w-]+\.test\.tsx?$/.test(name))
  expect(paths.length).toBeGreaterThanOrEqual(fewest)
  expect(paths.filter((path) => !existsSync(root + path))).toEqual([])
  expect(tests.filter((name) => ![...files.keys()].some((path) => path.endsWith(`/${name}`)))).toEqual([])
  const ran = [...words.matchAll(/npm (?:run (\w+)|(?:start|test)\b)/g)].map(([all, name = all.slice(4)]) => name)
  expect(ran.filter((name) => scripts[name] === undefined)).toEqual([])
})

test('the README has each exit status and each variable of the help', () => {
  const table = /### Exit status\n\n([\s\S]*?)\n\n/.exec(readme)?.[1] ?? ''
  const rows = [...table.matchAll(/^\| (\d+) \| (.*) \|$/gm)].map(([, status = '', help = '']) => [status, help])
  expect(rows.map(([status]) => status)).toEqual(Object.keys(EXIT_STATUSES))
  for (const [status = '', help = ''] of rows) expect(help).toContain(EXIT_STATUSES[status]?.split(' (')[0])
  expect(Object.keys(ENVIRONMENT).filter((name) => !readme.includes(`| \`${name}\` |`))).toEqual([])
})
