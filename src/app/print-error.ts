import { exitCodeFor } from '../base/errors.ts'
import { createKeyRedactor } from '../commands/kit/deps.ts'
import { errorLines } from '../commands/report-error.ts'

/** Prints the error that ended the program, with the key masked. Returns the exit status. */
export const printError = (error: unknown): number => {
  process.stderr.write(errorLines(error, createKeyRedactor(process.env.QUARTERDECK_API_KEY)))
  return exitCodeFor(error)
}
