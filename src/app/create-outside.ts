import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { lstat, readdir, readFile } from 'node:fs/promises'
import { homedir, tmpdir } from 'node:os'
import { isAbsolute, join, resolve } from 'node:path'
import type { Outside, ResolvedPath } from '../../screens/kit/session/outside.ts'
import { writeAtomically } from '../base/atomic-file.ts'
import { type Env, withoutKey } from '../base/env.ts'
import { AppError } from '../base/errors.ts'
import { fileProblem, fileReason } from '../base/file-problem.ts'
import { splitWords } from '../base/text.ts'
import { safeFileName } from '../domain/text/safe-file-name.ts'
import { safeText } from '../domain/text/safe-text.ts'
import type { LentTerminal } from '../ui/terminal/lent-terminal.ts'
import type { ProgramEnd } from '../ui/terminal/run-program.ts'

/** Access to the user's pager and editor, on the terminal lent by the explorer, and to files. */
export const createOutside = (env: Env, terminal: Pick<LentTerminal, 'run'>): Outside => {
  /** Runs the first of the programs that is installed. */
  const run = async (programs: readonly Chosen[], wanted: string, input: string | undefined, more: string[] = []) => {
    for (const { argv, from } of programs) {
      const end = await terminal.run([...argv, ...more], { env, input })
      if (!end) return
      const isMissing = end.is === 'notStarted' && end.code === 'ENOENT'
      if (isMissing && from === undefined) continue
      const problem = problemOf(end, argv[0] ?? '', from, wanted)
      if (problem !== undefined) throw new AppError('failed', problem)
      return
    }
    const names = programs.map(({ argv }) => argv[0])
    const none = names.length === 1 ? `${names[0]} was not found` : `neither ${names.join(' nor ')} was found`
    throw new AppError('failed', `${wanted} is not set and ${none}: set it to a program on your PATH.`)
  }

  const page = async (text: string) => run(chosen(env, ['PAGER'], ['less', 'more']), 'PAGER', text)
  return {
    page,
    pageFile: async (path) => page(safeText(await readFile(path, 'utf8').catch(unreadable(path)), 'text')),
    edit: async (text, name) => {
      const programs = chosen(env, ['VISUAL', 'EDITOR'], ['vi'])
      let folder: string | undefined
      try {
        folder = mkdtempSync(join(tmpdir(), 'quarterdeck-'))
        const path = join(folder, safeFileName(name))
        writeFileSync(path, text, { flag: 'wx', mode: 0o600 })
        await run(programs, 'EDITOR', undefined, [path])
      } catch (error) {
        if (error instanceof AppError) throw error
        const { code = 'an error' } = error as NodeJS.ErrnoException
        const sentence = `Couldn't create a copy in ${tmpdir()} (${code}). Set TMPDIR to a folder that you own.`
        throw new AppError('failed', sentence, { cause: error })
      } finally {
        if (folder !== undefined) rmSync(folder, { recursive: true, force: true })
      }
    },
    resolve: resolvePath,
    browse: (address) => openAddress(address, env),
    showFolder: (folder) => openFolder(folder, env),
    save: saveFile,
  }
}

const unreadable =
  (path: string) =>
  (error: NodeJS.ErrnoException): never => {
    const reason = error.code === 'ENOENT' ? 'it no longer exists' : fileReason(error)
    throw new AppError('failed', `${path} could not be read: ${reason}.`, { cause: error })
  }

/** A program to run, and the variable that names it; without a variable it is one of our defaults. */
type Chosen = { argv: readonly string[]; from?: string }

const chosen = (env: Env, variables: readonly string[], usual: readonly string[]): Chosen[] => {
  const from = variables.find((name) => env[name]?.trim())
  if (from === undefined) return usual.map((name) => ({ argv: [name] }))
  const argv = splitWords(env[from] ?? '')
  if (!argv) {
    const sample = `${from}="${usual[0]} -R"`
    throw new AppError('failed', `${from} has an unclosed quote: close it, as in ${sample}.`)
  }
  return [{ argv, from }]
}

/** Why the program failed, as one sentence; undefined if it succeeded. */
const problemOf = (end: ProgramEnd, name: string, from: string | undefined, wanted: string): string | undefined => {
  // No message after Ctrl-C, because the user ended the program.
  if (end.is === 'killed') return end.signal === 'SIGINT' ? undefined : `${name} was ended by ${end.signal}.`
  if (end.is === 'ended')
    return end.status === 0 ? undefined : `${name} exited with status ${end.status}: check ${from ?? wanted}.`
  const who = from === undefined ? name : `${from} names ${JSON.stringify(name)}, which`
  const variable = from ?? wanted
  if (end.code === 'ENOENT') return `${who} was not found: set ${variable} to a program on your PATH.`
  if (end.code === 'EACCES')
    return `${who} can't be executed. Check its permissions or set ${variable} to another program.`
  return `${who} could not be started (${end.code}): set ${variable} to another program.`
}

/** See Outside.resolve. A path that cannot be read counts as missing: the error is reported when it is written. */
const resolvePath = async (typed: string): Promise<ResolvedPath> => {
  // Remove trailing slashes, except that of the root.
  const path = fromRoot(withoutLastSlashes(typed))
  const stats = await lstat(path).catch(() => undefined)
  if (!stats) return { path, there: 'nothing' }
  if (!stats.isDirectory()) return { path, there: 'file' }
  const names = await readdir(path).catch(() => ['unreadable'])
  return { path, there: names.length === 0 ? 'emptyFolder' : 'folder' }
}

