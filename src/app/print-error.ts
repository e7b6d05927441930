import { keysIn } from '../base/env.ts'
import { exitCodeFor } from '../base/errors.ts'
import { createKeyRedactor } from '../commands/kit/deps.ts'
import { errorLines } from '../commands/kit/report-error.ts'

/** Prints the error that ended the program, with the key masked. Returns the exit status. */
export const printError = (error: unknown): number => {
  process.stderr.write(errorLines(error, createKeyRedactor(...keysIn(process.env))))
  return exitCodeFor(error)
}
