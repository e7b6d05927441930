import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Outside } from '../../screens/kit/session/outside.ts'
import type { Env } from '../base/env.ts'
import { AppError } from '../base/errors.ts'
import { splitWords } from '../base/text.ts'
import { safeFileName } from '../domain/text/safe-file-name.ts'
import type { LentTerminal } from '../ui/terminal/lent-terminal.ts'
import type { ProgramEnd } from '../ui/terminal/run-program.ts'
import { openAddress, openFolder } from './open-address.ts'
import { resolvePath } from './resolve-path.ts'
import { saveFile } from './save-file.ts'

export type OutsideWorld = {
  env: Env
  terminal: Pick<LentTerminal, 'run'>
}

/** The user's pager and editor on the lent terminal, and files in their folders. */
export const createOutside = ({ env, terminal }: OutsideWorld): Outside => {
  /** Runs the first of the programs that is installed. */
  const run = async (programs: readonly Chosen[], wanted: string, input: string | undefined, more: string[] = []) => {
    for (const { argv, from } of programs) {
      const end = await terminal.run([...argv, ...more], { env, input })
      if (!end) return
      const isMissing = end.is === 'notStarted' && end.code === 'ENOENT'
      if (isMissing && from === undefined) continue
      const complaint = complaintOf(end, argv[0] ?? '', from, wanted)
      if (complaint !== undefined) throw new AppError('failed', complaint)
      return
    }
    const names = programs.map(({ argv }) => argv[0])
    const none = names.length === 1 ? `${names[0]} was not found` : `neither ${names.join(' nor ')} was found`
    throw new AppError('failed', `${wanted} is not set and ${none}: set it to a program on your PATH.`)
  }

  return {
    page: async (text) => run(chosen(env, ['PAGER'], ['less', 'more']), 'PAGER', text),
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
        const sentence = `The copy could not be made in ${tmpdir()} (${code}): set TMPDIR to a folder that is yours.`
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

/** A program to run, and the variable that names it; no variable: it is one of our defaults. */
type Chosen = { argv: readonly string[]; from?: string }

const chosen = (env: Env, variables: readonly string[], usual: readonly string[]): Chosen[] => {
  const from = variables.find((name) => env[name]?.trim())
  if (from === undefined) return usual.map((name) => ({ argv: [name] }))
  const argv = splitWords(env[from] ?? '')
  if (!argv) {
    const sample = `${from}="${usual[0]} -R"`
    throw new AppError('failed', `${from} has a quote that is not closed: close it, as in ${sample}.`)
  }
  return [{ argv, from }]
}

/** Why the program did not do what it should, as one sentence; undefined when it did. */
const complaintOf = (end: ProgramEnd, name: string, from: string | undefined, wanted: string): string | undefined => {
  // Whoever presses Ctrl-C knows what they did.
  if (end.is === 'killed') return end.signal === 'SIGINT' ? undefined : `${name} was ended by ${end.signal}.`
  if (end.is === 'ended')
    return end.status === 0 ? undefined : `${name} ended with status ${end.status}: see what ${from ?? wanted} names.`
  const who = from === undefined ? name : `${from} names ${JSON.stringify(name)}, which`
  const variable = from ?? wanted
  if (end.code === 'ENOENT') return `${who} was not found: set ${variable} to a program on your PATH.`
  if (end.code === 'EACCES') return `${who} may not be run: see who may, or set ${variable} to another program.`
  return `${who} could not be started (${end.code}): set ${variable} to another program.`
}
