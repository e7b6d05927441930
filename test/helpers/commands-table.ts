import { commands } from '../../src/commands/index.ts'

/** The README's table of commands, from the definitions that --help, the manual page and completions read. */
export const commandsTable = (): string => {
  const rows = Object.values(commands).map(({ name, summary, arguments: operands = [] }) => {
    const words = operands.map((each) => (each.isOptional ? `[${each.name.toUpperCase()}]` : each.name.toUpperCase()))
    return `| \`${['qd', name, ...words].join(' ')}\` | ${summary.replaceAll('|', '\\|')} |`
  })
  return ['| command | does |', '|---|---|', ...rows].join('\n')
}
