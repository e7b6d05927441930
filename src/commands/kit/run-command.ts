import { AppError, exitCodeFor } from '../../base/errors.ts'
import type { Command, CreatedDeps, RawInput } from './command.ts'
import { errorLines } from './report-error.ts'

/**
 * Runs a command, closes its dependencies and returns its exit status. Errors go to standard error: it never throws.
 *
 * @param finish - Called after the command, if it did not fail.
 */
export const runCommand = async (
  command: Command,
  input: RawInput,
  { deps, close }: CreatedDeps,
  finish?: () => void,
): Promise<number> => {
  try {
    const status = (await command.execute(input, deps)) ?? 0
    finish?.()
    return status
  } catch (error) {
    // After an interruption, the command may fail with any error: report the interruption, which the user requested.
    const isInterruption = deps.signal.aborted && !(error instanceof AppError && error.kind === 'interrupted')
    const reported = isInterruption ? new AppError('interrupted', 'Interrupted.', { cause: error }) : error
    deps.err(errorLines(reported, deps.redact))
    return exitCodeFor(reported)
  } finally {
    await close()
  }
}
