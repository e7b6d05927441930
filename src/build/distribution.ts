import { copyFile, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Metafile } from 'esbuild'

export type Manifest = { name: string; version: string; [member: string]: unknown }

/** Optional dependencies of the program, with their versions. */
export const OPTIONAL = { '@napi-rs/keyring': '2.1.2' }

/**
 * Makes dist/ the npm package that users install. The bundle contains everything it needs, so the package has no required
 * dependencies and no install scripts.
 */
export const writeDistribution = async (
  root: string,
  manifest: Manifest,
  inputs: Metafile['inputs'],
): Promise<void> => {
  const { name, version, description, license, type, engines } = manifest
  const bin = { quarterdeck: 'qd.js', qd: 'qd.js' }
  const man = ['qd.1']
  const own = { name, version, description, license, type, bin, man, engines, optionalDependencies: OPTIONAL }
  await writeFile(`${root}dist/package.json`, `${JSON.stringify(own, undefined, 2)}\n`)
  // The package does not contain the pictures, so remove them from its README.
  const readme = await readFile(`${root}README.md`, 'utf8')
  await writeFile(`${root}dist/README.md`, readme.replace(/<picture>(?:[^<]|<(?!\/?picture>))*<\/picture>\n+/g, ''))
  await copyFile(`${root}CHANGELOG.md`, `${root}dist/CHANGELOG.md`)
  await copyFile(`${root}LICENSE`, `${root}dist/LICENSE`)
  await writeFile(`${root}dist/THIRD-PARTY.txt`, await licencesOf(root, bundledPackages(inputs)))
}

const bundledPackages = (inputs: Metafile['inputs']): string[] => {
  const names = Object.keys(inputs).map((path) => /^node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(path)?.[1])
  return [...new Set(names.filter((name) => name !== undefined))].sort()
}

/** MIT packages without a licence file, and their copyright holders. They get the text of our own MIT licence. */
const WITHOUT_FILE: Readonly<Record<string, string>> = {
  'ink-table': 'Matic Zavadlal',
  'pg-types': '2014 Brian M. Carlson',
  pgpass: '2013-2016 Hannes Hörl',
  'yoga-layout': 'Meta Platforms, Inc. and affiliates.',
}

/** The licences of the bundled packages: each requires that its text is distributed with the code. */
const licencesOf = async (root: string, names: readonly string[]): Promise<string> => {
  const ownLicence = await readFile(join(root, 'LICENSE'), 'utf8')
  const texts = await Promise.all(
    names.map(async (name) => {
      const folder = join(root, 'node_modules', name)
      const { version, license } = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8')) as Manifest
      const file = (await readdir(folder)).find((entry) => /^licen[cs]e/i.test(entry))
      const holder = WITHOUT_FILE[name]
      if (!file && (license !== 'MIT' || holder === undefined)) throw new Error(`${name} has no licence text`)
      const text = file
        ? await readFile(join(folder, file), 'utf8')
        : ownLicence.replace(/(?<=^Copyright \(c\) ).*$/m, () => holder ?? '')
      return `${name} ${version}\n\n${text.trim()}\n`
    }),
  )
  return texts.join(`\n${'-'.repeat(80)}\n\n`)
}
