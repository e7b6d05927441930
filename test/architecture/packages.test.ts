import { existsSync, globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { OPTIONAL } from '../../src/build/distribution.ts'
import { ENVIRONMENT, EXIT_STATUSES } from '../../src/commands/kit/reference.ts'
import { withTables } from '../readme/tables.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const manifest = JSON.parse(readFileSync(`${root}package.json`, 'utf8')) as {
  scripts: Record<string, string>
  dependencies?: Record<string, string>
  devDependencies: Record<string, string>
  optionalDependencies: Record<string, string>
}
const { dependencies = {}, devDependencies, optionalDependencies, scripts } = manifest

/** Packages that no import names: each with the command of the scripts, or the reason, that uses it. */
const usedOtherwise: Readonly<Record<string, string>> = {
  typescript: 'tsc',
  '@biomejs/biome': 'biome',
  knip: 'knip',
  '@types/node': 'types of Node',
  '@types/react': 'types of react',
}

const sources = globSync(['src/**/*.{ts,tsx,mjs}', 'screens/**/*.{ts,tsx}', 'test/**/*.{ts,tsx,mjs}'], { cwd: root })
const texts = sources.map((path) => readFileSync(root + path, 'utf8'))
const imports = new Set(
  texts.flatMap((text) =>
    [...text.matchAll(/(?:from|import|import\()\s*'([^'.][^']*)'/g)].map(([, name = '']) => name),
  ),
)
const isImported = (name: string) => [...imports].some((one) => one === name || one.startsWith(`${name}/`))

test('every package that is named is imported', () => {
  const unused = Object.keys({ ...dependencies, ...devDependencies }).filter(
    (name) => !isImported(name) && usedOtherwise[name] === undefined,
  )
  expect(unused).toEqual([])
})

test('a package that no import names is a command of the scripts or types of something that is used', () => {
  for (const [name, use] of Object.entries(usedOtherwise)) {
    expect(devDependencies, name).toHaveProperty([name])
    const types = /^types of (.*)$/.exec(use)?.[1]
    if (types === undefined) expect(Object.values(scripts).join('\n'), name).toContain(use)
    else expect(types === 'Node' || isImported(types), name).toBe(true)
  }
})

test('every package stands at one exact version', () => {
  for (const [name, version] of Object.entries({ ...dependencies, ...devDependencies }))
    expect(version, name).toMatch(/^\d+\.\d+\.\d+$|^npm:.+@\d+\.\d+\.\d+$/)
})

test('what users may install beside the program has the version that it is tested with', () => {
  expect(optionalDependencies).toMatchObject(OPTIONAL)
})

const readme = readFileSync(new URL('../../README.md', import.meta.url), 'utf8')

test('the tables of the README are those of the definitions: npm run readme writes them', async () => {
  expect(readme).toBe(await withTables(readme))
})

test.each([
  ['README.md', 20],
  ['test/safety/README.md', 10],
  ['src/contract/README.md', 1],
])('every file, folder and script that %s names is there', (page, fewest) => {
  const text = readFileSync(root + page, 'utf8')
  const named = [...text.matchAll(/`([^`\s]+)`/g)].map(([, name = '']) => name)
  const paths = named.filter((name) => /^(?:src|screens|test)\//.test(name))
  const tests = named.filter((name) => /^[\w-]+\.test\.tsx?$/.test(name))
  expect(paths.length).toBeGreaterThanOrEqual(fewest)
  expect(paths.filter((path) => !existsSync(root + path))).toEqual([])
  expect(tests.filter((name) => !sources.some((path) => path.endsWith(`/${name}`)))).toEqual([])
  const ran = [...text.matchAll(/npm (?:run (\w+)|(?:start|test)\b)/g)].map(([words, name = words.slice(4)]) => name)
  expect(ran.filter((name) => scripts[name] === undefined)).toEqual([])
})

test('the README says each exit status and each variable that the help says', () => {
  const table = /### Exit status\n\n([\s\S]*?)\n\n/.exec(readme)?.[1] ?? ''
  const rows = [...table.matchAll(/^\| (\d+) \| (.*) \|$/gm)].map(([, status = '', help = '']) => [status, help])
  expect(rows.map(([status]) => status)).toEqual(Object.keys(EXIT_STATUSES))
  for (const [status = '', help = ''] of rows) expect(help).toContain(EXIT_STATUSES[status]?.split(' (')[0])
  expect(Object.keys(ENVIRONMENT).filter((name) => !readme.includes(`| \`${name}\` |`))).toEqual([])
})
