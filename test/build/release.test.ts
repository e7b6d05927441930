import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, expect, onTestFinished, test } from 'vitest'
import { addresses } from '../../src/base/addresses.ts'
import { fillTemplate, packageUrl, RECIPES } from '../../src/build/recipes.ts'
import { releaseProblems, writeRelease } from '../../src/build/release.ts'
import { builtProgram, outputOf, root } from '../helpers/built-program.ts'
import { fileFolder, makeFolder } from '../helpers/make-folder.ts'

const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
const folder = fileFolder()
const read = (path: string): string => readFileSync(join(folder, path), 'utf8')
const isInstalled = (program: string, ...args: string[]): boolean => spawnSync(program, args).status === 0
let sha256: string
beforeAll(async () => {
  await writeRelease({ folder, binaries: 'none' })
  sha256 = createHash('sha256')
    .update(readFileSync(join(folder, `quarterdeck-${version}.tgz`)))
    .digest('hex')
})

test('placeholders and a tag of another version stop a release', () => {
  const filled = { repository: 'https://github.com/acme/quarterdeck' }
  expect(releaseProblems(`v${version}`, filled)).toEqual([])
  expect(releaseProblems(undefined, filled)).toEqual([])
  expect(releaseProblems('v9.9.9', { ...filled, author: 'OWNER <owner@example.com>' })).toEqual([
    'src/base/addresses.ts has placeholders (author): fill them in, or use --allow-placeholders.',
    `The tag v9.9.9 does not match the version ${version} of package.json.`,
  ])
})

test('the npm package has the program, and neither source maps nor earlier releases', () => {
  const names = execFileSync('tar', ['-tzf', `quarterdeck-${version}.tgz`], { cwd: folder, encoding: 'utf8' })
  const files = names.trimEnd().split('\n')
  for (const name of ['package.json', 'README.md', 'LICENSE', 'THIRD-PARTY.txt', 'qd.js', 'main.js', 'qd.1'])
    expect(files).toContain(`package/${name}`)
  expect(files.filter((name) => /release|\.map$|^(?!package\/)/.test(name))).toEqual([])
})

test('SHA256SUMS has the checksum of each file', () => {
  expect(read('SHA256SUMS').trimEnd().split('\n')).toEqual([
    expect.stringMatching(new RegExp(`^[0-9a-f]{64}  quarterdeck-${version}\\.cdx\\.json$`)),
    `${sha256}  quarterdeck-${version}.tgz`,
  ])
  if (isInstalled('sha256sum', '--version'))
    execFileSync('sha256sum', ['--check', '--strict', 'SHA256SUMS'], { cwd: folder })
})

test('the SBOM lists what is bundled, copied and optional, and nothing that is only for development', () => {
  const { bomFormat, metadata, components, dependencies } = JSON.parse(read(`quarterdeck-${version}.cdx.json`))
  expect([bomFormat, metadata.component.type, metadata.component.name]).toEqual([
    'CycloneDX',
    'application',
    'quarterdeck',
  ])
  const names = (scope: string): string[] =>
    components.flatMap((each: { scope: string; name: string }) => (each.scope === scope ? [each.name] : []))
  const licences = readFileSync(join(root, 'dist/THIRD-PARTY.txt'), 'utf8')
  const listed = licences.split(`\n${'-'.repeat(80)}\n\n`).map((text) => text.split(' ')[0] ?? '')
  expect(names('required').sort()).toEqual(listed.sort())
  expect(names('required')).toEqual(expect.arrayContaining(['ink', 'undici', 'llhttp', 'zod']))
  expect(names('optional')).toContain('@napi-rs/keyring')
  expect(names('optional').filter((name) => !name.startsWith('@napi-rs/keyring'))).toEqual([])
  expect(names('required')).not.toContain('vitest')
  const refs = components.map((each: { 'bom-ref': string }) => each['bom-ref'])
  expect(new Set(refs).size).toBe(refs.length)
  const used: string[] = dependencies.flatMap((each: { ref: string; dependsOn: string[] }) => each.dependsOn)
  expect(used.filter((ref) => !refs.includes(ref))).toEqual([])
})

