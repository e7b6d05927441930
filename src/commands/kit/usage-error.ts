import type { CommanderError } from 'commander'
import { AppError } from '../../base/errors.ts'

/** The command that was typed, as far as it is known. */
export type Typed = {
  /** Its name without the program's; empty: none. */
  name: string
  /** The options that it takes, such as `--json`. */
  flags: readonly string[]
  /** Names that can follow. */
  words: readonly string[]
}

/** A usage error as one sentence with what to do. */
export const toUsageError = ({ code, message }: CommanderError, typed: Typed): AppError => {
  const [first = '', second = ''] = message.split('\n')
  const quoted = /'(.*?)'?$/.exec(first)?.[1] ?? ''
  const known = new Set([...typed.flags, '--help', '--version', ...typed.words])
  const nearest = (second.match(/[\w-]+/g) ?? []).filter((word) => known.has(word)).join(', ')
  const todo = nearest === '' ? helpHint(typed.name) : `did you mean ${nearest}?`
  return new AppError('usage', sentenceFor(code, quoted, typed.flags, todo) ?? `${message}: ${todo}`)
}

const sentenceFor = (code: string, quoted: string, flags: readonly string[], todo: string): string | undefined => {
  switch (code) {
    case 'commander.unknownOption': {
      // The text behind an unknown option may be a key: it is not repeated.
      const [flag = '', value] = quoted.split('=', 2)
      const takesNoValue = value !== undefined && flags.includes(flag)
      return takesNoValue ? `${flag} takes no value: write it alone.` : `Unknown option '${flag}': ${todo}`
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

export const helpHint = (name: string): string =>
  `${['qd', name, '--help'].filter(Boolean).join(' ')} says what there is.`

/** `--query` of `-q, --query <k=v>`. */
export const longFlag = (flags: string): string => /--[\w-]+/.exec(flags)?.[0] ?? flags
