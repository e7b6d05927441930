import type { CallOptions } from '../../client/client.ts'
import { safeText } from '../../domain/text/safe-text.ts'
import type { Deps } from './command.ts'

/**
 * How requests of a command are made: an interruption cancels them, and where someone watches, long waits that the
 * server asks for are kept and announced.
 */
export const callOptions = ({
  signal,
  err,
  isErrorTerminal,
}: Pick<Deps, 'signal' | 'err' | 'isErrorTerminal'>): CallOptions => ({
  signal,
  ...(isErrorTerminal && {
    onRetry: ({ waitMs, why }) => {
      if (waitMs >= WORTH_SAYING_MS)
        err(`${safeText(why)} Trying again in ${Math.ceil(waitMs / 1000)} s; Ctrl-C gives up.\n`)
    },
  }),
})

const WORTH_SAYING_MS = 2_000