test('no recipe has an unfilled name, and a template with an unknown one is an error', () => {
  for (const path of Object.values(RECIPES)) expect(read(path), path).not.toMatch(/\{\{|undefined/)
  expect(() => fillTemplate('{{version}} {{nothing}}', { version })).toThrow('{{nothing}}')
})

test('the Homebrew formula downloads this package and is complete Ruby', () => {
  const formula = read('homebrew/quarterdeck.rb')
  expect(formula).toContain(`  url "${packageUrl(version)}"\n  sha256 "${sha256}"\n`)
  const opened = formula.match(/^\s*(?:class|def)\b|\bdo$/gm) ?? []
  expect(formula.match(/^\s*end$/gm)).toHaveLength(opened.length)
  if (isInstalled('ruby', '--version')) execFileSync('ruby', ['-c', join(folder, 'homebrew/quarterdeck.rb')])
})

test('the Scoop manifest downloads this package and finds later ones', () => {
  const manifest = JSON.parse(read('scoop/quarterdeck.json'))
  expect(manifest).toMatchObject({ version, url: packageUrl(version), hash: sha256, extract_dir: 'package' })
  expect(manifest.autoupdate.url.replaceAll('$version', version)).toBe(packageUrl(version))
  expect(manifest.pre_install).toContain('qd.cmd" -Value \'@node "%~dp0qd.js" %*\'')
})

test.skipIf(!isInstalled('bash', '--version'))('PKGBUILD is valid bash, and .SRCINFO has its values', () => {
  const file = join(folder, 'aur/PKGBUILD')
  execFileSync('bash', ['-n', file])
  const print = '. "$1"; printf "%s\\n" "$pkgver" "$source" "$sha256sums" "$noextract" "$depends" "$url" "$pkgdesc"'
  const [pkgver, source, sum, noextract, depends, url, pkgdesc] = execFileSync('bash', ['-c', print, '-', file], {
    encoding: 'utf8',
  }).split('\n')
  expect([pkgver, source, sum]).toEqual([version.replaceAll('-', '_'), packageUrl(version), sha256])
  const rows = Object.fromEntries(
    [...read('aur/.SRCINFO').matchAll(/^\t(\w+) = (.*)$/gm)].map(([, name, value]) => [name, value]),
  )
  expect(rows).toMatchObject({ pkgver, source, sha256sums: sum, noextract, depends, url, pkgdesc })
})

/** The instructions of a Dockerfile, with continued lines joined. */
const instructionsOf = (text: string): [name: string, rest: string][] =>
  text
    .replace(/^#.*\n/gm, '')
    .replace(/\\\n/g, '')
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => {
      const [, name = '', rest = ''] = /^([A-Z]+) +(.*)$/.exec(line) ?? []
      return [name, rest.trim()]
    })

test('the Dockerfile checks the package, and runs as a user other than root', () => {
  const instructions = instructionsOf(read('docker/Dockerfile'))
  expect(instructions.map(([name]) => name)).toEqual([
    'FROM',
    'LABEL',
    'ADD',
    'RUN',
    'USER',
    'WORKDIR',
    'VOLUME',
    'EXPOSE',
    'HEALTHCHECK',
    'ENTRYPOINT',
    'CMD',
  ])
  const of = Object.fromEntries(instructions)
  expect(of.ADD).toBe(`--checksum=sha256:${sha256} ${packageUrl(version)} /tmp/quarterdeck.tgz`)
  expect([of.USER, JSON.parse(of.VOLUME ?? '')]).toEqual(['node', ['/data']])
  expect(JSON.parse(of.ENTRYPOINT ?? '')).toEqual(['qd'])
})

test('its command serves the data, and its health check notices', async () => {
  const of = Object.fromEntries(instructionsOf(read('docker/Dockerfile')))
  const data = join(makeFolder(), 'quarterdeck.db')
  const inFolder = (args: string[]): string[] => args.map((each) => each.replace('/data/quarterdeck.db', data))
  // The port of the image may be in use on this machine.
  const port = String(20_000 + (process.pid % 20_000))
  const run = (args: string[]) =>
    spawn(process.execPath, [builtProgram, ...inFolder(args)], { env: { PATH: process.env.PATH } })
  const add = ['serve', 'keys', 'add', 'ann', '--role', 'owner', '--expires', '90d', '--data', '/data/quarterdeck.db']
  expect(read('docker/Dockerfile')).toContain(add.join(' '))
  expect(await outputOf(run(add))).toMatchObject({ code: 0 })
  const service = run(JSON.parse(of.CMD?.replace('"8080"', `"${port}"`) ?? ''))
  onTestFinished(() => void service.kill('SIGKILL'))
  const [, words = ''] = /CMD (\[.*\])$/.exec(of.HEALTHCHECK ?? '') ?? []
  const [, ...check] = JSON.parse(words).map((each: string) => each.replace(':8080/', `:${port}/`))
  const status = async () => (await outputOf(spawn(process.execPath, check))).code
  await expect.poll(status).toBe(0)
  service.kill('SIGKILL')
  await expect.poll(status).toBe(1)
})

test('the Nix flake has the checksum of this package and balanced brackets', () => {
  const flake = read('nix/flake.nix')
  const [, hash = ''] = /hash = "sha256-([^"]+)";/.exec(flake) ?? []
  expect(Buffer.from(hash, 'base64').toString('hex')).toBe(sha256)
  expect(flake).toContain(`url = "${packageUrl(version)}";`)
  const open: string[] = []
  for (const sign of flake.replace(/''[\s\S]*?''|"[^"]*"/g, '').match(/[[\](){}]/g) ?? []) {
    if ('[({'.includes(sign)) open.push(sign)
    else expect(`${open.pop()}${sign}`).toMatch(/^(?:\[\]|\(\)|\{\})$/)
  }
  expect(open).toEqual([])
  if (isInstalled('nix-instantiate', '--version'))
    execFileSync('nix-instantiate', ['--parse', join(folder, 'nix/flake.nix')])
})

test('every recipe names addresses of the one file that has them', () => {
  for (const path of Object.values(RECIPES)) {
    const hosts = [...read(path).matchAll(/https:\/\/github\.com\/[\w.-]+\/[\w.-]+/g)].map(([address]) => address)
    expect(
      hosts.filter((address) => address !== addresses.repository),
      path,
    ).toEqual([])
  }
  expect(existsSync(join(folder, 'homebrew/quarterdeck.rb'))).toBe(true)
})
