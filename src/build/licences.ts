import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Metafile } from 'esbuild'

/** MIT code without a licence file, and its copyright holders. It gets the text of our own MIT licence. */
const WITHOUT_FILE: Readonly<Record<string, string>> = {
  'ink-table': 'Matic Zavadlal',
  'pg-types': '2014 Brian M. Carlson',
  pgpass: '2013-2016 Hannes Hörl',
  'yoga-layout': 'Meta Platforms, Inc. and affiliates.',
}

/** MIT code that a package contains as a copy, and its copyright holder. */
const COPIES: Readonly<Record<string, { name: string; holder: string }>> = {
  undici: { name: 'llhttp', holder: '2018 Fedor Indutny' },
}

export type BundledPackage = {
  name: string
  version: string
  license: string
  /** Relative to the root of the repository. */
  folder: string
}

/** The packages with code in a bundle, by name. A package may be there in several versions, each of which counts once. */
export const bundledPackages = async (root: string, inputs: Metafile['inputs']): Promise<BundledPackage[]> => {
  // Plugins put the name of their namespace before a path: later:node_modules/…
  const found = Object.keys(inputs).map((path) => /^(?:\w+:)?(.*\bnode_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(path)?.[1])
  const folders = [...new Set(found.filter((folder) => folder !== undefined))]
  const packages = await Promise.all(
    folders.map(async (folder) => {
      const manifest = JSON.parse(await readFile(join(root, folder, 'package.json'), 'utf8'))
      const { version, license }: Pick<BundledPackage, 'version' | 'license'> = manifest
      // The name that it is imported by, which differs from its own for an alias.
      const name = folder.slice(folder.lastIndexOf('node_modules/') + 'node_modules/'.length)
      return { name, version, license, folder }
    }),
  )
  const versions = new Map(packages.map((each) => [`${each.name}@${each.version}`, each]))
  return [...versions.values()].sort((a, b) => compare(a.name, b.name) || compare(a.version, b.version))
}

const compare = (a: string, b: string): number => (a < b ? -1 : Number(a > b))

/** The licences of the bundled packages: each requires that its text is distributed with the code. */
export const licencesOf = async (root: string, packages: readonly BundledPackage[]): Promise<string> => {
  const ownLicence = await readFile(join(root, 'LICENSE'), 'utf8')
  const ownText = (holder: string) => ownLicence.replace(/(?<=^Copyright \(c\) ).*$/m, () => holder)
  const texts = packages.map(async ({ name, version, license, folder }) => {
    const file = (await readdir(join(root, folder))).find((entry) => /^licen[cs]e/i.test(entry))
    const holder = WITHOUT_FILE[name]
    if (!file && (license !== 'MIT' || holder === undefined)) throw new Error(`${name} has no licence text`)
    const text = file ? await readFile(join(root, folder, file), 'utf8') : ownText(holder ?? '')
    const copy = COPIES[name]
    const own = `${name} ${version}\n\n${text.trim()}\n`
    return copy ? [own, `${copy.name} (in ${name})\n\n${ownText(copy.holder).trim()}\n`] : [own]
  })
  return (await Promise.all(texts)).flat().join(`\n${'-'.repeat(80)}\n\n`)
}
