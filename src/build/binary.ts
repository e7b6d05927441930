// Writes a single executable for this machine: npm run binary. It is this Node with the files of dist/ inside.
// --archive packs it with its licences.
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'

const root = fileURLToPath(new URL('../..', import.meta.url))

/** Node looks for this mark in its own file. */
const FUSE = 'NODE_SEA_FUSE_fce680ab2cc467b6e072b8b5df1996b2'

/** Files of the package by the name they have in the program's folder. */
type Files = Map<string, string>

/** Writes the executable, and returns its path. @param folder - It must exist. */
export const writeBinary = async (folder: string): Promise<string> => {
  const work = mkdtempSync(join(tmpdir(), 'quarterdeck-binary-'))
  try {
    const target = join(folder, binaryName())
    copyFileSync(realpathSync(process.execPath), target)
    chmodSync(target, 0o755)
    const blob = await prepareBlob(work)
    // A signature would no longer match the file.
    if (process.platform === 'darwin') execFileSync('codesign', ['--remove-signature', target])
    const { inject } = await import('postject')
    const segment = process.platform === 'darwin' ? { machoSegmentName: 'NODE_SEA' } : {}
    await withoutOutput(() => inject(target, 'NODE_SEA_BLOB', blob, { sentinelFuse: FUSE, ...segment }))
    if (process.platform === 'darwin') execFileSync('codesign', ['--sign', '-', target])
    return target
  } finally {
    rmSync(work, { recursive: true, force: true, maxRetries: 3 })
  }
}

const readVersion = (): string => JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).version

/** Writes an archive with the executable, its licences and the manual page. Returns its path. */
export const writeBinaryArchive = async (folder: string): Promise<string> => {
  const work = mkdtempSync(join(tmpdir(), 'quarterdeck-archive-'))
  try {
    const name = `quarterdeck-${readVersion()}-${process.platform}-${process.arch}`
    const content = join(work, name)
    mkdirSync(content)
    const binary = await writeBinary(work)
    renameSync(binary, join(content, process.platform === 'win32' ? 'qd.exe' : 'qd'))
    for (const file of ['LICENSE', 'THIRD-PARTY.txt', 'README.md', 'CHANGELOG.md', 'qd.1'])
      copyFileSync(join(root, 'dist', file), join(content, file))
    copyFileSync(nodeLicence(), join(content, 'NODE-LICENSE.txt'))
    const archive = join(folder, `${name}.tar.gz`)
    // Windows has tar too. In the folder, because it takes C: for the name of a machine.
    execFileSync('tar', ['-czf', `${name}.tar.gz`, name], { cwd: work })
    copyFileSync(join(work, `${name}.tar.gz`), archive)
    return archive
  } finally {
    rmSync(work, { recursive: true, force: true, maxRetries: 3 })
  }
}

const binaryName = (): string =>
  `quarterdeck-${process.platform}-${process.arch}${process.platform === 'win32' ? '.exe' : ''}`

/** The data that Node finds in its own file: the main script and the files. */
const prepareBlob = async (work: string): Promise<Buffer> => {
  const files = filesOfProgram()
  files.set('NODE-LICENSE.txt', nodeLicence())
  const [main, contents, output] = ['main.cjs', 'contents.json', 'blob'].map((name) => join(work, name)) as [
    string,
    string,
    string,
  ]
  await build({
    absWorkingDir: root,
    entryPoints: [join(root, 'src/app/single-executable.ts')],
    outfile: main,
    bundle: true,
    platform: 'node',
    format: 'cjs',
    target: 'node22.19',
    minify: true,
    logLevel: 'warning',
  })
  writeFileSync(contents, JSON.stringify(contentsOf(files)))
  const assets = { ...Object.fromEntries(files), 'contents.json': contents }
  const settings = { main, output, assets, disableExperimentalSEAWarning: true, useSnapshot: false }
  writeFileSync(join(work, 'sea.json'), JSON.stringify(settings))
  execFileSync(process.execPath, ['--experimental-sea-config', join(work, 'sea.json')], { stdio: 'pipe' })
  return readFileSync(output)
}

/** The files of dist/, and the keychain's package for this machine if it is installed. */
const filesOfProgram = (): Files => {
  const files: Files = new Map()
  const add = (folder: string, as: string) => {
    for (const entry of readdirSync(folder, { withFileTypes: true }))
      if (entry.isFile() && !entry.name.endsWith('.map')) files.set(as + entry.name, join(folder, entry.name))
  }
  add(join(root, 'dist'), '')
  const packages = join(root, 'node_modules/@napi-rs')
  const natives = existsSync(packages) ? readdirSync(packages).filter((name) => /^keyring(?:-|$)/.test(name)) : []
  for (const name of natives) add(join(packages, name), `node_modules/@napi-rs/${name}/`)
  return files
}

const contentsOf = (files: Files) => {
  const hash = createHash('sha256')
  const rows = [...files].map(([path, file]) => {
    hash.update(`${path}\0`).update(readFileSync(file))
    return { path, sizeBytes: statSync(file).size }
  })
  return { folder: `${readVersion()}-${hash.digest('hex').slice(0, 16)}`, files: rows }
}

/** The licence of Node, which requires that its text is distributed with it. */
const nodeLicence = (): string => {
  const folder = dirname(realpathSync(process.execPath))
  const found = [join(folder, '..', 'LICENSE'), join(folder, 'LICENSE')].find((path) => existsSync(path))
  if (found === undefined)
    throw new Error(`The licence of Node is not next to ${process.execPath}. Use a Node from nodejs.org.`)
  return found
}

/** postject prints a warning about each section that it does not know. */
const withoutOutput = async (work: () => Promise<void>): Promise<void> => {
  const { log, warn, error } = console
  Object.assign(console, { log: () => {}, warn: () => {}, error: () => {} })
  try {
    await work()
  } finally {
    Object.assign(console, { log, warn, error })
  }
}

// Node 22 has no import.meta.main.
if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const folder = join(root, 'dist', 'release')
  mkdirSync(folder, { recursive: true })
  const path = process.argv.includes('--archive') ? await writeBinaryArchive(folder) : await writeBinary(folder)
  console.log(`${path} (${Math.round(statSync(path).size / 1e6)} MB)`)
}
