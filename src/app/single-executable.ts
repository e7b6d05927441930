// The main script of the single executable (src/build/binary.ts). It unpacks the program into the user's cache once, and
// runs it from there: bundles load each other by address, and child processes load files.
import { statSync, writeSync } from 'node:fs'
import { dirname, join, sep } from 'node:path'
import { getAsset, getRawAsset } from 'node:sea'
import { pathToFileURL } from 'node:url'
import { setFlagsFromString } from 'node:v8'
import { constants, Script } from 'node:vm'
import { writeAtomicallySync } from '../base/atomic-file.ts'
import { fileReason } from '../base/file-problem.ts'
import { createFolders, createOwnFolder, UntrustedPathError } from '../base/own-folder.ts'
import { foldersOf } from '../config/folders.ts'

/** The asset that lists the others. */
type Contents = {
  /** Name of the folder: the version and a hash of all files. */
  folder: string
  files: { path: string; sizeBytes: number }[]
}

/** Programs that child processes run, apart from the launcher. */
const CHILDREN = ['loader-process.js', 'keychain-process.js', 'sender-process.js']
const LAUNCHER = 'qd.js'

/**
 * Writes missing and incomplete files. Several first starts may do so at once, because each file is complete when it
 * gets its name, and has the same content.
 */
const unpack = (folder: string, files: Contents['files']): void => {
  createOwnFolder(folder)
  for (const { path, sizeBytes } of files) {
    const target = join(folder, path)
    if (statSync(target, { throwIfNoEntry: false })?.size === sizeBytes) continue
    createFolders(dirname(target))
    try {
      writeAtomicallySync(target, new Uint8Array(getRawAsset(path)), { mayReplace: true })
    } catch (error) {
      // Windows refuses to replace a file that another process has just written and loaded.
      if (statSync(target, { throwIfNoEntry: false })?.size !== sizeBytes) throw error
    }
  }
}

/**
 * The script of a child process, which is started as Node starts one: with flags, the path of the script, and its
 * arguments. Undefined for a start by the user.
 */
const parseChild = (args: readonly string[], folder: string) => {
  const at = args.findIndex((word) => !word.startsWith('--'))
  const path = args[at]
  if (path === undefined || !path.startsWith(folder + sep)) return undefined
  const script = path.slice(folder.length + 1)
  if (script !== LAUNCHER && !CHILDREN.includes(script)) return undefined
  return { script, flags: args.slice(0, at), rest: args.slice(at + 1) }
}

/** Node does not read its own flags in a single executable. */
const applyFlags = (flags: readonly string[]): void => {
  if (flags.includes('--no-warnings')) process.removeAllListeners('warning')
  for (const flag of flags) if (flag !== '--no-warnings') setFlagsFromString(flag)
}

/** Loads a file as an ES module. Here, import() only loads modules of Node. */
const load = (path: string): void => {
  const { emitWarning } = process
  // The option of the script is experimental, and its warning would be printed at each start.
  process.emitWarning = () => {}
  const options = { importModuleDynamically: constants.USE_MAIN_CONTEXT_DEFAULT_LOADER }
  const script = new Script(`(address) => import(address)`, options)
  script.runInThisContext()(pathToFileURL(path).href)
  process.emitWarning = emitWarning
}

const problemOf = (error: unknown): string => (error instanceof UntrustedPathError ? error.message : fileReason(error))

const start = (): void => {
  const [executable = process.execPath, , ...args] = process.argv
  // The hook replaces itself by `node -e 0`.
  if (args.length === 2 && args[0] === '-e' && args[1] === '0') return
  const { folder: name, files } = JSON.parse(getAsset('contents.json', 'utf8')) as Contents
  const folder = join(foldersOf(process.env).programFolder, name)
  const child = parseChild(args, folder)
  if (child) applyFlags(child.flags)
  else {
    try {
      unpack(folder, files)
    } catch (error) {
      const remedy = 'Set XDG_CACHE_HOME to a folder that only you can write to.'
      writeSync(2, `Couldn't unpack quarterdeck into ${JSON.stringify(folder)}: ${problemOf(error)}. ${remedy}\n`)
      // A failure of the hook must not block the agent.
      process.exit(args[0] === 'hooks' && args[1] === 'notify' ? 0 : 1)
    }
  }
  const script = join(folder, child?.script ?? LAUNCHER)
  process.argv = [executable, script, ...(child?.rest ?? args)]
  load(script)
}

start()
