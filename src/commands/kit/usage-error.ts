import type { CommanderError } from 'commander'
import { AppError } from '../../base/errors.ts'

/**
 * What commander found wrong with the words that were typed, as one sentence that says what to do.
 *
 * @param helpFor The command whose help would have told, without the program's name.
 */
export const toUsageError = (error: CommanderError, helpFor: string): AppError => {
  const [first = '', suggestion = ''] = error.message.replace(/^error: /, '').split('\n')
  const help = `${['qd', helpFor, '--help'].filter(Boolean).join(' ')} says what there is`
  const nearest = /Did you mean (?:one of )?(.+)\?\)?$/.exec(suggestion)?.[1]
  return new AppError('usage', sentenceFor(first, nearest === undefined ? `${help}.` : `did you mean ${nearest}?`))
}

const sentenceFor = (message: string, todo: string): string => {
  const choice = /'[^']*?(--[\w-]+)[^']*' argument '(.*)' is invalid\. Allowed choices are (.*)\.$/s.exec(message)
  if (choice) return `"${choice[2]}" is not what ${choice[1]} takes: choose from ${choice[3]}.`
  const valueless = /option '[^']*?(--[\w-]+)[^']*' argument missing/.exec(message)
  if (valueless) return `${valueless[1]} needs a value: ${todo}`
  const argument = /missing required argument '(.*)'/.exec(message)
  if (argument) return `<${argument[1]}> is missing: ${todo}`
  const spare = /^too many arguments.* got \d+: (.*)\.$/s.exec(message)
  if (spare) return `"${spare[1]}" is more than this command takes: ${todo}`
  return `${capital(withoutValue(message).replace(/\.$/, ''))}: ${todo}`
}

// What somebody put behind an unknown option may be a key: it is not repeated.
const withoutValue = (text: string): string => text.replace(/^(unknown option '[^'=]*)=.*$/s, "$1'")

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)
