import { Option } from 'commander'
import { usageError } from '../../base/errors.ts'
import { longFlag } from './usage-error.ts'

/** How shells complete a value: with values stored on this machine, or with file names. */
export type ValueKind =
  | 'profile'
  | 'person'
  | 'range'
  | 'revision'
  | 'setting'
  | 'report'
  | 'repository'
  | 'criterion'
  | 'computer'
  | 'service account'
  | 'wiki run'
  | 'screen'
  | 'file'
  | 'folder'

export type ArgumentRow = {
  name: string
  help: string
  choices?: readonly string[]
  /** The kind of its values, for shell completion. */
  completes?: ValueKind
  isOptional?: boolean
}

/** An option, for help and for parsing. */
export type OptionRow = {
  /** `--last <days>`, `-q, --param <k=v>`, or `--all` for one without a value. */
  flags: string
  help: string
  choices?: readonly string[]
  /** Words that shells offer as values; other values are valid too. */
  offers?: readonly string[]
  /** The kind of its values, for shell completion. */
  completes?: ValueKind
  /** Whether it may be repeated; its values are a list then. */
  isRepeatable?: boolean
  /** Whether help leaves it out, because only other programs use it. */
  isHidden?: boolean
}

/** `exit-code` for `--exit-code`, `param` for `-q, --param <k=v>`, `color` for `--no-color`. */
type LongName<Flags extends string> = Flags extends `${string}--${infer Long}`
  ? Long extends `${infer Name} ${string}`
    ? Name
    : Long extends `no-${infer Name}`
      ? Name
      : Long
  : never

type CamelCase<Name extends string> = Name extends `${infer First}-${infer Rest}`
  ? `${First}${Capitalize<CamelCase<Rest>>}`
  : Name

type Choice<Row extends OptionRow> = Row extends { choices: readonly (infer One)[] } ? One : string

type ValueOf<Row extends OptionRow> = Row extends { isRepeatable: true }
  ? string[]
  : Row['flags'] extends `${string}<${string}`
    ? Choice<Row> | undefined
    : boolean

/**
 * The values of a table of options, by their long names in camel case: a boolean for `--all`; one of its choices or any
 * text for `--last <days>`, undefined if omitted; a list for a repeatable option.
 */
export type OptionsOf<Rows extends readonly OptionRow[]> = {
  readonly [At in Exclude<keyof Rows, keyof []> as CamelCase<LongName<Extract<Rows[At], OptionRow>['flags']>>]: ValueOf<
    Extract<Rows[At], OptionRow>
  >
}

export const toOption = ({ flags, help, choices, isRepeatable, isHidden }: OptionRow): Option => {
  const option = new Option(flags, help)
  if (choices)
    option.choices(choices).argParser((value: string) => choiceOf(value, choices, unknownValue(flags, value)))
  if (isRepeatable) option.argParser((value: string, before: string[] | undefined) => [...(before ?? []), value])
  return option.hideHelp(isHidden ?? false)
}

/** The sentence about a value that is none of the choices of an option. */
export const unknownValue = (flags: string, value: string): string =>
  `"${value}" is not a valid ${longFlag(flags)} value: use one of`

/** @throws AppError of kind `usage` on any other value: `sentence` and the choices. */
export const choiceOf = (value: string, choices: readonly string[], sentence: string): string => {
  if (choices.includes(value)) return value
  throw usageError(`${sentence} ${choices.join(', ')}.`)
}

/**
 * Converts the options that Commander has parsed to the types of their table. An omitted option is undefined, false,
 * true for `--no-…`, or an empty list.
 *
 * @param given All options by their attribute names, without those that were omitted.
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
