import { copyFile, readFile, writeFile } from 'node:fs/promises'
import type { Metafile } from 'esbuild'
import { addresses } from '../base/addresses.ts'
import { bundledPackages, licencesOf } from './licences.ts'
import { packageReadme } from './package-readme.ts'

export type Manifest = { name: string; version: string; [member: string]: unknown }

/** Optional dependencies of the program, with their versions. */
export const OPTIONAL = { '@napi-rs/keyring': '2.1.2' }

const KEYWORDS = ['cli', 'terminal', 'tui', 'coding-agents', 'analytics', 'usage', 'credits', 'governance', 'audit']

/**
 * Makes dist/ the npm package that users install. The bundle contains everything it needs, so the package has no required
 * dependencies and no install scripts.
 *
 * @param inputs - The files of all bundles.
 */
export const writeDistribution = async (
  root: string,
  manifest: Manifest,
  inputs: Metafile['inputs'],
): Promise<void> => {
  const { name, version, description, license, type, engines } = manifest
  const own = {
    name,
    version,
    description,
    keywords: KEYWORDS,
    homepage: addresses.homepage,
    bugs: { url: addresses.bugs },
    repository: { type: 'git', url: `git+${addresses.repository}.git` },
    license,
    author: addresses.author,
    type,
    bin: { quarterdeck: 'qd.js', qd: 'qd.js' },
    man: ['qd.1'],
    // npm run release writes into a folder of dist/.
    files: ['*', '!release', '!*.map'],
    engines,
    optionalDependencies: OPTIONAL,
  }
  await writeFile(`${root}dist/package.json`, `${JSON.stringify(own, undefined, 2)}\n`)
  await writeFile(`${root}dist/README.md`, packageReadme(await readFile(`${root}README.md`, 'utf8')))
  await copyFile(`${root}CHANGELOG.md`, `${root}dist/CHANGELOG.md`)
  await copyFile(`${root}LICENSE`, `${root}dist/LICENSE`)
  await writeFile(`${root}dist/THIRD-PARTY.txt`, await licencesOf(root, await bundledPackages(root, inputs)))
}
