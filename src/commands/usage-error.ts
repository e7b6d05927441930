import type { CommanderError } from 'commander'
import { AppError } from '../errors.ts'

/**
 * What commander found wrong with the words that were typed, as one sentence that says what to do.
 *
 * @param helpFor The command whose help would have told, without the program's name.
 */
export const toUsageError = (error: CommanderError, helpFor: string): AppError => {
  const [first = '', suggestion = ''] = error.message.replace(/^error: /, '').split('\n')
  const what = withoutValue(first).replace(/\.$/, '')
  const nearest = /Did you mean (?:one of )?(.+)\?\)?$/.exec(suggestion)?.[1]
  const todo =
    nearest === undefined
      ? `qd ${[helpFor, '--help'].filter(Boolean).join(' ')} says what there is.`
      : `did you mean ${nearest}?`
  return new AppError('usage', `${capital(what)}: ${todo}`)
}

// What somebody put behind an unknown option may be a key: it is not repeated.
const withoutValue = (text: string): string => text.replace(/^(unknown option '[^'=]*)=.*$/s, "$1'")

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)
