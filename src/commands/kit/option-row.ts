/** A positional argument. */
export type ArgumentRow = {
  name: string
  help: string
  choices?: readonly string[]
  /** Whether it may be left out. */
  isOptional?: boolean
}

/** An option, as help shows it and as it is read. */
export type OptionRow = {
  /** `--last <days>`, `-q, --query <k=v>`, or `--all` for one without a value. */
  flags: string
  help: string
  choices?: readonly string[]
  /** Whether it may be given several times; its values come as a list then. */
  isRepeatable?: boolean
  /** For other programs, not for people. */
  isHidden?: boolean
}
