import { Option } from 'commander'
import { usageError } from '../../base/errors.ts'
import { longFlag } from './usage-error.ts'

/** What a value is, where it can be completed: something that this machine knows, or a file of the shell's. */
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

/** A positional argument. */
export type ArgumentRow = {
  name: string
  help: string
  choices?: readonly string[]
  /** What shells complete it with. */
  completes?: ValueKind
  /** Whether it may be left out. */
  isOptional?: boolean
}

/** An option, as help shows it and as it is read. */
export type OptionRow = {
  /** `--last <days>`, `-q, --query <k=v>`, or `--all` for one without a value. */
  flags: string
  help: string
  choices?: readonly string[]
  /** Words that shells offer for its value, which takes others too. */
  offers?: readonly string[]
  /** What shells complete its value with. */
  completes?: ValueKind
  /** Whether it may be given several times; its values come as a list then. */
  isRepeatable?: boolean
  /** For other programs, not for people. */
  isHidden?: boolean
}

/** `exit-code` of `--exit-code`, `-q, --query <k=v>` or `--no-color`. */
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
 * What was given for a table of options, by their long names in camel case: a boolean for `--all`, one of its choices or any
 * text for `--last <days>`, undefined where that was left out, and a list for a repeatable one.
 */
export type OptionsOf<Rows extends readonly OptionRow[]> = {
  readonly [At in Exclude<keyof Rows, keyof []> as CamelCase<LongName<Extract<Rows[At], OptionRow>['flags']>>]: ValueOf<
    Extract<Rows[At], OptionRow>
  >
}

/** Makes the Commander option of a row. */
export const toOption = ({ flags, help, choices, isRepeatable, isHidden }: OptionRow): Option => {
  const option = new Option(flags, help)
  if (choices)
    option
      .choices(choices)
      .argParser((value: string) =>
        choiceOf(value, choices, `"${value}" is not a valid ${longFlag(flags)} value: use one of`),
      )
  if (isRepeatable) option.argParser((value: string, before: string[] | undefined) => [...(before ?? []), value])
  return option.hideHelp(isHidden ?? false)
}

/** @throws AppError of kind `usage` on any other value: `sentence` and the choices. */
export const choiceOf = (value: string, choices: readonly string[], sentence: string): string => {
  if (choices.includes(value)) return value
  throw usageError(`${sentence} ${choices.join(', ')}.`)
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
