import { fractionOf, percentOf, progressWords } from '../../domain/text/progress-words.ts'
import type { Deps } from './command.ts'

/** Over how much time a rate is told, from the beginning, ms. */
const LEAST_MS = 500

/**
 * Tells on a terminal, on one line of standard error, how far something is; elsewhere nothing. `end` takes the line away. To a screen
 * reader, which would begin anew with each change of a line, each quarter is told on a line of its own.
 */
export const createProgressLine = (
  { err, isErrorTerminal, globals }: Pick<Deps, 'err' | 'isErrorTerminal' | 'globals'>,
  what: string,
) => {
  let quarter = 0
  const startedAt = performance.now()
  let isDrawn = false
  return {
    tell({ doneBytes, totalBytes }: { doneBytes: number; totalBytes: number | undefined }): void {
      if (!isErrorTerminal) return
      if (globals.isScreenReader) {
        const reached = Math.floor((fractionOf({ doneBytes, totalBytes }) ?? 0) * 4)
        if (reached > quarter) err(`${what}, ${reached * 25} %\n`)
        quarter = Math.max(quarter, reached)
        return
      }
      const ms = performance.now() - startedAt
      const progress = {
        doneBytes,
        totalBytes,
        bytesPerSecond: ms < LEAST_MS ? undefined : (doneBytes / ms) * 1000,
      }
      const percent = percentOf(progress)
      err(`\r\x1b[K${[what, ...(percent ? [percent] : []), progressWords(progress)].join('  ')}`)
      isDrawn = true
    },
    end(): void {
      if (isDrawn) err('\r\x1b[K')
      isDrawn = false
    },
  }
}
