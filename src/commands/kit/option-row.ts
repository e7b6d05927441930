import type { InferOptions } from '@commander-js/extra-typings'

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

/** What an option is when it is left out: an empty list when repeatable, undefined where it takes a value or is true, else false. */
type Absent<Row extends OptionRow> = Row extends { isRepeatable: true }
  ? string[]
  : Row['flags'] extends `${string}<${string}` | `--no-${string}`
    ? undefined
    : false

type Repeated<Row extends OptionRow> = Row extends { isRepeatable: true } ? string[] : undefined

type Choice<Row extends OptionRow> = Row extends { choices: readonly (infer One)[] } ? One : undefined

type OptionOf<Row extends OptionRow> = InferOptions<
  object,
  Row['flags'],
  Absent<Row>,
  Repeated<Row>,
  false,
  undefined,
  Choice<Row>
>

type OptionsFrom<Rows extends readonly OptionRow[]> = Rows extends readonly [
  infer First extends OptionRow,
  ...infer Rest extends readonly OptionRow[],
]
  ? OptionOf<First> & OptionsFrom<Rest>
  : unknown

/**
 * What was given for a table of options, by their long names in camel case: a boolean for `--all`, one of its choices or any
 * text for `--last <days>`, undefined where that was left out, and a list for a repeatable one.
 */
export type OptionsOf<Rows extends readonly OptionRow[]> = {
  readonly [Name in Extract<keyof OptionsFrom<Rows>, string>]: OptionsFrom<Rows>[Name]
}
