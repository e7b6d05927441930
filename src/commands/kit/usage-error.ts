import type { CommanderError } from 'commander'
import { type AppError, usageError } from '../../base/errors.ts'

/**
 * Converts a Commander error into a usage error: one sentence with what to do.
 *
 * @param name - The part of the command's name that was recognised; empty: none.
 * @param flags - The options of the command, such as `--json`.
 */
export const toUsageError = ({ code, message }: CommanderError, name: string, flags: readonly string[]): AppError => {
  const [first = '', second = ''] = message.split('\n')
  const quoted = /'(.*?)'?$/.exec(first)?.[1] ?? ''
  const nearest = /^\(Did you mean (?:one of )?(.*)\?\)$/.exec(second)?.[1]
  const todo = nearest === undefined ? helpHint(name) : `did you mean ${nearest}?`
  return usageError(sentenceFor(code, quoted, flags, todo) ?? `${message}: ${todo}`)
}

const sentenceFor = (code: string, quoted: string, flags: readonly string[], todo: string): string | undefined => {
  switch (code) {
    case 'commander.unknownOption': {
      // The text after an unknown option may be a key, so do not repeat it.
      const [flag = '', value] = quoted.split('=', 2)
      const takesNoValue = value !== undefined && flags.includes(flag)
      return takesNoValue ? `${flag} takes no value.` : `Unknown option '${flag}': ${todo}`
    }
    case 'commander.unknownCommand':
      return `Unknown command '${quoted}': ${todo}`
    case 'commander.optionMissingArgument':
      return `${longFlag(quoted)} needs a value: ${todo}`
    case 'commander.missingArgument':
      return `<${quoted}> is missing: ${todo}`
    default:
      return undefined
  }
}

export const helpHint = (name: string): string => `see ${['qd', name, '--help'].filter(Boolean).join(' ')}.`

/** `--param` of `-q, --param <k=v>`. */
export const longFlag = (flags: string): string => /--[\w-]+/.exec(flags)?.[0] ?? flags
