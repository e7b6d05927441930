import { percentOf, progressWords } from '../../domain/text/progress-words.ts'
import type { Deps } from './command.ts'

/** Over how much time a rate is told, from the beginning, ms. */
const LEAST_MS = 500

/** Tells on a terminal, on one line of standard error, how far something is; elsewhere nothing. `end` takes the line away. */
export const createProgressLine = ({ err, isErrorTerminal }: Pick<Deps, 'err' | 'isErrorTerminal'>, what: string) => {
  const startedAt = performance.now()
  let isDrawn = false
  return {
    tell({ doneBytes, totalBytes }: { doneBytes: number; totalBytes: number | undefined }): void {
      if (!isErrorTerminal) return
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
