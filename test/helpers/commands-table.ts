import { allCommands } from '../../src/commands/command-table.ts'

/** The README's table of commands, from the definitions that --help, the manual page and completions read. */
export const commandsTable = async (): Promise<string> => {
  const rows = (await allCommands()).map(({ name, summary, arguments: operands = [] }) => {
    const words = operands.map((each) => (each.isOptional ? `[${each.name.toUpperCase()}]` : each.name.toUpperCase()))
    return `| \`${['qd', name, ...words].join(' ')}\` | ${summary.replaceAll('|', '\\|')} |`
  })
  return ['| command | does |', '|---|---|', ...rows].join('\n')
}
