import { withOperator } from '../../domain/filter/completions.ts'
import { globalOptionsOf } from '../kit/applicable-options.ts'
import type { Command } from '../kit/command.ts'
import { globalOptions } from '../kit/globals.ts'
import type { OptionRow, ValueKind } from '../kit/option-row.ts'

export type CompletedOption = OptionRow & {
  /** Separator, if the option takes a list of values in one word: `a,b`. */
  joinedBy?: string
  /** Kinds of the values after `field=` or `field~`. */
  fieldValues?: Readonly<Record<string, ValueKind>>
}

/** The data for completions. It is JSON, so that a completion does not have to load the commands. */
export type CompletionTable = ReturnType<typeof completionTable>

/** Builds the table from the definitions of commands and options. Hidden options are left out. */
export const completionTable = (commands: readonly Command[], groups: Readonly<Record<string, string>>) => ({
  commands: commands.map((command) => {
    const globals = globalOptionsOf(command).map((row) => withOffers(row, command))
    return {
      name: command.name,
      summary: command.summary,
      arguments: command.arguments ?? [],
      options: [
        ...ownOptionsOf(command).map((row) => withOffers(row, command)),
        ...globals.filter((row) => !isShared(row)),
      ],
      /** Flags of the other global options that apply to it. */
      globals: globals.filter(isShared).map(({ flags }) => flags),
    }
  }),
  groups,
  /** All global options, which are offered before a command is typed. */
  globals: globalOptions as readonly OptionRow[],
})

/** Whether a global option is the same for every command. The choices of others depend on the command. */
const isShared = (row: OptionRow): boolean => globalOptions.some((each) => each === row)

const ownOptionsOf = ({ options }: Command): readonly OptionRow[] => options.filter(({ isHidden }) => !isHidden)

const withOffers = (row: OptionRow, { fields, fieldValues, members }: Command): CompletedOption => {
  if (row.offers) return row
  if (members && row.flags.startsWith('--columns ')) return { ...row, offers: members, joinedBy: ',' }
  if (fields && row.flags.startsWith('--sort ')) return { ...row, offers: fields.map(({ name }) => name) }
  if (fields && row.flags.startsWith('--where '))
    return { ...row, offers: fields.map(withOperator), ...(fieldValues && { fieldValues }) }
  return row
}
