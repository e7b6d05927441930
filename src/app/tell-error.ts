import { exitCodeFor } from '../base/errors.ts'
import { createKeyRedactor } from '../commands/kit/deps.ts'
import { errorLines } from '../commands/report-error.ts'

/** Tells what ended the program, without its key. Answers the status to exit with. */
export const tellError = (error: unknown): number => {
  process.stderr.write(errorLines(error, createKeyRedactor(process.env.QUARTERDECK_API_KEY)))
  return exitCodeFor(error)
}
