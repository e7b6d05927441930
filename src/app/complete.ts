// What a Tab asks for. Somebody waits: the launcher loads it past the commands, their streams and all else that they need.
import { readFileSync, writeSync } from 'node:fs'
import { type Completion, completeWords, type LiveValues, wordsOfLine } from '../commands/completion/complete-words.ts'
import type { CompletionTable } from '../commands/completion/completion-table.ts'
import { safeText } from '../domain/text/safe-text.ts'

/** The table stands beside the program, so that a Tab need not load the commands. */
const TABLE = new URL('./completions.json', import.meta.url)

/**
 * What `qd completion --words WORD…` and `--line LINE` print for the shells: a candidate a line, with a tab and what it means where
 * something is known; `:files` or `:folders` alone where the shell should offer its own.
 */
export const complete = async (argv: readonly string[], env: NodeJS.ProcessEnv): Promise<string> => {
  const [mode, ...given] = argv
  const words = mode === '--line' ? wordsOfLine(given[0] ?? '').slice(1) : given
  const table = JSON.parse(readFileSync(TABLE, 'utf8')) as CompletionTable
  return completionText(await completeWords(words, table, valuesOf(env)))
}

/** Prints that and ends the process. @param argv - The words behind `qd completion`. */
export const tellCompletions = async (argv: readonly string[]): Promise<void> => {
  writeSync(1, await complete(argv, process.env))
  process.exit(0)
}

const valuesOf =
  (env: NodeJS.ProcessEnv): LiveValues =>
  async (kind, profile) => {
    const { knownValues } = await import('./known-values.ts')
    return knownValues(env)(kind, profile)
  }

const completionText = ({ candidates, files }: Completion): string =>
  [
    ...(files ? [`:${files}`] : []),
    ...candidates.map(({ word, help }) => (help === '' ? word : `${word}\t${safeText(help)}`)),
  ]
    .map((line) => `${line}\n`)
    .join('')
