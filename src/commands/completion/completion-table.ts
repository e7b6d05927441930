import { begun } from '../../domain/filter/completions.ts'
import type { Command } from '../kit/command.ts'
import { globalOptions } from '../kit/globals.ts'
import type { OptionRow, ValueKind } from '../kit/option-row.ts'

export type CompletedOption = OptionRow & {
  /** What parts several values in one. */
  joinedBy?: string
  /** Kinds of values behind `field=` or `field~`. */
  fieldValues?: Readonly<Record<string, ValueKind>>
}

/** All that completing a command line needs to know of the commands, as plain data: it is read without loading them. */
export type CompletionTable = ReturnType<typeof completionTable>

/** The table of what can be typed, from the definitions of commands and options. Hidden options are left out. */
export const completionTable = (commands: readonly Command[], groups: Readonly<Record<string, string>>) => ({
  commands: commands.map(({ name, summary, arguments: operands = [], ...rest }) => ({
    name,
    summary,
    arguments: operands,
    options: optionsOf(rest),
  })),
  groups,
  globals: globalOptions as readonly OptionRow[],
})

const optionsOf = ({ options, fields, fieldValues, members }: Partial<Command>): CompletedOption[] => {
  const own = (options ?? []).filter(({ isHidden }) => !isHidden)
  const columns = members ? globalOptions.filter(({ flags }) => flags.startsWith('--columns ')) : []
  return [...own, ...columns].map((row: OptionRow): CompletedOption => {
    if (row.offers) return row
    if (members && row.flags.startsWith('--columns ')) return { ...row, offers: members, joinedBy: ',' }
    if (fields && row.flags.startsWith('--sort ')) return { ...row, offers: fields.map(({ name }) => name) }
    if (fields && row.flags.startsWith('--where '))
      return { ...row, offers: fields.map(begun), ...(fieldValues && { fieldValues }) }
    return row
  })
}
