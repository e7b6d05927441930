// Shell completion. It must be fast, so the launcher loads it without the commands and their dependencies.
import { readFileSync, writeSync } from 'node:fs'
import { type Completion, completeWords, type LoadValues, wordsOfLine } from '../commands/completion/complete-words.ts'
import type { CompletionTable } from '../commands/completion/completion-table.ts'
import { safeText } from '../domain/text/safe-text.ts'

/** The table is a separate file, so that completion need not load the commands. */
const TABLE = new URL('./completions.json', import.meta.url)

/**
 * The output of `qd completion --words WORD…` and `--line LINE` for the shells: a candidate per line, followed by a tab
 * and its description if there is one. `:files` or `:folders` means that the shell should complete paths itself.
 */
export const complete = async (argv: readonly string[], env: NodeJS.ProcessEnv): Promise<string> => {
  const [mode, ...given] = argv
  const words = mode === '--line' ? wordsOfLine(given[0] ?? '').slice(1) : given
  const table = JSON.parse(readFileSync(TABLE, 'utf8')) as CompletionTable
  return completionText(await completeWords(words, table, valuesOf(env)))
}

/** Prints completions and ends the process. @param argv - The words after `qd completion`. */
export const printCompletions = async (argv: readonly string[]): Promise<void> => {
  writeSync(1, await complete(argv, process.env))
  process.exit(0)
}

const valuesOf =
  (env: NodeJS.ProcessEnv): LoadValues =>
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