/** Removes trailing slashes, except that of the root. A regular expression would backtrack at each run of slashes. */
const withoutLastSlashes = (path: string): string => {
  let end = path.length
  while (end > 1 && (path[end - 1] === '/' || path[end - 1] === '\\')) end -= 1
  return path.slice(0, end)
}

/** How long to wait for the launcher to fail, ms. If it is still running after that, it has opened the address. */
const MAX_FAILURE_MS = 2_000

/** The command that opens an address in the user's browser. */
const launcherOf = (platform: string): readonly string[] => {
  if (platform === 'darwin') return ['open']
  return platform === 'win32' ? ['rundll32', 'url.dll,FileProtocolHandler'] : ['xdg-open']
}

/**
 * Why an address must not be opened, as the end of a sentence; undefined if it may. The addresses come from a server,
 * and browsers and file managers do more than show a page for other kinds of addresses.
 */
const whyNotOpened = (address: string): string | undefined => {
  if (!URL.canParse(address)) return 'is not an address'
  const { protocol, username, password } = new URL(address)
  if (protocol !== 'https:' && protocol !== 'http:') return `begins with ${protocol}, not with https:`
  return username === '' && password === '' ? undefined : 'contains a user name or password'
}

/**
 * Opens a web page in the user's browser. The launcher gets the address as one argument, without a shell and without
 * the organisation's key in its environment.
 *
 * @param platform As in `process.platform`.
 * @throws AppError `usage` if it is not a web address, `failed` if it cannot be opened.
 */
export const openAddress = async (address: string, env: Env, platform: string = process.platform): Promise<void> => {
  const why = whyNotOpened(address)
  if (why !== undefined) throw new AppError('usage', `The address was not opened: it ${why}.`)
  // Normalized, so that it contains no space, quote or control character and begins with its protocol.
  await launch([...launcherOf(platform), new URL(address).href], env)
}

/**
 * Shows a folder in the user's file manager.
 *
 * @param folder An absolute path, so that no launcher interprets it as an option or an address.
 * @throws AppError `usage` if it is not a folder, `failed` if it cannot be shown.
 */
export const openFolder = async (folder: string, env: Env, platform: string = process.platform): Promise<void> => {
  if (!isAbsolute(folder) || !statSync(folder, { throwIfNoEntry: false })?.isDirectory())
    throw new AppError('usage', `${folder} is not a folder. Was it moved or deleted?`)
  await launch([...(platform === 'win32' ? ['explorer.exe'] : launcherOf(platform)), folder], env)
}

const launch = ([name = '', ...args]: readonly string[], env: Env): Promise<void> =>
  new Promise((resolve, reject) => {
    const fail = (what: string) => reject(new AppError('failed', `${name} ${what}: open it yourself.`))
    const child = spawn(name, args, { env: withoutKey(env), stdio: 'ignore', detached: true })
    const timer = setTimeout(resolve, MAX_FAILURE_MS)
    child.once('error', () => fail('was not found, or may not be run'))
    // The file manager of Windows always ends with status 1.
    child.once('exit', (status) => (status === 0 || name === 'explorer.exe' ? resolve() : fail(`ended with ${status}`)))
    for (const end of ['error', 'exit']) child.once(end, () => clearTimeout(timer))
    child.unref()
  })

/**
 * Writes a text file atomically. Its permissions follow the umask, because exports are meant to be shared. Returns the
 * path as given.
 *
 * @param isForced - Replaces an existing file.
 * @param isPrivate - Only its owner may read it.
 * @param path - Relative to the working directory, or to the user's home folder with `~/`.
 * @throws AppError `refused` if the file exists and `isForced` is not set; `usage` if the path does not name a file;
 * `failed` with the system's error.
 */
export const saveFile = async (
  path: string,
  text: string,
  {
    isForced = false,
    isPrivate = false,
    home = homedir(),
  }: { isForced?: boolean; isPrivate?: boolean; home?: string } = {},
): Promise<string> => {
  const target = fromRoot(path, home)
  try {
    const there = await statusOf(target)
    if (there?.isDirectory()) throw new AppError('usage', `${path} is a folder: add the name of a file.`)
    const mode = isPrivate ? 0o600 : 0o666
    const isWritten = (isForced || !there) && (await writeAtomically(target, text, { mayReplace: isForced, mode }))
    if (!isWritten) throw new AppError('refused', `${path} already exists and was not changed.`)
    return path
  } catch (error) {
    if (error instanceof AppError) throw error
    throw new AppError('failed', `${path} was not written: ${fileProblem(error)}.`, { cause: error })
  }
}

/** Makes a typed path absolute. Throws AppError `usage` if it does not name a file. */
export const fromRoot = (path: string, home = homedir()): string => {
  if (path.trim() === '' || /[/\\]$/.test(path) || path.includes('\0'))
    throw new AppError('usage', 'Not a file name. Enter one such as report.md.')
  return path === '~' || path.startsWith('~/') ? join(home, path.slice(2)) : resolve(path)
}

const statusOf = (path: string) =>
  lstat(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined
    throw error
  })
