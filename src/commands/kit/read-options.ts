import { Option } from 'commander'
import { AppError } from '../../base/errors.ts'
import type { OptionRow, OptionsOf } from './option-row.ts'
import { longFlag } from './usage-error.ts'

/** Commander's view of an option. */
export const toOption = ({ flags, help, choices, isRepeatable, isHidden }: OptionRow): Option => {
  const option = new Option(flags, help)
  if (choices)
    option
      .choices(choices)
      .argParser((value: string) =>
        choiceOf(value, choices, `"${value}" is not what ${longFlag(flags)} takes: choose from`),
      )
  if (isRepeatable) option.argParser((value: string, before: string[] | undefined) => [...(before ?? []), value])
  return option.hideHelp(isHidden ?? false)
}

/** @throws AppError of kind `usage` on any other value: `sentence` and the choices. */
export const choiceOf = (value: string, choices: readonly string[], sentence: string): string => {
  if (choices.includes(value)) return value
  throw new AppError('usage', `${sentence} ${choices.join(', ')}.`)
}

/**
 * Gives what commander has read by a table of options the types that the table says.
 *
 * @param given All options by their attribute names; those that were left out are absent.
 */
export const readOptions = <Rows extends readonly OptionRow[]>(
  rows: Rows,
  given: Readonly<Record<string, unknown>>,
): OptionsOf<Rows> => {
  const entries = rows.map((row): [string, unknown] => {
    const option = toOption(row)
    const name = option.attributeName()
    const absent = row.isRepeatable ? [] : option.negate ? true : option.isBoolean() ? false : undefined
    return [name, given[name] ?? absent]
  })
  return Object.fromEntries(entries) as OptionsOf<Rows>
}
