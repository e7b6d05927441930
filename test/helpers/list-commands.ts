import { allCommands } from '../../src/commands/command-table.ts'

/** Every command that `listCommand` created: only it adds both options. */
export const listCommands = (await allCommands()).filter(({ options }) =>
  ['--limit', '--exit-code'].every((flag) => options.some(({ flags }) => flags.startsWith(flag))),
)
