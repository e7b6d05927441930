import type { CommanderError } from 'commander'
import { AppError } from '../../base/errors.ts'

/**
 * What commander found wrong with the words that were typed, as one sentence that says what to do.
 *
 * @param helpFor The command whose help would have told, without the program's name.
 * @param flags The options that it takes, such as `--json`.
 */
export const toUsageError = (error: CommanderError, helpFor: string, flags: readonly string[]): AppError => {
  const [first = '', suggestion = ''] = error.message.replace(/^error: /, '').split('\n')
  const given = /^unknown option '([^'=]*)=/.exec(first)?.[1]
  if (given !== undefined && flags.includes(given))
    return new AppError('usage', `${given} takes no value: write it alone.`)
  const help = `${['qd', helpFor, '--help'].filter(Boolean).join(' ')} says what there is`
  const nearest = /^\(?Did you mean (?:one of )?(.+)\?\)?$/.exec(suggestion)?.[1]
  return new AppError('usage', sentenceFor(first, nearest === undefined ? `${help}.` : `did you mean ${nearest}?`))
}

const sentenceFor = (message: string, todo: string): string => {
  const choice = /^option '([^']*)' argument '(.*)' is invalid\. Allowed choices are ([^.]*)\.$/s.exec(message)
  if (choice) return `"${choice[2]}" is not what ${longFlag(choice[1])} takes: choose from ${choice[3]}.`
  const value =
    /^command-argument value '(.*)' is invalid for argument '([^']*)'\. Allowed choices are ([^.]*)\./s.exec(message)
  if (value) return `Invalid ${value[2]} "${value[1]}": choose from ${value[3]}.`
  const valueless = /^option '([^']*)' argument missing/.exec(message)
  if (valueless) return `${longFlag(valueless[1])} needs a value: ${todo}`
  const argument = /missing required argument '(.*)'/.exec(message)
  if (argument) return `<${argument[1]}> is missing: ${todo}`
  const spare = /^too many arguments.* got \d+: (.*)\.$/s.exec(message)
  if (spare) return `"${spare[1]}" is more than this command takes: ${todo}`
  return `${capital(withoutValue(message).replace(/\.$/, ''))}: ${todo}`
}

const longFlag = (flags = ''): string => /--[\w-]+/.exec(flags)?.[0] ?? flags

// What somebody put behind an unknown option may be a key: it is not repeated.
const withoutValue = (text: string): string => text.replace(/^(unknown option '[^'=]*)=.*$/s, "$1'")

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)
