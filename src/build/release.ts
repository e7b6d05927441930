// Writes everything that a release consists of into dist/release: npm run release
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { copyFileSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { addresses, placeholders } from '../base/addresses.ts'
import { writeBinaryArchive } from './binary.ts'
import { OPTIONAL } from './distribution.ts'
import { writeRecipes } from './recipes.ts'
import { type Sbom, shippedSbom } from './sbom.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))

type ReleaseOptions = {
  /** Folder of the results. It is emptied first. */
  folder: string
  /** Folder with archives of executables for several systems, or `own` to build one for this machine, or `none`. */
  binaries: string
}

/** Writes a release of the program in dist/. */
export const writeRelease = async ({ folder, binaries }: ReleaseOptions): Promise<void> => {
  const { name, version, summary } = readManifest()
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  npm('pack', './dist', '--silent', '--pack-destination', folder)
  if (binaries === 'own') await writeBinaryArchive(folder)
  else if (binaries !== 'none') copyArchives(binaries, folder)
  const sbom = JSON.parse(npm('sbom', '--sbom-format', 'cyclonedx', '--package-lock-only', '--include', 'dev')) as Sbom
  const optional = Object.keys(OPTIONAL)
  const shipped = shippedSbom(sbom, { name, version, optional, ...listedPackages() })
  writeFileSync(join(folder, `${name}-${version}.cdx.json`), `${JSON.stringify(shipped, undefined, 2)}\n`)
  const files = readdirSync(folder).sort()
  const sums = new Map(files.map((file) => [file, sha256Of(join(folder, file))]))
  writeFileSync(join(folder, 'SHA256SUMS'), [...sums].map(([file, sum]) => `${sum}  ${file}\n`).join(''))
  writeRecipes(folder, { version, summary, sha256: sums.get(`${name}-${version}.tgz`) ?? '' })
}

/** Why this release must not be published, as sentences. @param tag - The tag that it is made from, if any. */
export const releaseProblems = (
  tag: string | undefined,
  values: Readonly<Record<string, string>> = addresses,
): string[] => {
  const { version } = readManifest()
  const open = placeholders(values)
  return [
    ...(open.length === 0
      ? []
      : [`src/base/addresses.ts has placeholders (${open.join(', ')}): fill them in, or use --allow-placeholders.`]),
    ...(tag === undefined || tag === `v${version}`
      ? []
      : [`The tag ${tag} does not match the version ${version} of package.json.`]),
  ]
}

const readManifest = () => {
  const { name, version, description } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  return { name: String(name), version: String(version), summary: String(description).replace(/\.$/, '') }
}

/** The bundled packages and the copies in them, which the build lists with their licences. */
const listedPackages = () => {
  const text = readFileSync(join(root, 'dist', 'THIRD-PARTY.txt'), 'utf8')
  const titles = text.split(`\n${'-'.repeat(80)}\n\n`).map((part) => part.split('\n', 1)[0] ?? '')
  const bundled = titles.flatMap((title) => {
    const [, name, version] = /^(\S+) (\d\S*)$/.exec(title) ?? []
    return name !== undefined && version !== undefined ? [{ name, version }] : []
  })
  return { bundled, copies: titles.flatMap((title) => /^(\S+) \(in /.exec(title)?.[1] ?? []) }
}

const copyArchives = (from: string, to: string): void => {
  const names = readdirSync(from).filter((name) => name.endsWith('.tar.gz'))
  if (names.length === 0) throw new Error(`${from} has no archives of executables`)
  for (const name of names) copyFileSync(join(from, name), join(to, name))
}

const npm = (...args: string[]): string =>
  execFileSync('npm', args, {
    cwd: root,
    encoding: 'utf8',
    shell: process.platform === 'win32',
    stdio: ['ignore', 'pipe', 'inherit'],
  })

const sha256Of = (file: string): string => createHash('sha256').update(readFileSync(file)).digest('hex')

// Node 22 has no import.meta.main.
if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { values } = parseArgs({
    options: {
      'allow-placeholders': { type: 'boolean', default: false },
      binaries: { type: 'string', default: 'own' },
      tag: { type: 'string' },
    },
  })
  const problems = releaseProblems(values.tag, values['allow-placeholders'] ? {} : addresses)
  if (problems.length > 0) {
    console.error(problems.join('\n'))
    process.exit(1)
  }
  const folder = join(root, 'dist', 'release')
  await writeRelease({ folder, binaries: values.binaries })
  console.log(readFileSync(join(folder, 'SHA256SUMS'), 'utf8').trimEnd())
}
