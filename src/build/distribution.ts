import { copyFile, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Metafile } from 'esbuild'

export type Manifest = { name: string; version: string; [member: string]: unknown }

/** What the program does without where it is not installed, at the version that the repository has. */
export const OPTIONAL = { '@napi-rs/keyring': '2.1.2' }

/**
 * Makes dist/ a package of its own, the one that people install: the bundle holds all it needs, so that package needs no
 * dependencies, no install script and none of the Node programs that the repository brings for its developers.
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
  // The package has no pictures: they are for those who read the repository.
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

/** Packages under the MIT licence whose archive has no text of it, and the copyright holder that their sources name. */
const WITHOUT_FILE: Readonly<Record<string, string>> = {
  'ink-table': 'Matic Zavadlal',
  'yoga-layout': 'Meta Platforms, Inc. and affiliates.',
}

const mitLicence = (holder: string): string => `MIT License

Copyright (c) ${holder}

Permission is hereby granted, free of charge, to any person obtaining a copy
of this software and associated documentation files (the "Software"), to deal
in the Software without restriction, including without limitation the rights
to use, copy, modify, merge, publish, distribute, sublicense, and/or sell
copies of the Software, and to permit persons to whom the Software is
furnished to do so, subject to the following conditions:

The above copyright notice and this permission notice shall be included in all
copies or substantial portions of the Software.

THE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND, EXPRESS OR
IMPLIED, INCLUDING BUT NOT LIMITED TO THE WARRANTIES OF MERCHANTABILITY,
FITNESS FOR A PARTICULAR PURPOSE AND NONINFRINGEMENT. IN NO EVENT SHALL THE
AUTHORS OR COPYRIGHT HOLDERS BE LIABLE FOR ANY CLAIM, DAMAGES OR OTHER
LIABILITY, WHETHER IN AN ACTION OF CONTRACT, TORT OR OTHERWISE, ARISING FROM,
OUT OF OR IN CONNECTION WITH THE SOFTWARE OR THE USE OR OTHER DEALINGS IN THE
SOFTWARE.
`

/** The licences of the packages in the bundle: each asks to be passed on with its code. */
const licencesOf = async (root: string, names: readonly string[]): Promise<string> => {
  const texts = await Promise.all(
    names.map(async (name) => {
      const folder = join(root, 'node_modules', name)
      const { version, license } = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8')) as Manifest
      const file = (await readdir(folder)).find((entry) => /^licen[cs]e/i.test(entry))
      const holder = WITHOUT_FILE[name]
      if (!file && (license !== 'MIT' || holder === undefined)) throw new Error(`${name} has no licence text`)
      const text = file ? await readFile(join(folder, file), 'utf8') : mitLicence(holder ?? '')
      return `${name} ${version}\n\n${text.trim()}\n`
    }),
  )
  return texts.join(`\n${'-'.repeat(80)}\n\n`)
}
