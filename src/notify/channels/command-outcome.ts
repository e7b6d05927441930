import type { CommandEnd } from '../outside/run-command.ts'
import type { SendOutcome } from './channel.ts'

/** What the end of a program means for a message. */
export const commandOutcome = (program: string, end: CommandEnd): SendOutcome => {
  switch (end.is) {
    case 'ended':
      return end.status === 0
        ? { is: 'sent', why: `${program} took it` }
        : { is: 'failed', why: `${program} ended with status ${end.status}`, canRetry: false }
    case 'notStarted':
      return { is: 'failed', why: `${program} could not be started (${end.code})`, canRetry: false }
    case 'stopped':
      return { is: 'unknown', why: `${program} did not end` }
  }
}
