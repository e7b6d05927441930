import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { addresses, placeholders } from '../../src/base/addresses.ts'
import { bundledPackages } from '../../src/build/licences.ts'
import { errorLines } from '../../src/commands/kit/report-error.ts'
import { root } from '../helpers/built-program.ts'

const read = (file: string): string => readFileSync(join(root, 'dist', file), 'utf8')

test('the package names where it comes from, and needs nothing but Node', () => {
  const manifest = JSON.parse(read('package.json'))
  expect(manifest).toMatchObject({
    name: 'quarterdeck',
    homepage: addresses.homepage,
    bugs: { url: addresses.bugs },
    repository: { type: 'git', url: `git+${addresses.repository}.git` },
    author: addresses.author,
    bin: { qd: 'qd.js', quarterdeck: 'qd.js' },
    files: ['*', '!release', '!*.map'],
  })
  expect(manifest.keywords.length).toBeGreaterThan(4)
  expect(Object.keys(manifest)).not.toEqual(
    expect.arrayContaining([expect.stringMatching(/^(dependencies|devDependencies|scripts|private)$/)]),
  )
})

test('its README installs from the registry, and names nothing that only a clone has', () => {
  const readme = read('README.md')
  expect(readme).toContain('\nnpm install -g quarterdeck ')
  expect(readme.match(/npm (?:ci|run|test|start)|npx|<picture|<img|<!--|`(?:src|test|screens)\/[^`]*`/g)).toBeNull()
  for (const heading of ['Connect your organisation', 'Screens', 'Commands', 'Configuration', 'Guarantees', 'More'])
    expect(readme).toContain(`\n## ${heading}\n`)
  expect(readme).toContain('\n- `--read-only` sends no change.\n')
})

test('packages count once per version, also those in folders of others and of plugins', async () => {
  const inputs = [
    'node_modules/ink/build/index.js',
    'node_modules/ink/build/render.js',
    'later:node_modules/@hono/node-server/dist/index.mjs',
    'src/main.ts',
    'lazy:node:fs',
  ]
  const found = await bundledPackages(root, Object.fromEntries(inputs.map((path) => [path, { bytes: 1, imports: [] }])))
  expect(found.map(({ name, folder }) => [name, folder])).toEqual([
    ['@hono/node-server', 'node_modules/@hono/node-server'],
    ['ink', 'node_modules/ink'],
  ])
})

test('licences are those of the packages in the bundles and of copies in them', () => {
  const text = read('THIRD-PARTY.txt')
  for (const name of ['ink', 'yoga-layout', 'undici', 'pg', 'protobufjs', 'zod', '@hono/node-server'])
    expect(text, name).toMatch(new RegExp(`^${name} \\d+\\.\\d+\\.\\d+\\n`, 'm'))
  expect(text).toMatch(/^llhttp \(in undici\)\n\nMIT[\s\S]*?Copyright \(c\) 2018 Fedor Indutny\n/m)
})

test('a bug prints its stack and where to report it', () => {
  const lines = errorLines(new TypeError('x is not a function'), (text) => text)
  expect(lines).toMatch(/^TypeError: x is not a function\n {4}at /)
  expect(lines).toMatch(
    /\nThis is a bug in quarterdeck\. Please report it with the lines above at https:\S+\/issues\.\n$/,
  )
})

test('an address with OWNER is a placeholder', () => {
  const filled = { repository: 'https://github.com/acme/quarterdeck', image: 'ghcr.io/acme/quarterdeck' }
  expect(placeholders(filled)).toEqual([])
  expect(placeholders({ ...filled, image: 'ghcr.io/owner/quarterdeck' })).toEqual(['image'])
  expect(placeholders()).toEqual(expect.arrayContaining(['repository', 'bugs', 'author']))
})
