import { execFile } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, symlinkSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { makeFolder } from '../helpers/make-folder.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const run = promisify(execFile)
const licences = () => readFileSync(join(root, 'dist/THIRD-PARTY.txt'), 'utf8').split(`\n${'-'.repeat(80)}\n\n`)
/** Code that a package contains as a copy has no folder of its own. */
const isCopy = (licence: string): boolean => /^\S+ \(in /.test(licence)
const nameOf = (licence: string): string => licence.split(' ')[0] ?? ''

test('every bundled package is listed with the text of its licence and its copyright holder', () => {
  const names = licences().map(nameOf)
  expect(names).toEqual(expect.arrayContaining(['ink', 'ink-table', 'react', 'yoga-layout']))
  for (const licence of licences()) {
    expect(licence, nameOf(licence)).toMatch(/copyright/i)
    expect(licence, nameOf(licence)).toMatch(/without warranty|disclaims all warranties|"as is"/i)
  }
})

/** The repository in another folder. Bundled packages are copies: a link would lead back to this one. */
const copyRepository = async (): Promise<string> => {
  const folder = join(makeFolder(), 'deeper/checkout')
  const bundled = licences()
    .filter((licence) => !isCopy(licence))
    .map(nameOf)
    // Others are in the folder of the package that uses them.
    .filter((name) => existsSync(join(root, 'node_modules', name)))
  // Node's own copy takes several times as long for many small files.
  const copy = async (paths: string[], to: string) => {
    mkdirSync(join(folder, to), { recursive: true })
    await run('cp', ['-R', ...paths.map((path) => join(root, path)), join(folder, to)])
  }
  await copy(['src', 'screens', 'package.json', 'tsconfig.json', 'README.md', 'CHANGELOG.md', 'LICENSE'], '')
  for (const name of bundled) await copy([`node_modules/${name}`], dirname(`node_modules/${name}`))
  const others = readdirSync(join(root, 'node_modules')).flatMap((name) =>
    name.startsWith('@') ? readdirSync(join(root, 'node_modules', name)).map((own) => `${name}/${own}`) : [name],
  )
  for (const name of others) {
    if (bundled.includes(name)) continue
    mkdirSync(dirname(join(folder, 'node_modules', name)), { recursive: true })
    symlinkSync(join(root, 'node_modules', name), join(folder, 'node_modules', name))
  }
  return folder
}

test.skipIf(process.platform === 'win32')(
  'a build in another folder is the same, and npx finds its program',
  { timeout: 600_000 },
  async () => {
    const cwd = await copyRepository()
    const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
    await run(process.execPath, ['src/build/build.ts'], { cwd })
    // npx sets the executable bit only once, when it links the program, so each build must set it.
    expect(statSync(join(cwd, 'dist/qd.js')).mode & 0o777).toBe(0o755)
    const { stdout } = await run('npx', ['--no-install', 'qd', '--version'], { cwd })
    expect(stdout.trim()).toBe(version)
    const [here, there] = [join(root, 'dist'), join(cwd, 'dist')]
    const files = readdirSync(here).filter((name) => !name.endsWith('.map'))
    expect(readdirSync(there)).toEqual(files)
    const different = files.filter((name) => !readFileSync(join(here, name)).equals(readFileSync(join(there, name))))
    expect(different).toEqual([])
  },
)
