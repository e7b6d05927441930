import { readdirSync, readFileSync, rmSync } from 'node:fs'
import { createRequire, getCompileCacheDir } from 'node:module'
import { basename, dirname, join, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import { setFlagsFromString } from 'node:v8'
import { constants, Script } from 'node:vm'
import { crc32 } from 'node:zlib'
import { writeAtomicallySync } from '../base/atomic-file.ts'
import { readOwnFile } from '../base/own-file.ts'
import { makeOwnFolder } from '../base/own-folder.ts'
import { foldersOf } from '../config/folders.ts'

// Flags are set before anything is compiled: V8 refuses what it compiled under other ones. So it does with what Node brings of its own
// modules, and compiles them anew: what every start asks for is loaded before.
process.getBuiltinModule('node:perf_hooks')
// Young objects get 1 MB, not up to 48: an explorer that stays open all day makes few, and this saves a fifth of its
// memory at no cost in time [measured]. 8 MB until the first frame stands would take a twentieth less of its CPU, and is not given back
// while keys are pressed: 22 MB [measured].
setFlagsFromString('--semi-space-growth-factor=1')
// As few as these are collected sooner by one thread than others are woken for it, on a busy machine much sooner: a twentieth of the CPU
// of the first frame, and a third of its time [measured].
setFlagsFromString('--no-parallel-scavenge')
// WebAssembly (Ink's layout) is small and runs little: compiling it again with V8's optimising compiler takes 9 MB that are
// never given back, and makes it no faster [measured].
setFlagsFromString('--liftoff-only')
// Of what a key runs, V8's slow compiler would go on compiling the whole time until the ten-thousandth key: that is a quarter of
// what a key costs and saves less than the quick one already does. Loops over many rows are compiled as ever [measured].
setFlagsFromString('--invocation-count-for-turbofan=30000')

/** How what is kept is called, below the version of Node. */
const CODE = '.code'

/** What has run by now is what a start needs, ms. */
const KEEP_AFTER_MS = 3_000

/**
 * Runs a file of the bundle, CommonJS, with what V8 compiled of it when it ran before. What Node keeps of a file (see launcher.ts) it
 * takes before anything of it has run, so each function of it is parsed and compiled anew at every start: a fifth of its CPU.
 *
 * @param url - Of the file.
 * @returns What it exports.
 */
export const runKept = (url: string): Record<string, unknown> => {
  const filename = fileURLToPath(url)
  const source = readFileSync(filename, 'latin1')
  const folder = codeFolderOf(getCompileCacheDir())
  const file = folder && join(folder, basename(filename).replace(/\.cjs$/, CODE))
  const cachedData = file && readWhole(file)
  withoutWarningOf('USE_MAIN_CONTEXT_DEFAULT_LOADER')
  const script = new Script(source, {
    filename,
    importModuleDynamically: constants.USE_MAIN_CONTEXT_DEFAULT_LOADER,
    ...(cachedData && { cachedData }),
  })
  const module = { exports: {} }
  script.runInThisContext()(module, createRequire(url), url)
  if (file !== undefined && (!cachedData || script.cachedDataRejected)) keepLater(file, script)
  return module.exports
}

/**
 * Beside what Node keeps, in a folder for this version of Node alone; undefined where nothing is kept. What is read there is run, so a
 * folder that NODE_COMPILE_CACHE names, which others may write to, is left to Node.
 */
const codeFolderOf = (nodes: string | undefined): string | undefined => {
  const { codeFolder } = foldersOf(process.env)
  if (nodes === undefined || nodes.startsWith(codeFolder + sep)) return nodes
  return join(codeFolder, `own-${process.version}-${process.arch}`)
}

/** Node calls an option an experiment when it is first made use of, which nobody who runs this program can do anything about. */
const withoutWarningOf = (option: string): void => {
  const { emitWarning } = process
  process.emitWarning = (warning: string | Error, ...how: unknown[]) => {
    if (!String(warning).includes(option)) Reflect.apply(emitWarning, process, [warning, ...how])
  }
}

/** Bytes of the sum that stands before the code. */
const SUM = 4

/** More than V8 makes of all files of the program together. */
const MAX_BYTES = 50_000_000

/**
 * What was kept, if it is the user's own and as it was written: V8 runs whatever it is handed, and one flipped bit ends the process.
 */
const readWhole = (file: string): Buffer | undefined => {
  try {
    const bytes = readOwnFile(file, MAX_BYTES) ?? new Uint8Array()
    const kept = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)
    const code = kept.subarray(SUM)
    return kept.length > SUM && kept.readUInt32LE() === crc32(code) ? code : undefined
  } catch {
    return undefined
  }
}

/** Keeps what was compiled of this version of the file, and nothing of the versions before. */
const write = (file: string, code: Buffer): void => {
  const sum = Buffer.alloc(SUM)
  sum.writeUInt32LE(crc32(code))
  const folder = dirname(file)
  makeOwnFolder(folder)
  for (const other of readdirSync(folder))
    if (other.endsWith(CODE) && other !== basename(file)) rmSync(join(folder, other), { force: true })
  writeAtomicallySync(file, Buffer.concat([sum, code]), { mayReplace: true })
}

const keepLater = (file: string, script: Script): void => {
  const keep = () => {
    clearTimeout(timer)
    process.off('exit', keep)
    try {
      write(file, script.createCachedData())
    } catch {
      // The next start compiles by itself.
    }
  }
  const timer = setTimeout(keep, KEEP_AFTER_MS).unref()
  process.on('exit', keep)
}
