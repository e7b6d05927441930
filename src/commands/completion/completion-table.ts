import { begun } from '../../domain/filter/completions.ts'
import type { Command } from '../kit/command.ts'
import { globalOptions } from '../kit/globals.ts'
import type { ArgumentRow, OptionRow, ValueKind } from '../kit/option-row.ts'

/** What may stand in one place of a command line: one of a few words, or what the cache on disk knows. */
export type Completed = {
  choices?: readonly string[]
  kind?: ValueKind
  /** Some of the words that it takes. */
  offers?: readonly string[]
  /** What parts several of them in one value. */
  joinedBy?: string
  /** Kinds of values behind `field=` or `field~`. */
  fieldValues?: Readonly<Record<string, ValueKind>>
}

export type CompletedOption = Completed & {
  /** As typed: `--last`, or `-q` and `--query`. */
  names: readonly string[]
  help: string
  takesValue: boolean
  isRepeatable: boolean
}

export type CompletedCommand = {
  /** `controls diff`. */
  name: string
  summary: string
  arguments: readonly Completed[]
  options: readonly CompletedOption[]
}

/** All that completing a command line needs to know of the commands, as plain data: it is read without loading them. */
export type CompletionTable = {
  commands: readonly CompletedCommand[]
  /** The first words of `controls diff` and its like, with what they have in common. */
  groups: Readonly<Record<string, string>>
  globals: readonly CompletedOption[]
}

/** The table of what can be typed, from the definitions of commands and options. Hidden options are left out. */
export const completionTable = (
  commands: readonly Command[],
  groups: Readonly<Record<string, string>>,
): CompletionTable => ({
  commands: commands.map((command) => ({
    name: command.name,
    summary: command.summary,
    arguments: (command.arguments ?? []).map(completedOf),
    options: [...optionsOf(command.options, command), ...columnsOf(command)],
  })),
  groups,
  globals: optionsOf(globalOptions),
})

const optionsOf = (rows: readonly OptionRow[], command?: Command): CompletedOption[] =>
  rows
    .filter(({ isHidden }) => !isHidden)
    .map((row) => ({
      names: row.flags.split(', ').map((flag) => flag.split(' ')[0] ?? flag),
      help: row.help,
      takesValue: row.flags.includes('<'),
      isRepeatable: row.isRepeatable ?? false,
      ...completedOf(row),
      ...fieldsFor(row, command),
    }))

const fieldsFor = ({ flags, offers }: OptionRow, command: Command | undefined): Completed => {
  const { fields, fieldValues } = command ?? {}
  if (offers) return { offers }
  if (fields && flags.startsWith('--sort ')) return { offers: fields.map(({ name }) => name) }
  if (fields && flags.startsWith('--where ')) return { offers: fields.map(begun), ...(fieldValues && { fieldValues }) }
  return {}
}

/** The option of all commands, with the members that the rows of this one have. */
const columnsOf = ({ members }: Command): CompletedOption[] =>
  members === undefined
    ? []
    : optionsOf(globalOptions.filter(({ flags }) => flags.startsWith('--columns '))).map((option) => ({
        ...option,
        offers: members,
        joinedBy: ',',
      }))

const completedOf = ({ choices, completes }: ArgumentRow | OptionRow): Completed => ({
  ...(choices && { choices }),
  ...(completes !== undefined && { kind: completes }),
})
